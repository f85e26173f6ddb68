/* SPDX-License-Identifier: MIT
 *
 * `metropole review FILE`: what each event of a match was worth, who lost what where, and how much
 * was luck.
 */
#include "cli.h"

#include "commands.h"
#include "progress.h"
#include "record.h"
#include "review_report.h"

#include "host/buffer.h"
#include "host/review/review.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct arguments {
	const char *path;
	bool json, all, open;
	unsigned long long iterations, seed, threads;
};

static const struct argp_option options[] = {
	{"lens", 'l', "LENS", 0,
     N_("seat: from what each player could know (default); open: with all cards open"), 0},
	{"iterations", 'i', "N", 0, N_("work for each estimate (default: what is quick)"), 0},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 0},
	{"threads", 't', "N", 0, N_("threads (default: all cores)"), 0},
	{"all", 'a', NULL, 0, N_("every event, not only those that matter"), 0},
	{"json", 'j', NULL, 0, N_("print one JSON object"), 0},
	{0},
};

static void read_lens(struct arguments *arguments, const char *lens, struct argp_state *state)
{
	arguments->open = strcmp(lens, "open") == 0;
	if (!arguments->open && strcmp(lens, "seat") != 0)
		argp_error(state, tr("the lens is seat or open, not %s"), lens);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'i':
		cli_read_number(&arguments->iterations, 100000000, arg, state);
		return 0;
	case 's':
		cli_read_number(&arguments->seed, (1ULL << 53) - 1, arg, state);
		return 0;
	case 't':
		cli_read_number(&arguments->threads, THREADS_MAX, arg, state);
		return 0;
	case 'l':
		read_lens(arguments, arg, state);
		return 0;
	case 'a':
		arguments->all = true;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->path)
			argp_usage(state);
		arguments->path = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE",
	.doc = N_("Reviews a record: each player's chances after every event, what decisions lost "
              "against the best move found, and how much was luck. Every estimate carries its "
              "standard error. FILE may be - for standard input."),
};

static void show_progress(void *ctx, size_t done, size_t of)
{
	struct progress *progress = ctx;

	progress->total = of;
	progress_show(progress, done);
}

static int print_json(const struct review *review, struct live *live)
{
	struct buffer buffer = {0};

	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return cli_fail(CLI_SYSTEM, "%s", tr("memory is short"));
		}
		buffer_clear(&buffer);
		review_json(review, live, &buffer.json);
	} while (buffer.json.text.overflow);
	puts(buffer.json.text.buf);
	buffer_release(&buffer);
	return CLI_OK;
}

static int review_match(const struct arguments *arguments, struct live *live)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct progress progress;
	struct review_options wanted = {
		.open = arguments->open,
		.iterations = (uint32_t)arguments->iterations,
		.seed = arguments->seed,
		.threads = arguments->threads ? (int)arguments->threads
	               : cores > 1        ? (int)cores
	                                  : 1,
		.progress = show_progress,
		.ctx = &progress,
	};
	struct mp_fault fault;
	struct review found;
	int code;

	progress_init(&progress, 0, false);
	if (wanted.threads > THREADS_MAX)
		wanted.threads = THREADS_MAX;
	code = review_init(&found, live, &wanted, &fault);
	progress_end(&progress);
	if (code)
		return cli_fail(CLI_SYSTEM, "%s", fault.message);
	code = arguments->json ? print_json(&found, live) : CLI_OK;
	if (!arguments->json)
		review_report(&found, live, arguments->all);
	review_release(&found);
	return code;
}

int run_review(int argc, char **argv)
{
	struct arguments arguments = {.seed = 1};
	struct live live;
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	code = record_load(arguments.path, &live);
	if (code == CLI_OK) {
		code = review_match(&arguments, &live);
		live_release(&live);
	}
	return code;
}
