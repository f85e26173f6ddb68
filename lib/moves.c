/* SPDX-License-Identifier: MIT
 *
 * What may be played in a match, what is, and what was.
 */
#include "lib.h"

#include "host/array.h"

#include <metropole/text.h>

const mp_move *mp_match_moves(struct mp_match *handle, int seat, size_t *n)
{
	struct lib_match *match = lib_match(handle);
	bool is_asked = seat >= 0 && seat < handle->setup->players &&
	                (!mp_match_is_followed(handle) || seat == handle->viewer);

	*n =
		is_asked ? handle->setup->game->legal(handle->setup, handle->state, seat, match->moves) : 0;
	return match->moves;
}

const struct mp_outcome *mp_match_outcomes(struct mp_match *handle, size_t *n)
{
	struct lib_match *match = lib_match(handle);

	*n = mp_match_is_followed(handle) || mp_match_turn(handle) != MP_CHANCE
	         ? 0
	         : mp_chance_list(handle->setup, handle->state, match->outcomes);
	return match->outcomes;
}

static enum mp_err write_move(struct mp_match *match, int viewer, const void *move,
                              struct mp_json *json, struct mp_fault *fault)
{
	(void)viewer, (void)fault;
	match->setup->game->print(match->setup, *(const mp_move *)move, &json->text);
	return MP_OK;
}

const char *mp_match_move_text(struct mp_match *match, mp_move move)
{
	return lib_text(&lib_match(match)->text, write_move, match, MP_ALL, &move);
}

int mp_match_move_parse(struct mp_match *match, int seat, const char *text, mp_move *move)
{
	return mp_match_try(match, seat, text, move, lib_fault());
}

int mp_match_make(struct mp_match *match, int seat, mp_move move)
{
	return live_play_move(&lib_match(match)->live, seat, move, lib_fault());
}

int mp_match_make_text(struct mp_match *match, int seat, const char *text)
{
	return live_play(&lib_match(match)->live, seat, text, lib_fault());
}

static int need_history(const struct mp_match *match)
{
	if (!lib_match(match)->is_sampled)
		return MP_OK;
	return lib_fail(MP_FORBIDDEN, "A sampled match begins in the middle: it has no history.");
}

int mp_match_take_back(struct mp_match *match)
{
	if (need_history(match))
		return MP_FORBIDDEN;
	if (mp_match_undo(match)) {
		lib_match(match)->log_n = 0;
		return MP_OK;
	}
	return lib_fail(MP_BAD_REQUEST, "No player has moved yet: there is nothing to take back.");
}

size_t mp_match_length(const struct mp_match *match)
{
	return match->n_moves;
}

int mp_match_by(const struct mp_match *match, size_t i)
{
	return i < match->n_moves ? match->moves[i].seat : MP_OVER;
}

/* The log of a viewer is kept until there is more of it, so that asking move by move is not
 * replaying move by move. */
static bool read_log(struct lib_match *match, int viewer)
{
	struct mp_match *inner = &match->live.match;

	if (match->log_n == inner->n_moves && match->log_viewer == viewer)
		return true;
	if (!array_reserve(match->log, match->log_cap, inner->n_moves, MP_MATCH_MOVES_MAX)) {
		lib_no_memory();
		return false;
	}
	mp_match_log(inner, viewer, match->log);
	match->log_n = inner->n_moves;
	match->log_viewer = viewer;
	return true;
}

const char *mp_match_told(struct mp_match *match, size_t i, int viewer)
{
	if (need_history(match) || !lib_is_viewer(match, viewer))
		return NULL;
	if (i >= match->n_moves) {
		lib_fail(MP_BAD_REQUEST, "The match does not have so many moves.");
		return NULL;
	}
	if (!read_log(lib_match(match), viewer))
		return NULL;
	return mp_match_move_text(match, lib_match(match)->log[i].move);
}

static enum mp_err write_record(struct mp_match *match, int viewer, const void *argument,
                                struct mp_json *json, struct mp_fault *fault)
{
	(void)argument, (void)fault;
	mp_record_print(match, viewer, (const char(*)[MP_NAME_MAX])lib_match(match)->live.names,
	                &json->text);
	return MP_OK;
}

const char *mp_match_record(struct mp_match *match, int viewer)
{
	if (need_history(match) || !lib_is_viewer(match, viewer))
		return NULL;
	return lib_text(&lib_match(match)->text, write_record, match, viewer, NULL);
}
