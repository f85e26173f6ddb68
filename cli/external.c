/* SPDX-License-Identifier: MIT
 *
 * The engine protocol from the other side. What the program was told is kept as the seat's log, so
 * that whatever becomes of the match (moves, take-backs, another match) it is enough to compare.
 */
#include "external.h"

#include "cli.h"
#include "program.h"

#include "host/array.h"
#include "host/buffer.h"
#include "host/list.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TELL_MS = 10000, ARGS_MAX = 64, SHOWN_MAX = 120 };

struct external {
	char *argv[ARGS_MAX + 1];
	struct program program;
	struct buffer request;
	struct mp_played *told; /* the moves that the program knows of, cut for its seat */
	struct mp_played *log;
	size_t n_told, told_cap, log_cap;
	bool has_game, is_told_all;
	char why[EXTERNAL_WHY_MAX];
};

struct external *external_new(char *const argv[])
{
	struct external *external = calloc(1, sizeof *external);

	for (int i = 0; external && i < ARGS_MAX && argv[i]; i++) {
		external->argv[i] = strdup(argv[i]);
		if (!external->argv[i]) {
			external_free(external);
			return NULL;
		}
	}
	return external;
}

void external_free(struct external *external)
{
	if (!external)
		return;
	program_stop(&external->program);
	for (int i = 0; i < ARGS_MAX; i++)
		free(external->argv[i]);
	buffer_release(&external->request);
	free(external->told);
	free(external->log);
	free(external);
}

void external_tell_all(struct external *external)
{
	external->is_told_all = true;
}

void external_meanwhile(struct external *external, void (*meanwhile)(void *), void *ctx)
{
	external->program.meanwhile = meanwhile;
	external->program.ctx = ctx;
}

void external_begin(struct external *external)
{
	external->has_game = false;
	external->n_told = 0;
}

/* Ends the program; always false. */
static bool external_fail(struct external *external)
{
	program_stop(&external->program);
	external_begin(external);
	return false;
}

static bool fail_with(struct external *external, const char *sentence, const char *what, size_t len)
{
	snprintf(external->why, sizeof external->why, "%s %.*s", sentence,
	         (int)(len < SHOWN_MAX ? len : SHOWN_MAX), what);
	return external_fail(external);
}

static bool fail_by(struct external *external, enum program_end end, uint64_t ms)
{
	char *why = external->why;
	size_t cap = sizeof external->why;
	int status;

	external_fail(external);
	status = external->program.status;
	if (end == PROGRAM_LATE)
		snprintf(why, cap, tr("did not answer within %llu ms"), (unsigned long long)ms);
	else if (end == PROGRAM_TOO_LONG)
		snprintf(why, cap, tr("answered with a line of more than %d bytes"), PROGRAM_LINE_MAX);
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		snprintf(why, cap, "%s", tr("could not be started"));
	else if (WIFEXITED(status))
		snprintf(why, cap, tr("ended by itself, with status %d"), WEXITSTATUS(status));
	else if (WTERMSIG(status) == SIGKILL)
		snprintf(why, cap, "%s", tr("closed its output, or was killed"));
	else
		snprintf(why, cap, tr("was ended by signal %d"), WTERMSIG(status));
	return false;
}

/* Writes a request by `fill` into a buffer that grows until it fits. */
typedef void fill_fn(struct mp_json *, void *ctx);

static bool write_request(struct external *external, const char *op, fill_fn *fill, void *ctx)
{
	struct buffer *buffer = &external->request;

	while (buffer->mem || buffer_grow(buffer)) {
		struct mp_json *json = &buffer->json;

		buffer_clear(buffer);
		mp_json_object(json, NULL);
		mp_json_str(json, "op", op);
		fill(json, ctx);
		mp_json_end_object(json);
		mp_text_char(&json->text, '\n');
		if (!json->text.overflow)
			return true;
		if (!buffer_grow(buffer))
			break;
	}
	snprintf(external->why, sizeof external->why, "%s", tr("there is not enough memory"));
	return external_fail(external);
}

/* One request, one answer: an object that the caller drops, or NULL when it failed. */
static json_t *exchange_line(struct external *external, const char *op, fill_fn *fill, void *ctx,
                             uint64_t ms)
{
	uint64_t by = program_now() + ms;
	struct mp_text *text = &external->request.json.text;
	enum program_end end;
	const char *line;
	size_t len;
	json_t *answer;

	if (!write_request(external, op, fill, ctx))
		return NULL;
	end = program_send(&external->program, text->buf, text->len, by);
	if (end == PROGRAM_GOOD)
		end = program_line(&external->program, by, &line, &len);
	if (end != PROGRAM_GOOD) {
		fail_by(external, end, ms);
		return NULL;
	}
	answer = json_loadb(line, len, 0, NULL);
	if (json_is_object(answer) && json_is_true(json_object_get(answer, "ok")))
		return answer;
	json_decref(answer);
	fail_with(external, tr("answered nonsense:"), line, len);
	return NULL;
}

static bool tell_external(struct external *external, const char *op, fill_fn *fill, void *ctx)
{
	json_t *answer = exchange_line(external, op, fill, ctx, TELL_MS);

	json_decref(answer);
	return answer != NULL;
}

struct telling {
	struct mp_match *match;
	int seat;
	bool tells_all;
	const struct mp_played *played;
	size_t moves;
	uint32_t ms;
	uint64_t seed;
	const char *record;
};

static void external_fill_new(struct mp_json *json, void *ctx)
{
	const struct telling *telling = ctx;
	const struct mp_setup *setup = telling->match->setup;

	mp_json_str(json, "game", setup->game->id);
	mp_json_int(json, "players", setup->players);
	mp_setup_json(setup, "options", json);
	if (telling->tells_all)
		mp_json_str(json, "chance", "manual");
	else
		mp_json_int(json, "follow", telling->seat + 1);
}

static void external_fill_play(struct mp_json *json, void *ctx)
{
	const struct telling *telling = ctx;

	list_move(telling->match->setup, "move", telling->played->move, json);
	if (telling->played->seat >= 0)
		mp_json_int(json, "seat", telling->played->seat + 1);
}

static void external_fill_undo(struct mp_json *json, void *ctx)
{
	mp_json_int(json, "moves", (int64_t)((const struct telling *)ctx)->moves);
}

/* What the protocol asks for, and for programs without rules of their own what it can choose from:
 * others ignore it. */
static void external_fill_bot(struct mp_json *json, void *ctx)
{
	const struct telling *telling = ctx;

	mp_json_str(json, "level", "hard");
	mp_json_int(json, "seat", telling->seat + 1);
	mp_json_int(json, "ms", telling->ms);
	mp_json_int(json, "seed", (int64_t)(telling->seed & ((UINT64_C(1) << 53) - 1)));
	list_moves(telling->match, telling->seat, "legal", json);
	mp_match_view(telling->match, telling->seat, "view", json);
}

static void external_fill_reveal(struct mp_json *json, void *ctx)
{
	mp_json_str(json, "record", ((const struct telling *)ctx)->record);
}

static bool is_same_move(const struct mp_played *a, const struct mp_played *b)
{
	return a->seat == b->seat && a->move == b->move;
}

/* Starts the program and the game where needed, takes back, plays on: then it knows the match. */
static bool catch_up(struct external *external, struct telling *telling)
{
	struct mp_match *match = telling->match;
	size_t same = 0;

	if (!array_reserve(external->log, external->log_cap, match->n_moves + 1,
	                   MP_MATCH_MOVES_MAX + 1) ||
	    !array_reserve(external->told, external->told_cap, match->n_moves + 1,
	                   MP_MATCH_MOVES_MAX + 1)) {
		snprintf(external->why, sizeof external->why, "%s", tr("there is not enough memory"));
		return external_fail(external);
	}
	if (external->program.pid == 0 && !program_start(&external->program, external->argv)) {
		snprintf(external->why, sizeof external->why, "%s", strerror(errno));
		return external_fail(external);
	}
	if (!external->has_game && !tell_external(external, "new", external_fill_new, telling))
		return false;
	external->has_game = true;
	mp_match_log(match, telling->tells_all ? MP_ALL : telling->seat, external->log);
	while (same < external->n_told && same < match->n_moves &&
	       is_same_move(&external->told[same], &external->log[same]))
		same++;
	telling->moves = same;
	if (same < external->n_told && !tell_external(external, "undo", external_fill_undo, telling))
		return false;
	for (external->n_told = same; external->n_told < match->n_moves;) {
		telling->played = &external->log[external->n_told];
		if (!tell_external(external, "play", external_fill_play, telling))
			return false;
		external->told[external->n_told++] = *telling->played;
	}
	return true;
}

static bool read_move(struct external *external, struct telling *telling, const json_t *answer,
                      bool *has_move, mp_move *move)
{
	const json_t *chosen = json_object_get(answer, "move");
	struct mp_fault fault;
	const char *text = json_string_value(chosen);
	char what[2 * SHOWN_MAX];

	*has_move = text != NULL;
	if (json_is_null(chosen) && (mp_match_turn(telling->match) != telling->seat ||
	                             mp_match_actors(telling->match) != 1u << telling->seat))
		return true;
	if (!text)
		return fail_with(external, tr("had to move and named no move"), "", 0);
	if (mp_match_try(telling->match, telling->seat, text, move, &fault) == MP_OK)
		return true;
	snprintf(what, sizeof what, "%.40s (%.70s)", text, fault.message);
	return fail_with(external, tr("chose a move that is not allowed:"), what, strlen(what));
}

bool external_ask(struct external *external, struct mp_match *match, int seat, uint32_t ms,
                  uint64_t seed, bool *has_move, mp_move *move, char why[EXTERNAL_WHY_MAX])
{
	struct telling telling = {
		.match = match, .seat = seat, .ms = ms, .seed = seed, .tells_all = external->is_told_all};
	json_t *answer = NULL;
	bool good = catch_up(external, &telling);

	if (good)
		answer =
			exchange_line(external, "bot", external_fill_bot, &telling, ms + EXTERNAL_GRACE_MS);
	good = answer && read_move(external, &telling, answer, has_move, move);
	json_decref(answer);
	if (!good)
		memcpy(why, external->why, EXTERNAL_WHY_MAX);
	return good;
}

void external_end(struct external *external, const char *record)
{
	struct telling telling = {.record = record};

	if (external->program.pid && external->has_game && record)
		tell_external(external, "reveal", external_fill_reveal, &telling);
	external_begin(external);
}
