/* SPDX-License-Identifier: MIT
 *
 * The bots are asked as at any table. What is written of a turn is of the true state: it is one of
 * the worlds that a search imagines there, drawn as likely as they are, and how the game went on
 * belongs to it and to no other.
 */
#include "selfplay.h"

#include "ai/experiment.h"
#include "host/array.h"
#include "host/live.h"
#include "host/question.h"

#include <stdlib.h>

enum {
	BOT_BYTES = 8 << 20,
	GAME_BYTES_MAX = 1 << 26,
	WHOLE = 240,      /* a share of the win: 2 to 6 winners divide it */
	TURNS_MAX = 1000, /* a game that goes on beyond is nobody's */
	TURN_BYTES_MAX = 1 + MP_SEATS * (2 + 2 + 1 + 2 * MP_INPUTS_ON_MAX),
};

struct selfplay_player {
	const struct selfplay *selfplay;
	struct live live;
	struct mp_bot *bot;
	struct question question;
	struct mp_search_plan plan;
	struct mp_rng rng; /* of the game: luck, and seeds of searches */
};

static struct mp_rng *selfplay_luck(void *ctx, uint32_t k)
{
	struct selfplay_player *player = ctx;

	(void)k;
	return &player->rng;
}

struct selfplay_player *selfplay_player_new(const struct selfplay *selfplay)
{
	struct selfplay_player *player = calloc(1, sizeof *player);
	struct mp_fault fault;

	if (!player)
		return NULL;
	player->selfplay = selfplay;
	player->bot = mp_bot_new((size_t)BOT_BYTES, 1);
	if (!player->bot || live_init(&player->live, selfplay->setup, MP_ALL, &fault)) {
		mp_bot_free(player->bot);
		free(player);
		return NULL;
	}
	player->live.chance = (struct live_chance){.generator = selfplay_luck, .ctx = player};
	player->plan = plan_for(plan_level("hard"), &player->live.setup);
	player->plan.net |= selfplay->net.weights != NULL;
	player->plan.whim = selfplay->whim;
	return player;
}

void selfplay_player_free(struct selfplay_player *player)
{
	if (!player)
		return;
	live_release(&player->live);
	question_release(&player->question);
	mp_bot_free(player->bot);
	free(player);
}

static void put8(struct game_bytes *out, unsigned value)
{
	out->mem[out->n++] = (uint8_t)value;
}

static void put16(struct game_bytes *out, unsigned value)
{
	put8(out, value & 255);
	put8(out, value >> 8 & 255);
}

static void put_shares(struct game_bytes *out, const float share[MP_SEATS], int players)
{
	for (int seat = 0; seat < players; seat++)
		put16(out, (unsigned)(share[seat] * UINT16_MAX + 0.5f));
}

static bool put_turn(const struct selfplay_player *player, int turn, const float share[MP_SEATS],
                     struct game_bytes *out)
{
	const struct mp_match *match = &player->live.match;
	const struct mp_setup *setup = match->setup;
	float judged[MP_SEATS] = {0};

	if (!array_reserve(out->mem, out->cap, out->n + TURN_BYTES_MAX, GAME_BYTES_MAX))
		return false;
	put8(out, (unsigned)turn);
	put_shares(out, share, setup->players);
	if (setup->game->evaluate)
		setup->game->evaluate(setup, match->state, judged);
	put_shares(out, judged, setup->players);
	for (int seat = 0; seat < setup->players; seat++) {
		uint16_t on[MP_INPUTS_ON_MAX];
		size_t n = setup->game->inputs->list(setup, match->state, seat, on);

		put8(out, (unsigned)n);
		for (size_t i = 0; i < n; i++)
			put16(out, on[i]);
	}
	return true;
}

/* What is written stands before the move, what the search expected there comes with it. */
static bool selfplay_step(struct selfplay_player *player, struct game_bytes *out)
{
	const struct selfplay *selfplay = player->selfplay;
	struct mp_bot_request *request = &player->question.request;
	struct experiment experiment = {.plan = &player->plan,
	                                .net = selfplay->net.weights ? &selfplay->net : NULL};
	struct live *live = &player->live;
	int turn = mp_match_turn(&live->match);
	struct mp_bot_answer answer;
	struct mp_fault fault;

	if (question_take(&player->question, &live->match, turn, &fault))
		return false;
	request->level = "hard";
	request->iterations = selfplay->iterations;
	request->seed = mp_rng_next(&player->rng);
	request->threads = 1;
	request->refuses_deals = true;
	experiment_choose(player->bot, request, &experiment, &answer);
	return answer.has_move && put_turn(player, turn, answer.share, out) &&
	       live_play_move(live, turn, answer.move, &fault) == MP_OK;
}

static void put_result(const struct selfplay_player *player, struct game_bytes *out)
{
	const struct mp_match *match = &player->live.match;
	unsigned winners = match->setup->game->winners(match->setup, match->state);

	if (!winners)
		winners = (1u << match->setup->players) - 1;
	for (int seat = 0; seat < match->setup->players; seat++)
		out->mem[seat] =
			winners >> seat & 1 ? (uint8_t)(WHOLE / (unsigned)__builtin_popcount(winners)) : 0;
}

bool selfplay_play(struct selfplay_player *player, uint64_t game, struct game_bytes *out)
{
	struct mp_match *match = &player->live.match;
	struct mp_fault fault;

	mp_rng_init(&player->rng, player->selfplay->seed, game);
	mp_match_rewind(match, 0);
	out->n = (size_t)match->setup->players; /* the result, when it is known */
	if (!array_reserve(out->mem, out->cap, out->n, GAME_BYTES_MAX) ||
	    live_draw(&player->live, &fault))
		return false;
	for (int turns = 0; turns < TURNS_MAX && !mp_match_is_over(match); turns++)
		if (!selfplay_step(player, out))
			return false;
	put_result(player, out);
	return true;
}
