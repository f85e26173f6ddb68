/* SPDX-License-Identifier: MIT
 *
 * 100,000 random sequences of offers, answers, withdrawals, buildings and turns by all seats.
 * After each move the state's invariants hold and plots went nowhere but where the move sends
 * them; whether an offer is legal is compared with a predicate that knows no bit sets.
 */
#include "fixture.h"

#include <metropole/rng.h>

/* Checked memory is slow memory: there a tenth is looked at. */
#ifdef __SANITIZE_ADDRESS__
enum { SEQUENCES = 10000, LENGTH = 24 };
#else
enum { SEQUENCES = 100000, LENGTH = 24 };
#endif

static struct fixture b;

/* Whose plot it is (0-based), -1 if nobody's, -2 if it is built on. */
static int owner_of(const struct metropolis_state *state, int plot)
{
	int district = plot / 10, digit = plot % 10;

	for (int i = 0; i < state->n_buildings; i++)
		if (metropolis_building_district(state->building[i]) == (unsigned)district &&
		    metropolis_building_mask(state->building[i]) >> digit & 1)
			return -2;
	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++)
		if (state->owned[seat][district] >> digit & 1)
			return seat;
	return -1;
}

/* MS-50, MS-51 word by word. */
static bool may_offer(int from, int to, const int *give, int n_give, const int *ask, int n_ask)
{
	if (b.state.phase < METROPOLIS_PHASE_TAKE || b.state.phase > METROPOLIS_PHASE_EXTRA ||
	    b.state.deal[from] || to == from || to >= b.setup.players)
		return false;
	if (n_give > 4 || n_ask > 4 || n_give + n_ask == 0)
		return false;
	for (int i = 0; i < n_give; i++)
		if (owner_of(&b.state, give[i]) != from)
			return false;
	for (int i = 0; i < n_ask; i++)
		if (owner_of(&b.state, ask[i]) != to)
			return false;
	return true;
}

static int random_plots(struct mp_rng *rng, int seat, int n, int *plots)
{
	int found = 0;

	/* mostly the seat's own, ascending */
	for (int plot = 0; plot < METROPOLIS_PLOTS && found < n; plot++)
		if (mp_rng_below(rng, owner_of(&b.state, plot) == seat ? 4 : 400) == 0)
			plots[found++] = plot;
	return found;
}

static int write_plots(char *text, const int *plots, int n)
{
	int at = n == 0 ? sprintf(text, "-") : 0;

	for (int i = 0; i < n; i++)
		at += sprintf(text + at, "%s%d", i ? "," : "", plots[i] + 10);
	return at;
}

/* Any offer, legal or not, through the door; it is taken exactly if the predicate says so. */
static void try_offer(struct mp_rng *rng, int seat, size_t *legal, size_t *refused)
{
	int to = (int)mp_rng_below(rng, 5), give[8], ask[8], n_give, n_ask, at;
	char text[128];
	bool may;

	n_give = random_plots(rng, seat, (int)mp_rng_below(rng, 6), give);
	n_ask = random_plots(rng, to, (int)mp_rng_below(rng, 6), ask);
	if (n_give + n_ask > 8)
		n_ask = 8 - n_give;
	at = sprintf(text, "offer %d ", to + 1);
	at += write_plots(text + at, give, n_give);
	at += sprintf(text + at, " for ");
	write_plots(text + at, ask, n_ask);
	may = may_offer(seat, to, give, n_give, ask, n_ask);
	if (may) {
		fixture_play_as(&b, seat, text);
		++*legal;
	} else {
		enum mp_err err = mp_match_play(&b.match, seat, text, &b.fault);

		if (err != MP_ILLEGAL_MOVE)
			fail_msg("%s: %s instead of illegal_move", text, mp_err_name(err));
		++*refused;
	}
}

/* Who owns every plot after the move, told from the state before it. */
static void expect_owners(const struct metropolis_state *before, int seat, mp_move move)
{
	int8_t owner[METROPOLIS_PLOTS];
	mp_move deal = metropolis_move_op(move) == METROPOLIS_OP_ACCEPT
	                   ? before->deal[metropolis_move_seat(move)]
	                   : 0;

	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++) {
		owner[plot] = -1;
		for (int who = 0; who < METROPOLIS_PLAYERS_MAX; who++)
			if (before->owned[who][plot / 10] >> plot % 10 & 1)
				owner[plot] = (int8_t)who;
	}
	if (metropolis_move_op(move) == METROPOLIS_OP_TAKE)
		owner[metropolis_move_plot(move)] = (int8_t)seat;
	if (metropolis_move_op(move) == METROPOLIS_OP_GIVE)
		owner[metropolis_move_plot(move)] = (int8_t)metropolis_move_seat(move);
	for (int i = 0;
	     deal && metropolis_move_op(deal) == METROPOLIS_OP_OFFER && i < METROPOLIS_OFFER_PLOTS;
	     i++) {
		int plot = metropolis_offer_plot(deal, i);

		if (plot >= 0)
			owner[plot] = (int8_t)(i < metropolis_offer_given(deal) ? metropolis_move_seat(deal)
			                                                        : metropolis_move_seat(move));
	}
	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++)
		for (int who = 0; who < METROPOLIS_PLAYERS_MAX; who++)
			assert_int_equal(b.state.owned[who][plot / 10] >> plot % 10 & 1, owner[plot] == who);
}

static void play_listed(struct mp_rng *rng, int seat)
{
	static mp_move moves[METROPOLIS_LISTED_MAX];
	size_t n = metropolis_legal(&b.setup, &b.state, seat, moves);
	struct metropolis_state before = b.state;
	const char *flaw;
	mp_move move;

	assert_int_equal(n > 0, metropolis_actors(&b.setup, &b.state) >> seat & 1);
	if (n == 0)
		return;
	move = moves[mp_rng_below(rng, (uint32_t)n)];
	assert_int_equal(mp_match_play_move(&b.match, seat, move, &b.fault), MP_OK);
	flaw = metropolis_flaw(&b.setup, &b.state);
	if (flaw)
		fail_msg("%s", flaw);
	expect_owners(&before, seat, move);
}

/* A position some way into a game, buildings and all. */
static void advance(struct mp_rng *rng, uint32_t turns)
{
	static mp_move moves[METROPOLIS_LISTED_MAX];
	int turn;

	mp_match_init(&b.match, &b.setup, &b.state, b.scratch, b.moves, 512);
	while ((turn = mp_match_turn(&b.match)) != MP_OVER) {
		if (turn == MP_CHANCE) {
			assert_int_equal(mp_match_draw(&b.match, rng, &b.fault), MP_OK);
		} else if (turns-- == 0) {
			return;
		} else {
			size_t n = metropolis_legal(&b.setup, &b.state, turn, moves);

			metropolis_apply(&b.setup, &b.state, turn, moves[mp_rng_below(rng, (uint32_t)n)]);
		}
		b.match.n_moves = 0; /* the log is of no use here */
	}
}

static void sequences(void **unused)
{
	size_t legal = 0, refused = 0, built = 0, void_or_done = 0;
	struct mp_rng rng;

	(void)unused;
	mp_rng_init(&rng, 20, 26);
	for (int i = 0; i < SEQUENCES; i++) {
		if (i % 100 == 0)
			fixture_open(&b, 2 + i / 100 % 4, NULL);
		advance(&rng, mp_rng_below(&rng, 150));
		for (int step = 0; step < LENGTH && !mp_match_is_over(&b.match); step++) {
			int seat = (int)mp_rng_below(&rng, (uint32_t)b.setup.players);
			struct metropolis_state before = b.state;

			if (mp_match_turn(&b.match) == MP_CHANCE)
				assert_int_equal(mp_match_draw(&b.match, &rng, &b.fault), MP_OK);
			else if (mp_rng_below(&rng, 3) == 0)
				try_offer(&rng, seat, &legal, &refused);
			else
				play_listed(&rng, seat);
			built += b.state.n_buildings > before.n_buildings;
			for (int from = 0; from < b.setup.players; from++)
				void_or_done += before.deal[from] && !b.state.deal[from];
		}
	}
	print_message("%zu offers, %zu refused, %zu deals ended, %zu buildings\n", legal, refused,
	              void_or_done, built);
	assert_true(legal > SEQUENCES / 10 && refused > SEQUENCES / 10 && built > SEQUENCES / 10);
	assert_true(void_or_done > SEQUENCES / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MS-51 in 100,000 sequences no plot is lost and no deal half made", sequences, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
