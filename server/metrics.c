/* SPDX-License-Identifier: MIT
 *
 * The counters as Prometheus reads them.
 */
#include "server/metrics.h"

#include "server/process.h"
#include "server/queue.h"
#include "server/net/conn.h"
#include "server/nodes/duties.h"
#include "server/store/store.h"
#include "server/tables/table.h"
#include "server/worker.h"

#include <malloc.h>

#include <metropole/text.h>

/* Upper ends in microseconds. */
static const uint32_t ends[METRICS_BUCKETS] = {500,   1000,   2000,   5000,   10000,   20000,
                                               50000, 100000, 200000, 500000, 1000000, 5000000};

void metrics_answered(struct metrics *metrics, uint64_t us)
{
	int i = 0;

	while (i < METRICS_BUCKETS && us > ends[i])
		i++;
	metrics->answer[i]++;
	metrics->answer_us += us;
}

static void metric_one(struct mp_text *text, const char *name, const char *type, const char *help,
                       uint64_t value)
{
	mp_text_str(text, "# HELP metropole_");
	mp_text_str(text, name);
	mp_text_char(text, ' ');
	mp_text_str(text, help);
	mp_text_str(text, "\n# TYPE metropole_");
	mp_text_str(text, name);
	mp_text_char(text, ' ');
	mp_text_str(text, type);
	mp_text_str(text, "\nmetropole_");
	mp_text_str(text, name);
	mp_text_char(text, ' ');
	mp_text_int(text, (int64_t)value);
	mp_text_char(text, '\n');
}

static void metric_answers(const struct metrics *metrics, struct mp_text *text)
{
	uint64_t sum = 0;

	mp_text_str(text, "# HELP metropole_answer_us Microseconds from a move to its durable answer.\n"
	                  "# TYPE metropole_answer_us histogram\n");
	for (int i = 0; i <= METRICS_BUCKETS; i++) {
		sum += metrics->answer[i];
		mp_text_str(text, "metropole_answer_us_bucket{le=\"");
		if (i < METRICS_BUCKETS)
			mp_text_int(text, ends[i]);
		else
			mp_text_str(text, "+Inf");
		mp_text_str(text, "\"} ");
		mp_text_int(text, (int64_t)sum);
		mp_text_char(text, '\n');
	}
	mp_text_str(text, "metropole_answer_us_sum ");
	mp_text_int(text, (int64_t)metrics->answer_us);
	mp_text_str(text, "\nmetropole_answer_us_count ");
	mp_text_int(text, (int64_t)sum);
	mp_text_char(text, '\n');
}

static void metric_refusals(const struct metrics *metrics, struct mp_text *text)
{
#define REFUSAL(name, label) [REFUSED_##name] = label,
	static const char *const labels[] = {METRICS_REFUSALS(REFUSAL)};
#undef REFUSAL

	mp_text_str(text, "# HELP metropole_refused_total Refused, by what was too much.\n"
	                  "# TYPE metropole_refused_total counter\n");
	for (int i = 0; i < REFUSALS; i++) {
		mp_text_str(text, "metropole_refused_total{what=\"");
		mp_text_str(text, labels[i]);
		mp_text_str(text, "\"} ");
		mp_text_int(text, (int64_t)metrics->refused[i]);
		mp_text_char(text, '\n');
	}
}

static void build_info(struct mp_text *text)
{
	mp_text_str(text, "# HELP metropole_build_info The program's version.\n"
	                  "# TYPE metropole_build_info gauge\n"
	                  "metropole_build_info{version=\"" METROPOLE_VERSION "\"} 1\n");
}

void metrics_print(struct server *server, struct mp_text *text)
{
	const struct metrics *m = server->metrics;

	build_info(text);
	metric_one(text, "uptime_seconds", "gauge", "Seconds since the start.",
	           (server->now - m->started) / 1000);
	metric_one(text, "connections", "gauge", "WebSocket connections.", server->conns->n);
	metric_one(text, "tables", "gauge", "Tables in memory.", server->tables->n);
	metric_one(text, "tables_playing", "gauge", "Tables in play.", server->tables->n_playing);
	metric_one(text, "memory_bytes", "gauge", "Heap in use.", (uint64_t)mallinfo2().uordblks);
	metric_one(text, "storage_trouble", "gauge",
	           "0 writes are kept, 1 the data file is held by another process, 2 the disk is full.",
	           (uint64_t)store_state(server->store));
	metric_one(text, "storage_waiting", "gauge", "Jobs that wait for the storage thread.",
	           queue_waiting(&server->store->jobs));
	metric_one(text, "workers_waiting", "gauge", "Jobs that wait for a worker.",
	           server->config.workers ? workers_waiting(server->workers) : 0);
	metric_one(text, "messages_in_total", "counter", "WebSocket messages received.",
	           m->messages_in);
	metric_one(text, "messages_out_total", "counter", "WebSocket messages sent.", m->messages_out);
	metric_one(text, "bytes_out_total", "counter", "Bytes of messages sent.", m->bytes_out);
	metric_one(text, "requests_total", "counter", "HTTP requests.", m->requests);
	metric_refusals(m, text);
	metric_one(text, "slow_readers_total", "counter",
	           "Connections cut off because they did not read.", m->slow_readers);
	metric_one(text, "moves_total", "counter", "Moves of people.", m->moves);
	metric_one(text, "bot_moves_total", "counter", "Moves of bots.", m->bot_moves);
	metric_one(text, "chats_total", "counter", "Chat lines.", m->chats);
	metric_one(text, "reports_total", "counter", "Chat lines reported to the host.", m->reports);
	metric_one(text, "changes_lost_total", "counter",
	           "Changes that came later than one of another node.", m->changes_lost);
	metric_one(text, "duties", "gauge", "Shards whose clocks and bots this node looks after.",
	           duties_count(server));
	metric_one(text, "mismatches_total", "counter",
	           "Pages whose own match was not the server's, and that started it afresh.",
	           m->mismatches);
	metric_one(text, "tables_made_total", "counter", "Tables made.", m->tables_made);
	metric_one(text, "games_ended_total", "counter", "Games ended.", m->games_ended);
	metric_one(text, "reviews_total", "counter", "Reviews of finished games that were made.",
	           m->reviews);
	metric_one(text, "pushes_total", "counter", "Messages that a push service has taken.",
	           m->pushes);
	metric_one(text, "pushes_failed_total", "counter",
	           "Messages that it has not, or that were dropped.", m->pushes_failed);
	metric_one(text, "mails_total", "counter", "Mails that the mail server has taken.", m->mails);
	metric_one(text, "mails_failed_total", "counter",
	           "Mails that it has not, or that were dropped.", m->mails_failed);
	metric_one(text, "commits_total", "counter", "Transactions of the storage thread.",
	           atomic_load(&server->store->commits));
	metric_one(text, "stored_total", "counter", "Jobs in those transactions.",
	           atomic_load(&server->store->rows));
	metric_answers(m, text);
}
