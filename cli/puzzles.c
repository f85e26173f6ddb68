/* SPDX-License-Identifier: MIT
 *
 * `metropole puzzles GAME`: bots play, and what is a puzzle in their games is kept: as a text for
 * people, or as a pack.
 */
#include "cli.h"

#include "commands.h"
#include "progress.h"
#include "puzzles_report.h"

#include "host/buffer.h"
#include "host/review/mine.h"
#include "host/review/pack.h"

#include "ai/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct arguments {
	struct cli_setup setup;
	const char *out;
	bool json;
	unsigned long long wanted, seed, threads, iterations;
};

static const struct argp_option options[] = {
	{"number", 'n', "N", 0, N_("how many puzzles (default 10)"), 1},
	{"out", 'O', "FILE", 0, N_("write the pack into FILE, anew as it grows"), 1},
	{"iterations", 'i', "N", 0, N_("work for each sure estimate (default: by the game)"), 1},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 1},
	{"threads", 't', "N", 0, N_("threads (default: all cores)"), 1},
	{"json", 'j', NULL, 0, N_("print the pack as one JSON object"), 1},
	{0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->setup;
		return 0;
	case 'n':
		cli_read_number(&arguments->wanted, 10000, arg, state);
		return 0;
	case 's':
		cli_read_number(&arguments->seed, (1ULL << 53) - 1, arg, state);
		return 0;
	case 't':
		cli_read_number(&arguments->threads, THREADS_MAX, arg, state);
		return 0;
	case 'i':
		cli_read_number(&arguments->iterations, 100000000, arg, state);
		return 0;
	case 'O':
		arguments->out = arg;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_END:
		if (!arguments->setup.game)
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&cli_setup_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "GAME",
	.doc = N_("Finds puzzles in games of bots: positions in which one move is clearly the best, as "
              "far as its player may know, and a look at the next position prefers another. Each "
              "says by how much, how long a search has to look for it (grades 1 to 5), and how "
              "tempting wrong answers are refuted. Without -p two games in three have the fewest "
              "players, the others more. An option may have several values, separated by commas: "
              "the games take them in turn."),
};

/* Two of three games have the fewest players; the others go through the other numbers. */
static int players_of(const struct mp_game *game, size_t family)
{
	int more = game->players_max - game->players_min;

	if (family % 3 != 2 || more == 0)
		return game->players_min;
	return game->players_min + 1 + (int)(family / 3) % more;
}

/* Of `name=a,b,c` what this family takes. */
static void pick_value(const char *option, size_t family, char *out, size_t cap)
{
	const char *at = strchr(option, '=') + 1;
	size_t n = 1, pick;

	for (const char *p = at; *p; p++)
		n += *p == ',';
	for (pick = family % n; pick > 0; pick--)
		at = strchr(at, ',') + 1;
	snprintf(out, cap, "%.*s%.*s", (int)(strchr(option, '=') + 1 - option), option,
	         (int)strcspn(at, ","), at);
}

static int begin_setup(const struct arguments *arguments, size_t family, struct mp_setup *begun)
{
	struct cli_setup wanted = arguments->setup;
	char values[MP_OPTIONS][80];

	if (!wanted.players)
		wanted.players = players_of(wanted.game, family);
	for (size_t i = 0; i < wanted.n_options; i++) {
		pick_value(arguments->setup.options[i], family, values[i], sizeof values[i]);
		wanted.options[i] = values[i];
	}
	return cli_setup_begin(&wanted, begun);
}

/* A round of families, one for each thread; they are taken up in their order. */
struct round {
	const struct mine_options *options;
	size_t first;
	struct mp_setup begun[THREADS_MAX];
	struct mine mines[THREADS_MAX];
	bool good[THREADS_MAX];
};

static void mine_one(void *ctx, int index)
{
	struct round *round = ctx;

	round->good[index] = mine_family(&round->mines[index], &round->begun[index], round->options,
	                                 round->first + (size_t)index);
}

static int write_pack(const struct pack *pack, const char *path)
{
	struct buffer buffer = {0};
	FILE *file = NULL;
	int code = CLI_OK;
	char part[4096];

	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
		}
		buffer_clear(&buffer);
		pack_json(pack, &buffer.json);
	} while (buffer.json.text.overflow);
	if (!path) {
		puts(buffer.json.text.buf);
	} else {
		/* Whoever reads it meanwhile finds a whole one. */
		snprintf(part, sizeof part, "%s.part", path);
		file = fopen(part, "w");
		if (!file || fprintf(file, "%s\n", buffer.json.text.buf) < 0 || fclose(file) != 0 ||
		    rename(part, path) != 0)
			code = cli_fail(CLI_SYSTEM, "%s: %s", path, strerror(errno));
	}
	buffer_release(&buffer);
	return code;
}

/* The last puzzle of a game first: the match is taken back to each. */
static int take_game(const struct arguments *arguments, struct mine_game *game, struct pack *pack)
{
	bool added;

	pack->matches++;
	for (size_t i = game->n; i-- > 0 && pack->n < arguments->wanted;) {
		if (!pack_add(pack, &game->live, pack->matches, &game->found[i], &added))
			return cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
		if (added && !arguments->json && !arguments->out)
			puzzles_report(&game->live, &game->found[i], pack->n);
	}
	return CLI_OK;
}

static int take_family(const struct arguments *arguments, struct mine *mine, struct pack *pack)
{
	size_t before = pack->n;
	int code = CLI_OK;

	pack->families++;
	for (size_t i = 0; i < mine->n && code == CLI_OK; i++)
		code = take_game(arguments, &mine->games[i], pack);
	pack->played += mine->played;
	if (code == CLI_OK && arguments->out && pack->n > before)
		code = write_pack(pack, arguments->out);
	return code;
}

static int play_round(const struct arguments *arguments, struct round *round, int threads,
                      struct pack *pack)
{
	int code = CLI_OK;

	for (int i = 0; i < threads && code == CLI_OK; i++)
		code = begin_setup(arguments, round->first + (size_t)i, &round->begun[i]);
	if (code != CLI_OK)
		return code;
	parallel_run(threads, mine_one, round);
	for (int i = 0; i < threads; i++) {
		if (code == CLI_OK && !round->good[i])
			code = cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
		if (code == CLI_OK && pack->n < arguments->wanted)
			code = take_family(arguments, &round->mines[i], pack);
		mine_release(&round->mines[i]);
	}
	return code;
}

static int mine_pack(const struct arguments *arguments, int threads, struct pack *pack)
{
	struct mine_options wanted = {.seed = pack->seed, .iterations = pack->iterations};
	struct round *round = calloc(1, sizeof *round);
	struct progress progress;
	int code = CLI_OK;

	if (!round)
		return cli_fail(CLI_SYSTEM, "%s", tr("there is not enough memory"));
	round->options = &wanted;
	progress_init(&progress, arguments->wanted, false);
	while (code == CLI_OK && pack->n < arguments->wanted) {
		code = play_round(arguments, round, threads, pack);
		round->first += (size_t)threads;
		progress_show(&progress, pack->n);
	}
	progress_end(&progress);
	free(round);
	return code;
}

int run_puzzles(int argc, char **argv)
{
	struct arguments arguments = {.seed = 1, .wanted = 10};
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct pack pack;
	int code, threads;

	cli_parse(&argp, argc, argv, &arguments);
	threads = (int)(arguments.threads ? arguments.threads : cores > 0 ? (unsigned)cores : 1);
	if (threads > THREADS_MAX)
		threads = THREADS_MAX;
	pack =
		(struct pack){.game = arguments.setup.game,
	                  .seed = arguments.seed,
	                  .iterations = arguments.iterations ? (uint32_t)arguments.iterations
	                                                     : puzzle_iterations(arguments.setup.game)};
	code = arguments.out ? cli_check_writable(arguments.out) : CLI_OK;
	if (code == CLI_OK)
		code = mine_pack(&arguments, threads, &pack);
	if (code == CLI_OK && arguments.json)
		code = write_pack(&pack, NULL);
	pack_release(&pack);
	return code;
}
