/* SPDX-License-Identifier: MIT
 *
 * `metropole bot`: a program of yours at a table of a server. Holds the connection, which may be
 * lost and found again, and ends what it has started.
 */
#include "cli.h"
#include "commands.h"
#include "external.h"
#include "program.h"
#include "bridge.h"
#include "remote/remote.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MS_MAX = 30000, OPEN_MS = 10000, PATIENCE_S = 300, TOKEN_MAX = 128 };

struct arguments {
	const char *url, *table, *token, *token_file;
	char token_text[TOKEN_MAX];
	unsigned long long seat, ms, patience;
	bool stays;
	char **program;
};

static volatile sig_atomic_t stop;
static struct remote *interrupted;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
	remote_interrupt(interrupted);
}

static const struct argp_option options[] = {
	{"url", 'u', "URL", 0, N_("the server, such as https://example.org"), 1},
	{"table", 't', "TABLE", 0, N_("the table: its id, or its whole link (then no --url is needed)"),
     1},
	{"token", 'k', "TOKEN", 0, N_("the bot's token; METROPOLE_TOKEN is read without it"), 1},
	{"token-file", 'f', "FILE", 0,
     N_("read the token from FILE, where no list of processes shows it"), 1},
	{"seat", 's', "N", 0, N_("the seat (default: any that is free)"), 1},
	{"ms", 'm', "N", 0,
     N_("milliseconds for a move (default 2000); a second more, and it has failed"), 1},
	{"rematch", 'r', NULL, 0, N_("stay for the next game of the same people"), 1},
	{"patience", 'w', "SECONDS", 0,
     N_("how long to try when the server cannot be reached (default 300)"), 1},
	{0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'u':
		arguments->url = arg;
		return 0;
	case 't':
		arguments->table = arg;
		return 0;
	case 'k':
		arguments->token = arg;
		return 0;
	case 'f':
		arguments->token_file = arg;
		return 0;
	case 's':
		cli_read_number(&arguments->seat, MP_SEATS, arg, state);
		return 0;
	case 'm':
		cli_read_number(&arguments->ms, MS_MAX, arg, state);
		return 0;
	case 'r':
		arguments->stays = true;
		return 0;
	case 'w':
		cli_read_number(&arguments->patience, 86400, arg, state);
		return 0;
	case ARGP_KEY_ARGS:
		arguments->program = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (!arguments->program || !arguments->table)
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "-- PROGRAM [ARGUMENT…]",
	.doc = N_("Seats a program of yours at a table of a server. The program speaks the engine "
              "protocol on its standard input and output; an account makes the bot and its token, "
              "on the account page. When the connection is lost it is made again and the game "
              "goes on; a program that dies, hangs or plays what is not allowed resigns."),
};

static int read_token(struct arguments *arguments)
{
	const char *from = getenv("METROPOLE_TOKEN");
	char *content;
	size_t len;

	if (arguments->token)
		from = arguments->token;
	if (!arguments->token_file) {
		snprintf(arguments->token_text, TOKEN_MAX, "%s", from ? from : "");
	} else {
		content = cli_read_file(arguments->token_file, TOKEN_MAX - 1, &len);
		if (!content)
			return CLI_SYSTEM;
		snprintf(arguments->token_text, TOKEN_MAX, "%.*s", (int)strcspn(content, " \r\n"), content);
		free(content);
	}
	if (strncmp(arguments->token_text, "mpb_", 4) != 0)
		return cli_fail(CLI_USAGE, "%s",
		                tr("a token is wanted, which begins with mpb_: the account page of the "
		                   "server makes one"));
	return CLI_OK;
}

/* A link says the server and the table: https://example.org/#/table/ID. */
static int read_table(struct arguments *arguments, struct bridge_wish *wish)
{
	const char *id = strrchr(arguments->table, '/');

	if (!arguments->url && strstr(arguments->table, "://"))
		arguments->url = arguments->table;
	id = id ? id + 1 : arguments->table;
	if (!arguments->url)
		return cli_fail(CLI_USAGE, "%s",
		                tr("which server? Give --url, or the whole link of the table"));
	if (strlen(id) == 0 || strlen(id) >= sizeof wish->table)
		return cli_fail(CLI_USAGE, tr("%s is no table"), arguments->table);
	strcpy(wish->table, id);
	return CLI_OK;
}

/* The server's greeting says whether the token is good. */
static enum bridge_end greet(struct remote *remote, char why[BRIDGE_WHY_MAX])
{
	json_t *hello = remote_next(remote, OPEN_MS);
	json_t *you = json_object_get(hello, "you");
	bool is_bot = json_is_true(json_object_get(you, "bot"));
	bool has_come = hello != NULL;

	if (is_bot)
		fprintf(stderr, tr("Connected as %s.\n"), json_string_value(json_object_get(you, "name")));
	else
		snprintf(why, BRIDGE_WHY_MAX, "%s", tr("the server does not know this token (any more)"));
	json_decref(hello);
	return !has_come ? BRIDGE_LOST : is_bot ? BRIDGE_OVER : BRIDGE_REFUSED;
}

/* Connects, and again when the connection is lost, each time a little later. */
static enum bridge_end play(struct remote *remote, struct bridge *bridge, uint64_t patience_ms,
                            char why[BRIDGE_WHY_MAX])
{
	uint64_t last_good = program_now(), pause_ms = 250;
	enum bridge_end end = BRIDGE_LOST;
	char lost[REMOTE_WHY_MAX];

	while (end == BRIDGE_LOST && !stop) {
		const struct timespec pause = {.tv_sec = (time_t)(pause_ms / 1000),
		                               .tv_nsec = (long)(pause_ms % 1000) * 1000000};

		if (remote_open(remote, OPEN_MS, lost))
			end = greet(remote, why);
		else
			snprintf(why, BRIDGE_WHY_MAX, tr("cannot reach %s: %s"), remote_site(remote), lost);
		if (end == BRIDGE_OVER) {
			end = bridge_run(bridge, why);
			last_good = program_now();
			pause_ms = 250;
		}
		if (end != BRIDGE_LOST || program_now() > last_good + patience_ms)
			break;
		fprintf(stderr, "%s\n", tr("The connection is lost. Trying again."));
		nanosleep(&pause, NULL);
		pause_ms = pause_ms < 8000 ? 2 * pause_ms : pause_ms;
	}
	return stop ? BRIDGE_STOPPED : end;
}

static int say_end(enum bridge_end end, const char *why)
{
	switch (end) {
	case BRIDGE_OVER:
		puts(why);
		return CLI_OK;
	case BRIDGE_STOPPED:
		return CLI_OK;
	case BRIDGE_LOST:
		return cli_fail(CLI_SYSTEM, "%s", why[0] ? why : tr("the server cannot be reached"));
	default:
		return cli_fail(CLI_FAILED, "%s", why);
	}
}

int run_bot(int argc, char **argv)
{
	struct arguments arguments = {.ms = 2000, .patience = PATIENCE_S};
	struct bridge_wish wish = {0};
	struct bridge *bridge = NULL;
	struct external *external;
	char why[BRIDGE_WHY_MAX] = "";
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	code = read_token(&arguments);
	if (code == CLI_OK)
		code = read_table(&arguments, &wish);
	if (code != CLI_OK)
		return code;
	wish.seat = (int)arguments.seat;
	wish.ms = arguments.ms ? (uint32_t)arguments.ms : 1;
	wish.stays = arguments.stays;
	interrupted = remote_new(arguments.url);
	if (!interrupted)
		return cli_fail(CLI_USAGE,
		                tr("%s is not the address of a server, such as https://example.org"),
		                arguments.url);
	remote_set_token(interrupted, arguments.token_text);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	external = external_new(arguments.program);
	if (external)
		bridge = bridge_new(interrupted, external, &wish, &stop);
	if (bridge)
		code = say_end(play(interrupted, bridge, arguments.patience * 1000, why), why);
	else
		code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
	bridge_free(bridge);
	external_free(external);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	remote_free(interrupted);
	return code;
}
