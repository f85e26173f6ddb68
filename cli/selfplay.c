/* SPDX-License-Identifier: MIT
 *
 * `metropole selfplay GAME`: games of the bots against themselves, to learn from.
 */
#include "cli.h"
#include "commands.h"
#include "crew.h"

#include "learn/harvest.h"

#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 256, GAMES_MAX = 100000000 };

struct arguments {
	struct cli_setup setup;
	const char *net, *out;
	unsigned long long games, seed, iterations, threads;
	double whim;
};

static const struct argp_option options[] = {
	{"out", 'O', "DIR", 0, N_("the folder in which the games gather; a run goes on from it"), 1},
	{"games", 'n', "N", 0, N_("how many games there are to be in all (default 1000)"), 1},
	{"net", 'N', "FILE", 0, N_("play with the net of FILE (default: as the game is shipped)"), 1},
	{"iterations", 'i', "N", 0, N_("iterations a move (default 200)"), 1},
	{"whim", 'w', "PART", 0,
     N_("play moves, too, that are worse by less than this part of a win (default 0.05)"), 1},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 1},
	{"threads", 't', "N", 0, N_("games at once (default: all cores)"), 1},
	{0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	char *end;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->setup;
		return 0;
	case 'O':
		arguments->out = arg;
		return 0;
	case 'N':
		arguments->net = arg;
		return 0;
	case 'n':
		cli_read_number(&arguments->games, GAMES_MAX, arg, state);
		return 0;
	case 'i':
		cli_read_number(&arguments->iterations, 100000000, arg, state);
		return 0;
	case 's':
		cli_read_number(&arguments->seed, (1ULL << 53) - 1, arg, state);
		return 0;
	case 't':
		cli_read_number(&arguments->threads, THREADS_MAX, arg, state);
		return 0;
	case 'w':
		arguments->whim = strtod(arg, &end);
		if (end == arg || *end || arguments->whim < 0 || arguments->whim > 1)
			argp_error(state, tr("%s is no part of a win, such as 0.05"), arg);
		return 0;
	case ARGP_KEY_END:
		if (!arguments->setup.game || !arguments->out || arguments->games == 0 ||
		    arguments->iterations == 0)
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
	.doc =
		N_("Plays games of the bots against themselves and writes down what a net can learn from "
           "them. A game depends on the seed and its number only, so a run that was stopped goes "
           "on, and several machines can play: mpirun -n 4 metropole selfplay …"),
};

/* --- the games, as a crew plays them --- */

static void *player_new(const void *selfplay)
{
	return selfplay_player_new(selfplay);
}

static void player_free(void *player)
{
	selfplay_player_free(player);
}

static bool play(void *player, uint64_t game, struct game_bytes *out)
{
	return selfplay_play(player, game, out);
}

static bool has(const void *harvest, uint64_t game)
{
	return ((const struct harvest *)harvest)->there[game];
}

static bool keep(void *harvest, uint64_t game, const struct game_bytes *bytes)
{
	return harvest_add(harvest, game, bytes);
}

static const struct crew_kind kind = {player_new, player_free, play, has, keep, NULL};

/* Opens the folder; says what is wrong itself. */
static int open_harvest(const struct arguments *arguments, const struct selfplay *selfplay,
                        struct harvest *harvest)
{
	char plan[PLAN_TEXT_MAX];

	harvest_plan(selfplay, plan);
	switch (harvest_open(harvest, arguments->out, plan, arguments->games)) {
	case HARVEST_OTHER_PLAN:
		return cli_fail(CLI_FAILED,
		                tr("%s holds other games (plan.txt says which); give another folder"),
		                arguments->out);
	case HARVEST_SYSTEM:
		return cli_fail(CLI_SYSTEM, tr("%s cannot be read and written"), arguments->out);
	case HARVEST_OK:
		break;
	}
	return CLI_OK;
}

static int play_games(const struct arguments *arguments, const struct selfplay *selfplay)
{
	struct harvest harvest = {0};
	struct crew crew = {
		.kind = &kind, .match = selfplay, .store = &harvest, .games = arguments->games};
	int code = crew_leads() ? open_harvest(arguments, selfplay, &harvest) : CLI_OK;

	if (code != CLI_OK)
		return code;
	if (!crew_gather(&crew, (size_t)arguments->threads, false))
		code = cli_fail(CLI_SYSTEM, "%s", tr("memory, threads or room on the disk are short"));
	if (crew_leads())
		harvest_close(&harvest);
	return code;
}

int run_selfplay(int argc, char **argv)
{
	struct arguments arguments = {.games = 1000, .seed = 1, .iterations = 200, .whim = 0.05};
	struct selfplay selfplay;
	struct mp_setup begun;
	int code = crew_enter(argv);

	if (code != CLI_OK)
		return code;
	cli_parse(&argp, argc, argv, &arguments);
	if (arguments.threads == 0)
		arguments.threads = (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN);
	code = cli_setup_begin(&arguments.setup, &begun);
	if (code == CLI_OK && !begun.game->inputs)
		code =
			cli_fail(CLI_FAILED, tr("%s has nothing to tell a net"), begun.game->title[cli_lang()]);
	selfplay = (struct selfplay){.setup = &begun,
	                             .seed = arguments.seed,
	                             .iterations = (uint32_t)arguments.iterations,
	                             .whim = (float)arguments.whim};
	if (code == CLI_OK)
		code = crew_read_net(arguments.net, &begun, &selfplay.net);
	if (code == CLI_OK)
		code = play_games(&arguments, &selfplay);
	free((void *)selfplay.net.weights);
	free(arguments.setup.text);
	return code;
}
