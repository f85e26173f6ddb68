/* SPDX-License-Identifier: MIT
 *
 * Laws about the way back: a record replays to the same state, undo and rewind give the very bytes
 * that were there.
 */
#include "walk.h"

#include <metropole/record.h>

#include <stdlib.h>
#include <string.h>

static const void *before(const struct walk *w, size_t n)
{
	return w->before + n * w->game->state_size;
}

/* The body of a record into the twin world, which starts afresh. */
static bool replay(struct walk *w, const char *text, size_t len)
{
	struct mp_record *record = malloc(sizeof *record);
	char *option = malloc(MP_TEXT_OPTION_MAX + 1);
	struct mp_match *match = &w->twin.match;
	struct mp_fault fault = {0};
	bool ok = false;

	mp_match_init(match, &w->setup, w->twin.state, w->twin.scratch, w->twin.moves, WALK_MOVES + 1);
	if (mp_record_header(record, text, len, option, &fault))
		broken(w, "The record's header is refused at line %d: %s", fault.line, fault.message);
	else if (record->game != w->game || record->players != w->setup.players ||
	         memcmp(record->setup.option, w->setup.option, sizeof w->setup.option) != 0)
		broken(w, "The record's header does not give the setup back.");
	else if (mp_record_replay(record, text, len, match, &fault))
		broken(w, "The record does not replay, line %d: %s", fault.line, fault.message);
	else if (match->n_moves != w->world.match.n_moves ||
	         mp_match_hash(match) != mp_match_hash(&w->world.match))
		broken(w, "The record replays to another state.");
	else
		ok = true;
	free(option);
	free(record);
	return ok;
}

static bool law_replay(struct walk *w)
{
	struct mp_text text;

	mp_text_init(&text, w->record, WALK_RECORD);
	mp_record_print(&w->world.match, MP_ALL, NULL, &text);
	if (text.overflow)
		return broken(w, "The record is longer than %d bytes.", WALK_RECORD);
	return replay(w, w->record, text.len);
}

/* Undo on the twin, which has replayed the match: each gives the position before a player's move.
 */
static bool law_undo(struct walk *w)
{
	struct mp_match *match = &w->twin.match;
	int depth = match->n_moves > 300 ? 5 : 300;

	while (depth-- > 0 && match->plies > 0) {
		size_t n = match->n_moves;

		while (match->moves[n - 1].seat == MP_CHANCE)
			n--;
		if (!mp_match_undo(match))
			return broken(w, "undo refuses though a player has moved.");
		if (match->n_moves != n - 1 || !walk_same(w, match->state, before(w, n - 1)))
			return broken(w, "undo does not lead to the position before move %zu.", n);
	}
	if (match->plies == 0 && mp_match_undo(match))
		return broken(w, "undo goes on before the first move of a player.");
	return true;
}

bool law_record(struct walk *w)
{
	size_t n = w->world.match.n_moves;
	size_t back = mp_rng_below(&w->rng, (uint32_t)n + 1);

	memcpy(w->before + n * w->game->state_size, w->world.state, w->game->state_size);
	if (!law_replay(w))
		return false;
	mp_match_rewind(&w->twin.match, back);
	if (!walk_same(w, w->twin.state, before(w, back)))
		return broken(w, "rewind does not lead to the position after move %zu.", back);
	return law_replay(w) && law_undo(w);
}
