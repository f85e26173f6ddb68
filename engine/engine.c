/* SPDX-License-Identifier: MIT
 *
 * The operations of the engine protocol. Each has two halves: `act` may change the match, and does
 * so wholly or not at all; `write` only reads, so it is simply run again with more room when its
 * answer did not fit.
 */
#include "engine.h"

#include "bot.h"
#include "buffer.h"
#include "list.h"
#include "story.h"
#include "table.h"

#include <metropole/rng.h>
#include <metropole/text.h>
#include <metropole/words.h>

#include <stdlib.h>
#include <string.h>

struct engine {
	struct table table;
	bool has_match, manual;
	uint64_t seed;
	struct buffer answer;
	struct story story; /* of the request being served */
	struct mp_voice voice;
	struct bot_room bot;
	uint64_t (*entropy)(void *ctx);
	void *entropy_ctx;
};

struct op {
	const char *name;
	bool needs_match;
	enum mp_err (*act)(struct engine *, struct request *, struct mp_fault *);
	enum mp_err (*write)(struct engine *, const struct request *, struct mp_json *,
	                     struct mp_fault *);
};

struct engine *engine_new(uint64_t (*entropy)(void *ctx), void *ctx)
{
	struct engine *engine = calloc(1, sizeof *engine);

	if (!engine)
		return NULL;
	engine->entropy = entropy;
	engine->entropy_ctx = ctx;
	if (!buffer_grow(&engine->answer) || !story_init(&engine->story)) {
		engine_free(engine);
		return NULL;
	}
	return engine;
}

void engine_free(struct engine *engine)
{
	if (!engine)
		return;
	if (engine->has_match)
		table_release(&engine->table);
	bot_room_release(&engine->bot);
	buffer_release(&engine->answer);
	story_release(&engine->story);
	free(engine);
}

/* --- acting --- */

/* Plays the chance moves that are due, unless the caller plays them. */
static enum mp_err draw_due(struct engine *engine, struct table *table, struct mp_fault *fault)
{
	enum mp_err err = MP_OK;

	while (!err && !engine->manual && mp_match_turn(&table->match) == MP_CHANCE) {
		struct mp_rng rng;

		mp_rng_init(&rng, engine->seed, table->match.chance);
		err = table_reserve(table, fault);
		if (!err)
			err = mp_match_draw(&table->match, &rng, fault);
	}
	return err;
}

/* The match is the engine's from here on: the setup moves with its table. */
static void adopt(struct engine *engine, const struct table *table)
{
	if (engine->has_match)
		table_release(&engine->table);
	engine->table = *table;
	engine->table.match.setup = &engine->table.setup;
	engine->table.match.witness = (struct mp_witness){.saw = story_add, .ctx = &engine->story};
	engine->has_match = true;
}

static enum mp_err read_chance(const struct request *request, bool *manual, struct mp_fault *fault)
{
	if (!request->chance)
		return MP_OK;
	*manual = strcmp(request->chance, "manual") == 0;
	if (*manual || strcmp(request->chance, "auto") == 0)
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST, "\"chance\" is \"auto\" or \"manual\".");
}

static void take_seed(struct engine *engine, const struct request *request)
{
	engine->seed =
		request->has_seed ? (uint64_t)request->seed : engine->entropy(engine->entropy_ctx);
}

/* The value must be of the option's own JSON type: 2, true or "expert". */
static enum mp_err set_option(struct mp_setup *setup, const struct request_option *given,
                              struct mp_fault *fault)
{
	int index = mp_option_find(setup->game, given->name);
	enum mp_option_type type = index < 0 ? given->type : setup->game->options[index].type;
	bool fits = type == given->type || (type == MP_CHOICE && given->type == MP_TEXT);

	/* A value of the wrong type is no value of the option: let the setup say which there are. */
	return mp_setup_set(setup, given->name, fits ? given->value : "\x01", fault);
}

static enum mp_err act_new(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	const struct mp_game *game;
	struct mp_setup setup;
	struct table table;
	bool manual = false;
	enum mp_err err = read_chance(request, &manual, fault);

	if (err)
		return err;
	if (!request->game)
		return mp_fault_set(fault, MP_BAD_REQUEST, "\"game\" is missing: say which game to play.");
	game = mp_game_find(request->game);
	if (!game)
		return mp_fault_set(fault, MP_UNKNOWN_GAME,
		                    "There is no such game. The operation \"games\" lists them all.");
	if (!request->has_players)
		return mp_fault_set(fault, MP_BAD_PLAYERS, "\"players\" is missing: say how many play.");
	err = mp_setup_begin(
		&setup, game, request->players < 0 || request->players > 1000 ? -1 : (int)request->players,
		fault);
	for (size_t i = 0; !err && i < request->n_options; i++)
		err = set_option(&setup, &request->option[i], fault);
	if (!err)
		err = table_init(&table, &setup, fault);
	if (err)
		return err;
	adopt(engine, &table);
	if (request->names)
		table_name(&engine->table, request->names);
	engine->manual = manual;
	take_seed(engine, request);
	return draw_due(engine, &engine->table, fault);
}

static enum mp_err act_load(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct table table;
	bool manual = false;
	enum mp_err err = read_chance(request, &manual, fault);

	if (err)
		return err;
	if (!request->record)
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "\"record\" is missing: give the record's text.");
	err = table_load(&table, request->record, fault);
	if (err)
		return err;
	adopt(engine, &table);
	/* A record that stops at a chance node is loaded as it is, unless the caller asks for more. */
	if (!request->chance)
		manual = mp_match_turn(&engine->table.match) == MP_CHANCE;
	engine->manual = manual;
	take_seed(engine, request);
	return draw_due(engine, &engine->table, fault);
}

/* Who plays this: chance moves say so themselves; otherwise the seat named, or the one on turn. */
static int mover(const struct mp_match *match, const struct request *request)
{
	int turn = mp_match_turn(match);

	if (request->move[0] == '~')
		return MP_CHANCE;
	if (request->seat != REQUEST_NO_SEAT)
		return request->seat;
	return turn >= 0 ? turn : 0;
}

static enum mp_err need_move(const struct request *request, struct mp_fault *fault)
{
	if (!request->move)
		return mp_fault_set(fault, MP_BAD_REQUEST, "\"move\" is missing: say which move.");
	return MP_OK;
}

/* Seats from 1 to the number of players; viewers too where they may be. */
static enum mp_err need_seat(const struct engine *engine, int seat, bool viewers,
                             struct mp_fault *fault)
{
	if (seat == REQUEST_NO_SEAT || (seat >= 0 && seat < engine->table.setup.players) ||
	    (viewers && (seat == MP_PUBLIC || seat == MP_ALL)))
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST,
	                    "There is no such seat here. Seats are numbered from 1.");
}

static enum mp_err act_play(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct table *table = &engine->table;
	enum mp_err err = need_move(request, fault);

	if (!err)
		err = need_seat(engine, request->seat, false, fault);
	if (!err)
		err = need_seat(engine, request->viewer, true, fault);
	if (!err)
		err = table_reserve(table, fault);
	engine->story.viewer = request->viewer;
	if (!err)
		err = mp_match_play(&table->match, mover(&table->match, request), request->move, fault);
	return err ? err : draw_due(engine, table, fault);
}

static enum mp_err act_undo(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	(void)request;
	if (mp_match_undo(&engine->table.match))
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST, "No player has moved yet: nothing to take back.");
}

static enum mp_err act_bot(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	enum mp_err err = need_seat(engine, request->seat, false, fault);

	if (err)
		return err;
	if (!request->has_seed)
		request->seed = (int64_t)(engine->entropy(engine->entropy_ctx) >> 11);
	return bot_room_choose(&engine->bot, &engine->table.match, request, fault);
}

/* --- writing --- */

static enum mp_err write_status(struct engine *engine, const struct request *request,
                                struct mp_json *json, struct mp_fault *fault)
{
	(void)request;
	(void)fault;
	mp_match_status(&engine->table.match, json);
	return MP_OK;
}

static enum mp_err write_new(struct engine *engine, const struct request *request,
                             struct mp_json *json, struct mp_fault *fault)
{
	write_status(engine, request, json, fault);
	buffer_write(&engine->story.events, "events", json);
	return MP_OK;
}

static enum mp_err write_play(struct engine *engine, const struct request *request,
                              struct mp_json *json, struct mp_fault *fault)
{
	write_new(engine, request, json, fault);
	buffer_write(&engine->story.effects, "effects", json);
	return MP_OK;
}

static enum mp_err write_games(struct engine *engine, const struct request *request,
                               struct mp_json *json, struct mp_fault *fault)
{
	(void)engine;
	(void)request;
	(void)fault;
	mp_games_json(json);
	return MP_OK;
}

static enum mp_err write_legal(struct engine *engine, const struct request *request,
                               struct mp_json *json, struct mp_fault *fault)
{
	enum mp_err err = need_seat(engine, request->seat, false, fault);
	struct mp_match *match = &engine->table.match;
	int turn = mp_match_turn(match);

	if (err)
		return err;
	if (turn == MP_CHANCE && request->seat == REQUEST_NO_SEAT)
		list_chance(match, json);
	else
		list_moves(match, request->seat == REQUEST_NO_SEAT ? turn : request->seat, json);
	return MP_OK;
}

static int viewer(const struct request *request)
{
	return request->seat == REQUEST_NO_SEAT ? MP_PUBLIC : request->seat;
}

static enum mp_err write_view(struct engine *engine, const struct request *request,
                              struct mp_json *json, struct mp_fault *fault)
{
	enum mp_err err = need_seat(engine, request->seat, true, fault);

	if (!err)
		mp_match_view(&engine->table.match, viewer(request), "view", json);
	return err;
}

static enum mp_err write_breakdown(struct engine *engine, const struct request *request,
                                   struct mp_json *json, struct mp_fault *fault)
{
	enum mp_err err = need_seat(engine, request->seat, true, fault);

	if (!err)
		mp_match_breakdown(&engine->table.match, viewer(request), "breakdown", json);
	return err;
}

static enum mp_err write_read(struct engine *engine, const struct request *request,
                              struct mp_json *json, struct mp_fault *fault)
{
	enum mp_err err = need_seat(engine, request->seat, true, fault);

	if (!err)
		mp_match_read(&engine->table.match, viewer(request), json);
	return err;
}

static enum mp_err write_preview(struct engine *engine, const struct request *request,
                                 struct mp_json *json, struct mp_fault *fault)
{
	struct mp_match *match = &engine->table.match;
	enum mp_err err = need_move(request, fault);

	if (!err)
		err = need_seat(engine, request->seat, false, fault);
	return err ? err : mp_match_preview(match, mover(match, request), request->move, json, fault);
}

static enum mp_err write_record(struct engine *engine, const struct request *request,
                                struct mp_json *json, struct mp_fault *fault)
{
	struct buffer buffer = {0};
	struct mp_text text;
	enum mp_err err = need_seat(engine, request->seat, true, fault);

	if (err)
		return err;
	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return mp_fault_set(fault, MP_FULL, "Memory is too short for the record.");
		}
		mp_text_init(&text, buffer.mem, buffer.cap);
		mp_record_print(&engine->table.match,
		                request->seat == REQUEST_NO_SEAT ? MP_ALL : request->seat,
		                (const char(*)[MP_NAME_MAX])engine->table.names, &text);
	} while (text.overflow);
	mp_json_bytes(json, "record", text.buf, text.len);
	buffer_release(&buffer);
	return MP_OK;
}

static enum mp_err write_bot(struct engine *engine, const struct request *request,
                             struct mp_json *json, struct mp_fault *fault)
{
	(void)request;
	(void)fault;
	bot_room_write(&engine->bot, &engine->table.match, json);
	return MP_OK;
}

static const struct op ops[] = {
	{.name = "games", .write = write_games},
	{.name = "new", .act = act_new, .write = write_new},
	{.name = "status", .needs_match = true, .write = write_status},
	{.name = "legal", .needs_match = true, .write = write_legal},
	{.name = "play", .needs_match = true, .act = act_play, .write = write_play},
	{.name = "view", .needs_match = true, .write = write_view},
	{.name = "read", .needs_match = true, .write = write_read},
	{.name = "preview", .needs_match = true, .write = write_preview},
	{.name = "breakdown", .needs_match = true, .write = write_breakdown},
	{.name = "undo", .needs_match = true, .act = act_undo, .write = write_status},
	{.name = "record", .needs_match = true, .write = write_record},
	{.name = "load", .act = act_load, .write = write_status},
	{.name = "bot", .needs_match = true, .act = act_bot, .write = write_bot},
};

static const struct op *find_op(const char *name)
{
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (strcmp(ops[i].name, name) == 0)
			return &ops[i];
	return NULL;
}

/* --- answering --- */

/* The sentence for this fault: the refusal of this try, or what its code means. */
static void say_error(const struct engine *engine, struct mp_json *json,
                      const struct mp_fault *fault)
{
	const struct mp_game *game = engine->has_match ? engine->table.setup.game : NULL;
	const char *refusal = fault->args[0] ? fault->args : "{}";
	char buf[64], line[32];
	struct mp_text key;
	struct mp_json args;

	mp_text_init(&key, buf, sizeof buf);
	mp_text_str(&key, "refuse.");
	mp_text_str(&key, fault->key ? fault->key : "");
	if (mp_tell(json, game, MP_PUBLIC, buf, refusal, strlen(refusal)))
		return;
	mp_text_init(&key, buf, sizeof buf);
	mp_text_str(&key, "fault.");
	mp_text_str(&key, mp_err_name(fault->code));
	mp_json_init(&args, line, sizeof line);
	mp_json_object(&args, NULL);
	if (fault->line > 0)
		mp_json_int(&args, "line", fault->line);
	mp_json_end_object(&args);
	mp_tell(json, game, MP_PUBLIC, buf, line, args.text.len);
}

static void write_error(const struct engine *engine, struct mp_json *json, const char *id,
                        const struct mp_fault *fault)
{
	mp_json_object(json, NULL);
	mp_json_bool(json, "ok", false);
	if (id)
		mp_json_raw(json, "id", id, strlen(id));
	mp_json_object(json, "error");
	mp_json_str(json, "code", mp_err_name(fault->code));
	if (fault->rule)
		mp_json_str(json, "rule", fault->rule);
	if (fault->line > 0)
		mp_json_int(json, "line", fault->line);
	mp_json_str(json, "message", fault->message);
	if (fault->key)
		mp_json_str(json, "key", fault->key);
	if (fault->args[0])
		mp_json_raw(json, "args", fault->args, strlen(fault->args));
	say_error(engine, json, fault);
	mp_json_end_object(json);
	mp_json_end_object(json);
}

static enum mp_err write_answer(struct engine *engine, const struct op *op,
                                const struct request *request, struct mp_json *json,
                                struct mp_fault *fault)
{
	enum mp_err err;

	mp_json_object(json, NULL);
	mp_json_bool(json, "ok", true);
	if (request->id)
		mp_json_raw(json, "id", request->id, strlen(request->id));
	err = op->write(engine, request, json, fault);
	mp_json_end_object(json);
	return err;
}

/* Runs the acting half; the fault says what was wrong, code MP_OK if nothing was. */
static const struct op *run(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	const struct op *op;

	*fault = request->fault;
	if (fault->code)
		return NULL;
	if (!request->op) {
		mp_fault_set(fault, MP_BAD_REQUEST, "\"op\" is missing: say what to do.");
		return NULL;
	}
	op = find_op(request->op);
	if (!op)
		mp_fault_set(fault, MP_UNKNOWN_OP, "There is no such operation.");
	else if (op->needs_match && !engine->has_match)
		mp_fault_set(fault, MP_NO_MATCH, "There is no match yet. Begin with \"new\" or \"load\".");
	else if (op->act && op->act(engine, request, fault) == MP_OK)
		*fault = (struct mp_fault){0};
	return op;
}

/* The voice that a request asks for, or NULL. It names the seats of the match as it is then. */
static const struct mp_voice *find_voice(struct engine *engine, struct request *request)
{
	if (!request->lang)
		return NULL;
	if (!mp_lang_find(request->lang, &engine->voice.lang)) {
		if (!request->fault.code)
			mp_fault_set(&request->fault, MP_BAD_REQUEST, "\"lang\" is \"en\" or \"fr\".");
		return NULL;
	}
	for (int seat = 0; seat < MP_SEATS; seat++)
		engine->voice.names[seat] = engine->table.names[seat];
	return &engine->voice;
}

const char *engine_answer(struct engine *engine, struct request *request, size_t *len)
{
	struct mp_fault fault;
	const struct op *op;
	struct mp_json json;
	const struct mp_voice *voice = find_voice(engine, request);

	story_clear(&engine->story);
	engine->story.voice = voice;
	op = run(engine, request, &fault);
	do {
		mp_json_init(&json, engine->answer.mem, engine->answer.cap);
		json.voice = voice;
		if (!fault.code)
			write_answer(engine, op, request, &json, &fault);
		if (fault.code) {
			mp_json_init(&json, engine->answer.mem, engine->answer.cap);
			json.voice = voice;
			write_error(engine, &json, request->id, &fault);
		}
	} while (json.text.overflow && buffer_grow(&engine->answer));
	*len = json.text.len;
	return json.text.buf;
}

const char *engine_refuse(struct engine *engine, enum mp_err code, const char *message, size_t *len)
{
	struct mp_fault fault;
	struct mp_json json;

	mp_fault_set(&fault, code, message);
	mp_json_init(&json, engine->answer.mem, engine->answer.cap);
	write_error(engine, &json, NULL, &fault);
	*len = json.text.len;
	return json.text.buf;
}
