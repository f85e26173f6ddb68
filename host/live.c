/* SPDX-License-Identifier: MIT
 *
 * Memory and growth of a match, its chance, and the end of following.
 */
#include "live.h"

#include "array.h"

#include <stdlib.h>
#include <string.h>

enum { OPTIONS_LINE = 5 }; /* where options begin in a record */

static enum mp_err no_memory(struct mp_fault *fault)
{
	return mp_fault_set(fault, MP_FULL,
	                    "There is not enough memory. Try again, or with a shorter record.");
}

/* malloc that never asks for nothing, so that NULL always means a shortage. */
static void *live_allocate(size_t size)
{
	return malloc(size > 0 ? size : 1);
}

void live_setup_release(struct mp_setup *setup)
{
	free((void *)setup->tables);
	free((char *)setup->text);
	*setup = (struct mp_setup){0};
}

enum mp_err live_setup_init(struct mp_setup *setup, const struct mp_setup *begun,
                            struct mp_fault *fault)
{
	void *tables = live_allocate(begun->game->tables_size);
	char *text = strdup(begun->text);
	enum mp_err err;

	*setup = *begun;
	setup->text = text;
	err = tables && text ? mp_setup_finish(setup, tables, fault) : no_memory(fault);
	setup->tables = tables;
	if (err)
		live_setup_release(setup);
	return err;
}

static bool is_shared(const struct live *live)
{
	return live->match.setup != &live->setup;
}

void live_release(struct live *live)
{
	if (!is_shared(live)) {
		live_setup_release(&live->setup);
		free(live->match.scratch);
	}
	free(live->names);
	free(live->times);
	free(live->match.state);
	free(live->match.moves);
	*live = (struct live){0};
}

void live_replace(struct live *live, struct live *from)
{
	bool shared = is_shared(from);

	live_release(live);
	*live = *from;
	if (!shared)
		live->match.setup = &live->setup;
	*from = (struct live){0};
}

void live_trim(struct live *live)
{
	array_trim(live->match.moves, live->match.cap, live->match.n_moves);
	array_trim(live->times, live->times_cap, live->match.n_moves);
}

enum mp_err live_share(struct live *live, const struct mp_setup *setup, void *scratch,
                       struct mp_fault *fault)
{
	void *state = live_allocate(setup->game->state_size);

	*live = (struct live){0};
	if (!state)
		return no_memory(fault);
	mp_match_init(&live->match, setup, state, scratch, NULL, 0);
	return MP_OK;
}

enum mp_err live_init(struct live *live, const struct mp_setup *begun, int viewer,
                      struct mp_fault *fault)
{
	struct mp_setup setup;
	void *scratch;
	enum mp_err err;

	*live = (struct live){0};
	err = live_setup_init(&setup, begun, fault);
	if (err)
		return err;
	scratch = live_allocate(mp_match_scratch_size(begun->game));
	err = scratch ? live_share(live, &setup, scratch, fault) : no_memory(fault);
	live->setup = setup;
	live->match.setup = &live->setup;
	live->match.scratch = scratch;
	live->names = calloc(MP_SEATS, sizeof *live->names);
	if (!err && !live->names)
		err = no_memory(fault);
	if (err)
		live_release(live);
	else if (viewer != MP_ALL)
		mp_match_follow(&live->match, viewer);
	return err;
}

/* Tables hold no pointers, so they are copied like states. */
static void *live_copy(const void *from, size_t size)
{
	void *to = live_allocate(size);

	return to && size > 0 ? memcpy(to, from, size) : to;
}

enum mp_err live_clone(struct live *live, const struct live *from, struct mp_fault *fault)
{
	const struct mp_game *game = from->setup.game;
	struct mp_match *match = &live->match;
	size_t n = from->match.n_moves;

	*live = *from;
	live->chance = (struct live_chance){0};
	match->witness = (struct mp_witness){0};
	match->setup = &live->setup;
	match->cap = live->times_cap = n;
	match->state = live_copy(from->match.state, game->state_size);
	match->scratch = live_allocate(mp_match_scratch_size(game));
	match->moves = live_copy(from->match.moves, n * sizeof *match->moves);
	live->times = live_copy(from->times, n * sizeof *live->times);
	live->names = live_copy(from->names, MP_SEATS * sizeof *live->names);
	live->setup.tables = live_copy(from->setup.tables, game->tables_size);
	live->setup.text = strdup(from->setup.text);
	if (match->state && match->scratch && match->moves && live->times && live->names &&
	    live->setup.tables && live->setup.text)
		return MP_OK;
	live_release(live);
	return no_memory(fault);
}

void live_name(struct live *live, const char *names)
{
	for (int seat = 0; seat < live->setup.players; seat++) {
		size_t n = strcspn(names, "\n");

		if (n < MP_NAME_MAX)
			memcpy(live->names[seat], names, n);
		names += n + (names[n] != '\0');
	}
}

/* Room for one more move, and its time. */
static enum mp_err live_reserve(struct live *live, struct mp_fault *fault)
{
	struct mp_match *match = &live->match;
	size_t need = match->n_moves + 1;

	if (need > MP_MATCH_MOVES_MAX)
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "The match has a million moves, which is as many as it can hold.");
	if (!array_reserve(match->moves, match->cap, need, MP_MATCH_MOVES_MAX))
		return no_memory(fault);
	if (is_shared(live))
		return MP_OK;
	if (!array_reserve(live->times, live->times_cap, need, MP_MATCH_MOVES_MAX))
		return no_memory(fault);
	live->times[match->n_moves] = live->now;
	return MP_OK;
}

enum mp_err live_draw(struct live *live, struct mp_fault *fault)
{
	struct mp_match *match = &live->match;
	enum mp_err err = MP_OK;

	while (!err && live->chance.generator && mp_match_turn(match) == MP_CHANCE) {
		struct mp_rng *luck = live->chance.generator(live->chance.ctx, match->chance);

		if (!luck)
			break;
		err = live_reserve(live, fault);
		if (!err)
			err = mp_match_draw(match, luck, fault);
	}
	return err;
}

enum mp_err live_play(struct live *live, int seat, const char *text, struct mp_fault *fault)
{
	enum mp_err err = live_reserve(live, fault);

	if (!err)
		err = mp_match_play(&live->match, seat, text, fault);
	return err ? err : live_draw(live, fault);
}

enum mp_err live_play_move(struct live *live, int seat, mp_move move, struct mp_fault *fault)
{
	enum mp_err err = live_reserve(live, fault);

	if (!err)
		err = mp_match_play_move(&live->match, seat, move, fault);
	return err ? err : live_draw(live, fault);
}

/* Replays, with a larger buffer as long as the record asks for one. */
static enum mp_err live_replay(struct live *live, const struct mp_record *record, const char *text,
                               struct mp_fault *fault)
{
	enum mp_err err;

	while ((err = mp_record_replay(record, text, strlen(text), &live->match, fault)) == MP_FULL) {
		err = live_reserve(live, fault);
		if (err)
			return err;
		mp_match_rewind(&live->match, 0);
	}
	for (size_t i = 0; !err && i < live->match.n_moves; i++)
		live->times[i] = 0;
	return err;
}

/* Reads a record's header and plays its moves; the header is the caller's to look at. */
static enum mp_err live_read(struct live *live, const char *text, int viewer,
                             struct mp_record *record, struct mp_fault *fault)
{
	char *text_option = malloc(MP_TEXT_OPTION_MAX + 1);
	enum mp_err err;

	if (!text_option)
		return no_memory(fault);
	err = mp_record_header(record, text, strlen(text), text_option, fault);
	if (!err && viewer < MP_SEATS && viewer >= record->players)
		err = mp_fault_set(fault, MP_BAD_REQUEST,
		                   "There is no such seat in this record. Seats are numbered from 1.");
	if (!err) {
		err = live_init(live, &record->setup, viewer, fault);
		if (err == MP_BAD_OPTION) {
			fault->code = err = MP_BAD_RECORD;
			fault->line = OPTIONS_LINE;
		}
	}
	free(text_option);
	if (err)
		return err;
	memcpy(live->names, record->names, sizeof record->names);
	err = live_replay(live, record, text, fault);
	if (err)
		live_release(live);
	return err;
}

enum mp_err live_load(struct live *live, const char *text, int viewer, struct mp_fault *fault)
{
	struct mp_record record;

	return live_read(live, text, viewer, &record, fault);
}

static enum mp_err differs_from_followed(struct mp_fault *fault, int line, const char *message)
{
	mp_fault_set(fault, MP_BAD_RECORD, message);
	fault->line = line;
	return MP_BAD_RECORD;
}

static enum mp_err compare_setups(const struct mp_setup *a, const struct mp_setup *b,
                                  struct mp_fault *fault)
{
	if (a->game != b->game)
		return differs_from_followed(fault, 2,
		                             "The record is of another game than the one followed.");
	if (a->players != b->players)
		return differs_from_followed(fault, 4,
		                             "The record has another number of players than was followed.");
	if (memcmp(a->option, b->option, sizeof a->option) != 0 || strcmp(a->text, b->text) != 0)
		return differs_from_followed(fault, OPTIONS_LINE,
		                             "The record has other options than were followed.");
	return MP_OK;
}

/* How many moves from the start on are what was followed. Leaves the full match at its end. */
static size_t count_same(const struct mp_match *followed, struct mp_match *full)
{
	struct mp_match again = *full;
	const struct mp_setup *setup = full->setup;
	size_t n = 0;

	again.state = full->scratch;
	mp_match_rewind(&again, 0);
	while (n < full->n_moves && n < followed->n_moves) {
		struct mp_played played = full->moves[n];

		if (played.seat != followed->moves[n].seat ||
		    mp_match_cut(&again, played.seat, played.move, followed->viewer) !=
		        followed->moves[n].move)
			break;
		setup->game->apply(setup, again.state, played.seat, played.move);
		n++;
	}
	return n;
}

enum mp_err live_reveal(struct live *full, const struct live *followed, const char *text,
                        struct mp_fault *fault)
{
	struct mp_record record;
	enum mp_err err = live_read(full, text, MP_ALL, &record, fault);
	size_t same;

	if (err)
		return err;
	err = compare_setups(&followed->setup, &full->setup, fault);
	if (!err) {
		same = count_same(&followed->match, &full->match);
		if (same < followed->match.n_moves || same < full->match.n_moves)
			err = differs_from_followed(fault, mp_record_line(&record, text, strlen(text), same),
			                            "From here on the record is not what was followed.");
	}
	if (err)
		live_release(full);
	else if (full->match.n_moves > 0)
		memcpy(full->times, followed->times, full->match.n_moves * sizeof *full->times);
	return err;
}
