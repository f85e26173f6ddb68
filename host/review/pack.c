/* SPDX-License-Identifier: MIT
 *
 * Puzzles, collected and written.
 */
#include "pack.h"

#include "host/array.h"
#include "host/buffer.h"
#include "host/list.h"

#include <metropole/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PUZZLES_MAX = 1 << 16,
	DIGITS = 3,
	VERSION = 1,
};

void pack_release(struct pack *pack)
{
	for (size_t i = 0; i < pack->n_games; i++) {
		free(pack->games[i].options);
		free(pack->games[i].record);
	}
	for (size_t i = 0; i < pack->n; i++)
		free(pack->puzzles[i].told);
	free(pack->games);
	free(pack->puzzles);
}

static uint64_t hash_move(const struct mp_setup *setup, mp_move move, uint64_t hash)
{
	char told[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	mp_text_init(&text, told, sizeof told);
	setup->game->print(setup, move, &text);
	return mp_hash(hash, told, text.len + 1);
}

static struct pack_puzzle motive_of(const struct pack *pack, const struct mp_setup *setup,
                                    const struct puzzle *puzzle)
{
	uint64_t best = hash_move(setup, puzzle->best, MP_HASH);

	return (struct pack_puzzle){
		.best = best, .motive = hash_move(setup, puzzle->tempting, best), .family = pack->families};
}

static bool is_alike(const struct pack *pack, const struct pack_puzzle *motive)
{
	for (size_t i = 0; i < pack->n; i++) {
		const struct pack_puzzle *other = &pack->puzzles[i];

		if (other->motive == motive->motive ||
		    (other->family == motive->family && other->best == motive->best))
			return true;
	}
	return false;
}

/* What a writer wrote, in memory of its own; NULL if that is short. */
static char *copy_text(const struct buffer *buffer)
{
	char *copy = malloc(buffer->json.text.len + 1);

	if (copy)
		memcpy(copy, buffer->json.text.buf, buffer->json.text.len + 1);
	return copy;
}

static char *print_record(struct live *live, int viewer)
{
	struct buffer buffer = {0};
	char *record = NULL;

	do {
		if (!buffer_grow(&buffer))
			break;
		buffer_clear(&buffer);
		mp_record_print(&live->match, viewer, NULL, &buffer.json.text);
	} while (buffer.json.text.overflow);
	if (!buffer.json.text.overflow)
		record = copy_text(&buffer);
	buffer_release(&buffer);
	return record;
}

static char *print_options(const struct mp_setup *setup)
{
	struct buffer buffer = {0};
	char *options = NULL;

	do {
		if (!buffer_grow(&buffer))
			break;
		buffer_clear(&buffer);
		mp_setup_json(setup, NULL, &buffer.json);
	} while (buffer.json.text.overflow);
	if (!buffer.json.text.overflow)
		options = copy_text(&buffer);
	buffer_release(&buffer);
	return options;
}

/* The entry of a match as this seat knows it; made, from the match as it stands, if there is none.
 * What is added later comes earlier in the match, so the record that is there holds it. */
static bool find_game(struct pack *pack, struct live *live, size_t match, int seat, size_t *index)
{
	struct pack_game *game;
	int viewer = live->setup.game->redact ? seat : MP_PUBLIC;

	for (*index = 0; *index < pack->n_games; ++*index)
		if (pack->games[*index].match == match && pack->games[*index].viewer == viewer)
			return true;
	if (!array_reserve(pack->games, pack->cap_games, pack->n_games + 1, PUZZLES_MAX))
		return false;
	game = &pack->games[pack->n_games];
	*game = (struct pack_game){.players = live->setup.players,
	                           .match = match,
	                           .viewer = viewer,
	                           .options = print_options(&live->setup),
	                           .record = print_record(live, seat)};
	pack->n_games += game->options && game->record;
	return game->options && game->record;
}

static void write_puzzle(const struct mp_setup *setup, const struct puzzle *puzzle, uint64_t id,
                         size_t game, struct mp_json *json)
{
	char name[20];

	snprintf(name, sizeof name, "%010llx", (unsigned long long)(id >> 24));
	mp_json_object(json, NULL);
	mp_json_str(json, "id", name);
	mp_json_int(json, "game", (int64_t)game);
	mp_json_int(json, "moves", (int64_t)puzzle->at);
	mp_json_int(json, "seat", puzzle->seat + 1);
	list_move(setup, "best", puzzle->best, json);
	mp_json_fixed(json, "gap", puzzle->gap, DIGITS);
	mp_json_fixed(json, "error", puzzle->error, DIGITS);
	mp_json_bool(json, "exact", puzzle->is_exact);
	mp_json_int(json, "grade", puzzle->grade);
	review_line_json(&puzzle->line, setup, json);
	mp_json_array(json, "tries");
	for (size_t i = 0; i < puzzle->n_tries; i++) {
		const struct puzzle_try *wrong = &puzzle->tries[i];

		mp_json_object(json, NULL);
		list_move(setup, "move", wrong->move, json);
		mp_json_fixed(json, "loss", wrong->loss, DIGITS);
		review_line_json(&wrong->line, setup, json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static bool add_puzzle(struct pack *pack, struct live *live, size_t match,
                       const struct puzzle *puzzle, struct pack_puzzle motive)
{
	struct buffer buffer = {0};
	size_t game;
	char *known;
	uint64_t id;

	mp_match_rewind(&live->match, puzzle->at);
	known = print_record(live, puzzle->seat);
	if (!known || !array_reserve(pack->puzzles, pack->cap, pack->n + 1, PUZZLES_MAX) ||
	    !find_game(pack, live, match, puzzle->seat, &game)) {
		free(known);
		return false;
	}
	id = mp_hash(MP_HASH, known, strlen(known));
	free(known);
	do {
		if (!buffer_grow(&buffer))
			break;
		buffer_clear(&buffer);
		write_puzzle(&live->setup, puzzle, id, game, &buffer.json);
	} while (buffer.json.text.overflow);
	if (!buffer.json.text.overflow)
		motive.told = copy_text(&buffer);
	buffer_release(&buffer);
	if (motive.told)
		pack->puzzles[pack->n++] = motive;
	return motive.told != NULL;
}

bool pack_add(struct pack *pack, struct live *live, size_t match, const struct puzzle *puzzle,
              bool *added)
{
	struct pack_puzzle motive = motive_of(pack, &live->setup, puzzle);

	*added = !is_alike(pack, &motive);
	return !*added || add_puzzle(pack, live, match, puzzle, motive);
}

void pack_json(const struct pack *pack, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "game", pack->game->id);
	mp_json_int(json, "version", VERSION);
	mp_json_object(json, "made");
	mp_json_int(json, "seed", (int64_t)pack->seed);
	mp_json_int(json, "iterations", pack->iterations);
	mp_json_int(json, "games", (int64_t)pack->played);
	mp_json_end_object(json);
	mp_json_array(json, "games");
	for (size_t i = 0; i < pack->n_games; i++) {
		const struct pack_game *game = &pack->games[i];

		mp_json_object(json, NULL);
		mp_json_int(json, "players", game->players);
		mp_json_raw(json, "options", game->options, strlen(game->options));
		mp_json_str(json, "record", game->record);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_array(json, "puzzles");
	for (size_t i = 0; i < pack->n; i++)
		mp_json_raw(json, NULL, pack->puzzles[i].told, strlen(pack->puzzles[i].told));
	mp_json_end_array(json);
	mp_json_end_object(json);
}
