/* SPDX-License-Identifier: MIT
 *
 * `metropole admin` and `metropole backup`: the host's tools, beside a running server.
 */
#include "cli.h"

#include "commands.h"
#include "server/admin.h"

#include <stdio.h>
#include <string.h>

struct arguments {
	const char *data;
	const char *word[2];
	int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'd':
		arguments->data = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->n == 2)
			argp_usage(state);
		arguments->word[arguments->n++] = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"data", 'd', "FILE", 0, N_("the data file (metropole.db)"), 0},
	{0},
};

static const struct argp admin_argp = {
	.options = options,
	.parser = parse,
	.args_doc = "ban|unban|forget NAME\nclose|delete TABLE\nreports",
	.doc =
		N_("Bans people or lets them in again, forgets them, closes or deletes tables, and lists "
           "the chat lines that were reported. A running server obeys within a second; without "
           "one, the next does at its start."),
};

static const struct argp backup_argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE",
	.doc = N_("Copies the data file to FILE while the server runs."),
};

static void print_line(const char *line)
{
	puts(line);
}

static bool is_command(const char *word)
{
	static const char *const commands[] = {"ban", "unban", "forget", "close", "delete"};

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i], word) == 0)
			return true;
	return false;
}

int run_admin(int argc, char **argv)
{
	struct arguments arguments = {.data = "metropole.db"};
	char why[320], command[200];

	cli_parse(&admin_argp, argc, argv, &arguments);
	if (arguments.n == 1 && strcmp(arguments.word[0], "reports") == 0) {
		if (!admin_reports(arguments.data, print_line, why, sizeof why))
			return cli_fail(CLI_SYSTEM, "%s", why);
		return CLI_OK;
	}
	if (arguments.n != 2 || !is_command(arguments.word[0]) || strlen(arguments.word[1]) > 100)
		return cli_fail(CLI_USAGE, "%s",
		                tr("say ban, unban or forget with a name, close or delete with a table, or "
		                   "reports"));
	snprintf(command, sizeof command, "%s %s", arguments.word[0], arguments.word[1]);
	if (!admin_command(arguments.data, command, why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	return CLI_OK;
}

int run_backup(int argc, char **argv)
{
	struct arguments arguments = {.data = "metropole.db"};
	char why[320];

	cli_parse(&backup_argp, argc, argv, &arguments);
	if (arguments.n != 1)
		return cli_fail(CLI_USAGE, "%s", tr("name one file to copy to"));
	if (!admin_backup(arguments.data, arguments.word[0], why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	return CLI_OK;
}
