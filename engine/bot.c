/* SPDX-License-Identifier: MIT
 *
 * Between a match and a bot: on this side of the wall the state is redacted and the log is cut.
 */
#include "bot.h"

#include <metropole/text.h>

#include <stdlib.h>

enum { BOT_BYTES = 32 << 20, THREADS_DEFAULT = 1 };

void bot_room_release(struct bot_room *room)
{
	mp_bot_free(room->bot);
	*room = (struct bot_room){0};
}

static enum mp_err prepare(struct bot_room *room, int threads, struct mp_fault *fault)
{
	if (room->bot && room->threads >= threads)
		return MP_OK;
	mp_bot_free(room->bot);
	room->bot = mp_bot_new((size_t)BOT_BYTES, threads);
	room->threads = threads;
	if (!room->bot)
		return mp_fault_set(fault, MP_FULL, "Memory is too short for a bot.");
	return MP_OK;
}

static enum mp_err check(const struct mp_match *match, const char *level, int seat,
                         struct mp_fault *fault)
{
	if (!mp_bot_has_level(level))
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "There is no such level. Try \"easy\", \"normal\" or \"hard\".");
	if (mp_match_is_over(match))
		return mp_fault_set(fault, MP_GAME_OVER, "The game is over: there is nothing to choose.");
	if (seat < 0 || !(mp_match_actors(match) >> seat & 1))
		return mp_fault_set(fault, MP_NOT_YOUR_TURN,
		                    "This seat has no move to choose now. Name one of the actors.");
	return MP_OK;
}

enum mp_err bot_room_choose(struct bot_room *room, struct mp_match *match,
                            const struct request *request, struct mp_fault *fault)
{
	const char *level = request->level ? request->level : "normal";
	int seat = request->seat == REQUEST_NO_SEAT ? mp_match_turn(match) : request->seat;
	int threads = request->threads ? (int)request->threads : THREADS_DEFAULT;
	enum mp_err err = check(match, level, seat, fault);
	struct mp_played *log;
	void *redacted;

	if (!err)
		err = prepare(room, threads, fault);
	if (err)
		return err;
	redacted = malloc(match->setup->game->state_size);
	log = malloc((match->n_moves + 1) * sizeof *log);
	if (redacted && log) {
		mp_match_log(match, seat, log);
		mp_match_redacted(match, seat, redacted);
		mp_bot_choose(room->bot,
		              &(struct mp_bot_request){
						  .setup = match->setup,
						  .redacted = redacted,
						  .log = log,
						  .n_log = match->n_moves,
						  .seat = seat,
						  .level = level,
						  .ms = (uint32_t)request->ms,
						  .iterations = (uint32_t)request->iterations,
						  .seed = (uint64_t)request->seed,
						  .threads = threads,
					  },
		              &room->answer);
		room->seat = seat;
	} else {
		err = mp_fault_set(fault, MP_FULL, "Memory is too short for a bot.");
	}
	free(redacted);
	free(log);
	return err;
}

static void write_move(const struct mp_setup *setup, const char *key, mp_move move,
                       struct mp_json *json)
{
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	setup->game->print(setup, move, &text);
	mp_json_str(json, key, buf);
}

static void write_root(const struct bot_room *room, const struct mp_setup *setup,
                       struct mp_json *json)
{
	mp_json_array(json, "moves");
	for (size_t i = 0; i < room->answer.n_root; i++) {
		mp_json_object(json, NULL);
		write_move(setup, "move", room->answer.root[i].move, json);
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
		write_move(setup, "move", answer->move, json);
	else
		mp_json_null(json, "move");
	mp_json_object(json, "info");
	mp_json_int(json, "seat", room->seat + 1);
	mp_json_int(json, "iterations", (int64_t)answer->iterations);
	mp_json_array(json, "value");
	for (int seat = 0; seat < setup->players; seat++)
		mp_json_fixed(json, NULL, (double)answer->share[seat], 4);
	mp_json_end_array(json);
	write_root(room, setup, json);
	mp_json_array(json, "line");
	for (size_t i = 0; i < answer->n_line; i++)
		write_move(setup, NULL, answer->line[i].move, json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}
