/* SPDX-License-Identifier: MIT
 *
 * A position to try a rule on: owners and open cards are put down as a test needs them, then moves
 * go in through the match, as those from outside do. The state's invariants are checked after
 * each.
 */
#ifndef METROPOLIS_TESTS_BOARD_H
#define METROPOLIS_TESTS_BOARD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/text.h>

#include "../state.h"

extern const struct mp_game mp_game_metropolis;

struct board {
	struct mp_setup setup;
	struct metropolis_tables tables;
	struct metropolis_state state, scratch[2];
	struct mp_played moves[512];
	struct mp_match match;
	struct mp_fault fault;
};

/* An empty city; `option` is "deals" or "values" or NULL. */
static inline void board_begin(struct board *board, int players, const char *option,
                               const char *value)
{
	struct mp_fault *fault = &board->fault;

	memset(board, 0, sizeof *board);
	assert_int_equal(mp_setup_begin(&board->setup, &mp_game_metropolis, players, fault), MP_OK);
	if (option)
		assert_int_equal(mp_setup_set(&board->setup, option, value, fault), MP_OK);
	assert_int_equal(mp_setup_finish(&board->setup, &board->tables, fault), MP_OK);
	mp_match_init(&board->match, &board->setup, &board->state, board->scratch, board->moves, 512);
}

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

static inline void own(struct board *board, int seat, const char *plots)
{
	FOR_PLOTS(plot, plots)
	{
		board->state.owned[seat - 1][plot_district(plot)] |= (uint16_t)plot_bit(plot);
	}
}

/* Opens cards and gives the turn: a card is due if there is one open, else a building. */
static inline void ready(struct board *board, int seat, const char *open)
{
	struct metropolis_state *state = &board->state;
	int owned = 0;

	FOR_PLOTS(plot, open)
	{
		state->open[state->n_open++] = (uint8_t)plot;
	}
	for (int district = 0; district < DISTRICTS; district++)
		owned += popcount(owned_in(state, district));
	state->pile = (uint8_t)(PLOTS - owned - state->n_open);
	state->turn = (uint8_t)(seat - 1);
	state->phase = state->n_open ? PHASE_TAKE : PHASE_BUILD;
	assert_null(metropolis_flaw(&board->setup, state));
}

static inline void play(struct board *board, int seat, const char *text)
{
	enum mp_err err =
		mp_match_play(&board->match, seat == 0 ? MP_CHANCE : seat - 1, text, &board->fault);
	const char *flaw;

	if (err)
		fail_msg("%s: %s", text, board->fault.message);
	flaw = metropolis_flaw(&board->setup, &board->state);
	if (flaw)
		fail_msg("after %s %s", text, flaw);
}

/* The move is refused by this rule, and nothing changes. */
static inline void refuse(struct board *board, int seat, const char *text, const char *rule)
{
	struct metropolis_state before = board->state;
	enum mp_err err =
		mp_match_play(&board->match, seat == 0 ? MP_CHANCE : seat - 1, text, &board->fault);

	if (err != MP_ILLEGAL_MOVE)
		fail_msg("%s: %s instead of illegal_move", text, mp_err_name(err));
	assert_string_equal(board->fault.rule, rule);
	assert_memory_equal(&before, &board->state, sizeof before);
}

static inline void refuse_code(struct board *board, int seat, const char *text, enum mp_err code)
{
	enum mp_err err =
		mp_match_play(&board->match, seat == 0 ? MP_CHANCE : seat - 1, text, &board->fault);

	if (err != code)
		fail_msg("%s: %s instead of %s", text, mp_err_name(err), mp_err_name(code));
}

/* Is the move listed for the seat? */
static inline bool lists(struct board *board, int seat, const char *text)
{
	static mp_move moves[LISTED_MAX];
	size_t n = metropolis_legal(&board->setup, &board->state, seat - 1, moves);

	for (size_t i = 0; i < n; i++) {
		char printed[MP_MOVE_TEXT_MAX];
		struct mp_text out;

		mp_text_init(&out, printed, sizeof printed);
		metropolis_print(&board->setup, moves[i], &out);
		if (strcmp(printed, text) == 0)
			return true;
	}
	return false;
}

static inline size_t count_listed(struct board *board, int seat, const char *begin)
{
	static mp_move moves[LISTED_MAX];
	size_t n = metropolis_legal(&board->setup, &board->state, seat - 1, moves), found = 0;

	for (size_t i = 0; i < n; i++) {
		char printed[MP_MOVE_TEXT_MAX];
		struct mp_text out;

		mp_text_init(&out, printed, sizeof printed);
		metropolis_print(&board->setup, moves[i], &out);
		found += strncmp(printed, begin, strlen(begin)) == 0;
	}
	return found;
}

/* Lets a building stand that this seat builds in its turn; then it is on turn again. */
static inline void build(struct board *board, int seat, const char *text)
{
	uint8_t phase = board->state.phase, turn = board->state.turn;

	board->state.phase = PHASE_BUILD;
	board->state.turn = (uint8_t)(seat - 1);
	play(board, seat, text);
	board->state.phase = phase;
	board->state.turn = turn;
}

static inline int32_t points(struct board *board, int seat)
{
	int32_t score[MP_SEATS];

	metropolis_score(&board->setup, &board->state, score);
	return score[seat - 1];
}

/* Does the answer of view, effects and the like hold this text? */
static inline bool view_has(struct board *board, const char *text)
{
	static char buf[65536];
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_match_view(&board->match, MP_PUBLIC, NULL, &json);
	assert_false(json.text.overflow);
	return strstr(buf, text) != NULL;
}

static inline bool effects_have(struct board *board, int seat, const char *move, const char *text)
{
	static char buf[65536];
	struct mp_json json;
	mp_move packed;

	assert_int_equal(mp_match_check(&board->match, seat - 1, move, &packed, &board->fault), MP_OK);
	mp_json_init(&json, buf, sizeof buf);
	mp_json_array(&json, NULL);
	mp_match_effects(&board->match, seat - 1, packed, MP_PUBLIC, &json);
	mp_json_end_array(&json);
	assert_false(json.text.overflow);
	return strstr(buf, text) != NULL;
}

#endif
