/* SPDX-License-Identifier: MIT
 *
 * Fields of a request by name. Knows their types and ranges, not what the operations do.
 */
#include "request.h"

#include <metropole/text.h>

#include <string.h>

static const int64_t SEED_MAX = (INT64_C(1) << 53) - 1;

void request_init(struct request *request)
{
	*request = (struct request){
		.seat = REQUEST_NO_SEAT, .viewer = REQUEST_NO_SEAT, .follow = REQUEST_NO_SEAT};
}

void request_id(struct request *request, const char *json)
{
	request->id = json;
}

static void refuse_member(struct request *request, enum mp_err code, const char *key,
                          const char *why)
{
	struct mp_text text;

	if (request->fault.code)
		return;
	request->fault = (struct mp_fault){.code = code};
	mp_text_init(&text, request->fault.message, sizeof request->fault.message);
	mp_text_char(&text, '"');
	mp_text_bytes(&text, key, strnlen(key, 40));
	mp_text_str(&text, "\" ");
	mp_text_str(&text, why);
}

/* The string field with this key, or NULL. */
static const char **string_field(struct request *request, const char *key)
{
	const struct {
		const char *key;
		const char **field;
	} fields[] = {
		{"op", &request->op},     {"game", &request->game},     {"chance", &request->chance},
		{"move", &request->move}, {"record", &request->record}, {"level", &request->level},
		{"lang", &request->lang}, {"names", &request->names},
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcmp(fields[i].key, key) == 0)
			return fields[i].field;
	return NULL;
}

/* The field with this key that holds a seat or another viewer, or NULL. */
static int *viewer_field(struct request *request, const char *key)
{
	if (strcmp(key, "seat") == 0)
		return &request->seat;
	if (strcmp(key, "follow") == 0)
		return &request->follow;
	return strcmp(key, "viewer") == 0 ? &request->viewer : NULL;
}

void request_str(struct request *request, const char *key, const char *value, size_t len)
{
	const char **field = string_field(request, key);
	int *viewer = viewer_field(request, key);

	if (field) {
		if (strlen(value) == len)
			*field = value;
		else
			refuse_member(request, MP_BAD_REQUEST, key, "holds a NUL character. Leave it out.");
	} else if (viewer) {
		if (strcmp(value, "public") == 0 && len == 6)
			*viewer = MP_PUBLIC;
		else if (strcmp(value, "all") == 0 && len == 3)
			*viewer = MP_ALL;
		else
			refuse_member(request, MP_BAD_REQUEST, key,
			              "is a seat's number, \"public\" or \"all\".");
	} else {
		request_other(request, key);
	}
}

/* A number field: where it goes, and its range. */
struct number_field {
	const char *key;
	int64_t min, max;
	int64_t *field;
	bool *has;
};

static bool is_number_key(const char *key)
{
	static const char *const keys[] = {"players", "seed",   "ms",     "iterations", "threads",
	                                   "seat",    "viewer", "follow", "moves"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

void request_int(struct request *request, const char *key, int64_t value)
{
	const struct number_field fields[] = {
		{"players", INT64_MIN, INT64_MAX, &request->players, &request->has_players},
		{"moves", 0, INT64_MAX, &request->moves, &request->has_moves},
		{"seed", 0, SEED_MAX, &request->seed, &request->has_seed},
		{"ms", 1, 600000, &request->ms, NULL},
		{"iterations", 1, 1000000000, &request->iterations, NULL},
		{"threads", 1, 256, &request->threads, NULL},
	};
	int *viewer = viewer_field(request, key);

	if (viewer) {
		if (value < 1 || value > MP_SEATS)
			refuse_member(request, MP_BAD_REQUEST, key,
			              "is a seat's number, \"public\" or \"all\".");
		else
			*viewer = (int)value - 1;
		return;
	}
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		if (strcmp(fields[i].key, key) != 0)
			continue;
		if (value < fields[i].min || value > fields[i].max) {
			refuse_member(request, MP_BAD_REQUEST, key, "is out of range.");
			return;
		}
		*fields[i].field = value;
		if (fields[i].has)
			*fields[i].has = true;
		return;
	}
	if (string_field(request, key))
		refuse_member(request, MP_BAD_REQUEST, key, "is a string.");
	else if (strcmp(key, "options") == 0)
		request_other(request, key);
}

void request_other(struct request *request, const char *key)
{
	if (string_field(request, key))
		refuse_member(request, MP_BAD_REQUEST, key, "is a string.");
	else if (is_number_key(key))
		refuse_member(request, MP_BAD_REQUEST, key, "is a whole number.");
	else if (strcmp(key, "options") == 0)
		refuse_member(request, MP_BAD_REQUEST, key, "is an object of names and values.");
}

static struct request_option *add_option(struct request *request, const char *name,
                                         enum mp_option_type type)
{
	struct request_option *option;

	if (request->n_options == REQUEST_OPTIONS_MAX) {
		refuse_member(request, MP_BAD_OPTION, name, "is one option too many: no game has so many.");
		return NULL;
	}
	option = &request->option[request->n_options++];
	*option = (struct request_option){.name = name, .type = type};
	return option;
}

void request_option_str(struct request *request, const char *name, const char *value, size_t len)
{
	struct request_option *option;

	if (strlen(value) != len) {
		refuse_member(request, MP_BAD_OPTION, name, "holds a NUL character. Leave it out.");
		return;
	}
	option = add_option(request, name, MP_TEXT);
	if (option)
		option->value = value;
}

void request_option_int(struct request *request, const char *name, int64_t value)
{
	struct request_option *option = add_option(request, name, MP_INT);
	struct mp_text text;

	if (!option)
		return;
	mp_text_init(&text, option->number, sizeof option->number);
	mp_text_int(&text, value);
	option->value = option->number;
}

void request_option_bool(struct request *request, const char *name, bool value)
{
	struct request_option *option = add_option(request, name, MP_BOOL);

	if (option)
		option->value = value ? "true" : "false";
}

void request_option_other(struct request *request, const char *name)
{
	refuse_member(request, MP_BAD_OPTION, name,
	              "is no value of an option: give a number, true, false or "
	              "a string.");
}
