/* SPDX-License-Identifier: MIT
 *
 * What is random: playouts like random play through the contract, and guesses like the tiles that
 * could be. Chi-square against the 0.1 % point, fixed seeds.
 */
#include "fixture.h"

static struct fixture t;

/* A bound above the 0.1 % point of chi-square with n degrees of freedom, by Wilson and Hilferty:
 * n (1 - 2/(9n) + z sqrt(2/(9n)))³ with z = 3.09, and sqrt(x) ≤ (x/s + s)/2 for any s > 0. */
static double chi_square_bound(unsigned n)
{
	double x = 2 / (9.0 * n), root = 0.1, y;

	for (int i = 0; i < 20; i++)
		root = (x / root + root) / 2;
	y = 1 - x + 3.09 * root;
	return n * y * y * y;
}

enum { BINS = 64, GAMES = 20000 };

struct sample {
	unsigned plies[BINS], first[BINS], margin[BINS];
};

static unsigned bin(int value, int width)
{
	int at = value / width;

	return (unsigned)(at < 0 ? 0 : at >= BINS ? BINS - 1 : at);
}

static void count_game(struct sample *sample, const struct metro_state *end, uint32_t plies)
{
	sample->plies[bin((int)plies - 40, 1)]++;
	sample->first[bin(end->score[0], 5)]++;
	sample->margin[bin(end->score[0] - end->score[1] + 320, 10)]++;
}

static uint32_t play_by_lists(struct metro_state *state, struct mp_rng *rng)
{
	uint32_t plies = 0;

	for (;;) {
		int turn = metro_turn(&t.setup, state);
		struct mp_outcome outcomes[METRO_KINDS];
		mp_move moves[METRO_MOVES_MAX];
		uint32_t total = 0, at;
		size_t n, i = 0;

		if (turn == MP_OVER)
			return plies;
		if (turn >= 0) {
			n = metro_legal(&t.setup, state, turn, moves);
			metro_apply(&t.setup, state, turn, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
			continue;
		}
		n = metro_chance(&t.setup, state, outcomes);
		for (size_t k = 0; k < n; k++)
			total += outcomes[k].weight;
		for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
			at -= outcomes[i].weight;
		metro_apply(&t.setup, state, MP_CHANCE, outcomes[i].move);
	}
}

/* Two samples of the same size; bins with few games are put together with the next. */
static void compare_bins(const unsigned *a, const unsigned *b)
{
	unsigned freedom = 0, in_a = 0, in_b = 0;
	double chi = 0;

	for (unsigned i = 0; i < BINS; i++) {
		in_a += a[i];
		in_b += b[i];
		if (in_a + in_b < 40)
			continue;
		chi += ((double)in_a - in_b) * ((double)in_a - in_b) / (in_a + in_b);
		freedom++;
		in_a = in_b = 0;
	}
	assert_true(freedom > 2);
	if (chi > chi_square_bound(freedom - 1))
		fail_msg("chi-square %d with %u degrees of freedom", (int)chi, freedom - 1);
}

/* From the position of the table. */
static void compare_playouts(void)
{
	static struct sample by_lists, by_playout;
	struct mp_rng rng;

	memset(&by_lists, 0, sizeof by_lists);
	memset(&by_playout, 0, sizeof by_playout);
	for (uint64_t i = 0; i < GAMES; i++) {
		struct metro_state state = t.state;

		mp_rng_init(&rng, i, 1);
		count_game(&by_lists, &state, play_by_lists(&state, &rng));
		assert_null(metro_flaw(&t.setup, &state));
		state = t.state;
		mp_rng_init(&rng, i, 2);
		count_game(&by_playout, &state, metro_playout(&t.setup, &state, &rng));
		assert_null(metro_flaw(&t.setup, &state));
	}
	compare_bins(by_lists.plies, by_playout.plies);
	compare_bins(by_lists.first, by_playout.first);
	compare_bins(by_lists.margin, by_playout.margin);
}

static void playouts_plain(void **state)
{
	(void)state;
	fixture_open(&t, 2, NULL);
	compare_playouts();
}

static void playouts_any(void **state)
{
	const char *const options[] = {"hand", "3", "arrows", "false", NULL};

	(void)state;
	fixture_open(&t, 3, options);
	compare_playouts();
}

static void playouts_drawn(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-a2 ssss-b2 ssss-c2 ssss-d2");
	fixture_play(&t, "draw; ~draw rlrl");
	compare_playouts();
}

enum { GUESSES_EACH = 60 };

/* Draws guesses of two hidden tiles, and compares how often each pair comes with the number of
 * ways to take it from the unseen tiles. */
static void compare_guesses(int viewer, const uint8_t *first, const uint8_t *second)
{
	static unsigned count[METRO_KINDS][METRO_KINDS];
	struct metro_state redacted = t.state, guess;
	unsigned unseen = 0, freedom = 0;
	size_t at_first = (size_t)(first - (uint8_t *)&t.state);
	size_t at_second = (size_t)(second - (uint8_t *)&t.state);
	double chi = 0;
	struct mp_rng rng;

	memset(count, 0, sizeof count);
	mp_rng_init(&rng, 21, (uint64_t)viewer);
	metro_redact(&t.setup, &redacted, viewer);
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		unseen += redacted.pile[kind];
	for (unsigned i = 0; i < unseen * unseen * GUESSES_EACH; i++) {
		guess = redacted;
		metro_guess(&t.setup, &guess, viewer, &rng);
		assert_null(metro_flaw(&t.setup, &guess));
		count[((uint8_t *)&guess)[at_first] - 1][((uint8_t *)&guess)[at_second] - 1]++;
	}
	for (unsigned a = 0; a < METRO_KINDS; a++) {
		for (unsigned b = 0; b < METRO_KINDS; b++) {
			unsigned ways = redacted.pile[a] * (unsigned)(redacted.pile[b] - (a == b));
			double expected = (double)ways * unseen / (unseen - 1) * GUESSES_EACH;

			if (redacted.pile[a] == 0 || ways == 0) {
				assert_int_equal(count[a][b], 0);
				continue;
			}
			chi += (count[a][b] - expected) * (count[a][b] - expected) / expected;
			freedom++;
		}
	}
	assert_true(freedom > 10);
	if (chi > chi_square_bound(freedom - 1))
		fail_msg("chi-square %d with %u degrees of freedom", (int)chi, freedom - 1);
}

static void guess_hands(void **state)
{
	(void)state;
	fixture_ready(&t, 3);
	compare_guesses(1, &t.state.hand[0][0], &t.state.hand[2][0]);
}

static void guess_drawn(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-a2 ssss-b2 ssss-c2 ssss-d2 rlrl-a3 rlrl-b3 rlrl-c3");
	fixture_play(&t, "draw; ~draw lrlr");
	compare_guesses(0, &t.state.hand[1][0], &t.state.drawn);
}

/* A hand of several tiles is guessed whole, and shown in the one order that tells nothing. */
static void guess_whole_hands(void **state)
{
	const char *const options[] = {"hand", "3", "start", "1", NULL};
	struct mp_rng rng;

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 ssss; ~deal 1 uuuu; ~deal 1 rlrl");
	fixture_play(&t, "~deal 2 lrlr; ~deal 2 uuuu; ~deal 2 ssss");
	mp_rng_init(&rng, 5, 0);
	for (int i = 0; i < 1000; i++) {
		struct metro_state guess = t.state;

		metro_redact(&t.setup, &guess, 0);
		assert_int_equal(guess.hand[1][2], METRO_UNKNOWN);
		metro_guess(&t.setup, &guess, 0, &rng);
		assert_null(metro_flaw(&t.setup, &guess));
		assert_memory_equal(guess.hand[0], t.state.hand[0], METRO_HAND_MAX);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"a playout is random play: one tile in hand, arrows", playouts_plain, NULL, NULL, NULL},
		{"a playout is random play: three in hand, turned freely", playouts_any, NULL, NULL, NULL},
		{"a playout is random play: from a drawn tile", playouts_drawn, NULL, NULL, NULL},
		{"ME-21 other hands may be any of the unseen tiles, each alike", guess_hands, NULL, NULL,
	     NULL},
		{"ME-31 a drawn tile may be any of the unseen tiles, each alike", guess_drawn, NULL, NULL,
	     NULL},
		{"ME-21 whole hands are guessed", guess_whole_hands, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
