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
#include "page.h"
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

enum { SEATS = 6, SAMPLES_MAX = 4000000, IN_BYTES = 65536 };

struct table;

struct player {
	int fd;
	struct table *table;
	bool keeps_books; /* reads for the whole table */
	char *in;
	size_t in_len, in_cap;
	uint64_t sent_us; /* when its move went out; 0 if none did */
	bool wants_rematch;
	char left[17]; /* the table of the game that is over */
	struct page *page;
	char at[17]; /* the table that its page shows */
	char *moves; /* listed for the turn `moves_no`, or a move that is being previewed */
	long moves_no;
};

struct table {
	char id[17], next[17];
	struct player *player[SEATS];
	int players, turn; /* 0-based seat; -1 if not known */
	long turn_no;
	bool is_asking;
	uint64_t due_us;
};

static struct {
	const char *program, *game, *folder;
	int connections, tables, players, rate, seconds;
	enum { NOW, BEFORE, THIN } as;
} options = {.game = "metro",
             .folder = "/tmp",
             .connections = 1000,
             .tables = 200,
             .players = 3,
             .rate = 500,
             .seconds = 10};

static struct player *player;
static struct table *table;
static int n_players;
static uint32_t *sample; /* microseconds */
static size_t n_samples;
static unsigned long n_messages, n_bytes, n_games, n_refused, n_events, n_all_bytes, n_asked;
static int epoll;
static struct server_process server;
static uint32_t dice = 1;
static bool is_counting;

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void die(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	server_process_stop(&server);
	exit(1);
}

static void send_frame(struct player *p, int opcode, const char *text, size_t len)
{
	static const unsigned char mask[4] = {1, 2, 3, 4};
	unsigned char frame[1024];
	size_t head = len < 126 ? 6 : 8;

	frame[0] = (unsigned char)(0x80 | opcode);
	if (len < 126) {
		frame[1] = (unsigned char)(0x80 | len);
	} else {
		frame[1] = 0x80 | 126;
		frame[2] = (unsigned char)(len >> 8);
		frame[3] = (unsigned char)len;
	}
	n_asked++;
	memcpy(frame + head - 4, mask, 4);
	for (size_t i = 0; i < len; i++)
		frame[head + i] = (unsigned char)text[i] ^ mask[i & 3];
	if (send(p->fd, frame, head + len, MSG_NOSIGNAL) != (ssize_t)(head + len))
		die("a client cannot write");
}

static void send_text(struct player *p, const char *text)
{
	send_frame(p, 1, text, strlen(text));
}

static long number_after(const char *text, const char *key, long none)
{
	const char *at = strstr(text, key);

	return at ? strtol(at + strlen(key), NULL, 10) : none;
}

enum { LEGAL = 1, PLAY, REMATCH, UNWATCH, WATCH, PREVIEW, HISTORY, VIEW };

static void ask(struct player *p, const char *op, int id)
{
	char text[128];

	snprintf(text, sizeof text, "{\"op\":\"%s\",\"id\":%d,\"table\":\"%s\"}", op, id, p->at);
	send_text(p, text);
}

static void send_move(struct player *p, const char *move, long turn_no)
{
	char text[512];

	snprintf(text, sizeof text,
	         "{\"op\":\"play\",\"id\":2,\"table\":\"%s\",\"turn\":%ld,\"move\":\"%s\"}",
	         p->table->id, turn_no, move);
	p->sent_us = now_us();
	send_text(p, text);
}

static void ask_preview(struct player *p, const char *move)
{
	char text[512];

	snprintf(text, sizeof text, "{\"op\":\"preview\",\"id\":6,\"table\":\"%s\",\"move\":\"%s\"}",
	         p->table->id, move);
	send_text(p, text);
}

static void keep_move(struct player *p, const char *text, size_t len, long turn_no)
{
	free(p->moves);
	p->moves = strndup(text, len);
	p->moves_no = turn_no;
}

static void play(struct player *p, char *moves, long turn_no)
{
	char *at = moves, *chosen = NULL;
	int n = 0;

	/* one of the listed moves, each as likely: the last of n is kept with chance 1/n */
	while (*at == '"') {
		char *end = strchr(at + 1, '"');

		dice = dice * 1664525 + 1013904223;
		if ((dice >> 8) % (uint32_t)++n == 0)
			chosen = at + 1;
		at = end + 1 + (end[1] == ',');
	}
	if (!chosen) {
		p->table->is_asking = false;
		return;
	}
	*strchr(chosen, '"') = '\0';
	if (options.as == BEFORE) {
		ask_preview(p, chosen);
		keep_move(p, chosen, strlen(chosen), turn_no);
	} else {
		send_move(p, chosen, turn_no);
	}
}

/* The table's next move is due. */
static void choose(struct table *t)
{
	struct player *p = t->player[t->turn];
	char *moves;

	t->is_asking = true;
	if (options.as == THIN) {
		ask(p, "legal", LEGAL);
	} else if (options.as == NOW && p->page) {
		moves = strstr(page_legal(p->page), "\"moves\":[");
		if (moves)
			play(p, moves + strlen("\"moves\":["), t->turn_no);
	} else if (p->moves && p->moves_no == t->turn_no) {
		moves = p->moves;
		p->moves = NULL;
		play(p, moves, t->turn_no);
		free(moves);
	} else {
		t->is_asking = false; /* its list has not come yet */
	}
}

/* A page that comes to a table: a seat from 1, or 0. */
static void arrive(struct player *p, int seat)
{
	if (options.as == THIN)
		return;
	if (seat > 0 && options.as == NOW) {
		if (!p->page)
			p->page = page_new();
		page_begin(p->page, options.game, options.players, seat);
	}
	ask(p, "history", HISTORY);
	if (options.as == BEFORE)
		ask(p, "view", VIEW);
	if (options.as == BEFORE && seat > 0)
		ask(p, "legal", LEGAL);
}

/* What a page does with what it is told, beside playing. */
static void browse(struct player *p, const char *text)
{
	bool is_table = strncmp(text, "{\"type\":\"table\"", 15) == 0;
	bool is_events = strncmp(text, "{\"type\":\"events\"", 16) == 0;
	const char *now = strstr(text, "\"now\":{");

	if (is_table)
		memcpy(p->at, strstr(text, "\"table\":\"") + strlen("\"table\":\""), 16);
	if (options.as == THIN || (!is_table && !is_events) || !strstr(text, p->at))
		return;
	if (is_table)
		arrive(p, (int)number_after(text, "\"seat\":", 0));
	else if (options.as == NOW && p->page && !page_hear(p->page, text))
		die("a page cannot follow");
	if (is_table || options.as != BEFORE || !now || !strstr(now, "\"turn_no\"") ||
	    strstr(text, "\"since\":"))
		return;
	ask(p, "view", VIEW);
	for (int i = 0; i < p->table->players; i++)
		if (p->table->player[i] == p && number_after(now, "\"turn\":", 0) == i + 1)
			ask(p, "legal", LEGAL);
}

static void want_rematch(struct player *p)
{
	char text[128];

	if (p->wants_rematch)
		return;
	p->wants_rematch = true;
	memcpy(p->left, p->table->id, sizeof p->left);
	snprintf(text, sizeof text, "{\"op\":\"rematch\",\"id\":3,\"table\":\"%s\"}", p->table->id);
	send_text(p, text);
}

static void move_on(struct player *p, const char *id)
{
	char text[256];

	snprintf(text, sizeof text, "{\"op\":\"unwatch\",\"id\":4,\"table\":\"%s\"}", p->left);
	send_text(p, text);
	snprintf(text, sizeof text, "{\"op\":\"watch\",\"id\":5,\"table\":\"%s\",\"follow\":%s}", id,
	         options.as == NOW ? "true" : "false");
	send_text(p, text);
	if (strcmp(id, p->table->id) != 0)
		memcpy(p->table->next, id, 17);
}

/* The rematch: everyone has moved up a seat. */
static void begin_again(struct table *t)
{
	struct player *first = t->player[0];

	memcpy(t->id, t->next, sizeof t->id);
	t->next[0] = '\0';
	for (int i = 0; i < t->players; i++) {
		t->player[i] = i + 1 < t->players ? t->player[i + 1] : first;
		t->player[i]->wants_rematch = false;
	}
	n_games++;
}

/* Whose turn it is, from the part of a message that says how things stand. */
static void read_now(struct table *t, const char *text)
{
	const char *now = strstr(text, "\"now\":{");

	if (!now)
		return;
	t->turn = (int)number_after(now, "\"turn\":", 0) - 1;
	t->turn_no = number_after(now, "\"turn_no\":", 0);
	t->is_asking = false;
	if (strstr(now, "\"status\":\"over\"")) {
		t->turn = -1;
		for (int i = 0; i < t->players; i++)
			want_rematch(t->player[i]);
	}
}

static void hear(struct player *p, char *text)
{
	struct table *t = p->table;
	bool is_answer = strncmp(text, "{\"type\":\"answer\"", 16) == 0;
	long id = is_answer ? number_after(text, "\"id\":", 0) : 0;
	char *at;

	if (is_answer && strstr(text, "\"ok\":false")) {
		n_refused++;
		t->is_asking = false;
		p->sent_us = 0;
	} else if (id == LEGAL && (at = strstr(text, "\"moves\":["))) {
		at += strlen("\"moves\":[");
		if (options.as == THIN)
			play(p, at, number_after(text, "\"turn_no\":", 0));
		else
			keep_move(p, at, strlen(at), number_after(text, "\"turn_no\":", 0));
	} else if (id == PREVIEW && p->moves) {
		send_move(p, p->moves, p->moves_no);
	} else if (id == PLAY && p->sent_us) {
		if (is_counting && n_samples < SAMPLES_MAX)
			sample[n_samples++] = (uint32_t)(now_us() - p->sent_us);
		p->sent_us = 0;
	} else if (id == REMATCH && (at = strstr(text, "\"table\":\""))) {
		char fresh[17] = {0};

		memcpy(fresh, at + strlen("\"table\":\""), 16);
		move_on(p, fresh);
	} else if (!is_answer && p->keeps_books && (at = strstr(text, "\"table\":\""))) {
		/* one of the players keeps the books of the table */
		at += strlen("\"table\":\"");
		if (t->next[0] && strncmp(at, t->next, 16) == 0)
			begin_again(t);
		if (strncmp(at, t->id, 16) == 0)
			read_now(t, text);
	}
	if (!is_answer)
		browse(p, text);
	if (!is_answer && strncmp(text, "{\"type\":\"events\"", 16) == 0) {
		n_events++;
		n_bytes += strlen(text);
	}
}

/* Takes whole frames out of what has been read. */
static void take_frames(struct player *p)
{
	size_t at = 0;

	while (p->in_len - at >= 2) {
		unsigned char *head = (unsigned char *)p->in + at;
		size_t len = head[1] & 127, skip = 2;
		char kept;

		if (len == 126) {
			if (p->in_len - at < 4)
				break;
			len = (size_t)head[2] << 8 | head[3];
			skip = 4;
		} else if (len == 127) {
			if (p->in_len - at < 10)
				break;
			len = 0;
			for (int i = 2; i < 10; i++)
				len = len << 8 | head[i];
			skip = 10;
		}
		if (p->in_len - at < skip + len)
			break;
		kept = p->in[at + skip + len];
		p->in[at + skip + len] = '\0';
		n_messages++;
		n_all_bytes += skip + len;
		if ((head[0] & 15) == 1)
			hear(p, p->in + at + skip);
		else if ((head[0] & 15) == 9)
			send_frame(p, 10, p->in + at + skip, len);
		else if ((head[0] & 15) == 8)
			die("the server closed a connection");
		p->in[at + skip + len] = kept;
		at += skip + len;
	}
	memmove(p->in, p->in + at, p->in_len - at);
	p->in_len -= at;
}

static void read_player(struct player *p)
{
	ssize_t n;

	if (p->in_cap - p->in_len < 16384 + 1) {
		p->in_cap = p->in_cap ? p->in_cap * 2 : 32768 + 1;
		p->in = realloc(p->in, p->in_cap);
		if (!p->in)
			die("memory");
	}
	n = recv(p->fd, p->in + p->in_len, p->in_cap - p->in_len - 1, 0);
	if (n <= 0)
		die("a connection was lost");
	p->in_len += (size_t)n;
	take_frames(p);
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
		die("epoll");
}

static void fill_table(struct table *t, struct client *clients, int n_clients)
{
	json_t *seats = json_array(), *answer, *shown;

	for (int i = 0; i < options.players; i++)
		json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
	answer = client_do(&clients[0], "create", "{s:s,s:i,s:o}", "game", options.game, "players",
	                   options.players, "seats", seats);
	snprintf(t->id, sizeof t->id, "%s", json_string_value(json_object_get(answer, "table")));
	json_decref(answer);
	t->players = options.players;
	for (int i = 1; i < options.players; i++)
		json_decref(client_do(&clients[i], "sit", "{s:s,s:i}", "table", t->id, "seat", i + 1));
	json_decref(client_do(&clients[0], "start", "{s:s}", "table", t->id));
	for (int i = 0; i < n_clients; i++)
		json_decref(client_do(&clients[i], "watch", "{s:s,s:b}", "table", t->id, "follow",
		                      options.as == NOW));
	shown = client_wait(&clients[0], "table");
	t->turn = (int)json_integer_value(json_object_get(json_object_get(shown, "now"), "turn")) - 1;
	json_decref(shown);
}

/* Tables are due one after another, at the rate that is asked for. */
static void run(double seconds, int rate)
{
	uint64_t begin = now_us(), end = begin + (uint64_t)(seconds * 1e6);
	uint64_t gap = (uint64_t)1000000 * (uint64_t)options.tables / (uint64_t)rate;
	struct epoll_event events[512];

	for (int i = 0; i < options.tables; i++)
		table[i].due_us = begin + gap * (uint64_t)i / (uint64_t)options.tables;
	while (now_us() < end) {
		int n = epoll_wait(epoll, events, 512, 1);
		uint64_t now;

		for (int i = 0; i < n; i++)
			read_player(events[i].data.ptr);
		now = now_us();
		for (int i = 0; i < options.tables; i++) {
			if (table[i].due_us > now)
				continue;
			/* no faster afterwards to make up for a slow server */
			table[i].due_us += gap;
			if (table[i].turn >= 0 && !table[i].is_asking)
				choose(&table[i]);
		}
	}
}

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static double percentile(double p)
{
	return n_samples ? sample[(size_t)(p * (double)(n_samples - 1))] / 1000.0 : 0;
}

static void measure(int rate)
{
	double cpu, commits, seconds = options.seconds;

	is_counting = false;
	run(1.5, rate);
	is_counting = true;
	n_samples = n_messages = n_bytes = n_events = n_refused = n_all_bytes = n_asked = 0;
	cpu = server_process_cpu_seconds(&server);
	commits = server_process_metric(&server, "metropole_commits_total");
	run(seconds, rate);
	cpu = server_process_cpu_seconds(&server) - cpu;
	commits = server_process_metric(&server, "metropole_commits_total") - commits;
	is_counting = false;
	qsort(sample, n_samples, sizeof *sample, by_value);
	if (n_samples == 0)
		die("nothing was played");
	printf("| %d | %.0f | %.1f | %.1f | %.1f | %.0f | %.0f | %.0f | %.0f %% | %.0f | %.0f | %.1f | "
	       "%.0f "
	       "|\n",
	       rate, (double)n_samples / seconds, percentile(0.5), percentile(0.99), percentile(1),
	       (double)n_messages / seconds, n_events ? (double)n_bytes / (double)n_events : 0,
	       server_process_resident_kb(&server) / 1024, 100 * cpu / seconds, commits / seconds,
	       1e6 * cpu / (double)n_samples, (double)n_asked / (double)n_samples,
	       (double)n_all_bytes / (double)n_samples / (options.connections / options.tables));
	fflush(stdout);
}

static void set_up(void)
{
	struct client *client = calloc((size_t)options.connections, sizeof *client);
	int per_table = options.connections / options.tables;
	double empty = server_process_metric(&server, "metropole_memory_bytes"),
		   resident = server_process_resident_kb(&server), connected, full;

	if (per_table < options.players)
		die("too few connections for so many tables");
	for (int i = 0; i < options.connections; i++) {
		char name[32];

		snprintf(name, sizeof name, "Player %d", i);
		if (i % per_table < options.players) {
			client_open(&client[i], server.port, name);
		} else if (!client_join(&client[i], server.port, "", "")) {
			die("a connection is refused");
		}
	}
	connected = server_process_metric(&server, "metropole_memory_bytes");
	printf("%d connections: %.1f kB each of heap, %.1f kB resident\n", options.connections,
	       (connected - empty) / options.connections / 1000,
	       (server_process_resident_kb(&server) - resident) * 1.024 / options.connections);
	for (int i = 0; i < options.tables; i++) {
		fill_table(&table[i], &client[i * per_table], per_table);
		for (int k = 0; k < per_table; k++) {
			struct player *p = &player[i * per_table + k];

			p->table = &table[i];
			p->keeps_books = k == 0;
			if (k < options.players)
				table[i].player[k] = p;
		}
	}
	full = server_process_metric(&server, "metropole_memory_bytes");
	printf("%d tables of %s with %d players and %d watching: %.1f kB each of heap at the start\n",
	       options.tables, options.game, options.players, per_table - options.players,
	       (full - connected) / options.tables / 1000);
	n_players = options.tables * per_table;
	for (int i = 0; i < n_players; i++) {
		adopt(&player[i], &client[i]);
		memcpy(player[i].at, player[i].table->id, sizeof player[i].at);
		arrive(&player[i], i % per_table < options.players ? i % per_table + 1 : 0);
	}
	free(client);
}

static void read_behaviour(const char *name)
{
	static const char *const names[] = {"now", "before", "thin"};

	for (unsigned i = 0; i < 3; i++) {
		if (strcmp(name, names[i]) == 0) {
			options.as = i;
			return;
		}
	}
	exit(2);
}

static void read_options(int argc, char **argv)
{
	int key;

	while ((key = getopt(argc, argv, "a:c:t:p:r:s:g:d:")) != -1) {
		int *number = key == 'c'   ? &options.connections
		              : key == 't' ? &options.tables
		              : key == 'p' ? &options.players
		              : key == 'r' ? &options.rate
		              : key == 's' ? &options.seconds
		                           : NULL;

		if (key == 'a')
			read_behaviour(optarg);
		else if (key == 'g')
			options.game = optarg;
		else if (key == 'd')
			options.folder = optarg;
		else if (number)
			*number = atoi(optarg);
		else
			exit(2);
		if (number && *number <= 0)
			exit(2);
	}
	if (optind != argc - 1) {
		fprintf(stderr, "usage: load [-a now|before|thin] [-c CONNECTIONS] [-t TABLES] [-p "
		                "PLAYERS] [-r MOVES A SECOND] "
		                "[-s SECONDS] [-g GAME] [-d FOLDER OF THE DATA] PROGRAM\n");
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
	sample = calloc(SAMPLES_MAX, sizeof *sample);
	epoll = epoll_create1(0);
	if (!server_process_start(&server, options.program, options.folder))
		die("the server did not start");
	set_up();
	printf(
		"\n| asked | moves/s | median ms | 99 %% ms | most ms | messages/s to clients | bytes an "
		"event | resident MB | server CPU | commits/s | CPU a move, us | requests a move | bytes "
		"to a "
		"client a move |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
	measure(options.rate / 2 > 0 ? options.rate / 2 : 1);
	measure(options.rate);
	printf("\n%lu games ended, %lu requests refused; heap %.1f MB for %.0f tables in memory\n",
	       n_games, n_refused, server_process_metric(&server, "metropole_memory_bytes") / 1e6,
	       server_process_metric(&server, "metropole_tables"));
	server_process_stop(&server);
	return n_samples == 0;
}
