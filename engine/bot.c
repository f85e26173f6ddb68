/* SPDX-License-Identifier: MIT
 *
 * The engine's bot: asked by the request, its answer as JSON.
 */
#include "bot.h"

#include "host/list.h"

#include <metropole/text.h>

enum { BOT_BYTES = 32 << 20, THREADS_DEFAULT = 1 };

void bot_room_release(struct bot_room *room)
{
	mp_bot_free(room->bot);
	question_release(&room->question);
	*room = (struct bot_room){0};
}

static enum mp_err prepare_bot(struct bot_room *room, int threads, struct mp_fault *fault)
{
	if (room->bot && room->threads >= threads)
		return MP_OK;
	mp_bot_free(room->bot);
	room->bot = mp_bot_new((size_t)BOT_BYTES, threads);
	room->threads = threads;
	if (!room->bot)
		return mp_fault_set(fault, MP_FULL, "There is not enough memory for a bot.");
	return MP_OK;
}

enum mp_err bot_room_choose(struct bot_room *room, struct mp_match *match, int seat,
                            const struct request *request, struct mp_fault *fault)
{
	struct mp_bot_request *asked = &room->question.request;
	int threads = request->threads ? (int)request->threads : THREADS_DEFAULT;
	const char *level = request->level ? request->level : "normal";
	enum mp_err err = question_need_level(level, fault);

	if (!err)
		err = question_take(&room->question, match, seat, fault);
	if (!err)
		err = prepare_bot(room, threads, fault);
	if (err)
		return err;
	asked->level = level;
	asked->ms = (uint32_t)request->ms;
	asked->iterations = (uint32_t)request->iterations;
	asked->seed = (uint64_t)request->seed;
	asked->threads = threads;
	return question_ask(&room->question, room->bot, &room->answer, fault);
}

static void write_root(const struct bot_room *room, const struct mp_setup *setup,
                       struct mp_json *json)
{
	mp_json_array(json, "moves");
	for (size_t i = 0; i < room->answer.n_root; i++) {
		mp_json_object(json, NULL);
		list_move(setup, "move", room->answer.root[i].move, json);
		mp_json_int(json, "visits", room->answer.root[i].visits);
		mp_json_fixed(json, "value", (double)room->answer.root[i].share, 4);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void bot_room_write(const struct bot_room *room, struct mp_match *match, struct mp_json *json)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_bot_answer *answer = &room->answer;

	if (answer->has_move)
		list_move(setup, "move", answer->move, json);
	else
		mp_json_null(json, "move");
	mp_json_object(json, "info");
	mp_json_int(json, "seat", room->question.request.seat + 1);
	mp_json_int(json, "iterations", (int64_t)answer->iterations);
	mp_json_array(json, "value");
	for (int seat = 0; seat < setup->players; seat++)
		mp_json_fixed(json, NULL, (double)answer->share[seat], 4);
	mp_json_end_array(json);
	write_root(room, setup, json);
	mp_json_array(json, "line");
	for (size_t i = 0; i < answer->n_line; i++)
		list_move(setup, NULL, answer->line[i].move, json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}
