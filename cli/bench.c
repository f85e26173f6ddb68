/* SPDX-License-Identifier: MIT
 *
 * `metropole bench`: games and moves a CPU second on one core, through the contract ("generic") and
 * by the game's own playout ("playout"). A ply is a player's move; chance is paid for, not counted.
 */
#include "cli.h"

#include "commands.h"
#include "tally.h"

#include "host/live.h"

#include <metropole/rng.h>
#include <metropole/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct arguments {
	const struct mp_game *game;
	unsigned long long players, ms, games;
	const char *path;
	bool json;
};

struct row {
	double games_per_s, plies_per_s, copy_ns;
	uint64_t plies;
};

static const struct argp_option options[] = {
	{"players", 'p', "N", 0, N_("only this number of players"), 0},
	{"path", 'P', "PATH", 0, N_("only \"generic\" or \"playout\""), 0},
	{"ms", 'm', "N", 0, N_("CPU milliseconds for each row (default 300)"), 0},
	{"games", 'n', "N", 0, N_("play exactly N games for each row instead (for instruction counts)"),
     0},
	{"json", 'j', NULL, 0, N_("print one line of JSON for each row"), 0},
	{0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'p':
		if (!cli_number(arg, MP_SEATS, &arguments->players))
			argp_error(state,
			           tr("a game has at most %d players, not %s; `metropole games` lists them"),
			           MP_SEATS, arg);
		return 0;
	case 'm':
		cli_read_number(&arguments->ms, 600000, arg, state);
		return 0;
	case 'n':
		cli_read_number(&arguments->games, 1000000000, arg, state);
		return 0;
	case 'P':
		if (strcmp(arg, "generic") != 0 && strcmp(arg, "playout") != 0)
			argp_error(state, "%s", tr("the paths are generic and playout"));
		arguments->path = arg;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_ARG:
		arguments->game = mp_game_find(arg);
		if (!arguments->game)
			argp_error(state, tr("there is no game %s; `metropole games` lists them"), arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[GAME]",
	.doc =
		N_("Measures random games a CPU second, on one core: through the contract (generic) and by "
           "each game's own playout."),
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double measure_copy(const struct mp_game *game, void *to, const void *from)
{
	enum { COPIES = 1000000 };
	double start = cpu_seconds();

	for (int i = 0; i < COPIES; i++) {
		memcpy(to, from, game->state_size);
		__asm__ volatile("" : : "r"(to), "r"(from) : "memory");
	}
	return (cpu_seconds() - start) / COPIES * 1e9;
}

typedef uint32_t play_fn(const struct mp_setup *, void *state, struct mp_rng *);

static struct row measure_plies(const struct arguments *arguments, struct live *live, play_fn *play)
{
	const struct mp_setup *setup = &live->setup;
	const struct mp_game *game = setup->game;
	void *state = live->match.state;
	double start = cpu_seconds(), used;
	uint64_t games = 0;
	struct row row = {0};

	do {
		struct mp_rng rng;

		mp_rng_init(&rng, 1, games++);
		memset(state, 0, game->state_size);
		game->init(setup, state);
		row.plies += play(setup, state, &rng);
		used = arguments->games || games % 16 == 0 ? cpu_seconds() - start : 0;
	} while (arguments->games ? games < arguments->games : used * 1000 < (double)arguments->ms);
	row.games_per_s = (double)games / used;
	row.plies_per_s = (double)row.plies / used;
	return row;
}

static void print_row(const struct arguments *arguments, const struct mp_setup *setup,
                      const char *path, const struct row *row)
{
	char buf[512]; /* eight short members */
	struct mp_json json;

	if (!arguments->json) {
		printf("%-12s %d  %-8s %10.0f %12.0f %10llu %8.1f %6zu\n", setup->game->id, setup->players,
		       path, row->games_per_s, row->plies_per_s, (unsigned long long)row->plies,
		       row->copy_ns, setup->game->state_size);
		return;
	}
	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "game", setup->game->id);
	mp_json_int(&json, "players", setup->players);
	mp_json_str(&json, "path", path);
	mp_json_fixed(&json, "games_per_s", row->games_per_s, 1);
	mp_json_fixed(&json, "plies_per_s", row->plies_per_s, 1);
	mp_json_fixed(&json, "copy_ns", row->copy_ns, 2);
	mp_json_int(&json, "state_bytes", (int64_t)setup->game->state_size);
	mp_json_int(&json, "plies", (int64_t)row->plies);
	mp_json_end_object(&json);
	puts(buf);
}

/* Default options, but for the two that would make a random game endless or free-form. */
static int bench_setup(const struct mp_game *game, int players, struct mp_setup *setup)
{
	struct mp_fault fault;

	if (mp_setup_begin(setup, game, players, &fault))
		return cli_fail(CLI_USAGE, "%s", fault.message);
	if (mp_option_find(game, "deals") >= 0)
		mp_setup_set(setup, "deals", "false", &fault);
	if (mp_option_find(game, "turn_limit") >= 0)
		mp_setup_set(setup, "turn_limit", "300", &fault);
	return CLI_OK;
}

static int bench_game(const struct arguments *arguments, const struct mp_game *game, int players)
{
	static const struct {
		const char *name;
		play_fn *play;
	} paths[] = {{"generic", tally_generic}, {"playout", tally_playout}};
	struct mp_setup setup;
	struct mp_fault fault;
	struct live live;
	int code = bench_setup(game, players, &setup);

	if (code)
		return code;
	if (live_init(&live, &setup, MP_ALL, &fault))
		return cli_fail(CLI_FAILED, "%s", fault.message);
	for (size_t i = 0; i < 2; i++) {
		struct row row;

		if ((arguments->path && strcmp(arguments->path, paths[i].name) != 0) ||
		    (i == 1 && !game->playout))
			continue;
		row = measure_plies(arguments, &live, paths[i].play);
		row.copy_ns =
			arguments->games ? 0 : measure_copy(game, live.match.scratch, live.match.state);
		print_row(arguments, &live.setup, paths[i].name, &row);
	}
	live_release(&live);
	return CLI_OK;
}

int run_bench(int argc, char **argv)
{
	struct arguments arguments = {.ms = 300};
	int code = CLI_OK;

	cli_parse(&argp, argc, argv, &arguments);
	if (!arguments.json)
		printf("%s\n",
		       tr("game         pl path        games/s      plies/s      plies  copy ns  bytes"));
	for (size_t i = 0; mp_games[i] && code == CLI_OK; i++) {
		const struct mp_game *game = mp_games[i];

		if (arguments.game && arguments.game != game)
			continue;
		for (int players = game->players_min; players <= game->players_max && code == CLI_OK;
		     players++)
			if (!arguments.players || (int)arguments.players == players)
				code = bench_game(&arguments, game, players);
	}
	return code;
}
