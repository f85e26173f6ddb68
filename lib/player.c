/* SPDX-License-Identifier: MIT
 *
 * Bots: a level, a budget, and the one question at a time that they are asked.
 */
#include "lib.h"

#include "host/question.h"

#include <metropole/bot.h>

#include <stdlib.h>
#include <string.h>

enum { BOT_BYTES = 32 << 20, THREADS_MAX = 64 };

struct mp_player {
	struct mp_bot *bot;
	struct question question;
	struct mp_bot_answer answer;
	char *level;
	uint32_t ms, iterations;
	uint64_t seed;
	int threads;
	atomic_bool stop;
};

struct mp_player *mp_player_open(const char *level, int threads)
{
	struct mp_player *player;

	if (question_need_level(level, lib_fault()))
		return NULL;
	if (threads < 1 || threads > THREADS_MAX) {
		lib_fail(MP_BAD_REQUEST, "A bot thinks on 1 to 64 threads.");
		return NULL;
	}
	player = calloc(1, sizeof *player);
	if (!player) {
		lib_no_memory();
		return NULL;
	}
	player->threads = threads;
	player->level = strdup(level);
	player->bot = mp_bot_new((size_t)BOT_BYTES, threads);
	if (!player->level || !player->bot) {
		mp_player_close(player);
		lib_no_memory();
		return NULL;
	}
	return player;
}

void mp_player_close(struct mp_player *player)
{
	if (!player)
		return;
	mp_bot_free(player->bot);
	question_release(&player->question);
	free(player->level);
	free(player);
}

void mp_player_set_ms(struct mp_player *player, uint32_t ms)
{
	player->ms = ms;
}

void mp_player_set_iterations(struct mp_player *player, uint32_t iterations)
{
	player->iterations = iterations;
}

void mp_player_set_seed(struct mp_player *player, uint64_t seed)
{
	player->seed = seed;
}

/* A match that begins in the middle has a log that leads nowhere: the bot is told none. */
static enum mp_err take(struct mp_player *player, struct mp_match *match, int seat)
{
	size_t n = match->n_moves;
	enum mp_err err;

	if (lib_match(match)->is_sampled)
		match->n_moves = 0;
	err = question_take(&player->question, match, seat, lib_fault());
	match->n_moves = n;
	return err;
}

int mp_player_choose(struct mp_player *player, struct mp_match *match, int seat, mp_move *move)
{
	struct mp_bot_request *asked = &player->question.request;
	enum mp_err err;

	atomic_store(&player->stop, false);
	if (!lib_is_seat(match, seat) || !lib_is_viewer(match, seat))
		return lib_fault()->code;
	err = take(player, match, seat);
	if (err)
		return err;
	asked->level = player->level;
	asked->ms = player->ms;
	asked->iterations = player->iterations;
	asked->seed = player->seed;
	asked->threads = player->threads;
	asked->stop = &player->stop;
	err = question_ask(&player->question, player->bot, &player->answer, lib_fault());
	if (err)
		return err;
	*move = player->answer.move;
	return player->answer.has_move ? 0 : 1;
}

double mp_player_expects(const struct mp_player *player, int seat)
{
	return seat >= 0 && seat < MP_SEATS ? (double)player->answer.share[seat] : 0;
}

void mp_player_stop(struct mp_player *player)
{
	atomic_store(&player->stop, true);
}
