/* SPDX-License-Identifier: MIT
 *
 * What a net is told of a position: of each seat its points, what its open lines may come to and by
 * how many ways they may end, its tiles, and when its turn comes. On full states: in a search the
 * other hands are those of the imagined world.
 */
#include "eval.h"

#include <metropole/net.h>

/* How the numbers of the inputs are divided. Of what a seat has several, the first is one input,
 * the second another. */
enum {
	LINES = 16, /* of a seat, at most */
	WORTHS = 24,
	WORTH = 2, /* what a line may come to, in so many points */
	ALIKE = 6, /* lines of one worth */
	ENDS = 5,  /* ways by which a line may end */
	TIMES = 5,
	TIME = 3, /* the phases, in threes */
	SUMS = 90,
	SUM = 3, /* points, and what lines may come to */
	SCORES = 60,
	SCORE = 4, /* points */

	AT_WORTH = 0, /* of lines, by whether their seat is on turn */
	AT_ENDS = AT_WORTH + 2 * WORTHS * ALIKE,
	AT_SUM = AT_ENDS + 2 * ENDS * LINES,
	AT_SCORE = AT_SUM + TIMES * SUMS,
	AT_TILE = AT_SCORE + TIMES * SCORES,
	AT_WAIT = AT_TILE + METRO_KINDS, /* turns until its own */
	INPUTS = AT_WAIT + METRO_PHASES * MP_SEATS,

	ON = 2 * LINES + METRO_HAND_MAX + 3,
};
_Static_assert((int)ON <= (int)MP_INPUTS_ON_MAX, "lists have room for all that are on");
_Static_assert((int)METRO_PHASES <= TIMES * TIME, "each phase has its time");

static unsigned in_steps(float points, unsigned step, unsigned cap)
{
	unsigned n = points > 0 ? (unsigned)points / step : 0;

	return n < cap ? n : cap - 1;
}

/* Lists the open lines of a seat; returns what they may come to. */
static float list_lines(const struct mp_setup *setup, const struct metro_state *state, int seat,
                        uint16_t *out, size_t *n)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned phase = metro_phase(state), turn = seat == state->seat;
	uint8_t worths[WORTHS] = {0}, ends[ENDS] = {0};
	float sum = 0;

	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station], worth, end;
		struct metro_end line = metro_end_at(state, gate);
		struct metro_ways ways;

		if (tables->owner[gate] != seat || tables->worth[line.other])
			continue;
		ways = metro_ways_on(tables, state, line, phase);
		sum += ways.mean;
		worth = in_steps(ways.mean, WORTH, WORTHS);
		end = (unsigned)ways.ends;
		if (worths[worth] < ALIKE)
			out[(*n)++] = (uint16_t)(AT_WORTH + (turn * WORTHS + worth) * ALIKE + worths[worth]++);
		out[(*n)++] = (uint16_t)(AT_ENDS + (turn * ENDS + end) * LINES + ends[end]++);
	}
	return sum;
}

static size_t list_tiles(const uint8_t hand[METRO_HAND_MAX], uint16_t *out)
{
	size_t n = 0;

	for (unsigned i = 0; i < METRO_HAND_MAX; i++)
		if (hand[i] != METRO_NONE && (i == 0 || hand[i] != hand[i - 1]))
			out[n++] = (uint16_t)(AT_TILE + hand[i] - METRO_TILE);
	return n;
}

static size_t list_inputs(const struct mp_setup *setup, const void *memory, int seat, uint16_t *out)
{
	const struct metro_state *state = memory;
	unsigned wait = (unsigned)(seat - state->seat + setup->players) % (unsigned)setup->players;
	unsigned phase = metro_phase(state), time = phase / TIME;
	float score = (float)state->score[seat];
	size_t n = list_tiles(state->hand[seat], out);
	float sum = list_lines(setup, state, seat, out, &n);

	out[n++] = (uint16_t)(AT_SUM + time * SUMS + in_steps(score + sum, SUM, SUMS));
	out[n++] = (uint16_t)(AT_SCORE + time * SCORES + in_steps(score, SCORE, SCORES));
	out[n++] = (uint16_t)(AT_WAIT + phase * MP_SEATS + wait);
	return n;
}

const struct mp_inputs metro_inputs = {
	.version = 1,
	.n = INPUTS,
	.on = ON,
	.list = list_inputs,
};
