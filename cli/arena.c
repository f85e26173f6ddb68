/* SPDX-License-Identifier: MIT
 *
 * `metropole arena GAME A B …`: bots against each other on the same boards, by a crew, until the
 * boards or the sequential test are done. Every game is kept in the file at once, and a match goes
 * on where the file ends.
 */
#include "arena_report.h"
#include "cli.h"
#include "commands.h"
#include "crew.h"
#include "external.h"

#include "host/array.h"
#include "host/live.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, BOARDS_MAX = 1000000, LOSSES_TOLD = 10 };

struct arguments {
	struct cli_setup setup;
	const char *bots[MP_SEATS];
	int n_bots;
	unsigned long long boards, seed, threads;
	const char *file, *plot, *net;
	bool tries_net;
	bool json, real_time;
	struct arena_test test;
};

/* Where games gather. */
struct store {
	struct ledger ledger;
	const struct arena_test *test;
	struct mp_fault fault; /* of a game that failed */
	size_t losses;         /* of programs that failed */
};

/* A game as the crew passes it on. */
struct outcome {
	struct arena_game game;
	bool played;
	struct mp_fault fault;
};

static const struct argp_option options[] = {
	{"boards", 'n', "N", 0, N_("boards; each is played once for every rotation (default 100)"), 1},
	{"file", 'f', "FILE", 0, N_("keep the games in FILE, and go on from it"), 1},
	{"sprt", 'S', "ELO0,ELO1", 0,
     N_("stop when the first bot is known to be ELO1 or only ELO0 better"), 1},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 1},
	{"threads", 't', "N", 0, N_("games at once (default: all cores)"), 1},
	{"net", 'N', "FILE", 0, N_("the net of those that try one: hard/try"), 1},
	{"real-time", 'r', NULL, 0,
     N_("measure budgets by the clock on the wall, not by the processor's time"), 1},
	{"json", 'j', NULL, 0, N_("print one JSON object"), 1},
	{"plot", 'P', "FILE.svg", 0, N_("draw the first bot's share by gnuplot into FILE.svg"), 1},
	{0},
};

static void read_bot(struct arguments *arguments, const char *text, struct argp_state *state)
{
	struct arena_bot bot;

	if (arguments->n_bots == MP_SEATS)
		argp_error(state, "%s", tr("there are more bots than seats"));
	if (!arena_bot_parse(&bot, text))
		argp_error(state, tr("there is no bot %s; try easy, normal or hard"), text);
	arguments->tries_net |= bot.tries_net;
	arguments->bots[arguments->n_bots++] = text;
}

static void read_test(struct arguments *arguments, const char *text, struct argp_state *state)
{
	char rest;

	if (sscanf(text, "%lf,%lf%c", &arguments->test.elo0, &arguments->test.elo1, &rest) != 2 ||
	    arguments->test.elo0 >= arguments->test.elo1)
		argp_error(state, tr("two numbers are wanted, the smaller first, such as 0,50, not %s"),
		           text);
	arguments->test.is_on = true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->setup;
		return 0;
	case 'n':
		cli_read_number(&arguments->boards, BOARDS_MAX, arg, state);
		return 0;
	case 's':
		cli_read_number(&arguments->seed, (1ULL << 53) - 1, arg, state);
		return 0;
	case 't':
		cli_read_number(&arguments->threads, THREADS_MAX, arg, state);
		return 0;
	case 'f':
		arguments->file = arg;
		return 0;
	case 'N':
		arguments->net = arg;
		return 0;
	case 'P':
		arguments->plot = arg;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case 'r':
		arguments->real_time = true;
		return 0;
	case 'S':
		read_test(arguments, arg, state);
		return 0;
	case ARGP_KEY_ARG:
		/* The first argument, the game, is the child parser's. */
		if (!arguments->setup.game)
			return ARGP_ERR_UNKNOWN;
		read_bot(arguments, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (!arguments->setup.game || arguments->n_bots < 2 || arguments->boards == 0)
			argp_usage(state);
		if (arguments->tries_net && !arguments->net)
			argp_error(state, "%s", tr("a bot is to try a net: say which by --net"));
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&cli_setup_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "GAME BOT BOT…",
	.doc = N_("Lets bots play each other on the same boards with seats rotated, and says who is "
              "better and how sure that is. A bot is a level with an optional budget and optional "
              "changes: hard, b3@200ms, normal@1000it, hard@50ms/cutoff=4, hard/refuse, b3/deal, "
              "hard/try "
              "(with the net of --net). The baselines are b0 (random), b1 (greedy), b2 (flat), b3 "
              "(plain tree) and b+ (peeks). "
              "The last bot fills the remaining seats. A program of yours that speaks the engine "
              "protocol takes part as ext:COMMAND, with a budget if you like: ext:./mybot, "
              "\"ext:python3 mybot.py@200ms\"; one that dies, hangs or plays what is not allowed "
              "loses the game; all:COMMAND is one that is told every draw and keeps the secrets of "
              "others from itself. Several machines can play: mpirun -n 4 metropole arena …"),
	.children = children,
};

/* A program by the shell, so that it can have arguments; the shell gives way to it. */
static void *open_outside(const struct arena_bot *bot)
{
	char command[ARENA_SPEC_MAX + 8];
	char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct external *external;

	snprintf(command, sizeof command, "exec %s", bot->command);
	external = external_new(argv);
	if (external && bot->is_told_all)
		external_tell_all(external);
	return external;
}

static void close_outside(void *handle)
{
	external_free(handle);
}

static void begin_outside(void *handle)
{
	external_begin(handle);
}

static bool ask_outside(void *handle, struct mp_match *match, int seat, uint32_t ms, uint64_t seed,
                        struct mp_bot_answer *answer, struct mp_fault *fault)
{
	char why[EXTERNAL_WHY_MAX];

	*answer = (struct mp_bot_answer){0};
	if (external_ask(handle, match, seat, ms, seed, &answer->has_move, &answer->move, why))
		return true;
	mp_fault_set(fault, MP_BAD_MOVE, why);
	return false;
}

static const struct arena_outside outside = {open_outside, close_outside, begin_outside,
                                             ask_outside};

/* --- the games, as a crew plays them --- */

/* A failure is a loss; the first few are told one by one. */
static void note_loss(struct store *store, const struct arena_game *game)
{
	if (game->failed < 0 || store->losses++ >= LOSSES_TOLD)
		return;
	cli_fail(CLI_OK, tr("%s lost board %u, rotation %u: it %s"),
	         store->ledger.pairing->bots[game->failed].text, game->board + 1, game->rotation + 1,
	         game->why);
}

static void *player_new(const void *pairing)
{
	return arena_player_new(pairing);
}

static void player_free(void *player)
{
	arena_player_free(player);
}

static bool play(void *player, uint64_t number, struct game_bytes *out)
{
	uint32_t players = (uint32_t)arena_players(player);
	struct outcome outcome = {0};

	if (!array_reserve(out->mem, out->cap, sizeof outcome, sizeof outcome))
		return false;
	outcome.played = arena_play(player, (uint32_t)(number / players), (uint32_t)(number % players),
	                            &outcome.game, &outcome.fault);
	out->n = sizeof outcome;
	memcpy(out->mem, &outcome, sizeof outcome);
	return true;
}

static bool has(const void *store, uint64_t number)
{
	return ((const struct store *)store)->ledger.played[number];
}

static bool keep(void *memory, uint64_t number, const struct game_bytes *bytes)
{
	struct store *store = memory;
	struct outcome outcome;

	(void)number;
	if (bytes->n != sizeof outcome)
		return false;
	memcpy(&outcome, bytes->mem, sizeof outcome);
	if (!outcome.played || !ledger_add(&store->ledger, &outcome.game)) {
		store->fault = outcome.fault;
		return false;
	}
	note_loss(store, &outcome.game);
	return true;
}

static bool is_enough(const void *memory)
{
	const struct store *store = memory;

	return arena_test_is_done(store->test, &store->ledger);
}

static const struct crew_kind kind = {player_new, player_free, play, has, keep, is_enough};

static int open_ledger(const struct arguments *arguments, const struct arena_pairing *pairing,
                       struct ledger *ledger)
{
	switch (ledger_open(ledger, pairing, (uint32_t)arguments->boards, arguments->file)) {
	case LEDGER_OTHER_MATCH:
		return cli_fail(
			CLI_FAILED,
			tr("%s holds another match; give another file, or the same game, bots and seed"),
			arguments->file);
	case LEDGER_SYSTEM:
		return cli_fail(CLI_SYSTEM, tr("%s cannot be read and written"),
		                arguments->file ? arguments->file : "-");
	case LEDGER_OK:
		break;
	}
	return CLI_OK;
}

static int report(const struct arguments *arguments, const struct ledger *ledger)
{
	if (arguments->json)
		arena_report_json(ledger, &arguments->test);
	else
		arena_report_print(ledger, &arguments->test);
	if (arguments->plot && !arena_report_plot(ledger, arguments->plot))
		return cli_fail(CLI_SYSTEM, "%s", tr("gnuplot did not draw; is it installed?"));
	return CLI_OK;
}

static int run_pairing(const struct arguments *arguments, const struct arena_pairing *pairing)
{
	struct store store = {.test = &arguments->test};
	struct crew crew = {.kind = &kind,
	                    .match = pairing,
	                    .store = &store,
	                    .games = arguments->boards * (unsigned)pairing->setup->players};
	int code = crew_leads() ? open_ledger(arguments, pairing, &store.ledger) : CLI_OK;
	bool good;

	if (code != CLI_OK)
		return code;
	good = crew_gather(&crew, (size_t)arguments->threads, arguments->json);
	if (store.losses > 0)
		cli_fail(CLI_OK, tr("%zu games were lost by programs that failed"), store.losses);
	if (!good)
		code =
			store.fault.message[0]
				? cli_fail(CLI_FAILED, tr("a game failed: %s"), store.fault.message)
				: cli_fail(CLI_SYSTEM, "%s", tr("memory, threads or room on the disk are short"));
	if (code == CLI_OK && crew_leads())
		code = report(arguments, &store.ledger);
	if (crew_leads())
		ledger_close(&store.ledger);
	return code;
}

int run_arena(int argc, char **argv)
{
	struct arguments arguments = {.boards = 100, .seed = 1};
	struct arena_pairing pairing = {0};
	struct mp_setup begun;
	struct mp_fault fault;
	struct live live;
	int code = crew_enter(argv);

	if (code != CLI_OK)
		return code;
	cli_parse(&argp, argc, argv, &arguments);
	if (arguments.threads == 0)
		arguments.threads = (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN);
	code = cli_setup_begin(&arguments.setup, &begun);
	if (code != CLI_OK)
		return code;
	if (arguments.n_bots > begun.players)
		return cli_fail(CLI_USAGE, "%s", tr("there are more bots than seats"));
	if (live_init(&live, &begun, MP_ALL, &fault))
		return cli_fail(CLI_USAGE, "%s", fault.message);
	pairing.setup = &live.setup;
	pairing.seed = arguments.seed;
	pairing.real_time = arguments.real_time;
	pairing.outside = &outside;
	signal(SIGPIPE, SIG_IGN); /* a program may be gone when it is written to */
	for (int i = 0; i < begun.players; i++)
		arena_bot_parse(&pairing.bots[i],
		                arguments.bots[i < arguments.n_bots ? i : arguments.n_bots - 1]);
	code = crew_read_net(arguments.tries_net ? arguments.net : NULL, &live.setup, &pairing.net);
	arena_name_nets(&pairing);
	if (code == CLI_OK)
		code = run_pairing(&arguments, &pairing);
	free((void *)pairing.net.weights);
	live_release(&live);
	free(arguments.setup.text);
	return code;
}
