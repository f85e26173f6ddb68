/* SPDX-License-Identifier: MIT
 *
 * Laws about moves: they exist, are listed once and in a stable order, are what check allows, are
 * what notation says, stay within the bounds, and lead to sound states.
 */
#include "walk.h"

#include <metropole/rng.h>

#include <stdlib.h>
#include <string.h>

static const mp_move untouched = 0xdeadbeefcafef00du;

bool law_descriptor(struct walk *w)
{
	const struct mp_game *game = w->game;

	if (!game->id || !game->title[MP_EN] || !game->title[MP_FR])
		return broken(w, "The game has no id or no title in one of the languages.");
	if (game->players_min < 1 || game->players_max > MP_SEATS ||
	    game->players_min > game->players_max || game->n_options > MP_OPTIONS)
		return broken(w, "Players or options are out of the contract's range.");
	if (game->score_scale < 1 || game->rules_version < 1)
		return broken(w, "score_scale or rules_version is not positive.");
	if (game->state_size == 0 || game->state_size > 1024)
		return broken(w, "The state has %zu bytes; the contract asks for 1024 at most.",
		              game->state_size);
	if (game->moves_max > MP_MOVES_MAX || game->outcomes_max > MP_OUTCOMES_MAX)
		return broken(w, "moves_max or outcomes_max is above what callers provide.");
	if (!game->can_offer != !game->is_free || !game->is_free != !game->sample_free)
		return broken(w, "Of can_offer, is_free and sample_free there are all three or none.");
	if (!game->deal_kind != !game->propose || !game->posterior != !game->guess_posterior)
		return broken(
			w, "deal_kind and propose, posterior and guess_posterior: there are both or neither.");
	if (!game->seen_by != !game->cut || !game->cut != !game->redact ||
	    !game->redact != !game->guess)
		return broken(w, "Of seen_by, cut, redact and guess there are all four or none.");
	return true;
}

static int by_value(const void *a, const void *b)
{
	mp_move x = *(const mp_move *)a, y = *(const mp_move *)b;

	return (x > y) - (x < y);
}

/* A twice-listed move, through a sorted copy. */
static bool find_twice(struct walk *w, size_t n, mp_move *twice)
{
	qsort(w->second, n, sizeof(mp_move), by_value);
	for (size_t i = 1; i < n; i++) {
		if (w->second[i] == w->second[i - 1]) {
			*twice = w->second[i];
			return true;
		}
	}
	return false;
}

static bool list_seat(struct walk *w, int seat)
{
	const struct mp_game *game = w->game;
	mp_move *list = w->list[seat], twice;
	char text[MP_MOVE_TEXT_MAX];
	size_t n;

	list[game->moves_max] = untouched;
	n = game->legal(&w->setup, w->world.state, seat, list);
	if (n > game->moves_max || list[game->moves_max] != untouched)
		return broken(w, "legal lists %zu moves for seat %d, more than moves_max %zu.", n, seat + 1,
		              game->moves_max);
	w->n_list[seat] = n;
	if (game->legal(&w->setup, w->world.state, seat, w->second) != n ||
	    memcmp(list, w->second, n * sizeof *list) != 0)
		return broken(w, "legal lists the moves of seat %d in another order the second time.",
		              seat + 1);
	if (find_twice(w, n, &twice))
		return broken(w, "legal lists \"%s\" twice.", walk_print(w, twice, text));
	return true;
}

static bool list_chance(struct walk *w)
{
	const struct mp_game *game = w->game;
	size_t n, max = game->outcomes_max;
	uint64_t total = 0;
	char text[MP_MOVE_TEXT_MAX];
	mp_move twice;

	w->outcomes[max].move = untouched;
	n = mp_chance_list(&w->setup, w->world.state, w->outcomes);
	if (n > max || w->outcomes[max].move != untouched)
		return broken(w, "chance lists %zu outcomes, more than outcomes_max %zu.", n, max);
	w->n_outcomes = n;
	for (size_t i = 0; i < n; i++) {
		if (w->outcomes[i].weight == 0)
			return broken(w, "Chance gives \"%s\" the weight 0.",
			              walk_print(w, w->outcomes[i].move, text));
		total += w->outcomes[i].weight;
		w->second[i] = w->outcomes[i].move;
	}
	if (total > UINT32_MAX)
		return broken(w, "The weights of chance do not fit 32 bits together.");
	if (find_twice(w, n, &twice))
		return broken(w, "chance lists \"%s\" twice.", walk_print(w, twice, text));
	if (mp_chance_list(&w->setup, w->world.state, w->second_outcomes) != n)
		return broken(w, "chance lists another number of outcomes the second time.");
	for (size_t i = 0; i < n; i++)
		if (w->second_outcomes[i].move != w->outcomes[i].move ||
		    w->second_outcomes[i].weight != w->outcomes[i].weight)
			return broken(w, "chance lists the outcomes in another order the second time.");
	return true;
}

/* draw must be the list's own choice, so that records do not depend on which was asked. */
static bool draw_chance(struct walk *w)
{
	struct mp_rng by_list = w->rng, by_draw = w->rng;
	mp_move listed, drawn;
	char a[MP_MOVE_TEXT_MAX], b[MP_MOVE_TEXT_MAX];

	if (!w->game->draw || w->n_outcomes == 0)
		return true;
	listed = mp_chance_pick(&w->setup, w->world.state, &by_list);
	drawn = mp_chance_draw(&w->setup, w->world.state, &by_draw);
	if (listed != drawn || mp_rng_next(&by_list) != mp_rng_next(&by_draw))
		return broken(w, "draw picks \"%s\" where chance's list gives \"%s\".",
		              walk_print(w, drawn, a), walk_print(w, listed, b));
	return true;
}

/* A game's own way to draw picks what the list would give. */
static bool law_draw(struct walk *w)
{
	struct mp_rng first = w->rng, second = w->rng;
	char text[MP_MOVE_TEXT_MAX];
	mp_move move;

	if (!w->game->draw || w->n_outcomes == 0)
		return true;
	move = w->game->draw(&w->setup, w->world.state, &first);
	if (move != mp_chance_pick(&w->setup, w->world.state, &second))
		return broken(w, "draw picks \"%s\", and the list of outcomes another.",
		              walk_print(w, move, text));
	mp_rng_next(&w->rng);
	return true;
}

static void remember(struct walk *w, mp_move move)
{
	w->pool[w->pool_at] = move;
	w->pool_at = (w->pool_at + 1) % WALK_POOL;
	if (w->n_pool < WALK_POOL)
		w->n_pool++;
}

bool law_list(struct walk *w)
{
	int turn = mp_match_turn(&w->world.match);
	unsigned actors = mp_match_actors(&w->world.match), listed = 0;

	if (turn < MP_OVER || turn >= w->setup.players)
		return broken(w, "turn answers %d.", turn);
	if (!list_chance(w) || !draw_chance(w))
		return false;
	for (int seat = 0; seat < w->setup.players; seat++) {
		if (!list_seat(w, seat))
			return false;
		if (w->n_list[seat] > 0) {
			listed |= 1u << seat;
			remember(w, w->list[seat][mp_rng_below(&w->rng, (uint32_t)w->n_list[seat])]);
		}
	}
	if (w->n_outcomes > 0)
		remember(w, w->outcomes[mp_rng_below(&w->rng, (uint32_t)w->n_outcomes)].move);
	if ((turn == MP_CHANCE) != (w->n_outcomes > 0))
		return broken(w, "chance lists %zu outcomes while turn answers %d.", w->n_outcomes, turn);
	if (actors != listed)
		return broken(w, "The actors are %#x but moves are listed for %#x.", actors, listed);
	if (turn >= 0 && !listed)
		return broken(w, "The game is not over and nobody has a legal move.");
	return true;
}

/* parse(print(x)) = x. */
static bool law_notation(struct walk *w, mp_move move)
{
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;
	struct mp_scan scan;
	mp_move back;

	mp_text_init(&text, buf, sizeof buf);
	w->game->print(&w->setup, move, &text);
	if (text.overflow || text.len == 0)
		return broken(w, "A move's text is empty or longer than MP_MOVE_TEXT_MAX: \"%s\".", buf);
	if (strpbrk(buf, ";#?\n\r"))
		return broken(w, "The text \"%s\" of a full move has a character that records use.", buf);
	mp_scan_init(&scan, buf, text.len);
	if (!w->game->parse(&w->setup, &scan, &back) || !mp_scan_end(&scan))
		return broken(w, "parse refuses the printed move \"%s\".", buf);
	if (back != move)
		return broken(w, "parse reads \"%s\" as another move than was printed.", buf);
	return true;
}

/* A rule that forbids has an id and a sentence that fits a fault. */
static bool law_rule(struct walk *w, int seat, mp_move move, const struct mp_rule *rule)
{
	char text[MP_MOVE_TEXT_MAX];

	if (rule == &mp_rule_turn) {
		if (w->game->actors && seat != mp_match_turn(&w->world.match))
			return true;
		return broken(w, "check answers mp_rule_turn to the seat on turn for \"%s\".",
		              walk_print(w, move, text));
	}
	if (!rule->id || !rule->message || strlen(rule->message) < 10 || strlen(rule->message) > 239)
		return broken(w, "check refuses \"%s\" without a rule id or a sentence.",
		              walk_print(w, move, text));
	return true;
}

/* check allows exactly what is listed (and free moves, which never are). */
static bool law_check(struct walk *w, int seat, mp_move move)
{
	const struct mp_rule *rule = w->game->check(&w->setup, w->world.state, seat, move);
	bool listed = walk_listed(w, seat, move);
	char text[MP_MOVE_TEXT_MAX];

	if (rule && !law_rule(w, seat, move, rule))
		return false;
	if (w->game->is_free && w->game->is_free(move))
		return !listed || broken(w, "The free move \"%s\" is listed.", walk_print(w, move, text));
	if (listed && rule)
		return broken(w, "legal lists \"%s\" for seat %d and check refuses it by %s.",
		              walk_print(w, move, text), seat + 1, rule->id ? rule->id : "turn");
	if (!listed && !rule)
		return broken(w, "check allows \"%s\" for seat %d and legal does not list it.",
		              walk_print(w, move, text), seat + 1);
	return true;
}

static bool law_listed_moves(struct walk *w, int seat)
{
	size_t n = seat == MP_CHANCE ? w->n_outcomes : w->n_list[seat];
	/* Texts are dear: all of a short list, a sample of a long one. */
	uint32_t step = n > 32 ? (uint32_t)n / 16 : 1;

	for (size_t i = 0; i < n; i++) {
		mp_move move = seat == MP_CHANCE ? w->outcomes[i].move : w->list[seat][i];

		if (!law_check(w, seat, move))
			return false;
		if (walk_dice(w, step) && !law_notation(w, move))
			return false;
	}
	return true;
}

/* Moves of other positions, and altered texts, through the door for moves from outside. */
static bool law_foreign_moves(struct walk *w, int seat)
{
	char text[MP_MOVE_TEXT_MAX];
	struct mp_fault fault;
	mp_move move;

	for (int i = 0; i < 8 && w->n_pool > 0; i++)
		if (!law_check(w, seat, w->pool[mp_rng_below(&w->rng, (uint32_t)w->n_pool)]))
			return false;
	for (int i = 0; i < 4; i++) {
		if (!walk_altered_text(w, text))
			continue;
		switch (mp_match_check(&w->world.match, seat, text, &move, &fault)) {
		case MP_OK:
		case MP_ILLEGAL_MOVE:
			if (!law_check(w, seat, move) || !law_notation(w, move))
				return false;
			break;
		case MP_BAD_MOVE:
		case MP_NOT_YOUR_TURN:
			break;
		default:
			return broken(w, "The match answers %s to \"%s\".", mp_err_name(fault.code), text);
		}
	}
	return true;
}

bool law_moves(struct walk *w)
{
	const char *flaw = w->game->flaw(&w->setup, w->world.state);

	if (flaw)
		return broken(w, "The state is flawed: %s", flaw);
	if (w->game->winners(&w->setup, w->world.state) != 0)
		return broken(w, "There are winners before the game is over.");
	if (!law_draw(w))
		return false;
	for (int seat = MP_CHANCE; seat < w->setup.players; seat++) {
		if (!walk_is_checked(w, seat))
			continue;
		if (!law_listed_moves(w, seat) || !law_foreign_moves(w, seat))
			return false;
	}
	return true;
}

/* Plays a move on a copy, twice: the same sound state comes out. */
bool law_event(struct walk *w, int seat, mp_move move)
{
	void *once = walk_copy(w, 0, w->world.state), *again = walk_copy(w, 1, w->world.state);
	char text[MP_MOVE_TEXT_MAX];
	const char *flaw;

	w->game->apply(&w->setup, once, seat, move);
	w->game->apply(&w->setup, again, seat, move);
	walk_print(w, move, text);
	if (!walk_guards_hold(w))
		return broken(w, "\"%s\" writes beyond the state.", text);
	if (!walk_same(w, once, again))
		return broken(w, "\"%s\" leads to another state the second time.", text);
	flaw = w->game->flaw(&w->setup, once);
	if (flaw)
		return broken(w, "\"%s\" leads to a flawed state: %s", text, flaw);
	return law_notation(w, move);
}

bool law_over(struct walk *w)
{
	const char *flaw = w->game->flaw(&w->setup, w->world.state);
	unsigned winners = w->game->winners(&w->setup, w->world.state);

	if (flaw)
		return broken(w, "The last state is flawed: %s", flaw);
	if (winners >> w->setup.players)
		return broken(w, "The winners %#x are not all at the table.", winners);
	for (int viewer = 0; viewer <= MP_ALL; viewer++) {
		void *copy = walk_copy(w, 0, w->world.state);

		if (viewer >= w->setup.players && viewer < MP_PUBLIC)
			continue;
		mp_redact(&w->setup, copy, viewer);
		if (!walk_same(w, copy, w->world.state))
			return broken(w, "Something is redacted though the game is over.");
	}
	return true;
}
