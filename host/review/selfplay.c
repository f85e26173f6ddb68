/* SPDX-License-Identifier: MIT
 *
 * Bots play.
 */
#include "selfplay.h"

#include "host/question.h"

static struct mp_rng *selfplay_luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

bool selfplay(struct live *live, struct mp_bot *bot, const char *level, uint32_t iterations,
              struct mp_rng *rng, size_t events)
{
	struct question question = {0};
	struct mp_fault fault;
	bool good;

	live->chance = (struct live_chance){.generator = selfplay_luck, .ctx = rng};
	good = live_draw(live, &fault) == MP_OK;
	while (good && !mp_match_is_over(&live->match) && live->match.n_moves < events) {
		int seat = mp_match_turn(&live->match);
		struct mp_bot_answer answer;

		good = question_take(&question, &live->match, seat, &fault) == MP_OK;
		question.request.level = level;
		question.request.iterations = iterations;
		question.request.seed = mp_rng_next(rng);
		question.request.threads = 1;
		question.request.refuses_deals = true;
		good = good && question_ask(&question, bot, &answer, &fault) == MP_OK && answer.has_move &&
		       live_play_move(live, seat, answer.move, &fault) == MP_OK;
	}
	question_release(&question);
	return good;
}
