/* SPDX-License-Identifier: MIT
 *
 * `metropole sim GAME`: many games on all cores, summed up. Game number i is played with the
 * random stream i of the seed, so the figures do not depend on the number of threads.
 */
#include "cli.h"

#include "commands.h"
#include "progress.h"
#include "tally.h"

#include "host/live.h"
#include "host/question.h"

#include <metropole/bot.h>
#include <metropole/rng.h>
#include <metropole/text.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, BOT_BYTES = 32 << 20 };

struct arguments {
	struct cli_setup setup;
	const char *bots[MP_SEATS];
	int n_bots;
	unsigned long long games, seed, threads, ms, iterations;
	bool json;
};

/* What the threads share; each takes the next game until there is none. */
struct work {
	const struct arguments *arguments;
	const struct mp_setup *setup;
	atomic_ullong next, done;
	atomic_int failed;
};

struct worker {
	pthread_t thread;
	struct work *work;
	struct live live;
	struct mp_bot *bot;
	struct question question;
	struct tally tally;
};

static const struct argp_option options[] = {
	{"games", 'n', "N", 0, N_("how many games (default 1000)"), 1},
	{"bots", 'b', "LEVELS", 0,
     N_("who plays, seat by seat: random, easy, normal, hard …, comma-separated; "
        "the last one fills the rest (default random)"),
     1},
	{"ms", 'm', "N", 0, N_("milliseconds a move for bots (default: the level's own)"), 1},
	{"iterations", 'i', "N", 0, N_("iterations a move for bots, instead of time"), 1},
	{"seed", 's', "N", 0, N_("seed (default 1)"), 1},
	{"threads", 't', "N", 0, N_("threads (default: all cores)"), 1},
	{"json", 'j', NULL, 0, N_("print one JSON object"), 1},
	{0},
};

static void read_bots(struct arguments *arguments, char *list, struct argp_state *state)
{
	arguments->n_bots = 0;
	for (char *rest = list, *name; (name = strsep(&rest, ","));) {
		if (arguments->n_bots == MP_SEATS)
			argp_error(state, "%s", tr("there are more bots than seats"));
		if (strcmp(name, "random") != 0 && !mp_bot_has_level(name))
			argp_error(state, tr("there is no bot %s; try easy, normal or hard"), name);
		arguments->bots[arguments->n_bots++] = name;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	const struct {
		int key;
		unsigned long long *field, max;
	} numbers[] = {
		{'n', &arguments->games, 1000000000000},   {'s', &arguments->seed, (1ULL << 53) - 1},
		{'t', &arguments->threads, THREADS_MAX},   {'m', &arguments->ms, 600000},
		{'i', &arguments->iterations, 1000000000},
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (numbers[i].key != key)
			continue;
		cli_read_number(numbers[i].field, numbers[i].max, arg, state);
		return 0;
	}
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->setup;
		return 0;
	case 'b':
		read_bots(arguments, arg, state);
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
	.args_doc = "GAME",
	.doc = N_("Plays many games and sums them up: length, scores, and how often each seat wins."),
	.children = children,
};

static const char *bot_of(const struct arguments *arguments, int seat)
{
	return arguments->bots[seat < arguments->n_bots ? seat : arguments->n_bots - 1];
}

static bool all_random(const struct arguments *arguments)
{
	for (int i = 0; i < arguments->n_bots; i++)
		if (strcmp(arguments->bots[i], "random") != 0)
			return false;
	return true;
}

/* --- one game --- */

static uint32_t play_random(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	memset(state, 0, setup->game->state_size);
	setup->game->init(setup, state);
	return tally_playout(setup, state, rng);
}

static bool bot_move(struct worker *worker, int seat, uint64_t seed)
{
	const struct arguments *arguments = worker->work->arguments;
	struct mp_bot_request *request = &worker->question.request;
	struct mp_bot_answer answer;
	struct mp_fault fault;

	if (question_take(&worker->question, &worker->live.match, seat, &fault))
		return false;
	request->level = bot_of(arguments, seat);
	request->ms = (uint32_t)arguments->ms;
	request->iterations = (uint32_t)arguments->iterations;
	request->seed = seed;
	request->threads = 1;
	if (question_ask(&worker->question, worker->bot, &answer, &fault))
		return false;
	return !answer.has_move || live_play_move(&worker->live, seat, answer.move, &fault) == MP_OK;
}

static bool random_move(struct worker *worker, int seat, struct mp_rng *rng)
{
	struct mp_match *match = &worker->live.match;
	mp_move moves[MP_MOVES_MAX];
	size_t n = match->setup->game->legal(match->setup, match->state, seat, moves);
	struct mp_fault fault;

	return n > 0 && live_play_move(&worker->live, seat, moves[mp_rng_below(rng, (uint32_t)n)],
	                               &fault) == MP_OK;
}

/* Seats that are not on turn and have a deal to answer are asked first, once each; then the seat on
 * turn moves. */
static bool play_step(struct worker *worker, struct mp_rng *rng)
{
	struct mp_match *match = &worker->live.match;
	int turn = mp_match_turn(match);
	unsigned others = mp_match_actors(match) & ~(1u << turn);

	for (int seat = 0; seat < match->setup->players; seat++) {
		if (!(others & mp_match_actors(match) >> seat << seat & 1u << seat))
			continue;
		if (strcmp(bot_of(worker->work->arguments, seat), "random") != 0 &&
		    !bot_move(worker, seat, mp_rng_next(rng)))
			return false;
	}
	if (mp_match_turn(match) != turn)
		return true;
	if (strcmp(bot_of(worker->work->arguments, turn), "random") == 0)
		return random_move(worker, turn, rng);
	return bot_move(worker, turn, mp_rng_next(rng));
}

/* One generator serves the whole game, luck and seeds of bots. */
static struct mp_rng *sim_luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

static bool play_bots(struct worker *worker, struct mp_rng *rng, uint32_t *plies)
{
	struct mp_match *match = &worker->live.match;
	struct mp_fault fault;
	bool ok;

	worker->live.chance = (struct live_chance){.generator = sim_luck, .ctx = rng};
	mp_match_rewind(match, 0);
	ok = live_draw(&worker->live, &fault) == MP_OK;
	while (ok && !mp_match_is_over(match))
		ok = play_step(worker, rng);
	*plies = match->plies;
	return ok;
}

static void *run_worker(void *arg)
{
	struct worker *worker = arg;
	struct work *work = worker->work;
	bool quick = all_random(work->arguments);
	unsigned long long game;

	while ((game = atomic_fetch_add(&work->next, 1)) < work->arguments->games &&
	       !atomic_load(&work->failed)) {
		struct mp_match *match = &worker->live.match;
		struct mp_rng rng;
		uint32_t plies;

		mp_rng_init(&rng, work->arguments->seed, game);
		if (quick) {
			plies = play_random(work->setup, match->state, &rng);
		} else if (!play_bots(worker, &rng, &plies)) {
			atomic_store(&work->failed, 1);
			break;
		}
		tally_add(&worker->tally, work->setup, match->state, plies);
		atomic_fetch_add(&work->done, 1);
	}
	return NULL;
}

/* --- all of them --- */

static bool worker_init(struct worker *worker, struct work *work)
{
	struct mp_fault fault;

	*worker = (struct worker){.work = work};
	if (live_init(&worker->live, work->setup, MP_ALL, &fault)) {
		cli_fail(CLI_USAGE, "%s", fault.message);
		return false;
	}
	if (!all_random(work->arguments))
		worker->bot = mp_bot_new((size_t)BOT_BYTES, 1);
	return worker->bot || all_random(work->arguments);
}

static void worker_release(struct worker *worker)
{
	live_release(&worker->live);
	mp_bot_free(worker->bot);
	question_release(&worker->question);
}

static void watch_sim(struct work *work, bool json)
{
	struct progress progress;

	progress_init(&progress, work->arguments->games, json);
	while (atomic_load(&work->done) < work->arguments->games && !atomic_load(&work->failed)) {
		progress_show(&progress, atomic_load(&work->done));
		usleep(50000);
	}
	progress_end(&progress);
}

static int simulate(const struct arguments *arguments, const struct mp_setup *begun,
                    struct tally *sum)
{
	struct work work = {.arguments = arguments, .setup = begun};
	struct worker *workers = calloc(arguments->threads, sizeof *workers);
	size_t ready = 0, started = 0;

	while (workers && ready < arguments->threads && worker_init(&workers[ready], &work))
		ready++;
	if (ready == arguments->threads) {
		work.setup = &workers[0].live.setup; /* finished, and the same in all */
		while (started < ready &&
		       pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) == 0)
			started++;
		if (started == ready)
			watch_sim(&work, arguments->json);
		else
			atomic_store(&work.failed, 1);
	}
	for (size_t i = 0; i < started; i++) {
		pthread_join(workers[i].thread, NULL);
		tally_merge(sum, &workers[i].tally);
	}
	for (size_t i = 0; i < ready; i++)
		worker_release(&workers[i]);
	free(workers);
	if (ready < arguments->threads)
		return CLI_SYSTEM;
	if (started < ready)
		return cli_fail(CLI_SYSTEM, "%s", tr("a thread could not be started"));
	if (atomic_load(&work.failed))
		return cli_fail(CLI_FAILED, "%s", tr("a bot made a move that the rules refuse"));
	return CLI_OK;
}

int run_sim(int argc, char **argv)
{
	struct arguments arguments = {.games = 1000, .seed = 1, .bots = {"random"}, .n_bots = 1};
	struct tally sum = {0};
	struct mp_setup setup;
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	if (arguments.threads == 0)
		arguments.threads = (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN);
	if (arguments.threads > THREADS_MAX)
		arguments.threads = THREADS_MAX;
	code = cli_setup_begin(&arguments.setup, &setup);
	if (code == CLI_OK)
		code = simulate(&arguments, &setup, &sum);
	if (code == CLI_OK && arguments.json)
		tally_json(&sum, &setup, arguments.seed);
	else if (code == CLI_OK)
		tally_print(&sum, &setup);
	free(arguments.setup.text);
	return code;
}
