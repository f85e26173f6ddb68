/* SPDX-License-Identifier: MIT
 *
 * One game of the arena. What passes from the match to a bot is what its seat may know, but for the
 * peeking reference.
 */
#include "arena.h"

#include "experiment.h"
#include "host/live.h"
#include "host/question.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct arena_player {
	const struct arena_pairing *pairing;
	struct live live;
	struct mp_rng luck;
	uint64_t luck_seed;
	struct mp_bot *bot;
	struct question question;
	int threads; /* the most that a contestant uses */
	struct mp_search_plan plans[MP_SEATS];
	int seat_bot[MP_SEATS]; /* who sits where */
	uint64_t us[MP_SEATS];  /* time used */
	uint32_t moves[MP_SEATS];
	uint32_t over_us;
	void *outside[MP_SEATS]; /* handles of programs, by contestant */
	int failed;
};

static void make_plans(struct arena_player *player)
{
	const struct arena_pairing *pairing = player->pairing;

	for (int i = 0; i < pairing->setup->players; i++)
		player->plans[i] = arena_bot_plan(&pairing->bots[i], pairing->setup);
}

/* Time is what the processor gave to this thread, for the bots too: figures do not change with
 * what else the machine does. A bot with several threads waits for them, so it needs real time. */
static uint64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t now_us(void *ctx)
{
	const struct arena_player *player = ctx;

	return read_clock(player->threads > 1 || player->pairing->real_time ? CLOCK_MONOTONIC
	                                                                    : CLOCK_THREAD_CPUTIME_ID);
}

/* Each chance event of a board is the same, whoever plays it. */
static struct mp_rng *arena_luck(void *ctx, uint32_t k)
{
	struct arena_player *player = ctx;

	mp_rng_init(&player->luck, player->luck_seed, k);
	return &player->luck;
}

struct arena_player *arena_player_new(const struct arena_pairing *pairing)
{
	struct arena_player *player = calloc(1, sizeof *player);
	struct mp_fault fault;

	if (!player)
		return NULL;
	player->pairing = pairing;
	player->threads = 1;
	for (int i = 0; i < pairing->setup->players; i++)
		if (pairing->bots[i].threads > player->threads)
			player->threads = pairing->bots[i].threads;
	make_plans(player);
	player->bot = mp_bot_new(0, player->threads);
	if (!player->bot || live_init(&player->live, pairing->setup, MP_ALL, &fault)) {
		arena_player_free(player);
		return NULL;
	}
	for (int i = 0; i < pairing->setup->players; i++) {
		if (!pairing->bots[i].is_outside)
			continue;
		player->outside[i] = pairing->outside->open(&pairing->bots[i]);
		if (!player->outside[i]) {
			arena_player_free(player);
			return NULL;
		}
	}
	player->live.chance = (struct live_chance){.generator = arena_luck, .ctx = player};
	mp_bot_set_clock(player->bot, now_us, player);
	return player;
}

void arena_player_free(struct arena_player *player)
{
	if (!player)
		return;
	for (int i = 0; i < MP_SEATS; i++)
		if (player->outside[i])
			player->pairing->outside->close(player->outside[i]);
	live_release(&player->live);
	question_release(&player->question);
	mp_bot_free(player->bot);
	free(player);
}

int arena_players(const struct arena_player *player)
{
	return player->pairing->setup->players;
}

/* Books the time of a move and by how much it was too long. */
static void book_time(struct arena_player *player, int who, uint64_t us)
{
	const struct arena_bot *bot = &player->pairing->bots[who];
	uint64_t ms = bot->ms ? bot->ms : plan_level(bot->level)->ms;

	player->us[who] += us;
	player->moves[who]++;
	if (!bot->iterations && us > ms * 1000 && us - ms * 1000 > player->over_us)
		player->over_us = (uint32_t)(us - ms * 1000);
}

/* A program takes what it takes by the clock on the wall: it works in another process. */
static bool ask_outside(struct arena_player *player, int seat, uint64_t seed,
                        struct mp_bot_answer *answer, struct mp_fault *fault)
{
	int who = player->seat_bot[seat];
	uint64_t begin = read_clock(CLOCK_MONOTONIC);
	bool good =
		player->pairing->outside->choose(player->outside[who], &player->live.match, seat,
	                                     player->pairing->bots[who].ms, seed, answer, fault);

	book_time(player, who, read_clock(CLOCK_MONOTONIC) - begin);
	if (!good)
		player->failed = who;
	return good;
}

/* Asks the bot of a seat; its move is in `answer`. */
static bool ask_contestant(struct arena_player *player, int seat, uint64_t seed,
                           struct mp_bot_answer *answer, struct mp_fault *fault)
{
	struct mp_match *match = &player->live.match;
	struct mp_bot_request *request = &player->question.request;
	int who = player->seat_bot[seat];
	const struct arena_bot *bot = &player->pairing->bots[who];
	struct experiment experiment = {.truth = bot->peeks ? match->state : NULL,
	                                .plan = &player->plans[who],
	                                .net = bot->tries_net ? &player->pairing->net : NULL,
	                                .deals = bot->deals};
	uint64_t begin;

	if (bot->is_outside)
		return ask_outside(player, seat, seed, answer, fault);
	if (question_take(&player->question, match, seat, fault))
		return false;
	request->level = bot->level;
	request->ms = bot->ms;
	request->iterations = bot->iterations;
	request->seed = seed;
	request->threads = bot->threads;
	request->refuses_deals = bot->refuses_deals;
	begin = now_us(player);
	experiment_choose(player->bot, request, &experiment, answer);
	book_time(player, who, now_us(player) - begin);
	return true;
}

/* A turn move or an offer of the seat on turn, after every other seat with a deal to answer has
 * been asked once. Offers beyond what a table allows are not asked for. */
static bool arena_step(struct arena_player *player, struct mp_rng *seeds, struct mp_fault *fault)
{
	struct live *live = &player->live;
	struct mp_match *match = &live->match;
	int turn = mp_match_turn(match);
	struct mp_bot_answer answer;

	for (int seat = 0; seat < match->setup->players; seat++) {
		if (seat == turn || !(mp_match_actors(match) >> seat & 1))
			continue;
		if (!ask_contestant(player, seat, mp_rng_next(seeds), &answer, fault))
			return false;
		if (answer.has_move && live_play_move(live, seat, answer.move, fault))
			return false;
		if (mp_match_turn(match) != turn)
			return true;
	}
	if (!ask_contestant(player, turn, mp_rng_next(seeds), &answer, fault))
		return false;
	if (!answer.has_move)
		return mp_fault_set(fault, MP_BAD_MOVE, "A bot on turn did not move."), false;
	return live_play_move(live, turn, answer.move, fault) == MP_OK;
}

/* Every seat but that of the program which failed has won. */
static unsigned seats_left(const struct arena_player *player)
{
	unsigned seats = 0;

	for (int seat = 0; seat < player->live.match.setup->players; seat++)
		if (player->seat_bot[seat] != player->failed)
			seats |= 1u << seat;
	return seats;
}

static void tell_result(const struct arena_player *player, struct arena_game *game)
{
	const struct mp_setup *setup = player->live.match.setup;
	unsigned winners = player->failed >= 0 ? seats_left(player)
	                                       : setup->game->winners(setup, player->live.match.state);

	if (!winners)
		winners = (1u << setup->players) - 1;
	setup->game->score(setup, player->live.match.state, game->score);
	game->plies = player->live.match.plies;
	game->over_us = player->over_us;
	game->failed = player->failed;
	for (int seat = 0; seat < setup->players; seat++) {
		int who = player->seat_bot[seat];

		if (winners >> seat & 1)
			game->share[who] = 1.0f / (float)__builtin_popcount(winners);
		game->ms[who] =
			player->moves[who] ? (float)player->us[who] / 1000 / (float)player->moves[who] : 0;
	}
}

bool arena_play(struct arena_player *player, uint32_t board, uint32_t rotation,
                struct arena_game *game, struct mp_fault *fault)
{
	const struct arena_pairing *pairing = player->pairing;
	struct mp_match *match = &player->live.match;
	int players = pairing->setup->players;
	struct mp_rng seeds, boards;

	mp_rng_init(&boards, pairing->seed, board);
	player->luck_seed = mp_rng_next(&boards);
	mp_rng_init(&seeds, mp_rng_next(&boards), rotation);
	*game = (struct arena_game){.board = board, .rotation = rotation};
	for (int i = 0; i < players; i++) {
		player->seat_bot[(i + (int)rotation) % players] = i;
		player->us[i] = player->moves[i] = 0;
	}
	player->over_us = 0;
	player->failed = -1;
	for (int i = 0; i < players; i++)
		if (player->outside[i])
			pairing->outside->begin(player->outside[i]);
	mp_match_rewind(match, 0);
	if (live_draw(&player->live, fault))
		return false;
	while (!mp_match_is_over(match) && player->failed < 0)
		if (!arena_step(player, &seeds, fault) && player->failed < 0)
			return false;
	tell_result(player, game);
	if (player->failed >= 0)
		memcpy(game->why, fault->message, sizeof game->why);
	return true;
}
