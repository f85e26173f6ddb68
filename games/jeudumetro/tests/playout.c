/* SPDX-License-Identifier: MIT
 *
 * The fast random playout plays the same game as legal, chance and apply do.
 */
#include "fixture.h"

enum { GAMES = 20000, BINS = 12 };

struct sums {
	double length[BINS], winners[MP_SEATS + 1], discards[BINS];
};

static struct fixture table;

static uint32_t play_generic(const struct mp_setup *setup, struct jeudumetro_state *state,
                             struct mp_rng *rng)
{
	static mp_move moves[JEUDUMETRO_MOVES_MAX];
	struct mp_outcome outcomes[JEUDUMETRO_OUTCOMES_MAX];
	uint32_t plies = 0;
	int turn;

	while ((turn = jeudumetro_turn(setup, state)) != MP_OVER) {
		if (turn == MP_CHANCE) {
			size_t n = jeudumetro_chance(setup, state, outcomes), i = 0;
			uint32_t total = 0, at;

			for (size_t k = 0; k < n; k++)
				total += outcomes[k].weight;
			for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
				at -= outcomes[i].weight;
			jeudumetro_apply(setup, state, MP_CHANCE, outcomes[i].move);
		} else {
			size_t n = jeudumetro_legal(setup, state, turn, moves);

			jeudumetro_apply(setup, state, turn, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
		}
	}
	return plies;
}

static void add(struct sums *sums, const struct jeudumetro_state *state, uint32_t plies)
{
	unsigned bin = plies / 15, discards = jeudumetro_total(state->discards) / 4;

	sums->length[bin < BINS ? bin : BINS - 1]++;
	sums->discards[discards < BINS ? discards : BINS - 1]++;
	for (int seat = 0; seat < MP_SEATS; seat++)
		sums->winners[seat] += state->winners >> seat & 1;
	sums->winners[MP_SEATS] += state->winners == 0;
}

/* Two samples of the same size; the bound is beyond the 99.99 % point for n - 1 degrees. */
static void compare(const char *what, const double *a, const double *b, int n, double bound)
{
	double chi = 0;

	for (int i = 0; i < n; i++) {
		double diff = a[i] - b[i], sum = a[i] + b[i];

		chi += sum > 0 ? diff * diff / sum : 0;
	}
	if (chi > bound)
		fail_msg("%s: chi-square %.1f", what, chi);
}

static void same_game(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	for (int players = 2; players <= 6; players++) {
		struct sums fast, generic;
		struct jeudumetro_state state;
		struct mp_rng rng;
		uint32_t plies;

		memset(&fast, 0, sizeof fast);
		memset(&generic, 0, sizeof generic);
		fixture_open(t, players, OPTIONS("turn_limit", "120"));
		for (uint64_t game = 0; game < GAMES; game++) {
			memset(&state, 0, sizeof state);
			jeudumetro_init(&t->setup, &state);
			mp_rng_init(&rng, 5, game);
			plies = jeudumetro_playout(&t->setup, &state, &rng);
			add(&fast, &state, plies);
		}
		for (uint64_t game = 0; game < GAMES; game++) {
			memset(&state, 0, sizeof state);
			jeudumetro_init(&t->setup, &state);
			mp_rng_init(&rng, 6, game);
			plies = play_generic(&t->setup, &state, &rng);
			add(&generic, &state, plies);
		}
		compare("length", fast.length, generic.length, BINS, 40);
		compare("discards", fast.discards, generic.discards, BINS, 40);
		compare("winners", fast.winners, generic.winners, MP_SEATS + 1, 28);
	}
}

/* A playout from the middle of a turn goes on with what is pending. */
static void from_anywhere(void **unused)
{
	struct fixture *t = &table;
	struct jeudumetro_state state;
	struct mp_rng rng;

	(void)unused;
	fixture_open(t, 3, OPTIONS("start", "1", "turn_limit", "50"));
	fixture_deal(
		t, "full empty left-full",
		"pickpocket board2 board2 rush alight2 alight2 star star driver driver switch switch");
	fixture_play(t, "pickpocket 2");
	for (uint64_t game = 0; game < 200; game++) {
		state = t->state;
		mp_rng_init(&rng, 7, game);
		assert_true(jeudumetro_playout(&t->setup, &state, &rng) <= 50);
		assert_int_equal(state.phase, JEUDUMETRO_ENDED);
		assert_null(jeudumetro_flaw(&t->setup, &state));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("the playout plays as legal, chance and apply do", same_game),
		TITLED("the playout goes on from a theft", from_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
