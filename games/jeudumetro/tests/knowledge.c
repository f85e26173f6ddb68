/* SPDX-License-Identifier: MIT
 *
 * What is hidden, over random games with many swaps and thefts: states stay valid, a viewer's
 * state follows from the moves as that viewer saw them, guesses are worlds that fit.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include <metropole/game.h>
#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/setup.h>
#include <metropole/text.h>

#include "../state.h"

extern const struct mp_game mp_game_jeudumetro;

struct table {
	struct mp_setup setup;
	struct jeudumetro_tables tables;
	struct jeudumetro_state state;
	struct mp_rng rng;
	unsigned thefts, swaps, reshuffles;
	unsigned unfit; /* viewers whom nothing fits, after an end that they cannot see */
};

static void sit_down(struct table *table, int players, int turn_limit, uint64_t seed)
{
	struct mp_fault fault;

	memset(table, 0, sizeof *table);
	assert_int_equal(mp_setup_begin(&table->setup, &mp_game_jeudumetro, players, &fault), MP_OK);
	table->setup.option[JEUDUMETRO_TURN_LIMIT] = turn_limit;
	assert_int_equal(mp_setup_finish(&table->setup, &table->tables, &fault), MP_OK);
	mp_game_jeudumetro.init(&table->setup, &table->state);
	mp_rng_init(&table->rng, seed, 0);
}

static mp_move draw(struct table *table)
{
	struct mp_outcome outcomes[JEUDUMETRO_OUTCOMES_MAX];
	size_t n = mp_game_jeudumetro.chance(&table->setup, &table->state, outcomes);
	uint32_t total = 0, at;

	assert_true(n > 0 && n <= JEUDUMETRO_OUTCOMES_MAX);
	for (size_t i = 0; i < n; i++)
		total += outcomes[i].weight;
	at = mp_rng_below(&table->rng, total);
	for (size_t i = 0;; i++) {
		if (at < outcomes[i].weight)
			return outcomes[i].move;
		at -= outcomes[i].weight;
	}
}

/* A random move; swaps and thefts three times out of four when there are any. */
static mp_move choose(struct table *table, int seat)
{
	mp_move moves[JEUDUMETRO_MOVES_MAX], special[JEUDUMETRO_MOVES_MAX];
	size_t n = mp_game_jeudumetro.legal(&table->setup, &table->state, seat, moves), n_special = 0;

	assert_true(n > 0 && n < JEUDUMETRO_MOVES_MAX);
	for (size_t i = 0; i < n; i++) {
		assert_null(mp_game_jeudumetro.check(&table->setup, &table->state, seat, moves[i]));
		if (jeudumetro_op(moves[i]) == JEUDUMETRO_DRIVER ||
		    jeudumetro_op(moves[i]) == JEUDUMETRO_PICKPOCKET)
			special[n_special++] = moves[i];
	}
	if (n_special > 0 && mp_rng_below(&table->rng, 4) > 0)
		return special[mp_rng_below(&table->rng, (uint32_t)n_special)];
	return moves[mp_rng_below(&table->rng, (uint32_t)n)];
}

static mp_move next(struct table *table, int *seat)
{
	*seat = mp_game_jeudumetro.turn(&table->setup, &table->state);
	return *seat == MP_CHANCE ? draw(table) : choose(table, *seat);
}

static void count(struct table *table, int seat, mp_move move)
{
	if (seat == MP_CHANCE) {
		table->thefts += jeudumetro_op(move) == JEUDUMETRO_STEAL;
		table->reshuffles +=
			table->state.phase == JEUDUMETRO_DRAWING && table->state.pile_size == 0;
	} else {
		table->swaps += jeudumetro_op(move) == JEUDUMETRO_DRIVER;
	}
}

/* redact(apply(s, m)) = apply(redact(s), cut(m)), byte for byte, unless the game ended. */
/* The game is over. A viewer who cannot see why either holds some other world possible or none:
 * then nothing is guessed, and nothing more can be told. */
static void look_at_end(struct table *table, struct jeudumetro_state *seen, int viewer)
{
	struct jeudumetro_state guessed = *seen;
	const struct mp_rule *rule;

	if (seen->phase == JEUDUMETRO_ENDED ||
	    mp_game_jeudumetro.guess(&table->setup, &guessed, viewer, &table->rng))
		return;
	table->unfit++;
	rule = mp_game_jeudumetro.check_cut(&table->setup, seen, viewer, MP_CHANCE,
	                                    jeudumetro_event(JEUDUMETRO_DRAW, 0, 15));
	assert_non_null(rule);
	assert_string_equal(rule->id, "JM-40");
}

static void play_and_compare(struct table *table, int seat, mp_move move)
{
	struct jeudumetro_state seen[MP_PUBLIC + 1];

	for (int v = 0; v <= MP_PUBLIC; v++) {
		seen[v] = table->state;
		if (v >= table->setup.players && v != MP_PUBLIC)
			continue;
		mp_game_jeudumetro.redact(&table->setup, &seen[v], v);
		mp_game_jeudumetro.apply(
			&table->setup, &seen[v], seat,
			mp_game_jeudumetro.cut(&table->setup, &table->state, seat, move, v));
	}
	mp_game_jeudumetro.apply(&table->setup, &table->state, seat, move);
	if (table->state.phase == JEUDUMETRO_ENDED) {
		for (int v = 0; v < table->setup.players; v++)
			look_at_end(table, &seen[v], v);
		return;
	}
	for (int v = 0; v <= MP_PUBLIC; v++) {
		struct jeudumetro_state expected = table->state;

		if (v >= table->setup.players && v != MP_PUBLIC)
			continue;
		mp_game_jeudumetro.redact(&table->setup, &expected, v);
		assert_memory_equal(&seen[v], &expected, sizeof expected);
	}
}

static void guess_and_compare(struct table *table, int viewer)
{
	struct jeudumetro_state redacted = table->state, guessed;
	const char *flaw;

	mp_game_jeudumetro.redact(&table->setup, &redacted, viewer);
	guessed = redacted;
	mp_game_jeudumetro.guess(&table->setup, &guessed, viewer, &table->rng);
	flaw = mp_game_jeudumetro.flaw(&table->setup, &guessed);
	if (flaw)
		fail_msg("%s", flaw);
	mp_game_jeudumetro.redact(&table->setup, &guessed, viewer);
	assert_memory_equal(&guessed, &redacted, sizeof redacted);
}

static void jm_60_knowledge_follows_from_what_each_has_seen(void **unused)
{
	unsigned thefts = 0, swaps = 0, reshuffles = 0, unfit = 0;
	struct table table;

	(void)unused;
	for (int game = 0; game < 300; game++) {
		sit_down(&table, 2 + game % 5, 300, (uint64_t)game);
		while (table.state.phase != JEUDUMETRO_ENDED) {
			int seat;
			mp_move move = next(&table, &seat);
			const char *flaw;

			count(&table, seat, move);
			play_and_compare(&table, seat, move);
			flaw = mp_game_jeudumetro.flaw(&table.setup, &table.state);
			if (flaw)
				fail_msg("%s", flaw);
			for (int v = 0; v < table.setup.players; v++)
				guess_and_compare(&table, v);
			guess_and_compare(&table, MP_PUBLIC);
		}
		unfit += table.unfit;
		thefts += table.thefts;
		swaps += table.swaps;
		reshuffles += table.reshuffles;
	}
	assert_true(unfit > 0);
	assert_true(thefts > 300 && swaps > 300 && reshuffles > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jm_60_knowledge_follows_from_what_each_has_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
