/* SPDX-License-Identifier: MIT
 *
 * Bots do not peek: two positions that a seat cannot tell apart, with different hidden content,
 * give the bit-identical answer, visit counts and lines included. The second position is the first
 * with its hidden part dealt anew; between the two the bot's memory is stirred by another search.
 * `scramble GAME` runs one game.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POSITIONS = 10000 / POSITION_SHARE, ITERATIONS = 12, BYTES = 1 << 20 };

static const char *const levels[] = {"hard", "easy", "b2", "b3", "b1"};

static const struct mp_game *game;
static unsigned long n_different;

/* The answer to what the seat may know of a full state. */
static void answer(struct mp_bot *bot, const struct mp_bot_request *request, const void *state,
                   struct mp_bot_answer *out)
{
	struct mp_bot_request own = *request;
	void *redacted = malloc(game->state_size);

	memcpy(redacted, state, game->state_size);
	mp_redact(request->setup, redacted, request->seat);
	own.redacted = redacted;
	memset(out, 0xa5, sizeof *out);
	assert_true(mp_bot_choose(bot, &own, out));
	free(redacted);
}

static void assert_same(const struct mp_bot_answer *a, const struct mp_bot_answer *b)
{
	assert_int_equal(a->has_move, b->has_move);
	assert_true(a->move == b->move);
	assert_true(a->iterations == b->iterations);
	assert_memory_equal(a->share, b->share, sizeof a->share);
	assert_int_equal(a->n_root, b->n_root);
	for (size_t i = 0; i < a->n_root; i++) {
		assert_true(a->root[i].move == b->root[i].move);
		assert_int_equal(a->root[i].visits, b->root[i].visits);
		assert_memory_equal(&a->root[i].share, &b->root[i].share, sizeof a->root[i].share);
	}
	assert_int_equal(a->n_line, b->n_line);
	for (size_t i = 0; i < a->n_line; i++) {
		assert_true(a->line[i].move == b->line[i].move);
		assert_int_equal(a->line[i].seat, b->line[i].seat);
	}
}

static void check_position(struct mp_bot *bot, struct position *p, unsigned number)
{
	int seat = mp_match_turn(&p->live.match);
	struct mp_bot_request request = position_request(p, seat);
	void *twin = malloc(game->state_size);
	struct mp_bot_answer a, b, other;

	memcpy(twin, p->question.redacted, game->state_size);
	mp_guess(&p->live.setup, twin, seat, &p->rng);
	n_different += memcmp(twin, p->live.match.state, game->state_size) != 0;
	request.level = levels[number % (sizeof levels / sizeof *levels)];
	request.iterations = ITERATIONS;
	request.seed = number;
	answer(bot, &request, p->live.match.state, &a);
	request.seed = ~(uint64_t)number;
	answer(bot, &request, p->live.match.state, &other);
	request.seed = number;
	answer(bot, &request, twin, &b);
	assert_same(&a, &b);
	free(twin);
}

static void same_view_same_answer(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	unsigned done = 0;

	(void)unused;
	assert_non_null(bot);
	for (uint64_t seed = 1; done < POSITIONS; seed++) {
		struct position p;

		position_init(&p, game, seed, seed % 2);
		for (bool on = position_play(&p, mp_rng_below(&p.rng, 6)); on && done < POSITIONS;
		     on = position_play(&p, 1 + mp_rng_below(&p.rng, 8)))
			check_position(bot, &p, done++);
		position_release(&p);
	}
	mp_bot_free(bot);
}

/* Where nothing is ever hidden the twins are equal and the test above says nothing. */
static void twins_differ(void **unused)
{
	(void)unused;
	if (!game->redact)
		assert_int_equal(n_different, 0);
	else
		assert_true(n_different > POSITIONS / 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_view_same_answer),
		cmocka_unit_test(twins_differ),
	};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	if (!game)
		return 2;
	return cmocka_run_group_tests_name("the same view gives the same answer", tests, NULL, NULL);
}
