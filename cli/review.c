/* SPDX-License-Identifier: MIT
 *
 * `metropole review FILE`: what each event of a match was worth, who lost what where, and how much
 * was luck; of several files or of folders, also what they have in common.
 */
#include "cli.h"

#include "commands.h"
#include "files.h"
#include "progress.h"
#include "record.h"
#include "review_page.h"
#include "review_report.h"
#include "summary_report.h"

#include "host/array.h"
#include "host/buffer.h"
#include "host/review/review.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct arguments {
	struct files files;
	bool many; /* more than one file, or a folder */
	const char *page;
	const char *player; /* of many: only what this one did counts; NULL: what all did */
	bool json, all, open;
	unsigned long long iterations, seed, threads;
};

/* What came of many files. */
struct findings {
	struct summaries summaries;
	size_t reviewed;
	size_t other; /* files in folders that are no records */
	struct progress progress;
};

static const struct argp_option options[] = {
	{"lens", 'l', "LENS", 0,
     N_("seat: from what each player could know (default); open: with all cards open"), 0},
	{"iterations", 'i', "N", 0, N_("work for each estimate (default: what is quick)"), 0},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 0},
	{"threads", 't', "N", 0, N_("threads (default: all cores)"), 0},
	{"all", 'a', NULL, 0, N_("every event, not only those that matter"), 0},
	{"player", 'p', "NAME", 0, N_("of several files: count only what NAME did and got"), 0},
	{"json", 'j', NULL, 0, N_("print one JSON object"), 0},
	{"html", 'H', "OUT", 0, N_("write the replay with its review as one HTML page into OUT"), 0},
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
	case 'p':
		arguments->player = arg;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case 'H':
		arguments->page = arg;
		return 0;
	case ARGP_KEY_ARG:
		arguments->many |= arguments->files.n > 0 || is_folder(arg);
		if (!files_add(&arguments->files, arg))
			argp_failure(state, CLI_SYSTEM, errno, "%s", arg);
		return 0;
	case ARGP_KEY_END:
		if (arguments->page && arguments->many)
			argp_error(state, "%s", tr("a page holds one game: name one file with --html"));
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
	.args_doc = "FILE…",
	.doc =
		N_("Reviews a record: each player's chances after every event, what decisions lost "
           "against the best move found, and how much was luck. Every estimate carries its "
           "standard error. FILE may be - for standard input. Of several files, or of a folder, "
           "it tells what they have in common: seats, phases, kinds of decision, first moves and "
           "players, each number with its 95 % interval."),
};

static void show_progress(void *ctx, size_t done, size_t of)
{
	struct progress *progress = ctx;

	progress->total = of;
	progress_show(progress, done);
}

static int print_json(const struct review *review, struct live *live, const char *file)
{
	struct buffer buffer = {0};

	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
		}
		buffer_clear(&buffer);
		review_json(review, live, NULL, file, &buffer.json);
	} while (buffer.json.text.overflow);
	puts(buffer.json.text.buf);
	buffer_release(&buffer);
	return CLI_OK;
}

static int review_match(const struct arguments *arguments, struct live *live,
                        struct progress *progress, struct review *found)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct review_options wanted = {
		.open = arguments->open,
		.iterations = (uint32_t)arguments->iterations,
		.seed = arguments->seed,
		.threads = arguments->threads ? (int)arguments->threads
	               : cores > 1        ? (int)cores
	                                  : 1,
		.progress = progress ? show_progress : NULL,
		.ctx = progress,
	};
	struct mp_fault fault;

	if (wanted.threads > THREADS_MAX)
		wanted.threads = THREADS_MAX;
	if (review_init(found, live, &wanted, &fault))
		return cli_fail(CLI_SYSTEM, "%s", fault.message);
	return CLI_OK;
}

static int review_one(const struct arguments *arguments, const char *path)
{
	struct progress progress;
	struct review found;
	struct live live;
	int code = arguments->page ? cli_check_writable(arguments->page) : CLI_OK;

	code = code ? code : record_load(path, &live);
	if (code != CLI_OK)
		return code;
	progress_init(&progress, 0, false);
	code = review_match(arguments, &live, &progress, &found);
	progress_end(&progress);
	if (code == CLI_OK) {
		if (arguments->page)
			code = review_page(&found, &live, arguments->page);
		if (arguments->json)
			code = code ? code : print_json(&found, &live, NULL);
		else if (!arguments->page)
			review_report(&found, &live, arguments->all);
		review_release(&found);
	}
	live_release(&live);
	return code;
}

static bool is_record(const char *path)
{
	static const char first[] = "metropole ";
	char line[sizeof first - 1];
	FILE *file = fopen(path, "r");
	bool is = !file || (fread(line, 1, sizeof line, file) == sizeof line &&
	                    memcmp(line, first, sizeof line) == 0);

	if (file)
		fclose(file);
	return is; /* what cannot be read is not passed over in silence */
}

/* The seats that count: all, or those of somebody. */
static mp_viewers seats_of(const char *player, const struct live *live)
{
	mp_viewers seats = 0;

	if (!player)
		return MP_EVERYONE;
	for (int seat = 0; seat < live->setup.players; seat++)
		if (strcmp(live->names[seat], player) == 0)
			seats |= (mp_viewers)(1 << seat);
	return seats;
}

static int add_file(const struct arguments *arguments, const char *path, struct findings *findings)
{
	struct review found;
	struct live live;
	int code = record_load(path, &live);

	if (code != CLI_OK)
		return code;
	code = review_match(arguments, &live, NULL, &found);
	if (code == CLI_OK) {
		if (!summaries_add(&findings->summaries, &found, &live, seats_of(arguments->player, &live)))
			code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
		else if (arguments->json)
			code = print_json(&found, &live, path);
		else
			review_line(&found, &live, path);
		findings->reviewed++;
		review_release(&found);
	}
	live_release(&live);
	return code;
}

/* Each file by itself, on all threads; one that is broken is named and the others go on. */
static int review_many(const struct arguments *arguments)
{
	const struct files *files = &arguments->files;
	struct findings findings = {0};
	int code = CLI_OK;

	progress_init(&findings.progress, files->n, false);
	for (size_t i = 0; i < files->n; i++) {
		int failed = CLI_OK;

		if (strcmp(files->paths[i], "-") != 0 && !is_record(files->paths[i]))
			findings.other++;
		else
			failed = add_file(arguments, files->paths[i], &findings);
		code = failed ? failed : code;
		progress_show(&findings.progress, i + 1);
	}
	progress_end(&findings.progress);
	summaries_sort(&findings.summaries);
	if (!arguments->json)
		summaries_report(&findings.summaries);
	else if (!summaries_print_json(&findings.summaries))
		code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
	if (findings.summaries.n == 0 && code == CLI_OK)
		code = cli_fail(CLI_FAILED, "%s",
		                findings.reviewed ? tr("nobody of this name has played there")
		                                  : tr("there is no record in what was named"));
	if (findings.other)
		fprintf(stderr, tr("%zu files are no records and were passed over.\n"), findings.other);
	summaries_release(&findings.summaries);
	return code;
}

int run_review(int argc, char **argv)
{
	struct arguments arguments = {.seed = 1};
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	code =
		arguments.many ? review_many(&arguments) : review_one(&arguments, arguments.files.paths[0]);
	files_release(&arguments.files);
	return code;
}
