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

enum { MOVES_CAP = 1 << 14 };

static void draw_options(struct position *p)
{
	const struct mp_game *game = p->setup.game;

	for (size_t i = 0; i < game->n_options; i++) {
		const struct mp_option *option = &game->options[i];
		int32_t n = 0, *value = &p->setup.option[i];

		switch (option->type) {
		case MP_INT:
			n = option->max < p->setup.players ? option->max : p->setup.players;
			*value =
				n < option->min
					? option->min
					: option->min + (int32_t)mp_rng_below(&p->rng, (uint32_t)(n - option->min + 1));
			break;
		case MP_BOOL:
			*value = (int32_t)mp_rng_below(&p->rng, 2);
			break;
		case MP_CHOICE:
			while (option->choices[n])
				n++;
			*value = (int32_t)mp_rng_below(&p->rng, (uint32_t)n);
			break;
		case MP_TEXT:
			break;
		}
	}
}

void position_init(struct position *p, const struct mp_game *game, uint64_t seed, bool options)
{
	struct mp_fault fault;
	int players;

	memset(p, 0, sizeof *p);
	mp_rng_init(&p->rng, seed, 0);
	players = game->players_min +
	          (int)mp_rng_below(&p->rng, (uint32_t)(game->players_max - game->players_min + 1));
	p->tables = calloc(1, game->tables_size + 1);
	assert_int_equal(mp_setup_begin(&p->setup, game, players, &fault), MP_OK);
	if (options)
		draw_options(p);
	if (mp_setup_finish(&p->setup, p->tables, &fault) != MP_OK) {
		/* These options do not go together: play as in the box. */
		assert_int_equal(mp_setup_begin(&p->setup, game, players, &fault), MP_OK);
		assert_int_equal(mp_setup_finish(&p->setup, p->tables, &fault), MP_OK);
	}
	p->log = malloc(MOVES_CAP * sizeof *p->log);
	p->redacted = malloc(game->state_size);
	mp_match_init(&p->match, &p->setup, malloc(game->state_size),
	              malloc(mp_match_scratch_size(game)), malloc(MOVES_CAP * sizeof *p->log),
	              MOVES_CAP);
}

void position_release(struct position *p)
{
	free(p->match.state);
	free(p->match.scratch);
	free(p->match.moves);
	free(p->log);
	free(p->redacted);
	free(p->tables);
}

static void settle(struct position *p)
{
	struct mp_fault fault;

	while (mp_match_turn(&p->match) == MP_CHANCE)
		assert_int_equal(mp_match_draw(&p->match, &p->rng, &fault), MP_OK);
}

bool position_play(struct position *p, unsigned plies)
{
	const struct mp_game *game = p->setup.game;
	mp_move moves[MP_MOVES_MAX];
	struct mp_fault fault;

	settle(p);
	for (unsigned i = 0; i < plies && !mp_match_is_over(&p->match); i++) {
		unsigned actors = mp_match_actors(&p->match);
		int seat = mp_match_turn(&p->match);
		size_t n;

		/* Now and then another seat that has something to say speaks first. */
		for (int other = 0; other < p->setup.players; other++)
			if ((actors >> other & 1) && mp_rng_below(&p->rng, 4) == 0)
				seat = other;
		n = game->legal(&p->setup, p->match.state, seat, moves);
		assert_true(n > 0);
		assert_int_equal(
			mp_match_play_move(&p->match, seat, moves[mp_rng_below(&p->rng, (uint32_t)n)], &fault),
			MP_OK);
		settle(p);
	}
	return !mp_match_is_over(&p->match);
}

struct mp_bot_request position_request(struct position *p, int seat)
{
	mp_match_redacted(&p->match, seat, p->redacted);
	mp_match_log(&p->match, seat, p->log);
	return (struct mp_bot_request){.setup = &p->setup,
	                               .redacted = p->redacted,
	                               .log = p->log,
	                               .n_log = p->match.n_moves,
	                               .seat = seat,
	                               .threads = 1};
}
