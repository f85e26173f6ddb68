/* SPDX-License-Identifier: MIT
 *
 * `metropole arena GAME A B …`: bots against each other on the same boards, on all cores, until the
 * boards or the sequential test are done. Every game is kept in the file at once, and a match goes
 * on where the file ends.
 */
#include "arena_report.h"
#include "cli.h"
#include "commands.h"
#include "external.h"
#include "progress.h"

#include "host/live.h"

#include "learn/netfile.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
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

/* What the threads share; the lock guards the ledger and `next`. */
struct work {
	struct ledger *ledger;
	const struct arena_test *test;
	pthread_mutex_t lock;
	size_t next, n_games;
	atomic_size_t done;
	bool failed;
	struct mp_fault fault;
	size_t losses; /* of programs that failed */
};

struct worker {
	pthread_t thread;
	struct work *work;
	struct arena_player *player;
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
              "changes: hard, b3@200ms, normal@1000it, hard@50ms/cutoff=4, hard/refuse, hard/try "
              "(with the net of --net). The baselines are b0 (random), b1 (greedy), b2 (flat), b3 "
              "(plain tree) and b+ (peeks). "
              "The last bot fills the remaining seats. A program of yours that speaks the engine "
              "protocol takes part as ext:COMMAND, with a budget if you like: ext:./mybot, "
              "\"ext:python3 mybot.py@200ms\"; one that dies, hangs or plays what is not allowed "
              "loses the game."),
	.children = children,
};

/* The next game that is not played yet, by board; false if there is none, or the test is done. */
static bool next_arena_game(struct work *work, size_t *game)
{
	bool taken = false;

	pthread_mutex_lock(&work->lock);
	while (work->next < work->n_games && work->ledger->played[work->next])
		work->next++;
	if (work->next < work->n_games && !work->failed &&
	    !arena_test_is_done(work->test, work->ledger)) {
		*game = work->next++;
		taken = true;
	}
	pthread_mutex_unlock(&work->lock);
	return taken;
}

/* A program by the shell, so that it can have arguments; the shell gives way to it. */
static void *open_outside(const struct arena_bot *bot)
{
	char command[ARENA_SPEC_MAX + 8];
	char *argv[] = {"/bin/sh", "-c", command, NULL};

	snprintf(command, sizeof command, "exec %s", bot->command);
	return external_new(argv);
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

/* A failure is a loss; the first few are told one by one. */
static void note_loss(struct work *work, const struct arena_game *game)
{
	if (game->failed < 0 || work->losses++ >= LOSSES_TOLD)
		return;
	cli_fail(CLI_OK, tr("%s lost board %u, rotation %u: it %s"),
	         work->ledger->pairing->bots[game->failed].text, game->board + 1, game->rotation + 1,
	         game->why);
}

static void *run_worker(void *arg)
{
	struct worker *worker = arg;
	struct work *work = worker->work;
	size_t players = (size_t)work->ledger->pairing->setup->players, at;

	while (next_arena_game(work, &at)) {
		struct mp_fault fault = {0};
		struct arena_game game;
		bool played = arena_play(worker->player, (uint32_t)(at / players), (uint32_t)(at % players),
		                         &game, &fault);

		pthread_mutex_lock(&work->lock);
		if (!played || !ledger_add(work->ledger, &game)) {
			work->failed = true;
			work->fault = fault;
		} else {
			note_loss(work, &game);
		}
		pthread_mutex_unlock(&work->lock);
		atomic_fetch_add(&work->done, 1);
	}
	return NULL;
}

static bool is_running(struct work *work)
{
	bool running;

	pthread_mutex_lock(&work->lock);
	running = !work->failed && !arena_test_is_done(work->test, work->ledger);
	pthread_mutex_unlock(&work->lock);
	return running;
}

static void watch_arena(struct work *work, bool quiet)
{
	struct progress progress;
	size_t left = 0;

	for (size_t i = 0; i < work->n_games; i++)
		left += !work->ledger->played[i];
	progress_init(&progress, left, quiet);
	while (atomic_load(&work->done) < left && is_running(work)) {
		progress_show(&progress, atomic_load(&work->done));
		usleep(100000);
	}
	progress_end(&progress);
}

static int play_arena(const struct arguments *arguments, struct ledger *ledger)
{
	struct work work = {.ledger = ledger,
	                    .test = &arguments->test,
	                    .lock = PTHREAD_MUTEX_INITIALIZER,
	                    .n_games = ledger->boards * (size_t)ledger->pairing->setup->players};
	struct worker *workers = calloc(arguments->threads, sizeof *workers);
	size_t started = 0;

	for (; workers && started < arguments->threads; started++) {
		struct worker *worker = &workers[started];

		worker->work = &work;
		worker->player = arena_player_new(ledger->pairing);
		if (!worker->player || pthread_create(&worker->thread, NULL, run_worker, worker) != 0) {
			arena_player_free(worker->player);
			break;
		}
	}
	if (started > 0)
		watch_arena(&work, arguments->json);
	for (size_t i = 0; i < started; i++) {
		pthread_join(workers[i].thread, NULL);
		arena_player_free(workers[i].player);
	}
	free(workers);
	if (started == 0)
		return cli_fail(CLI_SYSTEM, "%s", tr("memory or threads are short"));
	if (work.losses > 0)
		cli_fail(CLI_OK, tr("%zu games were lost by programs that failed"), work.losses);
	if (work.failed)
		return cli_fail(CLI_FAILED, tr("a game failed: %s"),
		                work.fault.message[0] ? work.fault.message : "?");
	return CLI_OK;
}

static int run_pairing(const struct arguments *arguments, const struct arena_pairing *pairing)
{
	struct ledger ledger;
	int code;

	switch (ledger_open(&ledger, pairing, (uint32_t)arguments->boards, arguments->file)) {
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
	code = play_arena(arguments, &ledger);
	if (code == CLI_OK && arguments->json)
		arena_report_json(&ledger, &arguments->test);
	else if (code == CLI_OK)
		arena_report_print(&ledger, &arguments->test);
	if (code == CLI_OK && arguments->plot && !arena_report_plot(&ledger, arguments->plot))
		code = cli_fail(CLI_SYSTEM, "%s", tr("gnuplot did not draw; is it installed?"));
	ledger_close(&ledger);
	return code;
}

static int read_net(const struct arguments *arguments, struct arena_pairing *pairing)
{
	const char *why =
		arguments->tries_net ? netfile_read(arguments->net, pairing->setup, &pairing->net) : NULL;

	return why ? cli_fail(CLI_FAILED, tr("%s cannot be used: %s"), arguments->net, tr(why))
	           : CLI_OK;
}

int run_arena(int argc, char **argv)
{
	struct arguments arguments = {.boards = 100, .seed = 1};
	struct arena_pairing pairing = {0};
	struct mp_setup begun;
	struct mp_fault fault;
	struct live live;
	int code;

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
	code = read_net(&arguments, &pairing);
	arena_name_nets(&pairing);
	if (code == CLI_OK)
		code = run_pairing(&arguments, &pairing);
	free((void *)pairing.net.weights);
	live_release(&live);
	free(arguments.setup.text);
	return code;
}
