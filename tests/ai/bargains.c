/* SPDX-License-Identifier: MIT
 *
 * Do bots trade with people? In games with deals that can be judged at a glance, and three players
 * or more: offers that look better to both sides, as a person would make them, and that cost no
 * bystander more than bots allow, are taken more often than not, and of those that cost one more
 * none is. Prints the figures by level and number of players; BARGAINS_GAMES and BARGAINS_SEED set
 * how many games and which.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 40, EVERY = 5, OFFERS = 128, DRAWS = 400, LEVELS = 3 };

/* With how many iterations each thinks about its moves. */
static const struct {
	const char *name;
	uint32_t iterations;
} levels[LEVELS] = {{"easy", 6}, {"normal", 18}, {"hard", 54}};

struct tally {
	unsigned offered, taken;
};

/* Offers that spare bystanders and offers that do not, of one level in one company. */
static struct tally fair[LEVELS][MP_SEATS + 1], harmful[LEVELS][MP_SEATS + 1];

struct bargain {
	mp_move offer, accept;
	int partner;
	bool harms; /* a bystander would lose more than bots allow */
};

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

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

/* Would both stand better? Then it is also known who pays. */
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
	bargain->harms = false;
	game->evaluate(setup, state, before);
	game->evaluate(setup, then, after);
	for (int other = 0; other < setup->players; other++)
		if (other != seat && other != bargain->partner &&
		    before[other] - after[other] > MP_DEAL_HARM_MAX)
			bargain->harms = true;
	return true;
}

static bool find_bargain(struct position *p, int seat, bool harms, struct bargain *bargain)
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
		found = helps_both(setup, state, then, seat, bargain) && bargain->harms == harms;
	}
	free(then);
	return found;
}

static struct mp_bot_answer ask(struct mp_bot *bot, struct position *p, int seat, int level,
                                bool refuses)
{
	struct mp_bot_request request = position_request(p, seat);
	struct mp_bot_answer answer;

	request.level = levels[level].name;
	request.iterations = levels[level].iterations;
	request.seed = mp_rng_next(&p->rng);
	request.refuses_deals = refuses;
	assert_true(mp_bot_choose(bot, &request, &answer));
	return answer;
}

/* The seat on turn is a person who sees a bargain; whatever the answer, the game goes on with it.
 */
static void bargain_with(struct mp_bot *bot, struct position *p, int seat, int level, bool harms)
{
	struct bargain bargain;
	struct mp_fault fault;
	struct mp_bot_answer answer;
	struct tally *tally = &(harms ? harmful : fair)[level][p->live.setup.players];

	if (!p->live.setup.game->can_offer(&p->live.setup, p->live.match.state, seat) ||
	    !find_bargain(p, seat, harms, &bargain))
		return;
	assert_int_equal(live_play_move(&p->live, seat, bargain.offer, &fault), MP_OK);
	answer = ask(bot, p, bargain.partner, level, false);
	assert_true(answer.has_move);
	tally->offered++;
	tally->taken += answer.move == bargain.accept;
	assert_int_equal(live_play_move(&p->live, bargain.partner, answer.move, &fault), MP_OK);
}

static void play_game(struct mp_bot *bot, const struct mp_game *game, uint64_t seed, int level)
{
	struct position p;
	unsigned turns = 0;

	position_init(&p, game, seed, false);
	while (p.live.setup.players > 2 && position_play(&p, 0)) {
		int seat = mp_match_turn(&p.live.match);
		struct mp_bot_answer answer;
		struct mp_fault fault;

		/* What harms is declined and changes nothing, so it may be tried before. */
		if (++turns % EVERY == 0) {
			bargain_with(bot, &p, seat, level, true);
			bargain_with(bot, &p, seat, level, false);
		}
		answer = ask(bot, &p, seat, level, true);
		assert_int_equal(live_play_move(&p.live, seat, answer.move, &fault), MP_OK);
	}
	position_release(&p);
}

static void play_all(struct mp_bot *bot, const struct mp_game *game)
{
	uint64_t games = from_environment("BARGAINS_GAMES", GAMES / POSITION_SHARE);
	uint64_t first = from_environment("BARGAINS_SEED", 1);

	for (int level = 0; level < LEVELS; level++)
		for (uint64_t i = 0; i < games; i++)
			play_game(bot, game, first + i, level);
}

/* Prints a level's offers and adds them up. */
static struct tally sum_of(struct tally tallies[MP_SEATS + 1], const char *level, const char *kind)
{
	struct tally sum = {0, 0};

	for (int players = 3; players <= MP_SEATS; players++) {
		if (tallies[players].offered)
			print_message("%s, %d players, %s: %u of %u taken\n", level, players, kind,
			              tallies[players].taken, tallies[players].offered);
		sum.offered += tallies[players].offered;
		sum.taken += tallies[players].taken;
	}
	return sum;
}

static void what_helps_both_is_taken_more_often_than_not(void **unused)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);

	(void)unused;
	for (size_t i = 0; mp_games[i]; i++)
		if (mp_games[i]->looks_better)
			play_all(bot, mp_games[i]);
	mp_bot_free(bot);
	for (int level = 0; level < LEVELS; level++) {
		struct tally sum = sum_of(fair[level], levels[level].name, "fair");

		assert_true(sum.offered >= GAMES / POSITION_SHARE);
		assert_true(2 * sum.taken > sum.offered);
	}
}

/* By the games that were played above. */
static void what_harms_a_bystander_is_never_taken(void **unused)
{
	unsigned offered = 0;

	(void)unused;
	for (int level = 0; level < LEVELS; level++) {
		struct tally sum = sum_of(harmful[level], levels[level].name, "harmful");

		offered += sum.offered;
		assert_int_equal(sum.taken, 0);
	}
	assert_true(offered > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_helps_both_is_taken_more_often_than_not),
		cmocka_unit_test(what_harms_a_bystander_is_never_taken),
	};

	return cmocka_run_group_tests_name("bots and bargains", tests, NULL, NULL);
}
