/* SPDX-License-Identifier: MIT
 *
 * `metropole`: finds the subcommand and the language. Every subcommand lives in its own file.
 */
#include "cli.h"

#include "commands.h"
#include "lang.h"

#include <stdio.h>
#include <string.h>

static int run_version(int argc, char **argv);

static const struct cli_command commands[] = {
#define COMMAND(name, function, summary) {name, function, summary},
#include "commands.def"
#undef COMMAND
	{"version", run_version, N_("print the version")},
};

static int run_version(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return cli_fail(CLI_USAGE, "%s", tr("this command takes no arguments"));
	puts("metropole " METROPOLE_VERSION);
	return CLI_OK;
}

static void print_help(FILE *out)
{
	fprintf(out, "%s\n\n", tr("Usage: metropole [--lang en|fr] COMMAND [ARGUMENTS]"));
	fprintf(out, "%s\n\n",
	        tr("Four city and metro board games, played to the letter of their rules."));
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, tr(commands[i].summary));
	fprintf(out, "\n%s\n", tr("`metropole COMMAND --help` says more about each."));
	fprintf(
		out, "%s\n",
		tr("Exit status: 0 done, 1 the work failed, 2 wrong usage, 3 no file, memory or thread."));
}

/* Takes --lang off the front; returns how many arguments it was. */
static int take_lang(int argc, char **argv)
{
	if (argc > 1 && strncmp(argv[1], "--lang=", 7) == 0)
		return lang_set(argv[1] + 7) ? 1 : -1;
	if (argc > 2 && strcmp(argv[1], "--lang") == 0)
		return lang_set(argv[2]) ? 2 : -1;
	return 0;
}

int main(int argc, char **argv)
{
	int taken;

	lang_from_environment();
	taken = take_lang(argc, argv);
	if (taken < 0)
		return cli_fail(CLI_USAGE, "%s", tr("the languages are en and fr"));
	argc -= taken;
	argv += taken;
	if (argc < 2) {
		print_help(stderr);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return CLI_OK;
	}
	if (strcmp(argv[1], "--version") == 0)
		return run_version(1, argv);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, argv[1]) == 0)
			return commands[i].run(argc - 1, argv + 1);
	cli_fail(CLI_USAGE, tr("there is no command %s"), argv[1]);
	print_help(stderr);
	return CLI_USAGE;
}
