/* SPDX-License-Identifier: MIT
 *
 * Random positions.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void draw_options(struct mp_setup *setup, struct mp_rng *rng)
{
	const struct mp_game *game = setup->game;

	for (size_t i = 0; i < game->n_options; i++) {
		const struct mp_option *option = &game->options[i];
		int32_t n = 0, *value = &setup->option[i];

		switch (option->type) {
		case MP_INT:
			n = option->max < setup->players ? option->max : setup->players;
			*value =
				n < option->min
					? option->min
					: option->min + (int32_t)mp_rng_below(rng, (uint32_t)(n - option->min + 1));
			break;
		case MP_BOOL:
			*value = (int32_t)mp_rng_below(rng, 2);
			break;
		case MP_CHOICE:
			while (option->choices[n])
				n++;
			*value = (int32_t)mp_rng_below(rng, (uint32_t)n);
			break;
		case MP_TEXT:
			break;
		}
	}
}

/* One generator for the setup, the luck and the moves. */
static struct mp_rng *luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

void position_init(struct position *p, const struct mp_game *game, uint64_t seed, bool options)
{
	struct mp_setup setup;
	struct mp_fault fault;
	int players;

	memset(p, 0, sizeof *p);
	mp_rng_init(&p->rng, seed, 0);
	players = game->players_min +
	          (int)mp_rng_below(&p->rng, (uint32_t)(game->players_max - game->players_min + 1));
	assert_int_equal(mp_setup_begin(&setup, game, players, &fault), MP_OK);
	if (options)
		draw_options(&setup, &p->rng);
	if (live_init(&p->live, &setup, MP_ALL, &fault) != MP_OK) {
		/* These options do not go together: play as in the box. */
		assert_int_equal(mp_setup_begin(&setup, game, players, &fault), MP_OK);
		assert_int_equal(live_init(&p->live, &setup, MP_ALL, &fault), MP_OK);
	}
	p->live.chance = (struct live_chance){.generator = luck, .ctx = &p->rng};
}

void position_release(struct position *p)
{
	live_release(&p->live);
	question_release(&p->question);
}

bool position_play(struct position *p, unsigned plies)
{
	const struct mp_game *game = p->live.setup.game;
	mp_move moves[MP_MOVES_MAX];
	struct mp_fault fault;

	assert_int_equal(live_draw(&p->live, &fault), MP_OK);
	for (unsigned i = 0; i < plies && !mp_match_is_over(&p->live.match); i++) {
		unsigned actors = mp_match_actors(&p->live.match);
		int seat = mp_match_turn(&p->live.match);
		size_t n;

		/* Now and then another seat that has something to say speaks first. */
		for (int other = 0; other < p->live.setup.players; other++)
			if ((actors >> other & 1) && mp_rng_below(&p->rng, 4) == 0)
				seat = other;
		n = game->legal(&p->live.setup, p->live.match.state, seat, moves);
		assert_true(n > 0);
		assert_int_equal(
			live_play_move(&p->live, seat, moves[mp_rng_below(&p->rng, (uint32_t)n)], &fault),
			MP_OK);
	}
	return !mp_match_is_over(&p->live.match);
}

struct mp_bot_request position_request(struct position *p, int seat)
{
	struct mp_fault fault;

	assert_int_equal(question_take(&p->question, &p->live.match, seat, &fault), MP_OK);
	p->question.request.threads = 1;
	return p->question.request;
}
