/* SPDX-License-Identifier: MIT
 *
 * A run of the laws: which setups, how many matches, and the order of the laws at a position.
 */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum {
	SETUPS_MAX = 512,
	INT_VALUES = 12, /* an int option with more values is sampled */
	MIXES = 4,       /* setups with all options at random, per number of players */
};

struct setups {
	struct mp_setup at[SETUPS_MAX];
	size_t n;
};

/* A combination that the game refuses, with a sentence, is left out. */
static void add(struct setups *setups, const struct mp_setup *setup)
{
	struct mp_setup tried = *setup;
	struct mp_fault fault = {0};
	void *tables = calloc(1, setup->game->tables_size + 1);
	enum mp_err err = mp_setup_finish(&tried, tables, &fault);

	free(tables);
	if ((!err || !fault.message[0]) && setups->n < SETUPS_MAX)
		setups->at[setups->n++] = *setup;
}

/* How many values of an option are tried, and the i-th of them. */
static int values(const struct mp_option *option)
{
	int n = 0;

	switch (option->type) {
	case MP_BOOL:
		return 2;
	case MP_CHOICE:
		while (option->choices[n])
			n++;
		return n;
	case MP_INT:
		return option->max - option->min < INT_VALUES ? option->max - option->min + 1 : INT_VALUES;
	case MP_TEXT:
		break;
	}
	return 1;
}

static int32_t value(const struct mp_option *option, int i)
{
	if (option->type == MP_TEXT)
		return 0;
	if (option->type != MP_INT)
		return i;
	if (option->max - option->min < INT_VALUES)
		return option->min + i;
	/* small values mostly: limits that bite soon */
	if (i == INT_VALUES - 1 || i * i > option->max - option->min)
		return option->max;
	return option->min + i * i;
}

/* Every value of every option once, the others as they are; then some mixtures. */
static void list_setups(const struct mp_game *game, int players, struct mp_rng *rng,
                        struct setups *setups)
{
	struct mp_setup setup, mix;
	struct mp_fault fault;

	mp_setup_begin(&setup, game, players, &fault);
	add(setups, &setup);
	for (size_t k = 0; k < game->n_options; k++) {
		for (int i = 0; i < values(&game->options[k]); i++) {
			mix = setup;
			mix.option[k] = value(&game->options[k], i);
			if (mix.option[k] != setup.option[k])
				add(setups, &mix);
		}
	}
	for (int n = 0; n < MIXES && game->n_options > 1; n++) {
		mix = setup;
		for (size_t k = 0; k < game->n_options; k++) {
			const struct mp_option *option = &game->options[k];

			mix.option[k] = value(option, (int)mp_rng_below(rng, (uint32_t)values(option)));
		}
		add(setups, &mix);
	}
}

static bool law_position(struct walk *w)
{
	unsigned families = w->laws->families;

	w->laws->seen++;
	if (!law_list(w)) /* the others need its lists */
		return false;
	if (mp_match_is_over(&w->world.match))
		return (!(families & LAWS_MOVES) || law_over(w)) &&
		       (!(families & LAWS_SHOWN) || law_shown(w));
	return (!(families & LAWS_MOVES) || law_moves(w)) &&
	       (!(families & LAWS_HIDDEN) || law_hidden(w)) &&
	       (!(families & LAWS_SHOWN) || !walk_dice(w, 12) || law_shown(w)) &&
	       (!(families & LAWS_FOLLOW) || law_follow(w)) &&
	       (!(families & LAWS_CODEC) || law_codec(w)) &&
	       (!(families & LAWS_SEARCH) || law_search(w));
}

static bool law_any_event(struct walk *w, int seat, mp_move move)
{
	unsigned families = w->laws->families;

	return (!(families & LAWS_MOVES) || law_event(w, seat, move)) &&
	       (!(families & LAWS_HIDDEN) || law_hidden_event(w, seat, move)) &&
	       (!(families & LAWS_SHOWN) || !walk_dice(w, 12) || law_shown_event(w, seat, move));
}

/* A random match from the start; *positions counts down. */
static bool walk_match(struct walk *w, size_t *positions)
{
	struct mp_match *match = &w->world.match;
	struct mp_fault fault;
	mp_move move;
	int seat;

	mp_match_init(match, &w->setup, w->world.state, w->world.scratch, w->world.moves,
	              WALK_MOVES + 1);
	follow_begin(w);
	while (*positions > 0) {
		--*positions;
		if (!law_position(w))
			return false;
		if (mp_match_is_over(match) || match->n_moves >= WALK_MOVES)
			break;
		for (int i = 0; i < 2; i++) { /* the second one is played */
			if (!walk_choose(w, &seat, &move))
				return broken(w, "Nothing can be played.");
			if (!law_any_event(w, seat, move))
				return false;
		}
		if (w->laws->families & LAWS_FOLLOW && !law_follow_event(w, seat, move))
			return false;
		memcpy(w->before + match->n_moves * w->game->state_size, w->world.state,
		       w->game->state_size);
		if (mp_match_play_move(match, seat, move, &fault)) {
			char text[MP_MOVE_TEXT_MAX];

			return broken(w, "The match refuses \"%s\": %s", walk_print(w, move, text),
			              fault.message);
		}
	}
	return (!(w->laws->families & LAWS_RECORD) || law_record(w)) &&
	       (!(w->laws->families & LAWS_FOLLOW) || law_follow_back(w));
}

/* Pairs for every viewer in turn: one from the start, then some from within that match. */
static bool walk_pairs(struct walk *w, size_t steps)
{
	for (int viewer = 0; steps > 0; viewer = (viewer + 1) % (MP_PUBLIC + 1)) {
		if (viewer >= w->setup.players && viewer != MP_PUBLIC)
			continue;
		if (!law_paired(w, viewer, true, &steps))
			return false;
		if (steps > 0 && !mp_match_is_over(&w->world.match) &&
		    !law_paired(w, viewer, false, &steps))
			return false;
	}
	return true;
}

static bool run_setup(struct laws *laws, const struct mp_setup *begun, size_t positions)
{
	struct mp_setup setup = *begun;
	void *tables = calloc(1, setup.game->tables_size + 1);
	struct mp_fault fault = {0};
	size_t pair_steps = positions / 4;
	bool ok = true;
	struct walk w;

	if (mp_setup_finish(&setup, tables, &fault)) {
		strcpy(laws->failure, "A setup is refused without a sentence.");
		free(tables);
		return false;
	}
	laws->setups++;
	walk_open(&w, laws, &setup);
	while (ok && positions > 0) {
		laws->matches++;
		mp_rng_init(&w.rng, laws->seed, laws->matches);
		ok = law_descriptor(&w) && walk_match(&w, &positions);
	}
	if (ok && laws->families & LAWS_PAIRED)
		ok = walk_pairs(&w, pair_steps);
	walk_close(&w);
	free(tables);
	return ok;
}

bool laws_run(struct laws *laws)
{
	struct setups *setups = calloc(1, sizeof *setups);
	struct mp_rng rng;
	bool ok = true;
	size_t n_before;

	mp_rng_init(&rng, laws->seed, 0);
	for (int n = laws->game->players_min; ok && n <= laws->game->players_max; n++) {
		n_before = setups->n;
		list_setups(laws->game, n, &rng, setups);
		ok = setups->n > n_before;
		if (!ok)
			strcpy(laws->failure, "A number of players has no setup that the game accepts.");
	}
	for (size_t i = 0; ok && i < setups->n; i++)
		ok = run_setup(laws, &setups->at[i], laws->positions / setups->n + 1);
	free(setups);
	return ok;
}

void laws_release(struct laws *laws)
{
	free(laws->record);
	laws->record = NULL;
}
