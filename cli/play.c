/* SPDX-License-Identifier: MIT
 *
 * `metropole play`: the terminal client; reads what is wanted and hands over to term/.
 */
#include "cli.h"

#include "commands.h"
#include "record.h"

#include "term/full.h"
#include "term/look.h"
#include "term/online.h"
#include "term/plain.h"

#include <metropole/bot.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum {
	KEY_SEED = 1000,
	KEY_PLAIN,
	KEY_NAMES,
	KEY_RECORD,
	KEY_GROUND,
	KEY_URL,
	KEY_TABLE,
	KEY_NAME,
	KEY_PUBLIC,
	KEY_ACCOUNT,
	KEY_CLOCK,
	KEY_REPLAY
};

struct arguments {
	struct cli_setup setup;
	const char *seats, *names, *record, *url, *table, *name, *account, *replay;
	struct online_clock clock;
	bool is_public, plain, has_seed, is_light;
	uint64_t seed;
};

static const struct argp_option options[] = {
	{"seats", 's', "SEAT,…", 0,
     N_("who plays, from the first seat on: me, or a bot's level (default: me, then normal)"), 0},
	{"names", KEY_NAMES, "NAME,…", 0, N_("what the players are called"), 0},
	{"seed", KEY_SEED, "N", 0, N_("the seed of all chance, for the same game again"), 0},
	{"plain", KEY_PLAIN, NULL, 0,
     N_("play by lines: for screen readers, scripts and simple terminals"), 0},
	{"ground", KEY_GROUND, "dark|light", 0,
     N_("the ground of the terminal, if it does not say so itself"), 0},
	{"url", KEY_URL, "URL", 0,
     N_("play at a table of this server; without GAME, one of its public tables"), 1},
	{"table", KEY_TABLE, "ID", 0, N_("this table, by its id or its address"), 1},
	{"name", KEY_NAME, "NAME", 0, N_("what you are called there, as a guest"), 1},
	{"public", KEY_PUBLIC, NULL, 0, N_("a table of your own is listed for everybody"), 1},
	{"account", KEY_ACCOUNT, "NAME", 0,
     N_("sign in there with this account; METROPOLE_PASSWORD is read, or the password is asked "
        "for"),
     1},
	{"clock", KEY_CLOCK, "MINUTES+SECONDS", 0,
     N_("the clock of a table of your own, such as 10+5 (seconds for each move), or days: 3d"), 1},
	{"replay", KEY_REPLAY, "FILE", 0, N_("walk through the record in FILE"), 0},
	{"record", KEY_RECORD, "FILE", 0, N_("write the record to FILE at the end"), 0},
	{0},
};

/* 10+5: minutes, and seconds for each move; 3d: days for each. The server says what is too long. */
static bool read_clock(const char *text, struct online_clock *clock)
{
	int minutes = 0, seconds = 0, end = 0;

	if (sscanf(text, "%4dd%n", &clock->days, &end) == 1 && end > 0 && !text[end])
		return clock->days > 0;
	clock->days = end = 0;
	if (sscanf(text, "%4d+%4d%n", &minutes, &seconds, &end) != 2 || text[end] || minutes < 1 ||
	    seconds < 0)
		return false;
	clock->bank = minutes * 60;
	clock->increment = seconds;
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	unsigned long long n;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->setup;
		return 0;
	case 's':
		arguments->seats = arg;
		return 0;
	case KEY_NAMES:
		arguments->names = arg;
		return 0;
	case KEY_SEED:
		cli_read_number(&n, 1ull << 53, arg, state);
		arguments->seed = n;
		arguments->has_seed = true;
		return 0;
	case KEY_URL:
		arguments->url = arg;
		return 0;
	case KEY_TABLE:
		arguments->table = arg;
		return 0;
	case KEY_NAME:
		arguments->name = arg;
		return 0;
	case KEY_PUBLIC:
		arguments->is_public = true;
		return 0;
	case KEY_ACCOUNT:
		arguments->account = arg;
		return 0;
	case KEY_CLOCK:
		if (!read_clock(arg, &arguments->clock))
			argp_error(state, tr("a clock is such as 10+5 or 3d, not %s"), arg);
		return 0;
	case KEY_REPLAY:
		arguments->replay = arg;
		return 0;
	case KEY_GROUND:
		if (strcmp(arg, "dark") != 0 && strcmp(arg, "light") != 0)
			argp_error(state, tr("the ground is dark or light, not %s"), arg);
		arguments->is_light = strcmp(arg, "light") == 0;
		return 0;
	case KEY_PLAIN:
		arguments->plain = true;
		return 0;
	case KEY_RECORD:
		arguments->record = arg;
		return 0;
	case ARGP_KEY_END:
		if (!arguments->setup.game && !arguments->url && !arguments->replay)
			argp_error(state, "%s", tr("name the game to play; `metropole games` lists them"));
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{.argp = &cli_setup_argp}, {0}};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[GAME]",
	.children = children,
	.doc = N_("Plays a game in the terminal: against bots, with others at the same keyboard, or "
              "(with --url) at a table of a server."),
};

/* The level for each seat, as the list says; NULL for a person. */
static int read_seats(const char *list, int players, const char *level[MP_SEATS])
{
	static char words[128]; /* levels point into it for as long as the program runs */
	char *rest = words;

	if (!list) {
		for (int seat = 1; seat < players; seat++)
			level[seat] = "normal";
		return CLI_OK;
	}
	if (snprintf(words, sizeof words, "%s", list) >= (int)sizeof words)
		return cli_fail(CLI_USAGE, tr("the list of seats is too long: %s"), list);
	for (int seat = 0; seat < players; seat++) {
		const char *word = strsep(&rest, ",");

		if (!word)
			return cli_fail(CLI_USAGE, tr("%d seats are wanted, not %s"), players, list);
		if (strcmp(word, "me") == 0)
			continue;
		if (!mp_bot_has_level(word))
			return cli_fail(CLI_USAGE, tr("there is no bot %s; try easy, normal or hard"), word);
		level[seat] = word;
	}
	return rest ? cli_fail(CLI_USAGE, tr("%d seats are wanted, not %s"), players, list) : CLI_OK;
}

/* Names come between commas and are kept on lines. */
static char *split_names(const char *names)
{
	char *lines = strdup(names ? names : "");

	for (char *p = lines; p && *p; p++)
		if (*p == ',')
			*p = '\n';
	return lines;
}

static int save_record(struct sitting *sitting, const char *path)
{
	char *memory = NULL;
	struct mp_text text = {.overflow = true};
	FILE *file = fopen(path, "w");
	int code = CLI_OK;

	for (size_t cap = 65536; text.overflow && cap < (size_t)256 << 20; cap *= 4) {
		free(memory);
		memory = malloc(cap);
		if (!memory)
			break;
		mp_text_init(&text, memory, cap);
		mp_record_print(&sitting->live.match, sitting_eyes(sitting, MP_OVER),
		                (const char(*)[MP_NAME_MAX])sitting->live.names, &text);
	}
	if (!file || text.overflow || fwrite(text.buf, 1, text.len, file) != text.len)
		code = cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	if (file && fclose(file) && code == CLI_OK)
		code = cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	free(memory);
	return code;
}

/* On a screen where there is one, otherwise by lines. */
static enum plain_end play_at(struct arguments *arguments, struct sitting *sitting,
                              struct referee referee)
{
	enum plain_end end = PLAIN_FAILED;

	if (!arguments->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		end = full_play(sitting, referee, cli_rules, arguments->is_light);
	return end == PLAIN_FAILED ? plain_play(sitting, referee, cli_rules, STDIN_FILENO, stdout)
	                           : end;
}

static int play_sitting(struct arguments *arguments, struct sitting *sitting,
                        struct referee referee)
{
	enum plain_end end = play_at(arguments, sitting, referee);
	int code = end == PLAIN_INPUT_ENDED || end == PLAIN_FAILED ? CLI_FAILED : CLI_OK;

	if (arguments->record && code == CLI_OK)
		code = save_record(sitting, arguments->record);
	return code;
}

/* At a table of a server. */
static int play_online(struct arguments *arguments, const struct mp_setup *setup)
{
	struct online_wish wish = {.url = arguments->url,
	                           .name = arguments->name,
	                           .table = arguments->table,
	                           .account = arguments->account,
	                           .clock = arguments->clock,
	                           .setup = setup,
	                           .seats = arguments->seats,
	                           .is_public = arguments->is_public,
	                           .lang = cli_lang(),
	                           .out = stdout,
	                           .in = STDIN_FILENO};
	struct online online;
	bool goes_on = online_begin(&online, &wish);
	int code = CLI_OK;

	while (goes_on) {
		code = play_sitting(arguments, &online.sitting, online_referee(&online));
		online.why[0] = '\0';
		goes_on = code == CLI_OK && online_again(&online, &wish);
	}
	if (online.why[0])
		code = cli_fail(CLI_FAILED, "%s", online.why);
	online_release(&online);
	return code;
}

/* A record, move by move. */
static int replay_file(const struct arguments *arguments)
{
	int code;
	char *record = record_read(arguments->replay, &code);
	enum plain_end end = PLAIN_FAILED;
	struct sitting sitting;
	struct mp_fault fault;

	if (!record)
		return code;
	if (sitting_load(&sitting, record, cli_lang(), &fault)) {
		code = record_fail(arguments->replay, record, &fault);
		free(record);
		return code;
	}
	free(record);
	if (!arguments->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		end = full_replay(&sitting, cli_rules, arguments->is_light);
	if (end == PLAIN_FAILED)
		end = plain_replay(&sitting, STDIN_FILENO, stdout);
	sitting_release(&sitting);
	return end == PLAIN_FAILED ? CLI_FAILED : CLI_OK;
}

int run_play(int argc, char **argv)
{
	struct arguments arguments = {.is_light = look_is_light()};
	const char *level[MP_SEATS] = {NULL};
	struct mp_setup setup;
	struct mp_fault fault;
	struct sitting sitting;
	char *names;
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	if (arguments.replay)
		return replay_file(&arguments);
	if (arguments.url && !arguments.setup.game)
		return play_online(&arguments, NULL);
	code = cli_setup_begin(&arguments.setup, &setup);
	if (code == CLI_OK && arguments.url)
		return play_online(&arguments, &setup);
	if (code == CLI_OK)
		code = read_seats(arguments.seats, setup.players, level);
	if (code != CLI_OK)
		return code;
	if (!arguments.has_seed && getrandom(&arguments.seed, sizeof arguments.seed, 0) < 0)
		return cli_fail(CLI_SYSTEM, "%s", strerror(errno));
	names = split_names(arguments.names);
	if (sitting_open(&sitting, &setup, cli_lang(), level, names, arguments.seed, &fault)) {
		code = cli_fail(CLI_FAILED, "%s", fault.message);
	} else {
		struct local local;

		code = play_sitting(&arguments, &sitting, local_referee(&local, &sitting));
		local_release(&local);
		sitting_release(&sitting);
	}
	free(names);
	free(arguments.setup.text);
	return code;
}
