/* SPDX-License-Identifier: MIT
 *
 * Bots at a table: who is to be asked, and what a bot is given, which is what its seat may know.
 *
 * A seat has one question out at a time. When the match moves on, a question that waits is taken
 * back and one that is being thought about is stopped; the seat is asked again once it is free.
 */
#include "host/question.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/tables/setups.h"
#include "server/nodes/duties.h"
#include "server/tables/table.h"
#include "server/tables/think.h"
#include "server/worker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A level that thinks so long at most is quick. */
enum { QUICK_MS = 20 };

struct bot_work {
	struct work work;
	char table[TABLE_ID_LEN + 1];
	uint32_t version;
	struct shared_setup *shared;
	struct question question;
	char level[LEVEL_BYTES];
	struct mp_bot_answer answer;
	atomic_bool is_stale; /* nobody wants the answer any more */
	bool good;
	bool is_elsewhere; /* a worker of another process thinks about it, */
	uint32_t seq;      /* as of this event */
};

static void bot_think(struct work *base, struct mp_bot *bot)
{
	struct bot_work *work = (struct bot_work *)base;
	struct mp_fault fault;

	work->good = bot && !atomic_load_explicit(&work->is_stale, memory_order_relaxed) &&
	             question_ask(&work->question, bot, &work->answer, &fault) == MP_OK;
}

static void free_work(struct server *server, struct bot_work *work)
{
	question_release(&work->question);
	setups_drop(server->setups, work->shared);
	free(work);
}

static void bot_answered(struct server *server, struct task *task)
{
	struct bot_work *work = (struct bot_work *)task;
	struct table *table = table_find(server->tables, work->table);
	int seat = work->question.request.seat;

	/* A table that has left memory and come back asks anew. */
	if (table && table->seats[seat].thinking == work) {
		bool is_stale = atomic_load_explicit(&work->is_stale, memory_order_relaxed);

		table->seats[seat].thinking = NULL;
		if (!server->stopping && is_stale)
			table_ask_bots(server, table);
		else if (!server->stopping)
			table_bot_moved(server, table, seat, work->version, work->good && work->answer.has_move,
			                work->answer.move);
	}
	free_work(server, work);
}

void table_stop_bots(struct server *server, struct table *table)
{
	table->asked = 0;
	for (int seat = 0; seat < MP_SEATS; seat++) {
		struct bot_work *work = table->seats[seat].thinking;

		if (!work)
			continue;
		if (work->is_elsewhere) {
			think_forget(server, table, seat);
			table->seats[seat].thinking = NULL;
			free_work(server, work);
			continue;
		}
		if (workers_withdraw(server->workers, &work->work)) {
			table->seats[seat].thinking = NULL;
			free_work(server, work);
		} else {
			atomic_store_explicit(&work->is_stale, true, memory_order_relaxed);
		}
	}
}

static uint32_t bot_budget_ms(const struct server *server, const char *level)
{
	uint32_t ms = mp_bot_level_ms(level);

	return ms > server->config.bot_ms || strcmp(level, "hard") == 0 ? server->config.bot_ms : ms;
}

static void send_away(struct server *server, const struct table *table, struct bot_work *work)
{
	const struct mp_bot_request *request = &work->question.request;
	struct think_question question = {.seat = request->seat,
	                                  .ms = request->ms,
	                                  .seed = request->seed,
	                                  .refuses_deals = request->refuses_deals};

	memcpy(question.table, table->id, sizeof question.table);
	memcpy(question.level, work->level, sizeof question.level);
	work->is_elsewhere = true;
	work->seq = table->n_events;
	think_ask(server, table, &question);
}

void table_bot_thought(struct server *server, struct table *table, int seat, uint32_t seq,
                       const char *text)
{
	struct bot_work *work = table->seats[seat].thinking;
	struct mp_fault fault;
	uint32_t version;
	mp_move move = 0;
	bool has_move;

	if (!work || !work->is_elsewhere || work->seq != seq)
		return;
	version = work->version;
	table->seats[seat].thinking = NULL;
	free_work(server, work);
	if (table->status != TABLE_PLAYING)
		return;
	has_move = text[0] && mp_match_check(&table->live.match, seat, text, &move, &fault) == MP_OK;
	table_bot_moved(server, table, seat, version, has_move, move);
}

static void ask_bot(struct server *server, struct table *table, int seat)
{
	struct bot_work *work = calloc(1, sizeof *work);
	const char *level = table->seats[seat].kept.level;
	struct mp_bot_request *request;
	struct mp_fault fault;

	if (!work)
		return; /* asked again at the next tick */
	work->shared = table->shared;
	setups_hold(table->shared);
	if (question_take(&work->question, &table->live.match, seat, &fault)) {
		free_work(server, work);
		return;
	}
	table->asked |= (uint8_t)(1u << seat);
	table->seats[seat].thinking = work;
	memcpy(work->table, table->id, sizeof work->table);
	memcpy(work->level, level[0] ? level : "normal", level[0] ? LEVEL_BYTES : sizeof "normal");
	work->version = table->version;
	request = &work->question.request;
	request->level = work->level;
	request->ms = bot_budget_ms(server, work->level);
	request->stop = &work->is_stale;
	request->refuses_deals = table->seats[seat].offers >= TABLE_OFFERS_MAX;
	server_random(server, &request->seed, sizeof request->seed);
	if (server->config.workers == 0) {
		send_away(server, table, work);
		return;
	}
	work->work = (struct work){.run = bot_think,
	                           .task.finish = bot_answered,
	                           .owner = (uint64_t)table->key,
	                           .is_quick = request->ms <= QUICK_MS};
	workers_submit(server->workers, &work->work);
}

/* Every bot seat with a listed move is asked once after each event. One that is on turn answers
 * what it is asked itself, and then leaves people time to answer what lies on the table. */
void table_ask_bots(struct server *server, struct table *table)
{
	unsigned actors, answerers, people = 0;
	int turn;

	if (table->status != TABLE_PLAYING || table->is_doomed || !server_takes_changes(server) ||
	    !table_is_current(table) || !duties_has(server, table->key))
		return;
	turn = mp_match_turn(&table->live.match);
	actors = mp_match_actors(&table->live.match);
	answerers = mp_match_answerers(&table->live.match);
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if ((answerers >> seat & 1) && seat != turn && !table_is_bot(table, seat))
			people |= 1u << seat;
	for (int seat = 0; seat < table->shared->setup.players; seat++) {
		if (!(actors >> seat & 1) || (table->asked >> seat & 1) || !table_is_bot(table, seat))
			continue;
		if (table->seats[seat].thinking || (seat == turn && !(answerers >> seat & 1) && people &&
		                                    server->now < table->waits_until))
			continue;
		ask_bot(server, table, seat);
	}
}
