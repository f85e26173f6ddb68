/* SPDX-License-Identifier: MIT
 *
 * One game of the arena. The only file of ai/ that holds a match and a bot at once: what passes
 * from one to the other is what the bot's seat may know, but for the peeking reference.
 */
#include "arena.h"

#include "experiment.h"

#include <metropole/rng.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVES_CAP = 1 << 14, OFFERS_MAX = 3 };

struct arena_player {
	const struct arena_pairing *pairing;
	struct mp_match match;
	struct mp_bot *bot;
	int threads; /* the most that a contestant uses */
	struct mp_search_plan plans[MP_SEATS];
	struct mp_played *log;
	void *redacted;
	int seat_bot[MP_SEATS]; /* who sits where */
	uint64_t us[MP_SEATS];  /* time used */
	uint32_t moves[MP_SEATS];
	uint32_t over_us;
};

static void make_plans(struct arena_player *player)
{
	const struct arena_pairing *pairing = player->pairing;

	for (int i = 0; i < pairing->setup->players; i++) {
		const struct arena_bot *bot = &pairing->bots[i];

		player->plans[i] = plan_for(plan_level(bot->level), pairing->setup);
		for (size_t k = 0; k < bot->n_changes; k++)
			plan_set(&player->plans[i], bot->changes[k].name, bot->changes[k].value);
		plan_fit(&player->plans[i], pairing->setup->game);
	}
}

/* Time is what the processor gave to this thread, for the bots too: figures do not change with
 * what else the machine does. A bot with several threads waits for them, so it needs real time. */
static uint64_t now_us(void *ctx)
{
	const struct arena_player *player = ctx;
	struct timespec t;

	clock_gettime(player->threads > 1 || player->pairing->real_time ? CLOCK_MONOTONIC
	                                                                : CLOCK_THREAD_CPUTIME_ID,
	              &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

struct arena_player *arena_player_new(const struct arena_pairing *pairing)
{
	struct arena_player *player = calloc(1, sizeof *player);
	const struct mp_game *game = pairing->setup->game;
	void *state = calloc(1, game->state_size), *scratch = malloc(mp_match_scratch_size(game));
	struct mp_played *moves = calloc(MOVES_CAP, sizeof *moves);

	if (player && state && scratch && moves) {
		player->pairing = pairing;
		player->threads = 1;
		for (int i = 0; i < pairing->setup->players; i++)
			if (pairing->bots[i].threads > player->threads)
				player->threads = pairing->bots[i].threads;
		mp_match_init(&player->match, pairing->setup, state, scratch, moves, MOVES_CAP);
		player->log = calloc(MOVES_CAP, sizeof *player->log);
		player->redacted = malloc(game->state_size);
		player->bot = mp_bot_new(0, player->threads);
		make_plans(player);
		if (player->log && player->redacted && player->bot) {
			mp_bot_set_clock(player->bot, now_us, player);
			return player;
		}
		arena_player_free(player);
		return NULL;
	}
	free(player);
	free(state);
	free(scratch);
	free(moves);
	return NULL;
}

void arena_player_free(struct arena_player *player)
{
	if (!player)
		return;
	free(player->match.state);
	free(player->match.scratch);
	free(player->match.moves);
	free(player->log);
	free(player->redacted);
	mp_bot_free(player->bot);
	free(player);
}

/* Books the time of a move and by how much it was too long. */
static void book(struct arena_player *player, int who, uint64_t us)
{
	const struct arena_bot *bot = &player->pairing->bots[who];
	uint64_t ms = bot->ms ? bot->ms : plan_level(bot->level)->ms;

	player->us[who] += us;
	player->moves[who]++;
	if (!bot->iterations && us > ms * 1000 && us - ms * 1000 > player->over_us)
		player->over_us = (uint32_t)(us - ms * 1000);
}

/* Asks the bot of a seat; its move is in `answer`. */
static void ask(struct arena_player *player, int seat, uint64_t seed, struct mp_bot_answer *answer)
{
	struct mp_match *match = &player->match;
	int who = player->seat_bot[seat];
	const struct arena_bot *bot = &player->pairing->bots[who];
	struct mp_bot_request request = {.setup = match->setup,
	                                 .redacted = player->redacted,
	                                 .log = player->log,
	                                 .n_log = match->n_moves,
	                                 .seat = seat,
	                                 .level = bot->level,
	                                 .ms = bot->ms,
	                                 .iterations = bot->iterations,
	                                 .seed = seed,
	                                 .threads = bot->threads,
	                                 .refuses_deals = bot->refuses_deals};
	struct experiment experiment = {.truth = bot->peeks ? match->state : NULL,
	                                .plan = &player->plans[who]};
	uint64_t begin;

	mp_match_redacted(match, seat, player->redacted);
	mp_match_log(match, seat, player->log);
	begin = now_us(player);
	experiment_choose(player->bot, &request, &experiment, answer);
	book(player, who, now_us(player) - begin);
}

/* A turn move or an offer of the seat on turn, after every other seat with a deal to answer has
 * been asked once. Offers beyond what a table allows are not asked for. */
static bool step(struct arena_player *player, struct mp_rng *seeds, struct mp_fault *fault)
{
	struct mp_match *match = &player->match;
	int turn = mp_match_turn(match);
	struct mp_bot_answer answer;

	for (int seat = 0; seat < match->setup->players; seat++) {
		if (seat == turn || !(mp_match_actors(match) >> seat & 1))
			continue;
		ask(player, seat, mp_rng_next(seeds), &answer);
		if (answer.has_move && mp_match_play_move(match, seat, answer.move, fault))
			return false;
		if (mp_match_turn(match) != turn)
			return true;
	}
	ask(player, turn, mp_rng_next(seeds), &answer);
	if (!answer.has_move)
		return mp_fault_set(fault, MP_BAD_MOVE, "A bot on turn did not move."), false;
	return mp_match_play_move(match, turn, answer.move, fault) == MP_OK;
}

static void tell(const struct arena_player *player, struct arena_game *game)
{
	const struct mp_setup *setup = player->match.setup;
	unsigned winners = setup->game->winners(setup, player->match.state);

	if (!winners)
		winners = (1u << setup->players) - 1;
	setup->game->score(setup, player->match.state, game->score);
	game->plies = player->match.plies;
	game->over_us = player->over_us;
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
	struct mp_match *match = &player->match;
	int players = pairing->setup->players;
	struct mp_rng luck, seeds, boards;
	uint64_t luck_seed;

	mp_rng_init(&boards, pairing->seed, board);
	luck_seed = mp_rng_next(&boards);
	mp_rng_init(&seeds, mp_rng_next(&boards), rotation);
	*game = (struct arena_game){.board = board, .rotation = rotation};
	for (int i = 0; i < players; i++) {
		player->seat_bot[(i + (int)rotation) % players] = i;
		player->us[i] = player->moves[i] = 0;
	}
	player->over_us = 0;
	mp_match_rewind(match, 0);
	while (!mp_match_is_over(match)) {
		if (mp_match_turn(match) == MP_CHANCE) {
			mp_rng_init(&luck, luck_seed, match->chance);
			if (mp_match_draw(match, &luck, fault))
				return false;
		} else if (!step(player, &seeds, fault)) {
			return false;
		}
	}
	tell(player, game);
	return true;
}
