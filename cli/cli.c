/* SPDX-License-Identifier: MIT
 *
 * Arguments, files and complaints, the same in every subcommand.
 */
#include "cli.h"

#include <metropole/words.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_fail(int code, const char *format, ...)
{
	va_list args;

	fputs("metropole: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return code;
}

static char *translate_help(int key, const char *text, void *input)
{
	(void)key;
	(void)input;
	return text ? strdup(tr(text)) : NULL;
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	struct argp translated = *argp;
	char name[64];

	translated.help_filter = translate_help;
	snprintf(name, sizeof name, "metropole %s", argv[0]);
	argv[0] = name;
	argp_err_exit_status = CLI_USAGE;
	if (argp_parse(&translated, argc, argv, 0, NULL, input))
		exit(CLI_USAGE);
}

bool cli_number(const char *text, unsigned long long max, unsigned long long *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value <= max;
}

void cli_read_number(unsigned long long *field, unsigned long long max, const char *text,
                     struct argp_state *state)
{
	if (!cli_number(text, max, field))
		argp_error(state, tr("a whole number up to %llu is wanted, not %s"), max, text);
}

char *cli_read_file(const char *path, size_t cap, size_t *len)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "rb");
	char *content = NULL;
	size_t n = 0, room = 0;

	if (!file) {
		cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
		return NULL;
	}
	for (;;) {
		char *larger;

		if (n + 1 >= room) {
			room = room ? 2 * room : 4096;
			larger = realloc(content, room);
			if (!larger)
				goto fail;
			content = larger;
		}
		size_t got = fread(content + n, 1, room - n - 1, file);
		n += got;
		if (got == 0)
			break;
		if (n > cap) {
			cli_fail(CLI_FAILED, tr("%s is too long: at most %zu bytes"), path, cap);
			goto fail;
		}
	}
	if (ferror(file)) {
		cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
		goto fail;
	}
	if (!is_stdin)
		fclose(file);
	content[n] = '\0';
	*len = n;
	return content;
fail:
	if (!is_stdin)
		fclose(file);
	free(content);
	return NULL;
}

int cli_check_writable(const char *path)
{
	bool is_new = access(path, F_OK) != 0;
	FILE *file = fopen(path, "a");

	if (!file)
		return cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	fclose(file);
	if (is_new)
		unlink(path);
	return CLI_OK;
}

/* --- options of commands that play --- */

static const struct argp_option setup_options[] = {
	{"players", 'p', "N", 0, N_("number of players (default: the fewest)"), 0},
	{"option", 'o', "NAME=VALUE", 0, N_("set an option of the game; may be repeated"), 0},
	{"text", 'V', "FILE", 0, N_("set the option of the game that is a text to what FILE holds"), 0},
	{"values", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0},
	{0},
};

static error_t parse_setup(int key, char *arg, struct argp_state *state)
{
	struct cli_setup *setup = state->input;
	unsigned long long n;

	switch (key) {
	case 'p':
		if (!cli_number(arg, MP_SEATS, &n))
			argp_error(state,
			           tr("a game has at most %d players, not %s; `metropole games` lists them"),
			           MP_SEATS, arg);
		setup->players = (int)n;
		return 0;
	case 'o':
		if (setup->n_options == MP_OPTIONS || !strchr(arg, '='))
			argp_error(state, tr("an option is written NAME=VALUE, not %s"), arg);
		setup->options[setup->n_options++] = arg;
		return 0;
	case 'V':
		setup->text_file = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (setup->game)
			return ARGP_ERR_UNKNOWN;
		setup->game = mp_game_find(arg);
		if (!setup->game)
			argp_error(state, tr("there is no game %s; `metropole games` lists them"), arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp cli_setup_argp = {
	.options = setup_options,
	.parser = parse_setup,
	.help_filter = translate_help,
};

/* What core says of players and options is English; the sentence for people goes before. */
static int fail_setup(int code, const struct mp_fault *fault)
{
	struct mp_voice voice = {.lang = cli_lang()};
	const char *key = fault->code == MP_BAD_PLAYERS ? "fault.bad_players" : "fault.bad_option";
	char said[240];
	struct mp_text out;

	mp_text_init(&out, said, sizeof said);
	if (voice.lang == MP_EN || !mp_say(&voice, NULL, MP_PUBLIC, key, "{}", 2, &out))
		return cli_fail(code, "%s", fault->message);
	return cli_fail(code, "%s (%s)", said, fault->message);
}

static int set_text(struct cli_setup *wanted, struct mp_setup *setup, struct mp_fault *fault)
{
	size_t len;

	for (size_t i = 0; i < setup->game->n_options; i++) {
		if (setup->game->options[i].type != MP_TEXT)
			continue;
		wanted->text = cli_read_file(wanted->text_file, MP_TEXT_OPTION_MAX, &len);
		if (!wanted->text)
			return CLI_SYSTEM;
		if (strlen(wanted->text) != len)
			return cli_fail(CLI_FAILED, tr("%s is not a text file"), wanted->text_file);
		if (mp_setup_set(setup, setup->game->options[i].name, wanted->text, fault))
			return fail_setup(CLI_FAILED, fault);
		return CLI_OK;
	}
	return cli_fail(CLI_USAGE, tr("%s has no option that is a text"),
	                setup->game->title[cli_lang()]);
}

int cli_setup_begin(struct cli_setup *wanted, struct mp_setup *setup)
{
	struct mp_fault fault;

	if (mp_setup_begin(setup, wanted->game,
	                   wanted->players ? wanted->players : wanted->game->players_min, &fault))
		return fail_setup(CLI_USAGE, &fault);
	for (size_t i = 0; i < wanted->n_options; i++) {
		const char *equals = strchr(wanted->options[i], '=');
		char name[32];

		snprintf(name, sizeof name, "%.*s", (int)(equals - wanted->options[i]), wanted->options[i]);
		if (mp_setup_set(setup, name, equals + 1, &fault))
			return fail_setup(CLI_USAGE, &fault);
	}
	return wanted->text_file ? set_text(wanted, setup, &fault) : CLI_OK;
}
