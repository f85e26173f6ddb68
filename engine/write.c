/* SPDX-License-Identifier: MIT
 *
 * The halves of operations that answer. They read the match and change nothing.
 */
#include "ops.h"

#include "host/list.h"

#include <metropole/text.h>

#include <stdlib.h>

enum { PROTOCOL = 2 }; /* of docs/protocol.md */

enum mp_err write_status(struct engine *engine, const struct request *request, struct mp_json *json,
                         struct mp_fault *fault)
{
	(void)request;
	(void)fault;
	mp_match_status(&engine->live.match, json);
	return MP_OK;
}

enum mp_err write_new(struct engine *engine, const struct request *request, struct mp_json *json,
                      struct mp_fault *fault)
{
	write_status(engine, request, json, fault);
	if (engine->report.short_of_memory)
		return mp_fault_set(fault, MP_FULL, "There is not enough memory to tell what happened.");
	buffer_write(&engine->report.told[0].events, "events", json);
	return MP_OK;
}

enum mp_err write_play(struct engine *engine, const struct request *request, struct mp_json *json,
                       struct mp_fault *fault)
{
	enum mp_err err = write_new(engine, request, json, fault);

	if (!err)
		buffer_write(&engine->report.told[0].effects, "effects", json);
	return err;
}

/* One game for so many: what it offers them. */
static enum mp_err write_offer(const struct request *request, struct mp_json *json,
                               struct mp_fault *fault)
{
	struct mp_setup setup;
	enum mp_err err = request_setup(request, &setup, fault);
	void *tables;

	if (err)
		return err;
	tables = malloc(setup.game->tables_size + 1);
	if (!tables)
		return mp_fault_set(fault, MP_FULL, "There is not enough memory to list the games.");
	mp_options_json(&setup, tables, json);
	free(tables);
	return MP_OK;
}

enum mp_err write_games(struct engine *engine, const struct request *request, struct mp_json *json,
                        struct mp_fault *fault)
{
	(void)engine;
	mp_json_int(json, "protocol", PROTOCOL);
	if (request->game)
		return write_offer(request, json, fault);
	mp_games_json(json);
	return MP_OK;
}

enum mp_err write_legal(struct engine *engine, const struct request *request, struct mp_json *json,
                        struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int turn = mp_match_turn(match), seat;
	enum mp_err err = match_asked(match, request->seat, turn, false, &seat, fault);

	if (err)
		return err;
	if (seat == MP_CHANCE)
		list_chance(match, json);
	else
		list_moves(match, seat, "moves", json);
	return MP_OK;
}

enum mp_err write_view(struct engine *engine, const struct request *request, struct mp_json *json,
                       struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int viewer;
	enum mp_err err = match_asked(match, request->seat, MP_PUBLIC, true, &viewer, fault);

	if (!err)
		mp_match_view(match, viewer, "view", json);
	return err;
}

enum mp_err write_digest(struct engine *engine, const struct request *request, struct mp_json *json,
                         struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int viewer;
	enum mp_err err = match_asked(match, request->seat, MP_PUBLIC, true, &viewer, fault);

	if (!err)
		mp_match_digest(match, viewer, "digest", json);
	return err;
}

enum mp_err write_breakdown(struct engine *engine, const struct request *request,
                            struct mp_json *json, struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int viewer;
	enum mp_err err = match_asked(match, request->seat, MP_PUBLIC, true, &viewer, fault);

	if (!err)
		mp_match_breakdown(match, viewer, "breakdown", json);
	return err;
}

enum mp_err write_read(struct engine *engine, const struct request *request, struct mp_json *json,
                       struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int viewer;
	enum mp_err err = match_asked(match, request->seat, MP_PUBLIC, true, &viewer, fault);

	if (!err)
		mp_match_read(match, viewer, json);
	return err;
}

enum mp_err write_preview(struct engine *engine, const struct request *request,
                          struct mp_json *json, struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	enum mp_err err = request_need_move(request, fault);
	int seat;

	if (!err)
		err = match_asked(match, request->seat, 0, false, &seat, fault);
	if (err)
		return err;
	if (!mp_match_is_followed(match) || request->move[0] == '~')
		seat = request_mover(request, match);
	return mp_match_preview(match, seat, request->move, json, fault);
}

enum mp_err write_record(struct engine *engine, const struct request *request, struct mp_json *json,
                         struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	struct buffer buffer = {0};
	struct mp_text text;
	int viewer;
	enum mp_err err = match_asked(match, request->seat, MP_ALL, true, &viewer, fault);

	if (err)
		return err;
	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return mp_fault_set(fault, MP_FULL, "There is not enough memory for the record.");
		}
		mp_text_init(&text, buffer.mem, buffer.cap);
		mp_record_print(match, viewer, (const char(*)[MP_NAME_MAX])engine->live.names, &text);
	} while (text.overflow);
	mp_json_bytes(json, "record", text.buf, text.len);
	buffer_release(&buffer);
	return MP_OK;
}

enum mp_err write_bot(struct engine *engine, const struct request *request, struct mp_json *json,
                      struct mp_fault *fault)
{
	(void)request;
	(void)fault;
	bot_room_write(&engine->bot, &engine->live.match, json);
	return MP_OK;
}
