/* SPDX-License-Identifier: MIT
 *
 * load PROGRAM: starts a server of its own, fills it with real WebSocket clients on the loopback
 * that play random moves at a steady rate, and prints what it held: answers within which time,
 * moves a second, memory for a connection and for a table.
 *
 * Clients say what people's browsers say: they choose a legal move and play it, and the time from
 * there to the durable answer is what counts. When a game ends they play another. How they come to
 * their moves is -a: as the pages do `now`, which follow the game with an engine of their own and
 * ask for nothing; as they did `before`, when each asked for the view after every event, the
 * players for their moves, and the mover for a preview; or as a `thin` client, which asks for its
 * moves only.
 */
#include "player.h"
#include "server_process.h"

#include "tests/server/client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct {
	const char *program, *where;
	int connections, tables, rate, seconds, nodes, database; /* its process */
	bool keeps_together; /* whoever is at a table is at one node */
} options = {
	.where = "/tmp", .nodes = 1, .connections = 1000, .tables = 200, .rate = 500, .seconds = 10};

struct load load = {.game = "metro", .players = 3};

static struct player *player;
static struct table *table;
static int n_players, epoll;
enum { NODES_MAX = 8 };

static struct server_process server[NODES_MAX];

uint64_t load_now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

_Noreturn void load_die(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	for (int i = 0; i < NODES_MAX; i++)
		server_process_stop(&server[i]);
	exit(1);
}

/* Of all nodes together. */
static double metric(const char *name)
{
	double sum = 0;

	for (int i = 0; i < options.nodes; i++)
		sum += server_process_metric(&server[i], name);
	return sum;
}

static double resident_kb(void)
{
	double sum = 0;

	for (int i = 0; i < options.nodes; i++)
		sum += server_process_resident_kb(&server[i]);
	return sum;
}

/* Seconds of processor time: of the nodes, of the database, and our own. */
struct cpu {
	double nodes, database, own;
};

static struct cpu cpu_now(void)
{
	struct cpu cpu = {.database = server_process_family_cpu_seconds(options.database),
	                  .own = (double)clock() / CLOCKS_PER_SEC};

	for (int i = 0; i < options.nodes; i++)
		cpu.nodes += server_process_cpu_seconds(&server[i]);
	return cpu;
}

static void adopt(struct player *p, struct client *client)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};

	p->fd = client->fd;
	p->in_cap = client->in_len + 1024;
	p->in = malloc(p->in_cap);
	memcpy(p->in, client->in, client->in_len);
	p->in_len = client->in_len;
	client->fd = -1;
	client_close(client);
	fcntl(p->fd, F_SETFL, O_NONBLOCK);
	if (epoll_ctl(epoll, EPOLL_CTL_ADD, p->fd, &event) != 0)
		load_die("epoll");
}

static void fill_table(struct table *t, struct client *clients, int n_clients)
{
	json_t *seats = json_array(), *answer, *shown;

	for (int i = 0; i < load.players; i++)
		json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
	answer = client_do(&clients[0], "create", "{s:s,s:i,s:o}", "game", load.game, "players",
	                   load.players, "seats", seats);
	snprintf(t->id, sizeof t->id, "%s", json_string_value(json_object_get(answer, "table")));
	json_decref(answer);
	t->players = load.players;
	for (int i = 1; i < load.players; i++)
		json_decref(client_do(&clients[i], "sit", "{s:s,s:i}", "table", t->id, "seat", i + 1));
	json_decref(client_do(&clients[0], "start", "{s:s}", "table", t->id));
	for (int i = 0; i < n_clients; i++)
		json_decref(
			client_do(&clients[i], "watch", "{s:s,s:b}", "table", t->id, "follow", load.as == NOW));
	shown = client_wait(&clients[0], "table");
	t->turn = (int)json_integer_value(json_object_get(json_object_get(shown, "now"), "turn")) - 1;
	json_decref(shown);
}

/* Tables are due one after another, at the rate that is asked for; 0: none is. */
static void run(double seconds, int rate)
{
	uint64_t begin = load_now_us(), end = begin + (uint64_t)(seconds * 1e6);
	uint64_t gap = rate ? (uint64_t)1000000 * (uint64_t)options.tables / (uint64_t)rate : 0;
	struct epoll_event events[512];

	for (int i = 0; i < options.tables; i++)
		table[i].due_us = rate ? begin + gap * (uint64_t)i / (uint64_t)options.tables : UINT64_MAX;
	while (load_now_us() < end) {
		int n = epoll_wait(epoll, events, 512, 1);
		uint64_t now;

		for (int i = 0; i < n; i++)
			player_read(events[i].data.ptr);
		now = load_now_us();
		for (int i = 0; i < options.tables; i++) {
			if (table[i].due_us > now)
				continue;
			/* no faster afterwards to make up for a slow server */
			table[i].due_us += gap;
			if (table[i].turn >= 0 && !table[i].is_asking)
				player_choose(&table[i]);
		}
	}
}

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static double percentile(const uint32_t *sample, size_t n, double p)
{
	return n ? sample[(size_t)(p * (double)(n - 1))] / 1000.0 : 0;
}

static void measure(int rate)
{
	double commits, seconds = options.seconds, moves;
	struct cpu from, to;

	load.is_counting = false;
	run(1.5, rate);
	load.is_counting = true;
	load.n_samples = load.n_messages = load.n_bytes = load.n_events = load.n_refused =
		load.n_all_bytes = load.n_asked = load.n_elsewhere = 0;
	from = cpu_now();
	commits = metric("metropole_commits_total");
	run(seconds, rate);
	to = cpu_now();
	commits = metric("metropole_commits_total") - commits;
	load.is_counting = false;
	qsort(load.sample, load.n_samples, sizeof *load.sample, by_value);
	qsort(load.elsewhere, load.n_elsewhere, sizeof *load.elsewhere, by_value);
	if (load.n_samples == 0)
		load_die("nothing was played");
	moves = (double)load.n_samples;
	printf("| %d | %.0f | %.1f | %.1f | %.1f | %.0f | %.0f | %.0f | %.0f %% | %.0f | %.0f | %.1f | "
	       "%.0f | %.1f | %.1f | %.0f | %.0f |\n",
	       rate, moves / seconds, percentile(load.sample, load.n_samples, 0.5),
	       percentile(load.sample, load.n_samples, 0.99),
	       percentile(load.sample, load.n_samples, 1), (double)load.n_messages / seconds,
	       load.n_events ? (double)load.n_bytes / (double)load.n_events : 0, resident_kb() / 1024,
	       100 * (to.nodes - from.nodes) / seconds, commits / seconds,
	       1e6 * (to.nodes - from.nodes) / moves, (double)load.n_asked / moves,
	       (double)load.n_all_bytes / moves / (options.connections / options.tables),
	       percentile(load.elsewhere, load.n_elsewhere, 0.5),
	       percentile(load.elsewhere, load.n_elsewhere, 0.99),
	       1e6 * (to.database - from.database) / moves, 1e6 * (to.own - from.own) / moves);
	fflush(stdout);
}

/* What connections and tables cost while nobody moves. */
static void measure_idle(void)
{
	struct cpu from, to;

	run(1.5, 0);
	from = cpu_now();
	run(options.seconds, 0);
	to = cpu_now();
	printf("idle: %.2f ms of processor a second in the nodes, %.2f in the database\n",
	       1000 * (to.nodes - from.nodes) / options.seconds,
	       1000 * (to.database - from.database) / options.seconds);
}

/* Of a connection. */
static int node_of(int i, int per_table)
{
	return (options.keeps_together ? i / per_table : i) % options.nodes;
}

static void set_up(void)
{
	struct client *client = calloc((size_t)options.connections, sizeof *client);
	int per_table = options.connections / options.tables;
	double empty = metric("metropole_memory_bytes"), resident = resident_kb(), connected, full;

	if (per_table < load.players)
		load_die("too few connections for so many tables");
	for (int i = 0; i < options.connections; i++) {
		char name[32];

		snprintf(name, sizeof name, "Player %d", i);
		if (i % per_table < load.players) {
			client_open(&client[i], server[node_of(i, per_table)].port, name);
		} else if (!client_join(&client[i], server[node_of(i, per_table)].port, "", "")) {
			load_die("a connection is refused");
		}
	}
	connected = metric("metropole_memory_bytes");
	printf("%d connections: %.1f kB each of heap, %.1f kB resident\n", options.connections,
	       (connected - empty) / options.connections / 1000,
	       (resident_kb() - resident) * 1.024 / options.connections);
	for (int i = 0; i < options.tables; i++) {
		fill_table(&table[i], &client[i * per_table], per_table);
		for (int k = 0; k < per_table; k++) {
			struct player *p = &player[i * per_table + k];

			p->table = &table[i];
			p->node = node_of(i * per_table + k, per_table);
			p->keeps_books = k == 0;
			if (k < load.players)
				table[i].player[k] = p;
		}
	}
	full = metric("metropole_memory_bytes");
	printf("%d tables of %s with %d players and %d watching: %.1f kB each of heap at the start\n",
	       options.tables, load.game, load.players, per_table - load.players,
	       (full - connected) / options.tables / 1000);
	n_players = options.tables * per_table;
	for (int i = 0; i < n_players; i++) {
		adopt(&player[i], &client[i]);
		memcpy(player[i].at, player[i].table->id, sizeof player[i].at);
		player_arrive(&player[i], i % per_table < load.players ? i % per_table + 1 : 0);
	}
	free(client);
}

static void read_behaviour(const char *name)
{
	static const char *const names[] = {"now", "before", "thin"};

	for (unsigned i = 0; i < 3; i++) {
		if (strcmp(name, names[i]) == 0) {
			load.as = i;
			return;
		}
	}
	exit(2);
}

static void read_options(int argc, char **argv)
{
	int key;

	while ((key = getopt(argc, argv, "a:c:t:p:r:s:g:d:n:P:k")) != -1) {
		int *number = key == 'c'   ? &options.connections
		              : key == 't' ? &options.tables
		              : key == 'p' ? &load.players
		              : key == 'r' ? &options.rate
		              : key == 's' ? &options.seconds
		              : key == 'n' ? &options.nodes
		              : key == 'P' ? &options.database
		                           : NULL;

		if (key == 'a')
			read_behaviour(optarg);
		else if (key == 'k')
			options.keeps_together = true;
		else if (key == 'g')
			load.game = optarg;
		else if (key == 'd')
			options.where = optarg;
		else if (number)
			*number = atoi(optarg);
		else
			exit(2);
		if ((number && *number <= 0) || options.nodes > NODES_MAX)
			exit(2);
	}
	if (optind != argc - 1) {
		fprintf(stderr,
		        "usage: load [-a now|before|thin] [-c CONNECTIONS] [-t TABLES] [-p "
		        "PLAYERS] [-r MOVES A SECOND] "
		        "[-s SECONDS] [-g GAME] [-d FOLDER OF THE DATA, OR ITS ADDRESS] [-n NODES] "
		        "[-P PROCESS OF THE DATABASE] [-k: KEEPS EACH TABLE AT ONE NODE] PROGRAM\n");
		exit(2);
	}
	options.program = argv[optind];
}

int main(int argc, char **argv)
{
	read_options(argc, argv);
	signal(SIGPIPE, SIG_IGN);
	player = calloc((size_t)options.connections, sizeof *player);
	table = calloc((size_t)options.tables, sizeof *table);
	load.sample = calloc(SAMPLES_MAX, sizeof *load.sample);
	epoll = epoll_create1(0);
	load.elsewhere = calloc(SAMPLES_MAX, sizeof *load.elsewhere);
	for (int i = 0; i < options.nodes; i++)
		if (!server_process_start(&server[i], options.program, options.where))
			load_die("the server did not start");
	set_up();
	measure_idle();
	puts("\n| asked | moves/s | median ms | 99 % ms | most ms | messages/s to clients | bytes per "
	     "event "
	     "| resident MB | server CPU | commits/s | CPU per move, us | requests per move "
	     "| bytes to a client per move | told elsewhere, median ms | 99 % ms | database's CPU per "
	     "move, us | this program's |\n"
	     "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
	measure(options.rate / 2 > 0 ? options.rate / 2 : 1);
	measure(options.rate);
	printf("\n%lu games ended, %lu requests refused; heap %.1f MB for %.0f tables in memory\n",
	       load.n_games, load.n_refused, metric("metropole_memory_bytes") / 1e6,
	       metric("metropole_tables"));
	for (int i = 0; i < options.nodes; i++)
		server_process_stop(&server[i]);
	return load.n_samples == 0;
}
