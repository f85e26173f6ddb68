/* SPDX-License-Identifier: MIT
 *
 * Do bots trade with people? In games with deals that can be judged at a glance, and three players
 * or more: offers that look better to both sides, as a person would make them, and that cost no
 * bystander more than bots allow, are taken more often than not. Prints the figures by number of
 * players.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 40, ITERATIONS = 6, EVERY = 5, OFFERS = 128, DRAWS = 400 };

/* As in ai/deal.c: what a deal may take from those who are not in it. */
static const float bystander_loss_max = 0.015f;

static unsigned n_offered[MP_SEATS + 1], n_taken[MP_SEATS + 1];

struct bargain {
	mp_move offer, accept;
	int partner;
};

/* The first acceptance that the state lists, or none. */
static bool find_acceptance(const struct mp_setup *setup, const void *state,
                            struct bargain *bargain)
{
	static mp_move moves[MP_MOVES_MAX];

	for (int seat = 0; seat < setup->players; seat++) {
		size_t n = setup->game->legal(setup, state, seat, moves);

		for (size_t i = 0; i < n; i++)
			if (setup->game->deal_kind(moves[i]) == MP_DEAL_ACCEPT) {
				bargain->partner = seat;
				bargain->accept = moves[i];
				return true;
			}
	}
	return false;
}

/* Would both stand better, and nobody else much worse? */
static bool helps_both(const struct mp_setup *setup, const void *state, void *then, int seat,
                       struct bargain *bargain)
{
	const struct mp_game *game = setup->game;
	float before[MP_SEATS], after[MP_SEATS];

	if (game->check(setup, state, seat, bargain->offer))
		return false;
	memcpy(then, state, game->state_size);
	game->apply(setup, then, seat, bargain->offer);
	if (!find_acceptance(setup, then, bargain))
		return false;
	game->apply(setup, then, bargain->partner, bargain->accept);
	if (!game->looks_better(setup, state, then, seat) ||
	    !game->looks_better(setup, state, then, bargain->partner))
		return false;
	game->evaluate(setup, state, before);
	game->evaluate(setup, then, after);
	for (int other = 0; other < setup->players; other++)
		if (other != seat && other != bargain->partner &&
		    before[other] - after[other] > bystander_loss_max)
			return false;
	return true;
}

static bool find_bargain(struct position *p, int seat, struct bargain *bargain)
{
	const struct mp_setup *setup = &p->live.setup;
	const void *state = p->live.match.state;
	void *then = malloc(setup->game->state_size);
	mp_move offers[OFFERS];
	size_t n = setup->game->propose(setup, state, seat, offers, OFFERS);
	bool found = false;

	for (size_t i = 0; i < n + DRAWS && !found; i++) {
		if (i < n)
			bargain->offer = offers[i];
		else if (!setup->game->sample_free(setup, state, seat, &p->rng, &bargain->offer))
			break;
		found = helps_both(setup, state, then, seat, bargain);
	}
	free(then);
	return found;
}

static struct mp_bot_answer ask(struct mp_bot *bot, struct position *p, int seat, bool refuses)
{
	struct mp_bot_request request = position_request(p, seat);
	struct mp_bot_answer answer;

	request.level = "hard";
	request.iterations = ITERATIONS;
	request.seed = mp_rng_next(&p->rng);
	request.refuses_deals = refuses;
	assert_true(mp_bot_choose(bot, &request, &answer));
	return answer;
}

/* The seat on turn is a person who sees a bargain; whatever the answer, the game goes on with it.
 */
static void bargain_with(struct mp_bot *bot, struct position *p, int seat)
{
	struct bargain bargain;
	struct mp_fault fault;
	struct mp_bot_answer answer;
	int players = p->live.setup.players;

	if (!p->live.setup.game->can_offer(&p->live.setup, p->live.match.state, seat) ||
	    !find_bargain(p, seat, &bargain))
		return;
	assert_int_equal(live_play_move(&p->live, seat, bargain.offer, &fault), MP_OK);
	answer = ask(bot, p, bargain.partner, false);
	assert_true(answer.has_move);
	n_offered[players]++;
	n_taken[players] += answer.move == bargain.accept;
	assert_int_equal(live_play_move(&p->live, bargain.partner, answer.move, &fault), MP_OK);
}

static void play_game(struct mp_bot *bot, const struct mp_game *game, uint64_t seed)
{
	struct position p;
	unsigned turns = 0;

	position_init(&p, game, seed, false);
	while (p.live.setup.players > 2 && position_play(&p, 0)) {
		struct mp_bot_answer answer;
		struct mp_fault fault;

		if (++turns % EVERY == 0)
			bargain_with(bot, &p, mp_match_turn(&p.live.match));
		answer = ask(bot, &p, mp_match_turn(&p.live.match), true);
		assert_int_equal(live_play_move(&p.live, mp_match_turn(&p.live.match), answer.move, &fault),
		                 MP_OK);
	}
	position_release(&p);
}

static void what_helps_both_is_taken_more_often_than_not(void **unused)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);
	unsigned offered = 0, taken = 0;

	(void)unused;
	for (size_t i = 0; mp_games[i]; i++)
		for (uint64_t seed = 1; mp_games[i]->looks_better && seed <= GAMES / POSITION_SHARE; seed++)
			play_game(bot, mp_games[i], seed);
	mp_bot_free(bot);
	for (int players = 3; players <= MP_SEATS; players++) {
		print_message("%d players: %u of %u taken\n", players, n_taken[players],
		              n_offered[players]);
		offered += n_offered[players];
		taken += n_taken[players];
	}
	assert_true(offered >= GAMES / POSITION_SHARE);
	assert_true(2 * taken > offered);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_helps_both_is_taken_more_often_than_not),
	};

	return cmocka_run_group_tests_name("bots and bargains", tests, NULL, NULL);
}
