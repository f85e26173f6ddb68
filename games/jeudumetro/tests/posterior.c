/* SPDX-License-Identifier: MIT
 *
 * Guesses against the reference distribution of JM-60, found by going through every case.
 */
#include "fixture.h"

enum { SAMPLES = 60000 };

static struct fixture table;

/* A distribution over worlds, each known by a number; filled by counts or by samples. */
enum { WORLDS = 4096 };
struct distribution {
	uint64_t world[WORLDS];
	double weight[WORLDS], total;
	size_t n;
};

static void distribution_add(struct distribution *d, uint64_t world, double weight)
{
	size_t i = 0;

	while (i < d->n && d->world[i] != world)
		i++;
	if (i == d->n) {
		assert_true(i < WORLDS);
		d->world[d->n++] = world;
	}
	d->weight[i] += weight;
	d->total += weight;
}

/* Samples only of worlds that exist, in the right proportions: chi-square within 6 standard
 * deviations (each the root of twice the freedom) of its mean, and some. */
static void assert_fits(const struct distribution *samples, const struct distribution *exact)
{
	double chi = 0, freedom = (double)exact->n - 1;

	for (size_t i = 0; i < samples->n; i++) {
		bool exists = false;

		for (size_t k = 0; k < exact->n; k++)
			exists = exists || exact->world[k] == samples->world[i];
		assert_true(exists);
	}
	for (size_t k = 0; k < exact->n; k++) {
		double expected = samples->total * exact->weight[k] / exact->total, got = 0;

		for (size_t i = 0; i < samples->n; i++)
			if (samples->world[i] == exact->world[k])
				got = samples->weight[i];
		chi += (got - expected) * (got - expected) / expected;
	}
	if (chi > freedom && (chi - freedom) * (chi - freedom) > 72 * freedom + 400)
		fail_msg("chi-square %.1f with %.0f degrees", chi, freedom);
}

static uint64_t objectives_of(const struct fixture *t, const struct jeudumetro_state *state)
{
	uint64_t number = 0;

	for (unsigned place = 0; place < jeudumetro_places(&t->setup); place++)
		number = number * 8 + state->objective[state->origin[place]];
	return number;
}

/* Replays the match with other objectives dealt: false if somebody would have won before now. */
static bool replay(const struct fixture *t, const unsigned *dealt, struct jeudumetro_state *state)
{
	memset(state, 0, sizeof *state);
	jeudumetro_init(&t->setup, state);
	for (size_t i = 0; i < t->match.n_moves; i++) {
		mp_move move = t->moves[i].move;

		if (state->phase == JEUDUMETRO_ENDED)
			return false;
		if (t->moves[i].seat == MP_CHANCE && jeudumetro_op(move) == JEUDUMETRO_OBJECTIVE)
			move = (move & ~(mp_move)15) | dealt[jeudumetro_high(move)];
		jeudumetro_apply(&t->setup, state, t->moves[i].seat, move);
	}
	return state->phase != JEUDUMETRO_ENDED;
}

/* All 720 orders of the six cards: those that the viewer cannot tell from the truth. */
static void enumerate_objectives(const struct fixture *t, int viewer, struct distribution *exact)
{
	static const unsigned cards[6] = {JEUDUMETRO_EMPTY,       JEUDUMETRO_EMPTY,
	                                  JEUDUMETRO_FULL,        JEUDUMETRO_FULL,
	                                  JEUDUMETRO_RIGHT_EMPTY, JEUDUMETRO_LEFT_FULL};

	for (unsigned order = 0; order < 720; order++) {
		unsigned left[6], dealt[6], code = order;
		struct jeudumetro_state world;
		bool fits;

		memcpy(left, cards, sizeof left);
		for (unsigned i = 0; i < 6; i++) {
			unsigned pick = code % (6 - i);

			code /= 6 - i;
			dealt[i] = left[pick];
			left[pick] = left[5 - i];
		}
		fits = replay(t, dealt, &world);
		for (unsigned i = 0; i < jeudumetro_places(&t->setup); i++)
			fits = fits && (!(t->state.seen[i] >> viewer & 1) ||
			                world.objective[i] == t->state.objective[i]);
		if (fits)
			distribution_add(exact, objectives_of(t, &world), 1);
	}
}

static void compare_objectives(struct fixture *t, int viewer)
{
	static struct distribution exact, samples;
	struct mp_rng rng;

	memset(&exact, 0, sizeof exact);
	memset(&samples, 0, sizeof samples);
	enumerate_objectives(t, viewer, &exact);
	mp_rng_init(&rng, 3, (uint64_t)viewer);
	for (int i = 0; i < SAMPLES; i++) {
		struct jeudumetro_state state = t->state;

		jeudumetro_redact(&t->setup, &state, viewer);
		jeudumetro_guess(&t->setup, &state, viewer, &rng);
		distribution_add(&samples, objectives_of(t, &state), 1);
	}
	assert_fits(&samples, &exact);
}

static void objectives_of_three(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(
		t, "full empty left-full",
		"alight3 alight3 alight2 switch driver alight2 alight2 board3 driver rush star star");
	for (int viewer = 0; viewer < 3; viewer++)
		compare_objectives(t, viewer);
	/* train 3 is emptied and nobody wins: 3 has not empty, 1 has not right-empty */
	fixture_play(t, "alight3 3; ~draw parcel; alight2 3; ~draw parcel; rush; ~draw board1; "
	                "alight3 3; ~draw board1; alight2 3; ~draw board2; star 2; ~draw board2; "
	                "alight2 3; ~draw board2; driver 1 2; ~draw board2");
	assert_int_equal(t->state.passengers[2], 0);
	for (int viewer = 0; viewer < 3; viewer++)
		compare_objectives(t, viewer);
	compare_objectives(t, MP_PUBLIC);
	/* a third player's swap moves what 1 and 2 know of each other */
	fixture_play(t, "driver 2 3; ~draw terminus");
	for (int viewer = 0; viewer < 3; viewer++)
		compare_objectives(t, viewer);
	compare_objectives(t, MP_PUBLIC);
}

static void objectives_of_two(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 2, OPTIONS("start", "1"));
	fixture_deal(t, "full empty left-full right-empty",
	             "alight3 alight3 alight2 switch driver alight2 alight2 alight2");
	/* 2B is emptied and nobody wins: seat 2 has not empty at 2B together with right-empty at 2A */
	fixture_play(t, "alight3 2B; ~draw alight2; alight2 2B; ~draw parcel; alight3 2B; ~draw rush; "
	                "alight2 2B; ~draw board1");
	assert_int_equal(t->state.passengers[2], 0);
	compare_objectives(t, 0);
	compare_objectives(t, 1);
	fixture_play(t, "switch 1A 2A; ~draw inspector; driver 1A 2A; ~draw board1");
	compare_objectives(t, 0);
	compare_objectives(t, 1);
	compare_objectives(t, MP_PUBLIC);
}

static void set_pile(struct fixture *t, const char *cards)
{
	jeudumetro_cards pile = 0;
	char word[32];

	while (fixture_word(&cards, word))
		for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
			if (strcmp(word, jeudumetro_card_names[card]) == 0)
				pile += jeudumetro_one(card);
	t->state.discards += t->state.pile - pile;
	t->state.pile = pile;
	t->state.pile_size = (uint8_t)jeudumetro_total(pile);
	assert_null(jeudumetro_flaw(&t->setup, &t->state));
}

/* A hash of the hidden hands of three players. */
static uint64_t hands_of(const struct jeudumetro_state *state)
{
	return (state->hand[1] * 0x9e3779b97f4a7c15u) ^ (state->hand[2] * 0xc2b2ae3d27d4eb4fu) ^
	       (state->hand[0] * 0x165667b19e3779f9u);
}

static void sample_hands(const struct fixture *t, int viewer, struct distribution *samples)
{
	struct mp_rng rng;

	memset(samples, 0, sizeof *samples);
	mp_rng_init(&rng, 4, (uint64_t)viewer);
	for (int i = 0; i < SAMPLES; i++) {
		struct jeudumetro_state state = t->state;

		jeudumetro_redact(&t->setup, &state, viewer);
		jeudumetro_guess(&t->setup, &state, viewer, &rng);
		distribution_add(samples, hands_of(&state), 1);
	}
}

/* Deals the listed cards in every way: to[i] of them to each of the two hidden hands, on top of
 * what those have already; the rest stays in the pile. */
static void enumerate_hands(const uint8_t *cards, unsigned n, unsigned to_two, unsigned to_three,
                            struct jeudumetro_state *state, double weight,
                            struct distribution *exact)
{
	if (n == 0) {
		if (to_two == 0 && to_three == 0)
			distribution_add(exact, hands_of(state), weight);
		return;
	}
	if (to_two + to_three < n)
		enumerate_hands(cards + 1, n - 1, to_two, to_three, state, weight, exact);
	if (to_two > 0) {
		state->hand[1] += jeudumetro_one(cards[0]);
		enumerate_hands(cards + 1, n - 1, to_two - 1, to_three, state, weight, exact);
		state->hand[1] -= jeudumetro_one(cards[0]);
	}
	if (to_three > 0) {
		state->hand[2] += jeudumetro_one(cards[0]);
		enumerate_hands(cards + 1, n - 1, to_two, to_three - 1, state, weight, exact);
		state->hand[2] -= jeudumetro_one(cards[0]);
	}
}

/* All cards of a multiset, one by one. */
static unsigned spread(jeudumetro_cards cards, uint8_t *out)
{
	unsigned n = 0;

	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		for (unsigned i = jeudumetro_count(cards, card); i > 0; i--)
			out[n++] = (uint8_t)card;
	return n;
}

static void hands_before(void **unused)
{
	static struct distribution exact, samples;
	struct fixture *t = &table;
	struct jeudumetro_state world;
	uint8_t cards[JEUDUMETRO_DECK];
	unsigned n;

	(void)unused;
	memset(&exact, 0, sizeof exact);
	fixture_three(
		t, "full empty left-full",
		"pickpocket rush rush parcel board2 board2 board2 alight2 alight2 board2 driver driver");
	set_pile(t, "board2 alight2 alight1 switch");
	world = t->state;
	world.hand[1] = world.hand[2] = 0;
	n = spread(t->state.pile + t->state.hand[1] + t->state.hand[2], cards);
	enumerate_hands(cards, n, 4, 4, &world, 1, &exact);
	sample_hands(t, 0, &samples);
	assert_fits(&samples, &exact);
}

static void hands_after_theft(void **unused)
{
	static struct distribution exact, samples;
	struct fixture *t = &table;
	struct jeudumetro_state world;
	uint8_t cards[JEUDUMETRO_DECK];
	unsigned n;

	(void)unused;
	memset(&exact, 0, sizeof exact);
	/* seat 2 steals board3 from seat 1, which knows it from then on; then 3 shows a card */
	fixture_open(t, 3, OPTIONS("start", "2"));
	fixture_deal(
		t, "full empty left-full",
		"board3 rush rush parcel pickpocket board2 board2 alight2 alight2 board2 driver driver");
	set_pile(t, "board2 alight2 alight1 switch switch");
	fixture_play(t, "pickpocket 1; ~steal board3; ~draw switch; alight2 1; ~draw switch");
	world = t->state;
	world.hand[1] = jeudumetro_one(JEUDUMETRO_BOARD3);
	world.hand[2] = 0;
	n = spread(t->state.pile + t->state.hand[1] + t->state.hand[2] - world.hand[1], cards);
	enumerate_hands(cards, n, 4, 4, &world, 1, &exact);
	sample_hands(t, 0, &samples);
	assert_fits(&samples, &exact);
	/* when seat 2 shows a board3, it is no longer known */
	fixture_play(t, "parcel; ~draw alight1; board3 1; ~draw board2");
	assert_hides(fixture_view(t, 0), "board3\",null");
}

static void hands_after_reshuffle(void **unused)
{
	static struct distribution exact, samples;
	struct fixture *t = &table;
	uint8_t cards[JEUDUMETRO_DECK];
	jeudumetro_cards fresh;

	(void)unused;
	memset(&exact, 0, sizeof exact);
	/* the pile is empty; seat 1 plays, the pile is made anew, and seat 2 is the first to draw
	 * from it out of seat 1's sight: of its four cards three are of the eight in hands */
	fixture_three(
		t, "full empty left-full",
		"board1 rush rush parcel board2 board2 alight2 alight2 alight2 board2 driver driver");
	set_pile(t, "switch");
	fixture_play(t, "board1 1; ~draw switch; board2 1; ~draw alight1");
	/* what was shown leaves seven cards in hands; the new pile, less nothing that seat 1 saw */
	fresh = t->state.pile + jeudumetro_one(JEUDUMETRO_ALIGHT1);
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++) {
		struct jeudumetro_state world = t->state;
		unsigned n =
			spread(t->state.hand[1] + t->state.hand[2] - jeudumetro_one(JEUDUMETRO_ALIGHT1), cards);

		if (jeudumetro_count(fresh, card) == 0)
			continue;
		world.hand[1] = jeudumetro_one(card);
		world.hand[2] = 0;
		assert_int_equal(n, 7);
		enumerate_hands(cards, n, 3, 4, &world, jeudumetro_count(fresh, card), &exact);
	}
	sample_hands(t, 0, &samples);
	assert_fits(&samples, &exact);
}

static void what_is_ruled_out(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(
		t, "full empty left-full",
		"alight3 alight3 alight2 switch driver alight2 alight2 board3 driver rush star star");
	assert_shows(fixture_view(t, 1), "{\"place\":\"3\",\"seat\":3,\"objective\":null,\"possible\":"
	                                 "[\"empty\",\"full\",\"right-empty\",\"left-full\"]");
	fixture_trains(t, TRAINS(10, 10, 2));
	fixture_play(t, "alight2 3; ~draw parcel");
	/* train 3 is empty: 3 has not empty, 1 has not right-empty */
	assert_shows(fixture_view(t, 1), "{\"place\":\"3\",\"seat\":3,\"objective\":null,\"possible\":"
	                                 "[\"full\",\"right-empty\",\"left-full\"]");
	assert_shows(fixture_view(t, 1), "{\"place\":\"1\",\"seat\":1,\"objective\":null,\"possible\":"
	                                 "[\"empty\",\"full\",\"left-full\"]");
}

/* How often the viewer guesses that seat 2 has this objective, of SAMPLES. */
static int count_guessed(struct fixture *t, int viewer, unsigned objective)
{
	static uint64_t posterior[JEUDUMETRO_POSTERIOR_SIZE / sizeof(uint64_t)];
	static struct mp_played log[FIXTURE_MOVES];
	struct jeudumetro_state redacted = t->state;
	struct mp_rng rng;
	int count = 0;

	jeudumetro_redact(&t->setup, &redacted, viewer);
	mp_match_log(&t->match, viewer, log);
	memset(posterior, 0, sizeof posterior);
	jeudumetro_posterior(&t->setup, &redacted, viewer, log, t->match.n_moves, posterior);
	mp_rng_init(&rng, 8, 0);
	for (int i = 0; i < SAMPLES; i++) {
		struct jeudumetro_state state = redacted;

		jeudumetro_guess_posterior(&t->setup, &state, viewer, posterior, &rng);
		assert_null(jeudumetro_flaw(&t->setup, &state));
		count += state.objective[state.origin[1]] == objective;
		jeudumetro_redact(&t->setup, &state, viewer);
		assert_memory_equal(&state, &redacted, sizeof state);
	}
	return count;
}

static void objectives_from_play(void **unused)
{
	struct fixture *t = &table;
	int before, after;

	(void)unused;
	fixture_three(
		t, "empty full left-full",
		"alight3 alight3 rush switch board2 board2 board2 driver driver driver star star");
	before = count_guessed(t, 0, JEUDUMETRO_FULL);
	/* seat 1 sees one empty in its hand: 2 full of the 5 others */
	assert_true(before > SAMPLES * 38 / 100 && before < SAMPLES * 42 / 100);
	fixture_play(t, "alight3 3; ~draw parcel; board2 2; ~draw parcel; star 1; ~draw board1; "
	                "alight3 3; ~draw board1; board2 2; ~draw rush");
	after = count_guessed(t, 0, JEUDUMETRO_FULL);
	assert_true(after > before * 11 / 10);
	assert_true(count_guessed(t, 0, JEUDUMETRO_EMPTY) < SAMPLES / 5);
	/* what has been seen is certain: seat 3 swaps its objective with seat 2's */
	fixture_play(t, "driver 2 3; ~draw switch");
	assert_int_equal(count_guessed(t, 2, JEUDUMETRO_LEFT_FULL), SAMPLES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("JM-60 guessed objectives are those of every deal that fits", objectives_of_three),
		TITLED("JM-60 of two players, pairs that would have won are ruled out", objectives_of_two),
		TITLED("JM-60 unseen cards are anywhere alike", hands_before),
		TITLED("JM-60 a stolen card is known to its victim", hands_after_theft),
		TITLED("JM-60 what is not in the new pile is in hands", hands_after_reshuffle),
		TITLED("who boards their own train is taken to want it full", objectives_from_play),
		TITLED("JM-60 a view tells what is ruled out", what_is_ruled_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
