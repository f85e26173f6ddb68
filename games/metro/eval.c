/* SPDX-License-Identifier: MIT
 *
 * How good a position is, and which moves look good in it: for search and hints, never for a rule.
 * Looks at the board and at what the mover may know, not at what was guessed of other hands.
 */
#include "line.h"

#include <string.h>

enum { PHASES = 15, FOLLOW_WEIGHTS = 8 };

/* Points that a line comes to, by where its head stands: without tiles, and for each tile. */
static const float heads[METRO_PLACES][2 * PHASES] = {
#define HEAD(place, ...) [place] = {__VA_ARGS__},
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef FOLLOW
};

static const float follows[2][PHASES][FOLLOW_WEIGHTS] = {
#define HEAD(...)
#define FOLLOW(is_next, phase, ...) [is_next][phase] = {__VA_ARGS__},
#include "data/lines.def"
#undef HEAD
#undef FOLLOW
};

#define HEAD(...) +1
#define FOLLOW(...)
_Static_assert(0
#include "data/lines.def"
                   == METRO_PLACES,
               "each place has its row");
#undef HEAD
#undef FOLLOW

static unsigned phase_of(const struct metro_state *state)
{
	return (unsigned)(__builtin_popcountll(state->empty) - 1) / 4;
}

static float head_value(const struct metro_tables *tables, unsigned gate, float length,
                        unsigned phase)
{
	const float *head = heads[tables->place[gate]];

	return head[phase] + head[PHASES + phase] * length;
}

/* What an open line comes to, after a look at the four ways on from its head. */
static float line_value(const struct metro_tables *tables, const struct metro_state *state,
                        metro_end line, bool is_next, unsigned phase)
{
	static const float likely[4] = {0.2f, 0.25f, 0.3f, 0.25f}; /* of all tracks: u, l, s, r */
	const float *weight = follows[is_next][phase];
	unsigned gate = (unsigned)metro_end_other(line);
	float length = (float)metro_end_length(line);
	float mean = 0, least = 0, most = 0, back = 0, ends = 0;

	for (unsigned turn = 0; turn < 4; turn++) {
		metro_end on = state->ends[tables->next[(gate & ~3u) + ((gate + turn) & 3)]];
		unsigned to = (unsigned)metro_end_other(on);
		float longer = length + 1 + (float)metro_end_length(on);
		float value = tables->worth[to] ? longer * (float)tables->worth[to]
		                                : head_value(tables, to, longer, phase);

		mean += likely[turn] * value;
		if (turn == 0)
			back = least = most = value;
		least = value < least ? value : least;
		most = value > most ? value : most;
		ends += tables->worth[to] ? 1 : 0;
	}
	return weight[0] + weight[1] * length + weight[2] * head_value(tables, gate, length, phase) +
	       weight[3] * mean + weight[4] * least + weight[5] * most + weight[6] * ends +
	       weight[7] * back;
}

/* The points that each seat is going to have, and what each line adds to them. */
struct outlook {
	float points[MP_SEATS];
	float line[METRO_STATIONS]; /* 0 for a line that has ended or has no train */
};

/* `phase` and `next`, who is next to play, are told apart from the state: a look ahead compares
 * lines before and after a placement as they are after it. */
static float value_of(const struct metro_tables *tables, const struct metro_state *state,
                      unsigned station, unsigned phase, unsigned next)
{
	unsigned gate = tables->departure[station], owner = tables->owner[gate];
	metro_end line = state->ends[gate];

	if (owner == METRO_NO_ONE || tables->worth[metro_end_other(line)])
		return 0;
	return line_value(tables, state, line, owner == next, phase);
}

static void look(const struct mp_setup *setup, const struct metro_state *state, unsigned phase,
                 unsigned next, struct outlook *outlook)
{
	const struct metro_tables *tables = metro_tables(setup);

	for (int seat = 0; seat < setup->players; seat++)
		outlook->points[seat] = state->score[seat];
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned owner = tables->owner[tables->departure[station]];

		outlook->line[station] = value_of(tables, state, station, phase, next);
		if (owner != METRO_NO_ONE)
			outlook->points[owner] += outlook->line[station];
	}
}

static void expect_points(const struct mp_setup *setup, const struct metro_state *state,
                          float points[MP_SEATS])
{
	struct outlook outlook = {0};

	if (state->empty) {
		look(setup, state, phase_of(state), state->seat, &outlook);
		memcpy(points, outlook.points, sizeof outlook.points);
		return;
	}
	for (int seat = 0; seat < setup->players; seat++)
		points[seat] = state->score[seat];
}

/* The lead of a seat over the best other. */
static float lead_of(const struct mp_setup *setup, const float points[MP_SEATS], int seat)
{
	float best = -1e9f;

	for (int other = 0; other < setup->players; other++)
		if (other != seat && points[other] > best)
			best = points[other];
	return points[seat] - best;
}

/* A lead is worth the more, the less is left to play. */
void metro_evaluate(const struct mp_setup *setup, const void *memory, float share[MP_SEATS])
{
	const struct metro_state *state = memory;
	float half = 2.0f + 0.35f * (float)__builtin_popcountll(state->empty);
	float points[MP_SEATS], total = 0;

	expect_points(setup, state, points);
	for (int seat = 0; seat < setup->players; seat++) {
		float lead = lead_of(setup, points, seat);

		share[seat] = 1.001f + lead / ((lead < 0 ? -lead : lead) + half);
		total += share[seat];
	}
	for (int seat = 0; seat < setup->players; seat++)
		share[seat] /= total;
}

/* A position before the seat on turn places a tile, made ready to look at many placements. */
struct before {
	const struct metro_state *state;
	struct outlook outlook; /* with the phase and the seat after it */
	unsigned phase, next;
	uint32_t touched[METRO_CELLS]; /* stations whose line a tile there may change */
};

/* Laying a tile changes the far ends of the eight paths at its cell, whatever the tile. A line is
 * changed if its own end is, or one of those that it may go on to. */
static void find_touched(const struct metro_tables *tables, struct before *before)
{
	const metro_end *ends = before->state->ends;
	uint32_t watching[METRO_GATES] = {0};

	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station];
		unsigned head = (unsigned)metro_end_other(ends[gate]);

		if (before->outlook.line[station] == 0)
			continue;
		watching[gate] |= (uint32_t)1 << station;
		for (unsigned side = 0; side < 4; side++)
			watching[tables->next[(head & ~3u) + side]] |= (uint32_t)1 << station;
	}
	for (uint64_t cells = before->state->frontier; cells; cells &= cells - 1) {
		unsigned cell = (unsigned)__builtin_ctzll(cells);

		before->touched[cell] = 0;
		for (unsigned gate = cell * 4; gate < cell * 4 + 4; gate++)
			before->touched[cell] |= watching[metro_end_other(ends[gate])] |
			                         watching[metro_end_other(ends[tables->next[gate]])];
	}
}

static void make_ready(const struct mp_setup *setup, const struct metro_state *state,
                       struct before *before)
{
	int empty = __builtin_popcountll(state->empty) - 1;

	before->state = state;
	before->phase = empty > 0 ? (unsigned)(empty - 1) / 4 : 0;
	before->next = state->seat + 1u == (unsigned)setup->players ? 0 : state->seat + 1u;
	look(setup, state, before->phase, before->next, &before->outlook);
	find_touched(metro_tables(setup), before);
}

/* The position after a placement, and the points expected in it. */
static void try_place(const struct mp_setup *setup, const struct before *before, mp_move move,
                      struct metro_state *after, float points[MP_SEATS])
{
	const struct metro_tables *tables = metro_tables(setup);

	*after = *before->state;
	metro_lay(tables, after, metro_move_tile(move), metro_move_turn(move), metro_move_cell(move));
	after->drawn = METRO_NONE;
	after->seat = (uint8_t)before->next;
	for (int seat = 0; seat < setup->players; seat++)
		points[seat] =
			before->outlook.points[seat] + (float)(after->score[seat] - before->state->score[seat]);
	for (uint32_t left = before->touched[metro_move_cell(move)]; left; left &= left - 1) {
		unsigned station = (unsigned)__builtin_ctz(left);

		points[tables->owner[tables->departure[station]]] +=
			value_of(tables, after, station, before->phase, before->next) -
			before->outlook.line[station];
	}
}

/* The points expected after the placement of a tile that is best for the seat on turn. */
static void place_best(const struct mp_setup *setup, const struct before *before, unsigned tile,
                       float points[MP_SEATS])
{
	struct metro_choice choices[4];
	size_t n = metro_tile_choices(metro_tables(setup), before->state->frontier, tile, choices);
	float best = -1e9f;

	for (size_t i = 0; i < n; i++) {
		for (uint64_t cells = choices[i].cells; cells; cells &= cells - 1) {
			struct metro_state after;
			float now[MP_SEATS], lead;

			try_place(setup, before, choices[i].move | (unsigned)__builtin_ctzll(cells), &after,
			          now);
			lead = lead_of(setup, now, before->state->seat);
			if (lead > best) {
				best = lead;
				memcpy(points, now, sizeof now);
			}
		}
	}
}

/* The lead that `seat` expects once the seat on turn has placed a tile as it likes best. `state` is
 * redacted for `seat`: its pile counts what the tile may be, if it is not known. A quarter of
 * the kinds stands for all. */
static float after_tile(const struct mp_setup *setup, const struct metro_state *state, int seat)
{
	float points[MP_SEATS] = {0}, sum = 0, ways = 0;
	unsigned known = state->seat == seat ? METRO_UNKNOWN : state->hand[state->seat][0];
	struct before before;

	make_ready(setup, state, &before);
	if (known != METRO_UNKNOWN && known != METRO_NONE) {
		place_best(setup, &before, known, points);
		return lead_of(setup, points, seat);
	}
	for (unsigned from = 0; from < 4 && ways == 0; from++) {
		for (unsigned kind = (before.phase + from) % 4; kind < METRO_KINDS; kind += 4) {
			if (!state->pile[kind])
				continue;
			place_best(setup, &before, METRO_TILE + kind, points);
			sum += (float)state->pile[kind] * lead_of(setup, points, seat);
			ways += (float)state->pile[kind];
		}
	}
	return ways > 0 ? sum / ways : lead_of(setup, before.outlook.points, seat);
}

/* The best few placements, as they look at first, are looked at again after the next seat's best
 * answer. How much that takes from them on average is taken from all others. */
static void answer_best(const struct mp_setup *setup, const struct before *before, int seat,
                        const mp_move *moves, size_t n, float *lead)
{
	size_t deep = setup->option[METRO_ARROWS] ? 5 : 3, n_deep = 0;
	bool is_deep[METRO_MOVES_MAX] = {false};
	float taken = 0;

	while (n_deep < deep) {
		struct metro_state after;
		float points[MP_SEATS];
		size_t best = n;
		float first;

		for (size_t i = 0; i < n; i++)
			if (!is_deep[i] && metro_move_type(moves[i]) == METRO_PLACE &&
			    (best == n || lead[i] > lead[best]))
				best = i;
		if (best == n)
			break;
		first = lead[best];
		try_place(setup, before, moves[best], &after, points);
		if (after.empty)
			lead[best] = after_tile(setup, &after, seat);
		taken += first - lead[best];
		is_deep[best] = true;
		n_deep++;
	}
	for (size_t i = 0; i < n && n_deep > 0; i++)
		if (!is_deep[i])
			lead[i] -= taken / (float)n_deep;
}

/* 1 for the best move, one half for a move that costs 30 points against it. */
void metro_policy(const struct mp_setup *setup, const void *memory, int seat, const mp_move *moves,
                  size_t n, float *prior)
{
	static const float half = 30;
	struct metro_state state = *(const struct metro_state *)memory, after;
	float points[MP_SEATS], best = -1e9f;
	struct before before;

	metro_redact(setup, &state, seat);
	make_ready(setup, &state, &before);
	for (size_t i = 0; i < n; i++) {
		if (metro_move_type(moves[i]) == METRO_PLACE) {
			try_place(setup, &before, moves[i], &after, points);
			prior[i] = lead_of(setup, points, seat);
		} else {
			prior[i] = after_tile(setup, &state, seat);
		}
	}
	answer_best(setup, &before, seat, moves, n, prior);
	for (size_t i = 0; i < n; i++)
		best = prior[i] > best ? prior[i] : best;
	for (size_t i = 0; i < n; i++)
		prior[i] = half / (half + best - prior[i]);
}
