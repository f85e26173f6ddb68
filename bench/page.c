/* SPDX-License-Identifier: MIT
 *
 * The followed match of one seat, in an engine of its own.
 */
#include "page.h"

#include "engine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page {
	struct engine *engine;
	long seq;      /* of the last event that it has had */
	bool has_past; /* the history came; before, nothing is taken */
	char answer[32768];
};

static uint64_t no_entropy(void *ctx)
{
	(void)ctx;
	return 1;
}

struct page *page_new(void)
{
	struct page *page = calloc(1, sizeof *page);

	if (!page || !(page->engine = engine_new(no_entropy, NULL))) {
		perror("page");
		exit(1);
	}
	return page;
}

static bool answer(struct page *page, struct request *request)
{
	size_t len;
	const char *text = engine_answer(page->engine, request, &len);

	snprintf(page->answer, sizeof page->answer, "%.*s", (int)len, text);
	return strncmp(page->answer, "{\"ok\":true", 10) == 0;
}

void page_begin(struct page *page, const char *game, int players, int seat)
{
	struct request request;

	request_init(&request);
	request.op = "new";
	request.game = game;
	request_int(&request, "players", players);
	request_int(&request, "follow", seat);
	answer(page, &request);
	page->seq = 0;
	page->has_past = false;
}

static bool play(struct page *page, const char *event)
{
	const char *seat = strstr(event, "\"seat\":"), *move = strstr(event, "\"move\":\"");
	char text[128];
	struct request request;

	if (!seat || !move)
		return false;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(move + 8, "\""), move + 8);
	request_init(&request);
	request.op = "play";
	request.move = text;
	if (seat[7] != '"')
		request_int(&request, "seat", seat[7] - '0');
	return answer(page, &request);
}

bool page_hear(struct page *page, const char *events)
{
	const char *at = events;

	page->has_past |= strstr(events, "\"since\":") != NULL;
	while (page->has_past && (at = strstr(at, "{\"seq\":"))) {
		long seq = strtol(at + 7, NULL, 10);
		const char *kind = strstr(at, "\"kind\":\"");

		if (seq > page->seq) {
			if (seq != page->seq + 1 || !kind)
				return false;
			page->seq = seq;
			if (strncmp(kind + 8, "move", 4) == 0 && !play(page, at))
				return false;
		}
		at++;
	}
	return true;
}

char *page_legal(struct page *page)
{
	struct request request;

	request_init(&request);
	request.op = "legal";
	answer(page, &request);
	return page->answer;
}
