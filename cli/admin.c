/* SPDX-License-Identifier: MIT
 *
 * `metropole admin` and `metropole backup`: the host's tools, beside a running server.
 */
#include "cli.h"

#include "commands.h"
#include "server/admin.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>

struct arguments {
	struct serve_config config;
	const char *word[2];
	int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	char why[640];

	switch (key) {
	case 'd':
		if (!serve_config_set(&arguments->config, "data", arg, why, sizeof why))
			argp_error(state, "%s", why);
		return 0;
	case 'c':
		if (!serve_config_read(&arguments->config, arg, why, sizeof why))
			argp_error(state, "%s", why);
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
	{"config", 'c', "FILE", 0, N_("the server's settings, which name the data file"), 0},
	{"data", 'd', "FILE", 0, N_("the data file (metropole.db)"), 0},
	{0},
};

static const struct argp admin_argp = {
	.options = options,
	.parser = parse,
	.args_doc = "ban|unban|forget NAME\nclose|delete TABLE\ntables\nreports\ncompact",
	.doc =
		N_("Bans people or lets them in again, forgets them, closes or deletes tables, lists the "
           "tables that have not ended and the chat lines that were reported, and makes the data "
           "file smaller after much was deleted. A running server obeys within a second; without "
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

static int compact(const char *data)
{
	int64_t before, after;
	char why[640];

	if (!admin_compact(data, &before, &after, why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	printf(tr("%s: %lld kB before, %lld kB now"), data, (long long)before / 1024,
	       (long long)after / 1024);
	putchar('\n');
	return CLI_OK;
}

int run_admin(int argc, char **argv)
{
	static struct arguments arguments;
	const char *data = arguments.config.data;
	char why[640], command[200];

	serve_config_init(&arguments.config);
	cli_parse(&admin_argp, argc, argv, &arguments);
	if (arguments.n == 1 && strcmp(arguments.word[0], "reports") == 0)
		return admin_reports(data, print_line, why, sizeof why) ? CLI_OK
		                                                        : cli_fail(CLI_SYSTEM, "%s", why);
	if (arguments.n == 1 && strcmp(arguments.word[0], "tables") == 0)
		return admin_tables(data, print_line, why, sizeof why) ? CLI_OK
		                                                       : cli_fail(CLI_SYSTEM, "%s", why);
	if (arguments.n == 1 && strcmp(arguments.word[0], "compact") == 0)
		return compact(data);
	if (arguments.n != 2 || !is_command(arguments.word[0]) || strlen(arguments.word[1]) > 100)
		return cli_fail(CLI_USAGE, "%s",
		                tr("say ban, unban or forget with a name, close or delete with a table, "
		                   "tables, reports or compact"));
	snprintf(command, sizeof command, "%s %s", arguments.word[0], arguments.word[1]);
	if (!admin_command(data, command, why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	printf(tr("Left in %s: %s. A running server does it within a second."), data, command);
	putchar('\n');
	return CLI_OK;
}

int run_backup(int argc, char **argv)
{
	static struct arguments arguments;
	char why[640];

	serve_config_init(&arguments.config);
	cli_parse(&backup_argp, argc, argv, &arguments);
	if (arguments.n != 1)
		return cli_fail(CLI_USAGE, "%s", tr("name one file to copy to"));
	if (!admin_backup(arguments.config.data, arguments.word[0], why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	return CLI_OK;
}
