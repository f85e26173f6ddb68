/* SPDX-License-Identifier: MIT
 *
 * Who is on vacation, and until when.
 */
#include "server/people/vacation.h"

#include "host/array.h"
#include "server/people/http_job.h"
#include "server/log.h"
#include "server/nodes/node.h"
#include "server/process.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

#define DAY_MS ((int64_t)86400000)

/* Where the person stands in the list, or would. */
static size_t place_of(const struct vacations *all, int64_t person)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (all->list[middle].person < person)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int64_t vacation_ends(const struct vacations *all, int64_t person)
{
	size_t at = place_of(all, person);

	return at < all->n && all->list[at].person == person ? all->list[at].ends : 0;
}

static bool enter_vacation(struct vacations *all, int64_t person, int64_t ends)
{
	size_t at = place_of(all, person);

	if (at == all->n || all->list[at].person != person) {
		if (!array_reserve(all->list, all->cap, all->n + 1, SIZE_MAX))
			return false;
		memmove(&all->list[at + 1], &all->list[at], (all->n - at) * sizeof *all->list);
		all->n++;
	}
	all->list[at] = (struct on_vacation){.person = person, .ends = ends};
	return true;
}

void vacation_forget(struct vacations *all, int64_t person)
{
	size_t at = place_of(all, person);

	if (at == all->n || all->list[at].person != person)
		return;
	all->n--;
	memmove(&all->list[at], &all->list[at + 1], (all->n - at) * sizeof *all->list);
}

void vacations_release(struct vacations *all)
{
	free(all->list);
}

struct loading {
	struct vacations *all;
	bool out_of_memory;
};

static void load_vacation(void *ctx, const struct store_vacation *vacation)
{
	struct loading *loading = ctx;

	loading->out_of_memory |= !enter_vacation(loading->all, vacation->user, vacation->ends);
}

bool vacations_load(struct vacations *all, const struct store_ops *ops, void *db, int64_t now)
{
	struct loading loading = {.all = all};

	return ops->vacations(db, now, load_vacation, &loading) && !loading.out_of_memory;
}

/* At every slow table of the person: the others are told, and the clock stands or goes. */
static void tell_tables(struct server *server, int64_t person, bool began, bool only_ours)
{
	for (struct table *table = server->tables->first; table; table = table->next) {
		int seat = table_seat_of(table, person);

		if (seat >= 0 && table->status == TABLE_PLAYING && table->clock.kind == CLOCK_DAYS &&
		    (!only_ours || duties_has(server, table->key)))
			table_vacation(server, table, seat, began);
	}
}

void vacations_tick(struct server *server)
{
	struct vacations *all = server->vacations;

	for (size_t i = 0; i < all->n; i++) {
		int64_t person = all->list[i].person;

		if (all->list[i].ends > (int64_t)server->wall)
			continue;
		vacation_forget(all, person);
		tell_tables(server, person, false, true);
		i--;
	}
}

void vacation_heard(struct server *server, int64_t person, int64_t ends)
{
	if (ends <= (int64_t)server->wall)
		vacation_forget(server->vacations, person);
	else if (!enter_vacation(server->vacations, person, ends))
		log_out_of_memory();
}

struct rereading {
	struct store_job job;
	struct vacations all;
	int64_t now;
};

static bool run_rereading(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct rereading *rereading = (struct rereading *)base;

	rereading->all.n = 0;
	return vacations_load(&rereading->all, ops, db, rereading->now);
}

static void finish_rereading(struct server *server, struct task *task)
{
	struct rereading *rereading = (struct rereading *)task;

	vacations_release(server->vacations);
	*server->vacations = rereading->all;
	free(rereading);
}

void vacations_reload(struct server *server)
{
	struct rereading *rereading = calloc(1, sizeof *rereading);

	if (!rereading)
		return;
	rereading->now = (int64_t)server->wall;
	rereading->job.run = run_rereading;
	rereading->job.only_reads = true;
	rereading->job.task.finish = finish_rereading;
	store_submit(server->store, &rereading->job);
}

static int year_of(int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm date;

	return gmtime_r(&seconds, &date) ? date.tm_year + 1900 : 0;
}

int vacation_left(const struct store_vacation *vacation, int budget, int64_t now)
{
	int used = vacation->year == year_of(now) ? vacation->used : 0;

	return used < budget ? budget - used : 0;
}

struct going {
	struct http_job http;
	struct store_vacation vacation;
	int days, budget, left;
	int64_t now;
	bool is_too_long;
};

/* Gives back the days of a vacation that have not begun. */
static void come_back(struct store_vacation *vacation, int64_t now)
{
	int64_t days = vacation->ends > now ? (vacation->ends - now) / DAY_MS : 0;

	vacation->used -= (int)(days < vacation->used ? days : vacation->used);
	if (vacation->ends > now)
		vacation->ends = now;
}

static bool run_vacation(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct going *going = (struct going *)base;
	struct store_vacation *vacation = &going->vacation;
	int year = year_of(going->now);
	bool found;

	if (!ops->vacation_find(db, going->http.request->person.id, vacation, &found))
		return false;
	if (!found)
		*vacation = (struct store_vacation){.user = going->http.request->person.id, .year = year};
	come_back(vacation, going->now);
	if (vacation->year != year) {
		vacation->year = year;
		vacation->used = 0;
	}
	going->left = going->budget > vacation->used ? going->budget - vacation->used : 0;
	going->is_too_long = going->days > going->left;
	if (going->is_too_long)
		return true;
	if (going->days > 0) {
		vacation->used += going->days;
		going->left -= going->days;
		vacation->began = going->now;
		vacation->ends = going->now + going->days * DAY_MS;
	}
	return ops->vacation_put(db, vacation) &&
	       node_ring(ops, db, NODE_VACATION, vacation->user,
	                 vacation->ends > going->now ? vacation->ends : 0);
}

static void finish_vacation(struct server *server, struct task *task)
{
	struct going *going = (struct going *)task;
	struct http_request *request = going->http.request;
	int64_t person = going->vacation.user;
	bool was_away = vacation_ends(server->vacations, person) > 0;
	struct mp_json json;

	if (going->is_too_long) {
		http_refuse(request, 409, "too_many",
		            "There are not so many days of vacation left this year.");
	} else {
		if (going->days > 0)
			enter_vacation(server->vacations, person, going->vacation.ends);
		else
			vacation_forget(server->vacations, person);
		if (was_away || going->days > 0)
			tell_tables(server, person, going->days > 0, false);
		json = http_json(request);
		mp_json_int(&json, "left", going->left);
		if (going->days > 0)
			mp_json_int(&json, "until", going->vacation.ends / 1000);
		else
			mp_json_null(&json, "until");
		http_send_json(request, 200, &json);
	}
	http_job_end(&going->http);
}

void vacation_route(struct http_request *request, const json_t *body)
{
	const json_t *days = json_object_get(body, "days");
	struct going *going;

	if (!http_is_somebody(request))
		return;
	if (!json_is_integer(days) || json_integer_value(days) < 0 || json_integer_value(days) > 366) {
		http_refuse(request, 400, "bad_request", "Say for how many days, or 0 to be back.");
		return;
	}
	going = http_job_new(request, sizeof *going, run_vacation, finish_vacation);
	if (!going)
		return;
	going->days = (int)json_integer_value(days);
	going->budget = (int)request->server->config.vacation_days;
	going->now = (int64_t)request->server->wall;
	http_job_submit(&going->http);
}
