/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: any lines to the engine, in process. Each is answered by one line of JSON that says
 * whether it went well. Requests to bots would think for as long as they are told to; they are
 * made here by a line '!' and a byte, with a fixed number of iterations.
 */
#include "line.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t entropy(void *ctx)
{
	return ++*(uint64_t *)ctx;
}

static void judge(const char *answer, size_t len)
{
	json_t *json = json_loadb(answer, len, JSON_REJECT_DUPLICATES, NULL);

	if (!json || memchr(answer, '\n', len) || !json_is_boolean(json_object_get(json, "ok")))
		abort();
	json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const bots[] = {
		"{\"op\":\"bot\",\"level\":\"easy\",\"iterations\":5,\"seed\":1}",
		"{\"op\":\"bot\",\"level\":\"hard\",\"iterations\":20,\"seed\":2,\"threads\":1}",
		"{\"op\":\"bot\",\"level\":\"normal\",\"iterations\":9,\"seat\":2}",
	};
	uint64_t counter = 0;
	struct engine *engine = engine_new(entropy, &counter);
	char *line = malloc(size + 1);

	for (size_t at = 0, n; at < size; at += n + 1) {
		const uint8_t *end = memchr(data + at, '\n', size - at);
		const char *answer;
		size_t len;

		n = end ? (size_t)(end - data) - at : size - at;
		memcpy(line, data + at, n);
		line[n] = '\0';
		if (n == 2 && line[0] == '!')
			answer =
				engine_line(engine, bots[data[at + 1] % 3], strlen(bots[data[at + 1] % 3]), &len);
		else if (memmem(line, n, "bot", 3) || memmem(line, n, "\\u00", 4))
			continue;
		else
			answer = engine_line(engine, line, n, &len);
		if (!answer)
			break; /* quit */
		judge(answer, len);
	}
	free(line);
	engine_free(engine);
	return 0;
}
