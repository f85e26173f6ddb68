/* SPDX-License-Identifier: MIT
 *
 * A match of Metropolis for tests: owners and open cards are put down as a test needs them, then
 * moves go in through the match, as those from outside do.
 */
#ifndef METROPOLIS_FIXTURE_H
#define METROPOLIS_FIXTURE_H

#include "../state.h"

#define FIXTURE_GAME   mp_game_metropolis
#define FIXTURE_STATE  struct metropolis_state
#define FIXTURE_TABLES struct metropolis_tables
#include "tests/fixture.h"

/* Calls back for each plot of a list such as "10 12-14". */
#define FOR_PLOTS(plot, list)                                                                      \
	for (int at_ = 0, from_ = 0, to_ = -1, plot; (plot = next_plot(list, &at_, &from_, &to_)) >= 0;)

static inline int next_plot(const char *list, int *at, int *from, int *to)
{
	int n = 0;

	if (*from <= *to)
		return (*from)++ - 10;
	if (sscanf(list + *at, " %d%n", from, &n) < 1)
		return -1;
	*at += n;
	*to = *from;
	if (list[*at] == '-') {
		assert_int_equal(sscanf(list + *at, "-%d%n", to, &n), 1);
		*at += n;
	}
	return (*from)++ - 10;
}

static inline void fixture_own(struct fixture *f, int seat, const char *plots)
{
	FOR_PLOTS(plot, plots)
	{
		f->state.owned[seat][metropolis_plot_district(plot)] |= (uint16_t)metropolis_plot_bit(plot);
	}
}

/* Opens cards and gives the turn: a card is due if there is one open, else a building. */
static inline void fixture_ready(struct fixture *f, int seat, const char *open)
{
	struct metropolis_state *state = &f->state;
	int owned = 0;

	FOR_PLOTS(plot, open)
	{
		state->open[state->n_open++] = (uint8_t)plot;
	}
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		owned += metropolis_popcount(metropolis_owned_in(state, district));
	state->pile = (uint8_t)(METROPOLIS_PLOTS - owned - state->n_open);
	state->turn = (uint8_t)seat;
	state->phase = state->n_open ? METROPOLIS_PHASE_TAKE : METROPOLIS_PHASE_BUILD;
	assert_null(metropolis_flaw(&f->setup, state));
}

/* Two players who own these plots. */
static inline void fixture_two(struct fixture *f, const char *first, const char *second)
{
	fixture_open(f, 2, NULL);
	fixture_own(f, 0, first);
	fixture_own(f, 1, second);
}

/* Three players; seat 1 is on turn and has its card. */
static inline void fixture_three(struct fixture *f)
{
	fixture_open(f, 3, NULL);
	fixture_own(f, 0, "10 11 12 13 20 21");
	fixture_own(f, 1, "15 16 30 31 32");
	fixture_own(f, 2, "17 18 40 41 42 43");
	fixture_ready(f, 0, "");
}

/* Lets a building stand that this seat builds in its turn; then it is on turn again. */
static inline void fixture_build(struct fixture *f, int seat, const char *text)
{
	uint8_t phase = f->state.phase, turn = f->state.turn;

	f->state.phase = METROPOLIS_PHASE_BUILD;
	f->state.turn = (uint8_t)seat;
	fixture_play_as(f, seat, text);
	f->state.phase = phase;
	f->state.turn = turn;
}

#endif
