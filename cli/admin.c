/* SPDX-License-Identifier: MIT
 *
 * `metropole admin` and `metropole backup`: the host's tools, beside a running server.
 */
#include "cli.h"

#include "commands.h"
#include "server/admin.h"
#include "server/moderate.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>

struct arguments {
	struct serve_config config;
	const char *word[3];
	int n;
	bool yes;
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
	case 'y':
		arguments->yes = true;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->n == 3)
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

static const struct argp_option admin_options[] = {
	{"config", 'c', "FILE", 0, N_("the server's settings, which name the data file"), 0},
	{"data", 'd', "FILE", 0, N_("the data file (metropole.db)"), 0},
	{"yes", 'y', NULL, 0, N_("delete what forget and delete would only look at"), 0},
	{0},
};

static const struct argp admin_argp = {
	.options = admin_options,
	.parser = parse,
	.args_doc =
		"people [TEXT]\nbans\nreports\ntables\nban WHO [DAYS]\nunban WHO\nforget WHO\nexport WHO\n"
		"remove TABLE LINE\nclear REPORT|all\nclose TABLE\ndelete TABLE\ncompact\n"
		"copy-data FROM TO",
	.doc = N_("Keeps order on a server. WHO is a number from the lists, the name of an account, or "
              "(for bans) an address. Lists are JSON, one object a line. A running server carries "
              "an order out within a second and answers; without one it is done here. What makes "
              "no sense is refused with status 1."),
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

/* Words that orders are made of, and how many follow: at least, at most. */
static const struct {
	const char *word;
	int least, most;
} orders[] = {
	{"ban", 1, 2},    {"unban", 1, 1},  {"forget", 1, 1},  {"remove", 2, 2},    {"clear", 1, 1},
	{"close", 1, 1},  {"delete", 1, 1}, {"people", 0, 1},  {"bans", 0, 0},      {"reports", 0, 0},
	{"export", 1, 1}, {"tables", 0, 0}, {"compact", 0, 0}, {"copy-data", 2, 2},
};

static bool is_order(const struct arguments *arguments)
{
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (strcmp(orders[i].word, arguments->word[0]) == 0)
			return arguments->n - 1 >= orders[i].least && arguments->n - 1 <= orders[i].most;
	return false;
}

static int give_order(const struct arguments *arguments)
{
	const char *word = arguments->word[0], *what = arguments->word[1], *more = arguments->word[2];
	bool deletes = strcmp(word, "forget") == 0 || strcmp(word, "delete") == 0;
	char text[ORDER_BYTES], answer[ORDER_ANSWER_BYTES];

	if (deletes && arguments->yes)
		more = "yes";
	if (snprintf(text, sizeof text, more ? "%s\t%s\t%s" : "%s\t%s", word, what, more) >=
	        (int)sizeof text ||
	    strchr(what, '\t'))
		return cli_fail(CLI_USAGE, "%s", tr("this is too long for a name or a table"));
	if (!order_give(arguments->config.data, text, answer, sizeof answer))
		return cli_fail(CLI_FAILED, "%s", answer);
	puts(answer);
	return CLI_OK;
}

static int compact_data(const char *data)
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

static void print_copied(void *ctx, const char *kind, int64_t n)
{
	(void)ctx;
	printf("%-10s %12lld\n", kind, (long long)n);
}

static int copy_data(const char *from, const char *to)
{
	char why[640];

	if (!admin_copy_data(from, to, print_copied, why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s", why);
	puts(tr("All of it was read again, and is the same."));
	return CLI_OK;
}

int run_admin(int argc, char **argv)
{
	static struct arguments arguments;
	const char *word, *data = arguments.config.data;
	char why[ORDER_ANSWER_BYTES];
	bool good;

	serve_config_init(&arguments.config);
	cli_parse(&admin_argp, argc, argv, &arguments);
	word = arguments.word[0];
	if (!is_order(&arguments))
		return cli_fail(CLI_USAGE, "%s", tr("there is no such order; see metropole admin --help"));
	if (strcmp(word, "people") == 0)
		good = order_people(data, arguments.n > 1 ? arguments.word[1] : "", print_line, why,
		                    sizeof why);
	else if (strcmp(word, "tables") == 0)
		good = admin_tables(data, print_line, why, sizeof why);
	else if (strcmp(word, "compact") == 0)
		return compact_data(data);
	else if (strcmp(word, "copy-data") == 0)
		return copy_data(arguments.word[1], arguments.word[2]);
	else if (strcmp(word, "bans") == 0)
		good = order_bans(data, print_line, why, sizeof why);
	else if (strcmp(word, "reports") == 0)
		good = order_reports(data, print_line, why, sizeof why);
	else if (strcmp(word, "export") == 0)
		good = order_export(data, arguments.word[1], print_line, why, sizeof why);
	else
		return give_order(&arguments);
	return good ? CLI_OK : cli_fail(CLI_SYSTEM, "%s", why);
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
