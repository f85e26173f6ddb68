/* SPDX-License-Identifier: MIT
 *
 * With two players a deal cannot help both, so a bot makes and takes none. With more it takes what
 * raises its share, and offers what raises its own and the partners', most in product: what the
 * partners would refuse is not worth saying.
 */
#include "deal.h"

#include <string.h>

/* The gain in win share that makes a deal worth it. */
static const float worthwhile = 0.005f;

/* A deal that looks good to a person at this seat may cost it so much: partners who see that both
 * sides would build more are seldom wrong by more, and are pleased. */
static const float goodwill = 0.0075f;

enum { OFFERS_MAX = 128 };

static const struct mp_game *game_of(const struct searcher *s)
{
	return s->sim.scene->setup->game;
}

static bool is_negotiable(const struct searcher *s)
{
	const struct mp_game *game = game_of(s);

	return game->deal_kind && game->evaluate && s->sim.scene->setup->players > 2;
}

static size_t list_answers(struct searcher *s, int seat)
{
	return game_of(s)->legal(s->sim.scene->setup, s->sim.state, seat, s->sim.moves);
}

/* Lets every seat that can say `accept` (one packed move: the answer to one deal) say it. */
static unsigned all_accept(struct searcher *s, mp_move accept)
{
	const struct mp_setup *setup = s->sim.scene->setup;
	unsigned accepted = 0;

	for (int seat = 0; seat < setup->players; seat++) {
		size_t n = list_answers(s, seat);

		for (size_t i = 0; i < n; i++)
			if (s->sim.moves[i] == accept) {
				setup->game->apply(setup, s->sim.state, seat, accept);
				accepted |= 1u << seat;
				break;
			}
	}
	return accepted;
}

static void shares_of(struct searcher *s, float share[MP_SEATS])
{
	struct result result;

	sim_judge(&s->sim, &result);
	memcpy(share, result.share, sizeof result.share);
}

static bool spares_others(const struct searcher *s, unsigned parties, const float before[MP_SEATS],
                          const float after[MP_SEATS])
{
	for (int seat = 0; seat < s->sim.scene->setup->players; seat++)
		if (!(parties >> seat & 1) && before[seat] - after[seat] > MP_DEAL_HARM_MAX)
			return false;
	return true;
}

/* The seats that have a deal open: those who can withdraw one. */
static unsigned makers_of(struct searcher *s)
{
	unsigned seats = 0;

	for (int seat = 0; seat < s->sim.scene->setup->players; seat++) {
		size_t n = list_answers(s, seat);

		for (size_t i = 0; i < n; i++)
			if (game_of(s)->deal_kind(s->sim.moves[i]) == MP_DEAL_WITHDRAW)
				seats |= 1u << seat;
	}
	return seats;
}

/* Accept if the deal, with all partners in, is worth it. */
static bool is_worth(struct searcher *s, mp_move accept)
{
	const struct scene *scene = s->sim.scene;
	float before[MP_SEATS], after[MP_SEATS], least = worthwhile;
	unsigned parties; /* who made the offer knows what they do */

	memcpy(s->sim.state, s->world, game_of(s)->state_size);
	shares_of(s, before);
	parties = makers_of(s);
	parties = (all_accept(s, accept) | parties) & ~makers_of(s);
	shares_of(s, after);
	if (game_of(s)->looks_better &&
	    game_of(s)->looks_better(scene->setup, s->world, s->sim.state, scene->seat))
		least = -goodwill;
	return after[scene->seat] - before[scene->seat] >= least &&
	       spares_others(s, parties, before, after);
}

bool deal_answer(struct searcher *s, bool willing, mp_move *move)
{
	const struct scene *scene = s->sim.scene;
	const struct mp_game *game = game_of(s);
	mp_move answers[OFFERS_MAX];
	size_t n, n_answers = 0;
	bool answered = false;

	if (!game->deal_kind)
		return false;
	sim_world(&s->sim);
	memcpy(s->world, s->sim.state, game->state_size);
	n = list_answers(s, scene->seat);
	for (size_t i = 0; i < n && n_answers < OFFERS_MAX; i++)
		if (game->deal_kind(s->sim.moves[i]) == MP_DEAL_ACCEPT ||
		    game->deal_kind(s->sim.moves[i]) == MP_DEAL_DECLINE)
			answers[n_answers++] = s->sim.moves[i];
	willing = willing && is_negotiable(s);
	for (size_t i = 0; i < n_answers; i++) {
		if (game->deal_kind(answers[i]) == MP_DEAL_DECLINE) {
			*move = answers[i];
			answered = true;
		} else if (willing && is_worth(s, answers[i])) {
			*move = answers[i];
			return true;
		}
	}
	return answered;
}

/* Replays the log as this seat saw it: has it offered since its turn began? */
static bool has_offered(struct searcher *s, const struct mp_played *log, size_t n_log)
{
	const struct scene *scene = s->sim.scene;
	const struct mp_setup *setup = scene->setup;
	const struct mp_game *game = setup->game;
	int on_turn = MP_CHANCE;
	bool offered = false;

	memset(s->sim.state, 0, game->state_size);
	game->init(setup, s->sim.state);
	mp_redact(setup, s->sim.state, scene->seat);
	for (size_t i = 0; i < n_log; i++) {
		int turn = game->turn(setup, s->sim.state);

		if (turn != MP_CHANCE && turn != on_turn) {
			on_turn = turn;
			offered = false;
		}
		if (log[i].seat == scene->seat && (game->deal_kind(log[i].move) == MP_DEAL_OFFER ||
		                                   game->deal_kind(log[i].move) == MP_DEAL_PROPOSE))
			offered = true;
		game->apply(setup, s->sim.state, log[i].seat, log[i].move);
	}
	return offered && game->turn(setup, s->sim.state) == on_turn;
}

/* Bots offer nothing once there was a deal in the game, whoever made it, and still take what they
 * are offered: three that trade all game long leave little to a fourth who does not. */
static bool was_deal(const struct searcher *s, const struct mp_played *log, size_t n_log)
{
	for (size_t i = 0; i < n_log; i++)
		if (game_of(s)->deal_kind(log[i].move) == MP_DEAL_ACCEPT)
			return true;
	return false;
}

static bool was_offered(const struct mp_played *log, size_t n_log, int seat, mp_move move)
{
	for (size_t i = 0; i < n_log; i++)
		if (log[i].seat == seat && log[i].move == move)
			return true;
	return false;
}

/* The acceptances that the offer in sim->state has opened: the first that was not there before. */
static bool find_acceptance(struct searcher *s, mp_move *accept)
{
	const struct mp_setup *setup = s->sim.scene->setup;

	for (int seat = 0; seat < setup->players; seat++) {
		size_t n = list_answers(s, seat);

		for (size_t i = 0; i < n; i++) {
			mp_move move = s->sim.moves[i];

			if (setup->game->deal_kind(move) == MP_DEAL_ACCEPT &&
			    setup->game->check(setup, s->world, seat, move)) {
				*accept = move;
				return true;
			}
		}
	}
	return false;
}

/* The product of all gains if everybody gains enough over `base`, otherwise 0. */
static float nash_product(struct searcher *s, mp_move offer, const float base[MP_SEATS])
{
	const struct scene *scene = s->sim.scene;
	const struct mp_setup *setup = scene->setup;
	float after[MP_SEATS], worth = 1;
	mp_move accept;
	unsigned parties;

	memcpy(s->sim.state, s->world, setup->game->state_size);
	if (setup->game->check(setup, s->sim.state, scene->seat, offer))
		return 0;
	setup->game->apply(setup, s->sim.state, scene->seat, offer);
	if (!find_acceptance(s, &accept))
		return 0;
	parties = all_accept(s, accept) | 1u << scene->seat;
	shares_of(s, after);
	if (!spares_others(s, parties, base, after))
		return 0;
	for (int seat = 0; seat < setup->players; seat++)
		if (parties >> seat & 1) {
			float gain = after[seat] - base[seat];

			if (gain < worthwhile)
				return 0;
			worth *= gain;
		}
	return worth;
}

/* What each seat has without the deal. A joint building takes the place of the seat's own move:
 * it must beat the best of those, as evaluate sees them. */
static void shares_without(struct searcher *s, enum mp_deal_kind kind, float base[MP_SEATS])
{
	const struct scene *scene = s->sim.scene;
	const struct mp_setup *setup = scene->setup;
	mp_move moves[MP_MOVES_MAX];
	size_t n;

	memcpy(s->sim.state, s->world, setup->game->state_size);
	shares_of(s, base);
	if (kind != MP_DEAL_PROPOSE)
		return;
	n = sim_moves(&s->sim, scene->seat);
	memcpy(moves, s->sim.moves, n * sizeof *moves);
	for (size_t i = 0; i < n; i++) {
		float after[MP_SEATS];

		memcpy(s->sim.state, s->world, setup->game->state_size);
		setup->game->apply(setup, s->sim.state, scene->seat, moves[i]);
		shares_of(s, after);
		if (after[scene->seat] > base[scene->seat])
			base[scene->seat] = after[scene->seat];
	}
}

/* Offers that might be made: the game's proposals, and what is listed. */
static size_t candidate_offers(struct searcher *s, mp_move offers[OFFERS_MAX])
{
	const struct scene *scene = s->sim.scene;
	const struct mp_game *game = game_of(s);
	size_t n_offers = 0, n;

	if (game->propose && game->can_offer(scene->setup, s->world, scene->seat))
		n_offers = game->propose(scene->setup, s->world, scene->seat, offers, OFFERS_MAX / 2);
	memcpy(s->sim.state, s->world, game->state_size);
	n = list_answers(s, scene->seat);
	for (size_t i = 0; i < n && n_offers < OFFERS_MAX; i++)
		if (game->deal_kind(s->sim.moves[i]) == MP_DEAL_PROPOSE)
			offers[n_offers++] = s->sim.moves[i];
	return n_offers;
}

bool deal_offer(struct searcher *s, const struct limit *limit, const struct mp_played *log,
                size_t n_log, mp_move *move)
{
	const struct mp_game *game = game_of(s);
	float base[2][MP_SEATS], best = 0; /* without an offer, without a joint building */
	bool has_base[2] = {false, false};
	mp_move offers[OFFERS_MAX];
	size_t n;

	if (!is_negotiable(s) || was_deal(s, log, n_log) || has_offered(s, log, n_log))
		return false;
	sim_world(&s->sim);
	memcpy(s->world, s->sim.state, game->state_size);
	n = candidate_offers(s, offers);
	for (size_t i = 0; i < n && !limit_passed(limit); i++) {
		enum mp_deal_kind kind = game->deal_kind(offers[i]);
		bool joint = kind == MP_DEAL_PROPOSE;
		float worth;

		if (was_offered(log, n_log, s->sim.scene->seat, offers[i]))
			continue;
		if (!has_base[joint])
			shares_without(s, kind, base[joint]);
		has_base[joint] = true;
		worth = nash_product(s, offers[i], base[joint]);
		if (worth > best) {
			best = worth;
			*move = offers[i];
		}
	}
	return best > 0;
}
