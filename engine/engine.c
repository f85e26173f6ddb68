/* SPDX-License-Identifier: MIT
 *
 * Requests in, answers out: finds the operation, runs its halves, writes what went wrong.
 */
#include "engine.h"

#include "ops.h"

#include <metropole/text.h>
#include <metropole/words.h>

#include <stdlib.h>
#include <string.h>

struct op {
	const char *name;
	bool needs_match;
	act_fn *act;
	write_fn *write;
};

struct engine *engine_new(uint64_t (*entropy)(void *ctx), void *ctx)
{
	struct engine *engine = calloc(1, sizeof *engine);

	if (!engine)
		return NULL;
	engine->entropy = entropy;
	engine->entropy_ctx = ctx;
	if (!buffer_grow(&engine->answer)) {
		engine_free(engine);
		return NULL;
	}
	return engine;
}

void engine_free(struct engine *engine)
{
	if (!engine)
		return;
	live_release(&engine->live);
	bot_room_release(&engine->bot);
	buffer_release(&engine->answer);
	report_release(&engine->report);
	free(engine);
}

static const struct op ops[] = {
	{.name = "games", .write = write_games},
	{.name = "new", .act = act_new, .write = write_new},
	{.name = "status", .needs_match = true, .write = write_status},
	{.name = "legal", .needs_match = true, .write = write_legal},
	{.name = "play", .needs_match = true, .act = act_play, .write = write_play},
	{.name = "view", .needs_match = true, .write = write_view},
	{.name = "digest", .needs_match = true, .write = write_digest},
	{.name = "read", .needs_match = true, .write = write_read},
	{.name = "preview", .needs_match = true, .write = write_preview},
	{.name = "breakdown", .needs_match = true, .write = write_breakdown},
	{.name = "undo", .needs_match = true, .act = act_undo, .write = write_status},
	{.name = "record", .needs_match = true, .write = write_record},
	{.name = "load", .act = act_load, .write = write_status},
	{.name = "reveal", .needs_match = true, .act = act_reveal, .write = write_status},
	{.name = "bot", .needs_match = true, .act = act_bot, .write = write_bot},
};

static const struct op *find_op(const char *name)
{
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (strcmp(ops[i].name, name) == 0)
			return &ops[i];
	return NULL;
}

/* The sentence for this fault: the refusal of this try, or what its code means. */
static void say_error(const struct engine *engine, struct mp_json *json,
                      const struct mp_fault *fault)
{
	const struct mp_game *game = engine->has_match ? engine->live.setup.game : NULL;
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
static const struct op *run_op(struct engine *engine, struct request *request,
                               struct mp_fault *fault)
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

void engine_name_seats(struct engine *engine)
{
	for (int seat = 0; seat < MP_SEATS; seat++)
		engine->voice.names[seat] = engine->has_match ? engine->live.names[seat] : "";
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
	engine_name_seats(engine);
	return &engine->voice;
}

const char *engine_answer(struct engine *engine, struct request *request, size_t *len)
{
	struct mp_fault fault;
	const struct op *op;
	struct mp_json json;
	const struct mp_voice *voice = find_voice(engine, request);

	report_clear(&engine->report, voice);
	op = run_op(engine, request, &fault);
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
