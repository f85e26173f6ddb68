/* SPDX-License-Identifier: MIT
 *
 * Threads that take questions from the database. Each has a connection of its own. One beside them
 * takes what is quick, or has waited for so long that it is ranked as if it were: nobody's easy bot
 * waits until somebody's hard one has thought.
 */
#include "server/nodes/work.h"

#include "server/nodes/work_review.h"

#include "host/live.h"
#include "host/question.h"
#include "server/log.h"
#include "server/tables/image.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"
#include "server/tables/think.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

enum {
	LOOK_MS = 500,    /* so often where the bell is not heard */
	AGAIN_MS = 300,   /* after the database failed */
	TAKE_MS = 1500,   /* beyond the time to think: then another may take the question */
	BUDGET_MS = 5000, /* the most that is thought about a move */
	THREADS_MAX = 64,
	QUICK_BOT_BYTES = 8 << 20,
};

struct crew {
	const char *data;
	const atomic_bool *stop;
	pthread_mutex_t lock;
	pthread_cond_t rung;
	uint64_t rings;
	struct worker {
		struct crew *crew;
		pthread_t thread;
		void *db;
		struct mp_bot *bot;
		struct setups setups;
		void *scratch;
		int64_t table; /* whose question it thinks about, */
		uint32_t seq;  /* asked at this event */
		bool is_quick;
		atomic_bool is_stale;
	} workers[THREADS_MAX + 1];
	unsigned n;
};

/* What is asked for is no longer of interest once the table has moved on. On the bell's thread. */
static void heard(void *ctx, struct store_bell bell)
{
	struct crew *crew = ctx;

	pthread_mutex_lock(&crew->lock);
	if (bell.topic == BELL_THINK || bell.topic == BELL_MISSED) {
		crew->rings++;
		pthread_cond_broadcast(&crew->rung);
	}
	for (unsigned i = 0; bell.topic == BELL_TABLE && i < crew->n; i++)
		if (crew->workers[i].table == bell.a && bell.b > crew->workers[i].seq)
			atomic_store(&crew->workers[i].is_stale, true);
	pthread_mutex_unlock(&crew->lock);
}

struct taken {
	bool found;
	struct store_think think;
	char text[THINK_TEXT_MAX];
};

static void take(void *ctx, const struct store_think *think)
{
	struct taken *taken = ctx;

	taken->found = true;
	taken->think = *think;
	snprintf(taken->text, sizeof taken->text, "%s", think->text ? think->text : "");
}

static uint32_t think_ms(const struct think_question *asked)
{
	return asked->ms < BUDGET_MS ? asked->ms : BUDGET_MS;
}

static bool next_question(struct worker *worker, struct taken *taken, struct think_question *asked,
                          struct images *images)
{
	const struct store_ops *ops = &store_sql;

	*taken = (struct taken){0};
	images_clear(images);
	if (!ops->begin(worker->db, false) ||
	    !ops->think_take(worker->db, ops->node(worker->db), TAKE_MS,
	                     worker->is_quick ? THINK_AHEAD_MS / 2 : 0, take, taken))
		return false;
	if (taken->found && think_read(taken->text, asked) &&
	    (!ops->think_keep(worker->db, taken->think.id, ops->node(worker->db),
	                      think_ms(asked) + TAKE_MS) ||
	     !ops->table_find(worker->db, asked->table, images_take, images) ||
	     (!images_read(images, ops, worker->db, 0) && !images->out_of_memory)))
		return false;
	return ops->commit(worker->db);
}

/* The match as it stood at the event. */
static bool rebuild(struct live *live, const struct image *image, uint32_t seq,
                    struct shared_setup *shared, void *scratch)
{
	struct mp_fault fault;
	bool has_begun = false;
	size_t i = 0;

	for (; i < image->n && i < seq; i++) {
		const struct store_event *event = &image->events[i];

		if (event->kind == EVENT_START) {
			if (has_begun || live_share(live, &shared->setup, scratch, &fault))
				break;
			has_begun = true;
		} else if (event->kind == EVENT_MOVE) {
			if (!has_begun || live_play(live, event->seat, event->text, &fault))
				break;
		} else if (event->kind == EVENT_UNDO && has_begun) {
			mp_match_rewind(&live->match, strtoul(event->text, NULL, 10));
		}
	}
	if (has_begun && i < seq)
		live_release(live);
	return has_begun && i == seq;
}

static void write_move(const struct mp_setup *setup, const struct mp_bot_answer *answer, char *out)
{
	struct mp_text text;

	mp_text_init(&text, out, MP_MOVE_TEXT_MAX);
	if (answer->has_move)
		setup->game->print(setup, answer->move, &text);
}

static bool ask_bot(struct worker *worker, struct live *live, const struct think_question *asked,
                    char out[MP_MOVE_TEXT_MAX])
{
	struct question question = {0};
	struct mp_bot_answer answer = {0};
	struct mp_fault fault;
	bool good = question_take(&question, &live->match, asked->seat, &fault) == MP_OK;

	if (good) {
		question.request.level = asked->level;
		question.request.ms = think_ms(asked);
		question.request.seed = asked->seed;
		question.request.stop = &worker->is_stale;
		question.request.refuses_deals = asked->refuses_deals;
		good = question_ask(&question, worker->bot, &answer, &fault) == MP_OK;
	}
	out[0] = '\0';
	if (good)
		write_move(live->match.setup, &answer, out);
	question_release(&question);
	return good;
}

/* Whoever asked by other rules than these waits for a worker that has them. */
static bool think(struct worker *worker, const struct taken *taken,
                  const struct think_question *asked, const struct image *image,
                  char out[MP_MOVE_TEXT_MAX])
{
	const struct mp_game *game = image ? mp_game_find(image->table.game) : NULL;
	json_t *options = game ? json_loads(image->options, 0, NULL) : NULL;
	struct mp_fault fault;
	struct shared_setup *shared = NULL;
	struct live live = {0};
	bool good = false;

	if (game && game->rules_version == image->table.rules)
		shared =
			setups_get(&worker->setups, image->table.game, image->table.players, options, &fault);
	if (shared && rebuild(&live, image, taken->think.seq, shared, worker->scratch)) {
		good = ask_bot(worker, &live, asked, out);
		live_release(&live);
	}
	if (shared)
		setups_drop(&worker->setups, shared);
	json_decref(options);
	return good;
}

static bool answer(struct worker *worker, const struct taken *taken, const char *move)
{
	const struct store_ops *ops = &store_sql;
	bool kept;

	return ops->begin(worker->db, false) &&
	       ops->think_answer(worker->db, taken->think.id, ops->node(worker->db), move, &kept) &&
	       ops->commit(worker->db);
}

static void watch(struct worker *worker, int64_t table, uint32_t seq)
{
	pthread_mutex_lock(&worker->crew->lock);
	worker->table = table;
	worker->seq = seq;
	atomic_store(&worker->is_stale, false);
	pthread_mutex_unlock(&worker->crew->lock);
}

static void wait_for_bell(struct crew *crew, uint64_t *seen, unsigned ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += (long)ms * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&crew->lock);
	if (crew->rings == *seen)
		pthread_cond_timedwait(&crew->rung, &crew->lock, &until);
	*seen = crew->rings;
	pthread_mutex_unlock(&crew->lock);
}

/* After a failure: was it kept all the same? A commit whose answer did not come is asked after,
 * before anything else can be done. */
static bool was_kept(struct worker *worker, uint64_t *seen)
{
	char why[256];
	bool kept = false, unsure = store_sql.failed(worker->db, why, sizeof why) == STORE_UNSURE;

	do
		wait_for_bell(worker->crew, seen, AGAIN_MS);
	while (unsure && !store_sql.was_kept(worker->db, &kept) && !atomic_load(worker->crew->stop));
	return kept;
}

static void *run(void *arg)
{
	struct worker *worker = arg;
	struct images images = {0};
	struct work_review review = {0};
	struct think_question asked;
	struct taken taken;
	uint64_t seen = 0;
	char move[MP_MOVE_TEXT_MAX];

	while (!atomic_load(worker->crew->stop)) {
		if (!next_question(worker, &taken, &asked, &images) && !was_kept(worker, &seen))
			continue;
		if (!taken.found) {
			if (worker->is_quick || !work_review_go(&review, worker->db))
				wait_for_bell(worker->crew, &seen, LOOK_MS);
			continue;
		}
		watch(worker, taken.think.table / THINK_SEATS, taken.think.seq);
		if (think(worker, &taken, &asked, images.first, move) && !atomic_load(&worker->is_stale))
			while (!answer(worker, &taken, move) && !was_kept(worker, &seen) &&
			       !atomic_load(worker->crew->stop))
				;
		watch(worker, 0, 0);
	}
	work_review_release(&review);
	images_clear(&images);
	return NULL;
}

static bool begin_worker(struct crew *crew, bool is_quick, char *why, size_t cap)
{
	struct worker *worker = &crew->workers[crew->n];
	size_t scratch = 16;

	for (size_t i = 0; mp_games[i]; i++)
		if (mp_match_scratch_size(mp_games[i]) > scratch)
			scratch = mp_match_scratch_size(mp_games[i]);
	worker->crew = crew;
	worker->is_quick = is_quick;
	worker->db = store_sql.open(crew->data, why, cap);
	if (!worker->db)
		return false;
	worker->scratch = calloc(1, scratch);
	worker->bot = mp_bot_new(is_quick ? QUICK_BOT_BYTES : 0, 1);
	if (!worker->scratch || !worker->bot ||
	    pthread_create(&worker->thread, NULL, run, worker) != 0) {
		snprintf(why, cap, "There is not enough memory.");
		store_sql.close(worker->db);
		free(worker->scratch);
		if (worker->bot)
			mp_bot_free(worker->bot);
		return false;
	}
	crew->n++;
	return true;
}

bool work_run(const char *data, unsigned threads, const atomic_bool *stop, char *why, size_t cap)
{
	struct crew *crew = calloc(1, sizeof *crew);
	pthread_condattr_t attr;
	struct bell *bell;
	int64_t node = 0;
	bool good = crew != NULL;

	if (!crew || sodium_init() < 0)
		return false;
	crew->data = data;
	crew->stop = stop;
	pthread_mutex_init(&crew->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&crew->rung, &attr);
	pthread_condattr_destroy(&attr);
	bell = bell_new(data, node, heard, crew, why, cap);
	good = bell != NULL;
	while (good && crew->n < threads && crew->n < THREADS_MAX)
		good = begin_worker(crew, false, why, cap);
	good = good && begin_worker(crew, true, why, cap);
	if (good)
		log_event(LOG_INFO, "working", NULL);
	for (unsigned i = 0; i < crew->n; i++) {
		pthread_join(crew->workers[i].thread, NULL);
		store_sql.close(crew->workers[i].db);
		mp_bot_free(crew->workers[i].bot);
		free(crew->workers[i].scratch);
	}
	bell_free(bell);
	pthread_cond_destroy(&crew->rung);
	pthread_mutex_destroy(&crew->lock);
	free(crew);
	return good;
}
