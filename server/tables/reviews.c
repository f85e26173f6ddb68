/* SPDX-License-Identifier: MIT
 *
 * The queue of reviews, as one node works it off, and what is answered about one.
 */
#include "server/tables/reviews.h"

#include "server/people/http_job.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/tables/review_task.h"
#include "server/tables/table.h"
#include "server/worker.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/record.h>
#include <metropole/text.h>

enum { LOOK_MS = 60000 }; /* for what another node has left behind */

/* --- what is asked --- */

struct review_request {
	struct http_job http;
	int64_t table;
	char *record;                    /* NULL: only to look */
	bool is_new, is_wanted, is_poor; /* poor: has no budget left for a new one */
	char *text;
};

static void take_review(void *ctx, const char *review)
{
	struct review_request *it = ctx;

	it->is_wanted = true;
	it->text = review ? strdup(review) : NULL;
}

static bool run_request(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct review_request *it = (struct review_request *)base;

	free(it->text);
	it->text = NULL;
	it->is_wanted = it->is_new = false;
	return (!it->record || ops->review_ask(db, it->table, it->record, &it->is_new)) &&
	       ops->review_find(db, it->table, take_review, it);
}

static void answer_review(struct http_request *request, const struct review_request *it)
{
	static const char waiting[] = "{\"waiting\":true}";

	if (it->is_wanted && !it->text)
		http_answer(request, 202, "application/json", waiting, strlen(waiting));
	else if (it->is_wanted && it->text[0])
		http_answer(request, 200, "application/json", it->text, strlen(it->text));
	else if (it->is_wanted)
		http_refuse(request, 404, "no_review", "This game could not be reviewed.");
	else
		http_refuse(request, 404, "no_review", "Nobody has asked for a review of this game.");
}

/* A person's budget, and, as guests are easily made, their address's. */
static bool pay(struct http_request *request)
{
	struct limits *limits = request->server->limits;
	uint64_t now = request->server->now, person = (uint64_t)request->person.id;

	if (!limits_take(limits, person, LIMIT_REVIEWS, now))
		return false;
	if (limits_take(limits, request->address.key, LIMIT_ADDRESS_REVIEWS, now))
		return true;
	limits_give_back(limits, person, LIMIT_REVIEWS);
	return false;
}

static void give_back(struct http_request *request)
{
	struct limits *limits = request->server->limits;

	limits_give_back(limits, (uint64_t)request->person.id, LIMIT_REVIEWS);
	limits_give_back(limits, request->address.key, LIMIT_ADDRESS_REVIEWS);
}

static void refuse_poor(struct http_request *request)
{
	struct limits *limits = request->server->limits;
	uint64_t now = request->server->now;
	unsigned own = limits_wait(limits, (uint64_t)request->person.id, LIMIT_REVIEWS, now);
	unsigned here = limits_wait(limits, request->address.key, LIMIT_ADDRESS_REVIEWS, now);

	http_refuse_for_now(request, REFUSED_REQUEST, own > here ? own : here,
	                    "Too many reviews. Wait a little.");
}

static void finish_request(struct server *server, struct task *task)
{
	struct review_request *it = (struct review_request *)task;

	if (it->record && !it->is_new)
		give_back(it->http.request);
	if (it->is_new)
		server->reviews->next_look = 0;
	if (it->is_poor && !it->is_wanted)
		refuse_poor(it->http.request);
	else
		answer_review(it->http.request, it);
	free(it->record);
	free(it->text);
	http_job_end(&it->http);
}

/* Without names: whoever is forgotten is in no review. */
static char *nameless_record(struct table *table)
{
	struct mp_text text = {.overflow = true};
	char *buf = NULL;

	for (size_t cap = 64 * 1024; text.overflow && cap <= SHOW_BYTES * 64u; cap *= 2) {
		free(buf);
		buf = malloc(cap);
		if (!buf)
			return NULL;
		mp_text_init(&text, buf, cap);
		mp_record_print(&table->live.match, MP_ALL, NULL, &text);
	}
	if (text.overflow) {
		free(buf);
		buf = NULL;
	}
	return buf;
}

void reviews_answer(struct http_request *request, struct table *table)
{
	struct review_request *it;

	if (request->server->config.reviews_per_day == 0) {
		http_refuse(request, 404, "no_review", "This server makes no reviews.");
		return;
	}
	/* While a game runs, nothing of it is weighed with open cards. */
	if (table->status != TABLE_OVER || table->old || !table->live.match.state) {
		http_refuse(request, 404, "no_review", "Games that have been played to the end have one.");
		return;
	}
	if (request->is_post && !http_is_somebody(request))
		return;
	it = http_job_new(request, sizeof *it, run_request, finish_request);
	if (!it)
		return;
	it->is_poor = request->is_post && !pay(request);
	it->table = table->key;
	it->record = request->is_post && !it->is_poor ? nameless_record(table) : NULL;
	if (request->is_post && !it->is_poor && !it->record) {
		give_back(request);
		http_refuse(request, 503, "busy", "The server has no memory left.");
		free(it);
		return;
	}
	it->http.job.only_reads = !it->record;
	http_job_submit(&it->http);
}

/* --- how it is made --- */

struct reviewing {
	struct work work;
	struct review_task task;
	uint64_t next_beat;
};

struct review_job {
	struct store_job job;
	int64_t node, table;
	struct reviewing *reviewing; /* that it begins or ends */
};

static void rest(struct server *server, struct reviewing *reviewing, bool look_again)
{
	review_task_release(&reviewing->task);
	free(reviewing);
	server->reviews->is_busy = false;
	if (look_again)
		server->reviews->next_look = 0;
}

static struct review_job *job_new(struct server *server, struct reviewing *reviewing,
                                  bool (*run)(const struct store_ops *, void *, struct store_job *),
                                  void (*finish)(struct server *, struct task *))
{
	struct review_job *job = calloc(1, sizeof *job);

	if (!job)
		return NULL;
	job->job.run = run;
	job->job.task.finish = finish;
	job->node = server->is_shared ? server->store->ops->node(server->store->db) : 0;
	job->reviewing = reviewing;
	job->table = reviewing->task.table;
	return job;
}

static bool run_hold(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct review_job *job = (struct review_job *)base;

	return ops->review_hold(db, job->table, job->node, REVIEW_HOLD_MS);
}

static void finish_hold(struct server *server, struct task *task)
{
	(void)server;
	free(task);
}

static bool run_put(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct review_job *job = (struct review_job *)base;
	const char *text = job->reviewing->task.text;

	return ops->review_put(db, job->table, job->node, text ? text : "");
}

static void finish_put(struct server *server, struct task *task)
{
	struct review_job *job = (struct review_job *)task;

	server->metrics->reviews += job->reviewing->task.text != NULL;
	rest(server, job->reviewing, true);
	free(job);
}

/* What cannot be written for want of memory somebody takes again. */
static void weighed(struct server *server, struct task *task)
{
	struct reviewing *reviewing = (struct reviewing *)task;
	struct review_job *job;

	if (server->stopping) {
		rest(server, reviewing, false);
		return;
	}
	if (reviewing->task.step == REVIEW_GOES_ON) {
		if (server->now >= reviewing->next_beat) {
			reviewing->next_beat = server->now + REVIEW_BEAT_MS;
			job = job_new(server, reviewing, run_hold, finish_hold);
			if (job)
				store_submit(server->store, &job->job);
		}
		workers_submit(server->workers, &reviewing->work);
		return;
	}
	job = job_new(server, reviewing, run_put, finish_put);
	if (job)
		store_submit(server->store, &job->job);
	else
		rest(server, reviewing, false);
}

static void weigh(struct work *work, struct mp_bot *bot)
{
	(void)bot;
	review_task_go(&((struct reviewing *)work)->task);
}

static bool run_take(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct review_job *job = (struct review_job *)base;

	review_task_release(&job->reviewing->task);
	return ops->review_take(db, job->node, REVIEW_HOLD_MS, review_task_take, &job->reviewing->task);
}

static void finish_take(struct server *server, struct task *task)
{
	struct review_job *job = (struct review_job *)task;
	struct reviewing *reviewing = job->reviewing;

	free(job);
	if (!reviewing->task.table || server->stopping) {
		rest(server, reviewing, false);
		return;
	}
	reviewing->next_beat = server->now + REVIEW_BEAT_MS;
	reviewing->work = (struct work){.run = weigh, .task.finish = weighed, .is_patient = true};
	workers_submit(server->workers, &reviewing->work);
}

void reviews_tick(struct server *server)
{
	struct reviews *reviews = server->reviews;
	struct reviewing *reviewing;
	struct review_job *job;

	if (server->config.workers == 0 || server->config.reviews_per_day == 0 || reviews->is_busy ||
	    server->now < reviews->next_look || server->stopping)
		return;
	reviews->next_look = server->now + LOOK_MS;
	reviewing = calloc(1, sizeof *reviewing);
	job = reviewing ? job_new(server, reviewing, run_take, finish_take) : NULL;
	if (!job) {
		free(reviewing);
		return;
	}
	reviews->is_busy = true;
	store_submit(server->store, &job->job);
}
