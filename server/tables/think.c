/* SPDX-License-Identifier: MIT
 *
 * Questions to workers of other processes, and their answers.
 *
 * Who asked first is thought about first, but the second question of a table waits for the first of
 * every other that came in the same second, and what takes milliseconds comes before what takes a
 * second: as worker.c has it within one process.
 */
#include "server/tables/think.h"

#include "server/nodes/node.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/tables/table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_MS = 20, SECOND_LATER_MS = 1000 };

int64_t think_number(int64_t key, int seat)
{
	return key * THINK_SEATS + seat;
}

bool think_read(const char *text, struct think_question *question)
{
	json_t *json = json_loads(text ? text : "", 0, NULL);
	const char *table = json_string_value(json_object_get(json, "table"));
	const char *level = json_string_value(json_object_get(json, "level"));
	const char *seed = json_string_value(json_object_get(json, "seed"));
	bool good =
		table && level && seed && strlen(table) == TABLE_ID_LEN && strlen(level) < LEVEL_BYTES;

	*question = (struct think_question){
		.seat = (int)json_integer_value(json_object_get(json, "seat")),
		.ms = (uint32_t)json_integer_value(json_object_get(json, "ms")),
		.seed = seed ? strtoull(seed, NULL, 16) : 0,
		.refuses_deals = json_is_true(json_object_get(json, "refuses_deals")),
	};
	if (good) {
		memcpy(question->table, table, TABLE_ID_LEN);
		memcpy(question->level, level, strlen(level));
	}
	json_decref(json);
	return good && question->seat >= 0 && question->seat < MP_SEATS;
}

struct asking {
	struct store_job job;
	struct store_think think;
	char text[THINK_TEXT_MAX];
};

static bool run_asking(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct asking *asking = (struct asking *)base;
	int64_t id;

	asking->think.text = asking->text;
	return asking->text[0] ? ops->think_put(db, &asking->think, &id)
	                       : ops->think_drop(db, asking->think.table, asking->think.node);
}

static void finish_asking(struct server *server, struct task *task)
{
	(void)server;
	free(task);
}

static int64_t rank_of(const struct server *server, const struct table *table, uint32_t ms)
{
	int64_t rank = (int64_t)server->wall;

	for (int seat = 0; seat < MP_SEATS; seat++)
		rank += table->seats[seat].thinking ? SECOND_LATER_MS : 0;
	return ms <= QUICK_MS ? rank - THINK_AHEAD_MS : rank;
}

static void submit(struct server *server, const struct table *table, int seat, uint32_t ms,
                   const char *text)
{
	struct asking *asking = calloc(1, sizeof *asking);

	if (!asking)
		return;
	asking->job.run = run_asking;
	asking->job.task.finish = finish_asking;
	asking->think = (struct store_think){.node = server->node->id,
	                                     .table = think_number(table->key, seat),
	                                     .seq = table->n_events,
	                                     .rank = rank_of(server, table, ms)};
	snprintf(asking->text, sizeof asking->text, "%s", text);
	store_submit(server->store, &asking->job);
}

void think_ask(struct server *server, const struct table *table,
               const struct think_question *question)
{
	char text[THINK_TEXT_MAX];

	snprintf(text, sizeof text,
	         "{\"table\":\"%s\",\"seat\":%d,\"level\":\"%s\",\"ms\":%u,\"seed\":\"%llx\","
	         "\"refuses_deals\":%s}",
	         question->table, question->seat, question->level, question->ms,
	         (unsigned long long)question->seed, question->refuses_deals ? "true" : "false");
	submit(server, table, question->seat, question->ms, text);
}

void think_forget(struct server *server, const struct table *table, int seat)
{
	submit(server, table, seat, 0, "");
}

struct thought {
	struct thought *next;
	int64_t number;
	uint32_t seq;
	char move[MP_MOVE_TEXT_MAX];
};

struct hearing {
	struct store_job job;
	int64_t node;
	struct thought *first;
};

static void drop_thoughts(struct hearing *hearing)
{
	while (hearing->first) {
		struct thought *thought = hearing->first;

		hearing->first = thought->next;
		free(thought);
	}
}

/* One for which there is no memory is asked for again when nobody answers. */
static void take_thought(void *ctx, const struct store_think *asked, const char *answer)
{
	struct hearing *hearing = ctx;
	struct thought *thought = calloc(1, sizeof *thought);

	if (!thought)
		return;
	thought->number = asked->table;
	thought->seq = asked->seq;
	snprintf(thought->move, sizeof thought->move, "%s", answer ? answer : "");
	thought->next = hearing->first;
	hearing->first = thought;
}

static bool run_hearing(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct hearing *hearing = (struct hearing *)base;

	drop_thoughts(hearing);
	return ops->thoughts(db, hearing->node, take_thought, hearing);
}

static void finish_hearing(struct server *server, struct task *task)
{
	struct hearing *hearing = (struct hearing *)task;

	for (const struct thought *thought = hearing->first; thought; thought = thought->next) {
		struct table *table = table_by_key(server->tables, thought->number / THINK_SEATS);

		if (table && !server->stopping)
			table_bot_thought(server, table, (int)(thought->number % THINK_SEATS), thought->seq,
			                  thought->move);
	}
	drop_thoughts(hearing);
	free(hearing);
}

void thoughts_take(struct server *server)
{
	struct hearing *hearing = server->config.workers == 0 ? calloc(1, sizeof *hearing) : NULL;

	if (!hearing)
		return;
	hearing->job.run = run_hearing;
	hearing->job.task.finish = finish_hearing;
	hearing->node = server->node->id;
	store_submit(server->store, &hearing->job);
}
