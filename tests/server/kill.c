/* SPDX-License-Identifier: MIT
 *
 * kill PROGRAM [KILLS]: the server is killed at random moments while people play at several tables.
 * Whatever anybody was told, an event or the answer to a move, is there afterwards, to the letter.
 */
#include "client.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TABLES = 4, EVENTS_MAX = 4096, KILLS = 200 };

struct player {
	char cookie[CLIENT_COOKIE_MAX];
	char *told[EVENTS_MAX]; /* events as they were told, by number */
	json_int_t last;        /* number of the last one */
	json_int_t acked;       /* the highest number in an answer */
};

struct board {
	struct player player[2];
	char table[17];
	int port;
	uint32_t dice;
	unsigned long moves, checked;
	const char *flaw;
	bool is_over;
};

static uint32_t roll(uint32_t *dice)
{
	*dice = *dice * 1664525 + 1013904223;
	return *dice >> 8;
}

/* Starts the program; reads the port from the line it greets with. */
static pid_t start(const char *program, const char *data, int *port)
{
	int out[2];
	char line[512];
	FILE *reader;
	pid_t pid;

	if (pipe(out) != 0)
		abort();
	pid = fork();
	if (pid == 0) {
		dup2(out[1], STDOUT_FILENO);
		close(out[0]);
		close(out[1]);
		execl(program, program, "serve", "--port=0", "--log-level=0", "--workers=1",
		      "--messages-per-second=100000", "--requests-per-minute=1000000",
		      "--tables-per-hour=100000", "--guests-per-hour=100000", "--data", data, (char *)NULL);
		_exit(127);
	}
	close(out[1]);
	reader = fdopen(out[0], "r");
	*port = 0;
	if (fgets(line, sizeof line, reader) && strstr(line, "localhost:"))
		*port = atoi(strstr(line, "localhost:") + strlen("localhost:"));
	fclose(reader);
	return pid;
}

static void forget_told(struct player *player)
{
	for (int i = 0; i < EVENTS_MAX; i++) {
		free(player->told[i]);
		player->told[i] = NULL;
	}
	player->last = 0;
	player->acked = 0;
}

/* Is this about the table that is played at, not about one that was left? */
static bool is_here(const struct board *board, const json_t *message)
{
	const char *table = json_string_value(json_object_get(message, "table"));

	return table && strcmp(table, board->table) == 0;
}

/* Notes what is told, or compares it with what was told before. */
static void hear(struct board *board, struct player *player, const json_t *message)
{
	const json_t *event;
	size_t i;

	if (!is_here(board, message))
		return;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		json_int_t seq = number_of(event, "seq");
		char *text = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);

		if (seq < 1 || seq >= EVENTS_MAX) {
			free(text);
			continue;
		}
		if (player->told[seq]) {
			if (strcmp(player->told[seq], text) != 0)
				board->flaw = "an event came back different";
			board->checked++;
			free(text);
		} else {
			player->told[seq] = text;
		}
		if (seq > player->last)
			player->last = seq;
	}
}

/* What came while an answer was waited for. */
static void hear_kept(struct board *board, struct player *player, struct client *client)
{
	json_t *message;
	size_t i;

	json_array_foreach(client->kept, i, message) hear(board, player, message);
	json_array_clear(client->kept);
}

static bool is_ok(json_t *answer)
{
	bool ok = json_is_true(json_object_get(answer, "ok"));

	json_decref(answer);
	return ok;
}

static bool make_table(struct board *board, struct client client[2])
{
	json_t *answer = client_ask(&client[0], "create", "{s:s,s:i,s:[s,s]}", "game", "metro",
	                            "players", 2, "seats", "me", "open");
	const char *id = json_string_value(json_object_get(answer, "table"));

	for (int i = 0; i < 2; i++)
		forget_told(&board->player[i]);
	board->is_over = false;
	snprintf(board->table, sizeof board->table, "%s", id ? id : "");
	json_decref(answer);
	return id && is_ok(client_ask(&client[1], "sit", "{s:s}", "table", board->table)) &&
	       is_ok(client_ask(&client[0], "start", "{s:s}", "table", board->table));
}

/* Everything from the beginning, compared with what was told before the kill. */
static bool check(struct board *board, struct player *player, struct client *client)
{
	json_int_t had = player->last, acked = player->acked;
	json_t *message;

	if (!is_ok(client_ask(client, "watch", "{s:s,s:i}", "table", board->table, "since", 0)))
		return false;
	while ((message = client_wait(client, "events")) && !is_here(board, message))
		json_decref(message); /* the end of the last game came late */
	if (!message)
		return false;
	player->last = 0;
	hear(board, player, message);
	json_decref(message);
	if (player->last < had || player->last < acked)
		board->flaw = "something that was told is lost";
	return true;
}

static bool join(struct board *board, struct player *player, struct client *client)
{
	json_t *hello;

	if (!client_join(client, board->port, player->cookie, ""))
		return false;
	hello = client_wait(client, "hello");
	json_decref(hello);
	return hello != NULL;
}

static bool play(struct board *board, struct player *player, struct client *client)
{
	json_t *legal = client_ask(client, "legal", "{s:s}", "table", board->table), *answer;
	json_t *moves = json_object_get(legal, "moves");
	size_t n = json_array_size(moves);

	if (!legal)
		return false;
	if (n == 0) {
		json_decref(legal);
		return true;
	}
	answer = client_ask(client, "play", "{s:s,s:s,s:I}", "table", board->table, "move",
	                    json_string_value(json_array_get(moves, roll(&board->dice) % n)), "turn",
	                    number_of(legal, "turn_no"));
	json_decref(legal);
	if (json_is_true(json_object_get(answer, "ok"))) {
		player->acked = number_of(answer, "seq");
		board->moves++;
	}
	json_decref(answer);
	hear_kept(board, player, client);
	return answer != NULL;
}

static bool is_over(struct board *board, struct client *client)
{
	json_t *answer = client_ask(client, "view", "{s:s}", "table", board->table);
	bool over = json_is_true(json_object_get(json_object_get(answer, "view"), "over"));

	json_decref(answer);
	return over;
}

static void *drive(void *arg)
{
	struct board *board = arg;
	struct client client[2];
	bool good = join(board, &board->player[0], &client[0]);

	good = join(board, &board->player[1], &client[1]) && good;
	for (int i = 0; good && board->table[0] && i < 2; i++)
		good = check(board, &board->player[i], &client[i]);
	while (good && !board->flaw) {
		unsigned long before = board->moves;

		if (!board->table[0] || board->is_over) {
			good = make_table(board, client);
			for (int i = 0; good && i < 2; i++)
				good = check(board, &board->player[i], &client[i]);
			if (!good)
				board->table[0] = '\0'; /* nobody was told of it in full */
		}
		for (int i = 0; good && i < 2; i++)
			good = play(board, &board->player[i], &client[i]);
		if (good && board->moves == before)
			board->is_over = is_over(board, &client[0]);
	}
	for (int i = 0; i < 2; i++)
		hear_kept(board, &board->player[i], &client[i]);
	client_close(&client[0]);
	client_close(&client[1]);
	return NULL;
}

static void meet(struct board *board, int number)
{
	for (int i = 0; i < 2; i++) {
		char body[64];
		struct reply reply;

		snprintf(body, sizeof body, "{\"name\":\"Player %d%d\"}", number, i);
		reply = client_post(board->port, "/api/guest", "", body);
		strcpy(board->player[i].cookie, reply.cookie);
		reply_release(&reply);
	}
}

int main(int argc, char **argv)
{
	static struct board board[TABLES];
	char data[PREMISES_DATA_BYTES];
	int kills = argc > 2 ? atoi(argv[2]) : KILLS, port = 0;
	uint32_t dice = 7;
	unsigned long moves = 0, checked = 0;
	const char *flaw = NULL;
	pthread_t thread[TABLES];

	if (argc < 2)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	premises_data(data);
	for (int kill_no = 0; kill_no < kills && !flaw; kill_no++) {
		pid_t pid = start(argv[1], data, &port);

		if (port == 0) {
			fprintf(stderr, "the server did not start\n");
			return 1;
		}
		for (int i = 0; i < TABLES; i++) {
			board[i].port = port;
			board[i].dice = (uint32_t)(kill_no * TABLES + i);
			if (kill_no == 0)
				meet(&board[i], i);
			pthread_create(&thread[i], NULL, drive, &board[i]);
		}
		nanosleep(&(struct timespec){.tv_nsec = (long)(roll(&dice) % 400000) * 1000 + 20000000},
		          NULL);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		for (int i = 0; i < TABLES; i++) {
			pthread_join(thread[i], NULL);
			if (board[i].flaw)
				flaw = board[i].flaw;
		}
	}
	for (int i = 0; i < TABLES; i++) {
		moves += board[i].moves;
		checked += board[i].checked;
		forget_told(&board[i].player[0]);
		forget_told(&board[i].player[1]);
	}
	premises_data_forget(data);
	printf("%d kills, %lu moves acknowledged, %lu events seen again: %s\n", kills, moves, checked,
	       flaw ? flaw : "nothing lost");
	/* a test in which nobody plays shows nothing */
	return flaw || moves < (unsigned long)kills || checked == 0;
}
