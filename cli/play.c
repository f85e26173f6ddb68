/* SPDX-License-Identifier: MIT
 *
 * `metropole play`: the terminal client; reads what is wanted and hands over to term/.
 */
#include "cli.h"

#include "commands.h"

#include "term/full.h"
#include "term/look.h"
#include "term/plain.h"

#include <metropole/bot.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { KEY_SEED = 1000, KEY_PLAIN, KEY_NAMES, KEY_RECORD, KEY_GROUND };

struct arguments {
	struct cli_setup setup;
	const char *seats, *names, *record;
	bool plain, has_seed, is_light;
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
	{"record", KEY_RECORD, "FILE", 0, N_("write the record to FILE in the end"), 0},
	{0},
};

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
		if (!cli_number(arg, 1ull << 53, &n))
			argp_error(state, tr("a whole number up to %llu is wanted, not %s"), 1ull << 53, arg);
		arguments->seed = n;
		arguments->has_seed = true;
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
		if (!arguments->setup.game)
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
	.args_doc = "GAME",
	.children = children,
	.doc = N_("Plays a game in the terminal, against bots or with others at the same keyboard."),
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

static int save(struct sitting *sitting, const char *path)
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
static enum plain_end play_at(struct arguments *arguments, struct sitting *sitting)
{
	struct local local;
	enum plain_end end;

	if (arguments->plain || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return plain_play(sitting, cli_rules, stdin, stdout);
	end = full_play(sitting, local_referee(&local, sitting), cli_rules, arguments->is_light);
	local_release(&local);
	return end == PLAIN_FAILED ? plain_play(sitting, cli_rules, stdin, stdout) : end;
}

static int play(struct arguments *arguments, struct sitting *sitting)
{
	enum plain_end end = play_at(arguments, sitting);
	int code = end == PLAIN_INPUT_ENDED || end == PLAIN_FAILED ? CLI_FAILED : CLI_OK;

	if (arguments->record && code == CLI_OK)
		code = save(sitting, arguments->record);
	return code;
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
	code = cli_setup_begin(&arguments.setup, &setup);
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
		code = play(&arguments, &sitting);
		sitting_release(&sitting);
	}
	free(names);
	free(arguments.setup.text);
	return code;
}
