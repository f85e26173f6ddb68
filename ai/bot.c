/* SPDX-License-Identifier: MIT
 *
 * A bot: its memory, and one choice from request to answer. It is given a redacted state and a cut
 * log; worlds come from the game's guess alone.
 */
#include <metropole/bot.h>

#include "bot.h"
#include "deal.h"
#include "ending.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	BYTES_DEFAULT = 64 << 20, /* for each thread */
	NODES_MIN = 1024,         /* endings are solved in their memory, too */
};

#ifdef __wasm__
static uint64_t (*const system_clock)(void *ctx) = NULL;
#else
static uint64_t system_clock(void *ctx)
{
	struct timespec t;

	(void)ctx;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
#endif

static size_t arena_aligned(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

/* What the largest of the games needs. */
static void largest_sizes(size_t *state, size_t *posterior)
{
	*state = *posterior = 1;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		if ((*game)->state_size > *state)
			*state = (*game)->state_size;
		if ((*game)->posterior_size > *posterior)
			*posterior = (*game)->posterior_size;
	}
	*state = arena_aligned(*state);
	*posterior = arena_aligned(*posterior);
}

static void *carve_arena(char **at, size_t bytes)
{
	void *piece = *at;

	*at += arena_aligned(bytes);
	return piece;
}

struct mp_bot *mp_bot_new(size_t bytes, int threads_max)
{
	int threads = threads_max < 1                 ? 1
	              : threads_max > BOT_THREADS_MAX ? BOT_THREADS_MAX
	                                              : threads_max;
	size_t state, posterior, fixed, own, nodes;
	struct mp_bot *bot;
	char *at;

	largest_sizes(&state, &posterior);
	own = arena_aligned(sizeof(struct searcher)) + 2 * state + 256;
	fixed = arena_aligned(sizeof *bot) + posterior;
	if (bytes == 0)
		bytes = (size_t)BYTES_DEFAULT * (size_t)threads;
	nodes = bytes / (size_t)threads / tree_node_bytes();
	if (nodes < NODES_MIN)
		nodes = NODES_MIN;
	/* The table of children needs a power of two: at most four slots a node, at least 64. */
	bytes = fixed + (size_t)threads * (own + arena_aligned(nodes * tree_node_bytes() + 256));
	bot = aligned_alloc(64, arena_aligned(bytes));
	if (!bot)
		return NULL;
	at = (char *)bot;
	memset(carve_arena(&at, sizeof *bot), 0, sizeof *bot);
	bot->threads = threads;
	bot->now = system_clock;
	bot->posterior = carve_arena(&at, posterior);
	for (int i = 0; i < threads; i++) {
		struct searcher *s = carve_arena(&at, sizeof *s);

		memset(s, 0, sizeof *s);
		s->sim.state = carve_arena(&at, state);
		s->world = carve_arena(&at, state);
		s->slots = carve_arena(&at, nodes * 4 * sizeof *s->slots);
		s->nodes = carve_arena(&at, nodes * (tree_node_bytes() - 4 * sizeof *s->slots));
		s->max_nodes = (uint32_t)nodes;
		bot->searchers[i] = s;
	}
	return bot;
}

void mp_bot_free(struct mp_bot *bot)
{
	free(bot);
}

void mp_bot_set_clock(struct mp_bot *bot, uint64_t (*now)(void *ctx), void *ctx)
{
	bot->now = now;
	bot->ctx = ctx;
}

/* One choice: the request, made precise. */
struct thinking {
	struct mp_bot *bot;
	const struct mp_bot_request *request;
	const struct plan_level *level;
	struct scene scene;
	struct limit limit;
	int threads;
	bool deals; /* makes and takes deals, if it is not told to refuse */
	struct mp_bot_answer *answer;
};

static void set_limit(struct thinking *thinking)
{
	const struct mp_bot_request *request = thinking->request;
	uint32_t ms = request->ms ? request->ms : thinking->level->ms;

	thinking->limit = (struct limit){.iterations = UINT64_MAX,
	                                 .now = thinking->bot->now,
	                                 .ctx = thinking->bot->ctx,
	                                 .stop = request->stop};
	if (request->iterations) {
		thinking->limit.iterations = request->iterations;
	} else if (!thinking->bot->now) {
		thinking->limit.iterations = (uint64_t)ms * (uint64_t)(thinking->scene.plan.per_ms + 1);
	} else {
		thinking->limit.begin = thinking->bot->now(thinking->bot->ctx);
		/* A little is kept back for what surrounds the search. */
		thinking->limit.deadline = thinking->limit.begin + (uint64_t)ms * 990;
	}
}

void bot_scene(struct mp_bot *bot, const struct mp_bot_request *request,
               const struct plan_level *level, const struct experiment *experiment,
               struct scene *scene)
{
	const struct mp_game *game = request->setup->game;

	*scene = (struct scene){.setup = request->setup,
	                        .redacted = request->redacted,
	                        .truth = experiment->truth,
	                        .seat = request->seat,
	                        .seed = request->seed,
	                        .plan = experiment->plan ? *experiment->plan
	                                                 : plan_for(level, request->setup)};
	if (scene->plan.net)
		scene->net = experiment->net ? *experiment->net : net_shipped(request->setup);
	if (game->posterior && !experiment->truth && !level->is_baseline && !scene->plan.reference) {
		memset(bot->posterior, 0, game->posterior_size);
		game->posterior(request->setup, request->redacted, request->seat, request->log,
		                request->n_log, bot->posterior);
		scene->posterior = bot->posterior;
	}
}

static void begin_search(struct thinking *thinking, const struct experiment *experiment)
{
	int threads = thinking->request->threads;

	bot_scene(thinking->bot, thinking->request, thinking->level, experiment, &thinking->scene);
	set_limit(thinking);
	thinking->threads = threads < 1                        ? 1
	                    : threads > thinking->bot->threads ? thinking->bot->threads
	                                                       : threads;
	for (int i = 0; i < thinking->threads; i++) {
		struct searcher *s = thinking->bot->searchers[i];

		s->sim.scene = &thinking->scene;
		mp_rng_init(&s->sim.rng, thinking->scene.seed, (uint64_t)i);
	}
}

static void answer_move(struct thinking *thinking, mp_move move)
{
	thinking->answer->has_move = true;
	thinking->answer->move = move;
	thinking->answer->line[0] =
		(struct mp_played){.move = move, .seat = (int8_t)thinking->scene.seat};
	thinking->answer->n_line = 1;
}

/* An answer that needs no search still says how things stand. */
static void answer_now(struct thinking *thinking, mp_move move)
{
	struct searcher *s = thinking->bot->searchers[0];
	struct result result;

	answer_move(thinking, move);
	sim_world(&s->sim);
	sim_judge(&s->sim, &result);
	memcpy(thinking->answer->share, result.share, sizeof result.share);
	thinking->answer->root[0] =
		(struct mp_bot_line){.move = move, .share = result.share[thinking->scene.seat]};
	thinking->answer->n_root = 1;
}

static void work_tree(void *ctx, int index)
{
	struct thinking *thinking = ctx;
	struct limit limit = thinking->limit;
	uint64_t n = (uint64_t)thinking->threads, i = (uint64_t)index;

	if (limit.iterations != UINT64_MAX)
		limit.iterations = limit.iterations / n + (i < limit.iterations % n ? 1 : 0);
	tree_search(thinking->bot->searchers[index], &limit);
}

/* Most visited first, then better, then a fixed order. */
static int by_visits(const void *a, const void *b)
{
	const struct root_move *x = a, *y = b;

	if (x->visits != y->visits)
		return x->visits < y->visits ? 1 : -1;
	if (x->reward != y->reward)
		return x->reward < y->reward ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* Adds the root moves of the other threads to the first's, in the order of threads. */
static void merge_arms(struct thinking *thinking)
{
	struct searcher *lead = thinking->bot->searchers[0];

	for (int i = 1; i < thinking->threads; i++) {
		const struct searcher *s = thinking->bot->searchers[i];

		for (size_t k = 0; k < s->n_root; k++) {
			size_t at = 0;

			while (at < lead->n_root && lead->root[at].move != s->root[k].move)
				at++;
			if (at == lead->n_root)
				lead->root[lead->n_root++] = (struct root_move){.move = s->root[k].move};
			lead->root[at].visits += s->root[k].visits;
			lead->root[at].reward += s->root[k].reward;
			lead->root[at].share += s->root[k].share;
		}
	}
	qsort(lead->root, lead->n_root, sizeof *lead->root, by_visits);
}

/* What the first tree that knows the chosen move expects from it on. */
static void answer_line(struct thinking *thinking)
{
	enum { TRUSTED = 4 }; /* visits below which a node is a guess */
	struct mp_bot_answer *answer = thinking->answer;
	size_t n = 0;

	for (int i = 0; i < thinking->threads && n == 0; i++)
		n = tree_line(thinking->bot->searchers[i], answer->move, TRUSTED, answer->line,
		              MP_BOT_LINE_MAX);
	if (n > 0)
		answer->n_line = n;
}

/* The chances of a root move against the best one, in millionths: none if it is worse by the whim
 * or more, or was looked at too little to know. */
static uint32_t whim_chances(const struct root_move *arm, const struct root_move *best, float whim)
{
	double worse;

	if (arm != best && arm->visits < ENDING_KNOWN)
		return 0;
	worse = best->reward / best->visits - arm->reward / arm->visits;
	if (worse < 0)
		worse = 0;
	return worse < (double)whim ? (uint32_t)(1e6 * (1 - worse / (double)whim)) : 0;
}

static mp_move pick_by_whim(struct searcher *s)
{
	float whim = s->sim.scene->plan.whim;
	size_t picked = 0;
	uint32_t total = 0;

	for (size_t k = 0; whim > 0 && k < s->n_root && k < MP_BOT_ROOT_MAX; k++) {
		uint32_t part = whim_chances(&s->root[k], &s->root[0], whim);

		total += part;
		if (part && mp_rng_below(&s->sim.rng, total) < part)
			picked = k;
	}
	return s->root[picked].move;
}

static void answer_search(struct thinking *thinking)
{
	struct mp_bot_answer *answer = thinking->answer;
	struct searcher *lead = thinking->bot->searchers[0];
	double total = 0;

	answer_move(thinking, pick_by_whim(lead));
	for (size_t k = 0; k < lead->n_root && k < MP_BOT_ROOT_MAX; k++) {
		const struct root_move *arm = &lead->root[k];

		answer->root[answer->n_root++] =
			(struct mp_bot_line){.move = arm->move,
		                         .visits = arm->visits,
		                         .share = arm->visits ? (float)(arm->share / arm->visits) : 0};
	}
	for (int i = 0; i < thinking->threads; i++) {
		answer->iterations += thinking->bot->searchers[i]->iterations;
		for (int seat = 0; seat < MP_SEATS; seat++)
			total += thinking->bot->searchers[i]->share[seat];
	}
	for (int seat = 0; seat < MP_SEATS && total > 0; seat++) {
		double sum = 0;

		for (int i = 0; i < thinking->threads; i++)
			sum += thinking->bot->searchers[i]->share[seat];
		answer->share[seat] = (float)(sum / total);
	}
}

/* Best bonus first, then a fixed order. */
static int by_bonus(const void *a, const void *b)
{
	const struct root_move *x = a, *y = b;

	if (x->bonus != y->bonus)
		return x->bonus < y->bonus ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* Lists the root's moves; with priors, the `width` likeliest of them. */
static void list_likely(struct searcher *s, size_t n)
{
	const struct scene *scene = s->sim.scene;
	const struct mp_search_plan *plan = &scene->plan;

	s->n_root = n;
	for (size_t i = 0; i < n; i++)
		s->root[i] = (struct root_move){.move = s->sim.moves[i]};
	if (!plan->prior)
		return;
	scene->setup->game->policy(scene->setup, s->sim.state, scene->seat, s->sim.moves, n,
	                           s->sim.prior);
	for (size_t i = 0; i < n; i++)
		s->root[i].bonus = s->sim.prior[i];
	qsort(s->root, n, sizeof *s->root, by_bonus);
	if (plan->width > 0 && (size_t)plan->width < n)
		s->n_root = (size_t)plan->width;
	for (size_t i = 0; i < n; i++)
		s->root[i].bonus *= plan->bias;
}

static void search_moves(struct thinking *thinking, size_t n)
{
	struct searcher *lead = thinking->bot->searchers[0];

	if (ending_solve(lead, &thinking->limit)) {
		thinking->threads = 1;
		answer_search(thinking);
		return;
	}
	if (thinking->scene.plan.method == MP_SEARCH_TREE) {
		parallel_run(thinking->threads, work_tree, thinking);
		merge_arms(thinking);
		answer_search(thinking);
		answer_line(thinking);
	} else {
		list_likely(lead, n);
		flat_search(thinking->bot->searchers, thinking->threads, &thinking->limit);
		answer_search(thinking);
	}
}

/* Uniformly random, also about deals; out of turn, silence is one more choice. */
static void choose_randomly(struct thinking *thinking, bool on_turn)
{
	struct searcher *s = thinking->bot->searchers[0];
	const struct mp_setup *setup = thinking->scene.setup;
	size_t n =
		setup->game->legal(setup, thinking->scene.redacted, thinking->scene.seat, s->sim.moves);
	size_t pick = mp_rng_below(&s->sim.rng, (uint32_t)n + (on_turn ? 0 : 1));

	if (pick < n)
		answer_now(thinking, s->sim.moves[pick]);
}

static void choose_move(struct thinking *thinking)
{
	struct searcher *s = thinking->bot->searchers[0];
	const struct mp_setup *setup = thinking->scene.setup;
	const struct mp_bot_request *request = thinking->request;
	bool on_turn = setup->game->turn(setup, thinking->scene.redacted) == thinking->scene.seat;
	bool willing = thinking->deals && !request->refuses_deals;
	struct limit half = thinking->limit; /* of the time, the other half is for the move */
	mp_move move;
	size_t n;

	if (setup->game->legal(setup, thinking->scene.redacted, thinking->scene.seat, s->sim.moves) ==
	    0)
		return;
	if (thinking->scene.plan.method == MP_SEARCH_RANDOM) {
		choose_randomly(thinking, on_turn);
		return;
	}
	if (deal_answer(s, willing, &move)) {
		answer_now(thinking, move);
		return;
	}
	if (!on_turn)
		return;
	if (half.deadline)
		half.deadline -= (half.deadline - half.begin) / 2;
	if (willing && deal_offer(s, &half, request->log, request->n_log, &move)) {
		answer_now(thinking, move);
		return;
	}
	sim_world(&s->sim);
	n = sim_moves(&s->sim, thinking->scene.seat);
	if (n == 1)
		answer_now(thinking, s->sim.moves[0]);
	else
		search_moves(thinking, n);
}

bool bot_fits(struct mp_bot *bot, const struct scene *scene)
{
	void *world = bot->searchers[0]->world;
	struct mp_rng rng;

	if (scene->truth)
		return true;
	mp_rng_init(&rng, scene->seed, 0);
	memcpy(world, scene->redacted, scene->setup->game->state_size);
	return mp_guess(scene->setup, world, scene->seat, &rng);
}

bool experiment_choose(struct mp_bot *bot, const struct mp_bot_request *request,
                       const struct experiment *experiment, struct mp_bot_answer *answer)
{
	struct thinking thinking = {
		.bot = bot, .request = request, .level = plan_level(request->level), .answer = answer};

	*answer = (struct mp_bot_answer){0};
	if (!thinking.level)
		return false;
	thinking.deals = experiment->deals || !thinking.level->is_baseline;
	begin_search(&thinking, experiment);
	if (bot_fits(bot, &thinking.scene))
		choose_move(&thinking);
	else
		answer->is_over = true;
	return true;
}

bool mp_bot_choose(struct mp_bot *bot, const struct mp_bot_request *request,
                   struct mp_bot_answer *answer)
{
	return experiment_choose(bot, request, &(struct experiment){0}, answer);
}
