/* SPDX-License-Identifier: MIT
 *
 * alloc [RUNS]: memory runs out at every allocation that the server makes while people play, one
 * run for each. Who asks is refused or cut off and can come back; where nothing can be refused the
 * server ends, and says so. Nobody waits for ever, and what was acknowledged is there afterwards.
 *
 * The program is linked so that its own allocations come by here; those of jansson are led here.
 */
#include "client.h"
#include "disk.h"

#include <jansson.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 120 };

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
char *__real_strdup(const char *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
char *__wrap_strdup(const char *);

/* Seen by the parent, too. */
struct shared {
	atomic_uint calls, bad; /* the call that fails; 0 for none */
	atomic_bool is_armed;
	atomic_int port;
};

static struct shared *shared;
static struct server *server; /* in the child */

static bool fails(void)
{
	return server && atomic_load(&shared->is_armed) &&
	       atomic_fetch_add(&shared->calls, 1) + 1 == atomic_load(&shared->bad);
}

void *__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t n)
{
	return fails() ? NULL : __real_realloc(old, n);
}

char *__wrap_strdup(const char *text)
{
	return fails() ? NULL : __real_strdup(text);
}

static void stop(int signal)
{
	(void)signal;
	server_stop(server);
}

/* The server in a process of its own; its log goes to a file. */
static pid_t start(const struct serve_config *config, unsigned bad, const char *log)
{
	pid_t pid;

	atomic_store(&shared->is_armed, false);
	atomic_store(&shared->calls, 0);
	atomic_store(&shared->bad, bad);
	atomic_store(&shared->port, 0);
	pid = fork();
	if (pid == 0) {
		char why[640];

		prctl(PR_SET_PDEATHSIG, SIGKILL);

		if (!freopen(log, "w", stderr))
			_exit(9);
		json_set_alloc_funcs(__wrap_malloc, free);
		server = server_new(config, NULL, why, sizeof why);
		if (!server) {
			fprintf(stderr, "%s\n", why);
			_exit(8);
		}
		signal(SIGTERM, stop);
		atomic_store(&shared->port, server_port(server));
		_exit(server_run(server));
	}
	for (int i = 0; i < 20000 && atomic_load(&shared->port) == 0; i++)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	return pid;
}

struct table {
	char id[17];
	char cookie[2][CLIENT_COOKIE_MAX];
	json_int_t acked;
};

struct player {
	struct client client;
	bool is_there;
};

static void leave(struct player *player)
{
	if (player->is_there)
		client_close(&player->client);
	player->is_there = false;
}

static bool join(struct player *player, const char *cookie)
{
	json_t *hello;

	if (player->is_there)
		return true;
	if (!client_join(&player->client, atomic_load(&shared->port), cookie, "")) {
		client_close(&player->client);
		return false;
	}
	hello = client_wait(&player->client, "hello");
	player->is_there = hello != NULL;
	if (!hello)
		client_close(&player->client);
	json_decref(hello);
	return player->is_there;
}

/* Asks with the members of `body`; who is cut off comes back once. NULL if there is no answer. */
static json_t *ask(struct table *table, struct player *player, int who, const char *op,
                   const char *more)
{
	json_t *answer = NULL;
	char text[512];

	for (int try = 0; try < 2 && !answer; try++) {
		if (!join(&player[who], table->cookie[who]))
			continue;
		snprintf(text, sizeof text, "{\"op\":\"%s\",\"id\":7,\"table\":\"%s\"%s}", op, table->id,
		         more);
		client_send(&player[who].client, text);
		answer = client_wait(&player[who].client, "answer");
		if (!answer)
			leave(&player[who]);
	}
	return answer;
}

static bool is_ok(const json_t *answer)
{
	return json_is_true(json_object_get(answer, "ok"));
}

static void play(struct table *table, struct player *player, int who)
{
	json_t *legal = ask(table, player, who, "legal", ""), *answer = NULL;
	const char *move = json_string_value(json_array_get(json_object_get(legal, "moves"), 0));
	char more[128];

	if (move) {
		snprintf(more, sizeof more, ",\"move\":\"%s\",\"turn\":%d", move,
		         (int)number_of(legal, "turn_no"));
		answer = ask(table, player, who, "play", more);
		if (is_ok(answer))
			table->acked = number_of(answer, "seq");
	}
	json_decref(legal);
	json_decref(answer);
}

static void meet(struct table *table)
{
	for (int i = 0; i < 2; i++) {
		for (int try = 0; try < 2 && !table->cookie[i][0]; try++) {
			int fd = client_connect(atomic_load(&shared->port));
			struct reply reply;

			if (fd < 0)
				return;
			close(fd);
			reply = client_post(atomic_load(&shared->port), "/api/guest", "",
			                    i ? "{\"name\":\"Bruno\"}" : "{\"name\":\"Anna\"}");
			strcpy(table->cookie[i], reply.cookie);
			reply_release(&reply);
		}
	}
}

/* Something of everything. */
static void visit(struct table *table)
{
	static const struct {
		int who;
		const char *op, *more;
	} steps[] = {
		{1, "sit", ""},
		{0, "watch", ""},
		{1, "watch", ""},
		{0, "start", ""},
		{0, "PLAY", ""},
		{1, "PLAY", ""},
		{0, "view", ""},
		{0, "chat", ",\"text\":\"a\""},
		{1, "history", ""},
		{0, "PLAY", ""},
		{1, "PLAY", ""},
		{0, "record", ""},
		{0, "preview", ",\"move\":\"draw\""},
		{0, "breakdown", ""},
		{0, "lobby", ""},
		{0, "takeback", ""},
		{1, "answer", ",\"yes\":true"},
		{1, "PLAY", ""},
		{0, "resign", ""},
		{0, "rematch", ""},
		{1, "ping", ""},
	};
	struct player player[2] = {0};
	json_t *answer;

	meet(table);
	answer = ask(table, player, 0, "create",
	             ",\"game\":\"metro\",\"players\":2,\"seats\":[\"me\",\"open\"]");
	snprintf(table->id, sizeof table->id, "%s", text_of(answer, "table"));
	json_decref(answer);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (strcmp(steps[i].op, "PLAY") == 0) {
			play(table, player, steps[i].who);
			continue;
		}
		answer = ask(table, player, steps[i].who, steps[i].op, steps[i].more);
		if (is_ok(answer) && number_of(answer, "seq") > table->acked)
			table->acked = number_of(answer, "seq");
		json_decref(answer);
	}
	leave(&player[0]);
	leave(&player[1]);
}

static const char *said_in(const char *path)
{
	static char said[65536];
	FILE *file = fopen(path, "r");
	size_t n = file ? fread(said, 1, sizeof said - 1, file) : 0;

	said[n] = '\0';
	if (file)
		fclose(file);
	return said;
}

/* Did it end as it may? It goes on and stops when asked, or says that there is no memory. */
static const char *end(pid_t pid, const char *log, unsigned *ended)
{
	int status = 0;
	bool is_over = waitpid(pid, &status, WNOHANG) == pid;

	if (!is_over)
		kill(pid, SIGTERM);
	for (int i = 0; !is_over && i < 10000; i++) {
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		is_over = waitpid(pid, &status, WNOHANG) == pid;
	}
	if (!is_over) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		return "it does not stop";
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return NULL;
	++*ended;
	return strstr(said_in(log), "out_of_memory") ? NULL : "it ended without a word";
}

static bool is_kept(const struct table *table)
{
	char path[64];
	struct reply reply;
	json_t *answer;
	bool kept;

	if (!table->id[0] || table->acked == 0)
		return true;
	snprintf(path, sizeof path, "/api/tables/%s", table->id);
	reply = client_http(atomic_load(&shared->port), "GET", path, "", "", "");
	answer = reply.status == 200 ? json_loads(reply.body, 0, NULL) : NULL;
	kept = number_of(answer, "seq") >= table->acked;
	json_decref(answer);
	reply_release(&reply);
	return kept;
}

static const char *run(struct serve_config *config, unsigned bad, unsigned *calls, unsigned *ended)
{
	char data[64], log[64];
	struct table table = {0};
	const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", *flaw;
	unsigned none = 0;
	pid_t pid;

	/* It is memory that fails here: the disk need not be waited for. */
	snprintf(data, sizeof data, "%s/metropole-alloc-XXXXXX", folder);
	snprintf(log, sizeof log, "%s/metropole-said-XXXXXX", folder);
	close(mkstemp(data));
	close(mkstemp(log));
	strcpy(config->data, data);
	pid = start(config, bad, log);
	atomic_store(&shared->is_armed, true);
	visit(&table);
	*calls = atomic_load(&shared->calls);
	flaw = end(pid, log, ended);
	if (!flaw) {
		pid = start(config, 0, log);
		if (!is_kept(&table))
			flaw = "something that was acknowledged is lost";
		if (end(pid, log, &none))
			flaw = "it does not come back";
	}
	if (flaw)
		fprintf(stderr, "at allocation %u: %s\n%s\n", bad, flaw, said_in(log));
	unlink(log);
	disk_remove(data);
	return flaw;
}

int main(int argc, char **argv)
{
	unsigned calls, most, ended = 0, flaws = 0, runs = 0;
	unsigned want = argc > 1 ? (unsigned)atoi(argv[1]) : RUNS;
	struct premises premises;

	signal(SIGPIPE, SIG_IGN);
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	premises_config(&premises);
	premises_forget(&premises);
	premises.config.log_level = 1;
	if (run(&premises.config, 0, &most, &ended) || ended)
		return 1;
	for (unsigned bad = 1; bad <= most; bad += most / want + 1, runs++) {
		time_t began = time(NULL);

		flaws += run(&premises.config, bad, &calls, &ended) != NULL;
		/* somebody waited for an answer until the client lost patience */
		if (time(NULL) - began >= CLIENT_WAIT_MS / 1000) {
			fprintf(stderr, "at allocation %u: no answer\n", bad);
			flaws++;
		}
	}
	printf("%u allocations, %u of them failed one by one: %u ended the server, %u flaws\n", most,
	       runs, ended, flaws);
	return flaws > 0 || runs < 50;
}
