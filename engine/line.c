/* SPDX-License-Identifier: MIT
 *
 * jansson reads, the request's setters judge.
 */
#include "line.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static void fill_options(struct request *request, json_t *options)
{
	const char *name;
	json_t *value;

	json_object_foreach(options, name, value)
	{
		if (json_is_string(value))
			request_option_str(request, name, json_string_value(value), json_string_length(value));
		else if (json_is_integer(value))
			request_option_int(request, name, json_integer_value(value));
		else if (json_is_boolean(value))
			request_option_bool(request, name, json_is_true(value));
		else
			request_option_other(request, name);
	}
}

static void fill_request(struct request *request, json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value)
	{
		if (strcmp(key, "options") == 0 && json_is_object(value))
			fill_options(request, value);
		else if (json_is_string(value))
			request_str(request, key, json_string_value(value), json_string_length(value));
		else if (json_is_integer(value))
			request_int(request, key, json_integer_value(value));
		else
			request_other(request, key);
	}
}

const char *engine_line(struct engine *engine, const char *line, size_t line_len, size_t *len)
{
	struct request request;
	json_error_t error;
	json_t *object = json_loadb(line, line_len, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
	json_t *id;
	char *id_text = NULL;
	const char *answer;

	if (!object)
		return engine_refuse(engine, MP_BAD_JSON,
		                     "This line is not JSON. Send one JSON object on each line.", len);
	request_init(&request);
	id = json_object_get(object, "id");
	if (id)
		id_text = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
	request_id(&request, id_text);
	if (json_is_object(object))
		fill_request(&request, object);
	else
		mp_fault_set(&request.fault, MP_BAD_REQUEST, "A request is a JSON object.");
	if (!request.fault.code && request.op && strcmp(request.op, "quit") == 0)
		answer = NULL;
	else
		answer = engine_answer(engine, &request, len);
	free(id_text);
	json_decref(object);
	return answer;
}
