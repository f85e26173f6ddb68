/* SPDX-License-Identifier: MIT
 *
 * Mutants of Cellar: each is the honest game with one thing wrong, and names the laws that must
 * catch it. Where a leak is meant, only paired worlds look, to show that they see it by themselves.
 */
#include "toy.h"

#include "../laws/laws.h"

#include <metropole/rng.h>
#include <metropole/text.h>

#include <string.h>

static void bound_moves(struct mp_game *game)
{
	game->moves_max = 3;
}

static void bound_outcomes(struct mp_game *game)
{
	game->outcomes_max = 4;
}

static void bound_state(struct mp_game *game)
{
	game->state_size = 1025;
}

static size_t legal_twice(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	size_t n = toy_game.legal(setup, state, seat, out);

	if (n == 2)
		out[n++] = out[0];
	return n;
}

static void duplicate_move(struct mp_game *game)
{
	game->legal = legal_twice;
}

/* The one place where a global is right: this mutant's fault is to have it. */
static size_t legal_unstable(const struct mp_setup *setup, const void *state, int seat,
                             mp_move *out)
{
	static unsigned calls;
	size_t n = toy_game.legal(setup, state, seat, out);

	if (n > 1 && calls++ % 2) {
		mp_move first = out[0];

		out[0] = out[1];
		out[1] = first;
	}
	return n;
}

static void unstable_order(struct mp_game *game)
{
	game->legal = legal_unstable;
}

static size_t legal_none(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	size_t n = toy_game.legal(setup, state, seat, out);

	return n == 1 ? 0 : n;
}

static void no_move(struct mp_game *game)
{
	game->legal = legal_none;
}

/* Forgets TO-1. */
static const struct mp_rule *check_lax(const struct mp_setup *setup, const void *state, int seat,
                                       mp_move move)
{
	const struct mp_rule *rule = toy_game.check(setup, state, seat, move);

	return rule && strcmp(rule->id, "TO-1") == 0 ? NULL : rule;
}

static void check_allows_more(struct mp_game *game)
{
	game->check = check_lax;
}

static const struct mp_rule rule_odd = {"TO-1", "Five is not to be buried today. Play it.", NULL};

static const struct mp_rule *check_strict(const struct mp_setup *setup, const void *state, int seat,
                                          mp_move move)
{
	if (seat >= 0 && move == toy_move(TOY_V_BURY, 0, 4))
		return &rule_odd;
	return toy_game.check(setup, state, seat, move);
}

static void check_allows_less(struct mp_game *game)
{
	game->check = check_strict;
}

static size_t chance_weightless(const struct mp_setup *setup, const void *state,
                                struct mp_outcome *out)
{
	size_t n = toy_game.chance(setup, state, out);

	for (size_t i = 0; i < n; i++)
		out[i].weight--;
	return n;
}

static void weight_zero(struct mp_game *game)
{
	game->chance = chance_weightless;
}

static mp_move draw_first(const struct mp_setup *setup, const void *state, struct mp_rng *rng)
{
	struct mp_outcome outcomes[TOY_KINDS];

	(void)rng;
	toy_game.chance(setup, state, outcomes);
	return outcomes[0].move;
}

static void unfair_draw(struct mp_game *game)
{
	game->draw = draw_first;
}

static void apply_loses(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	struct toy *s = state;

	toy_game.apply(setup, state, seat, move);
	if (toy_verb(move) == TOY_V_BURY && toy_kind(move) == 0)
		s->buried[seat][0]--;
}

static void lost_card(struct mp_game *game)
{
	game->apply = apply_loses;
}

static void redact_not(const struct mp_setup *setup, void *state, int viewer)
{
	(void)setup;
	(void)state;
	(void)viewer;
}

static void leak_view(struct mp_game *game)
{
	game->redact = redact_not;
}

/* Keeps the place hidden but not the number of its kinds: a leak by aggregate. */
static void redact_hint(const struct mp_setup *setup, void *state, int viewer)
{
	struct toy *s = state;
	uint8_t fives = 0;

	for (int seat = 0; seat < setup->players; seat++)
		fives = (uint8_t)(fives + s->hand[seat][4]);
	toy_game.redact(setup, state, viewer);
	if (viewer != MP_ALL && toy_game.turn(setup, state) != MP_OVER)
		s->spare = (uint8_t)(s->spare + fives);
}

static void view_hint(const struct mp_setup *setup, const void *state, int viewer,
                      struct mp_json *json)
{
	const struct toy *s = state;

	toy_game.view(setup, state, viewer, json);
	mp_json_int(json, "hint", s->spare);
}

static void leak_aggregate(struct mp_game *game)
{
	game->redact = redact_hint;
	game->view = view_hint;
}

static mp_move cut_not(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                       int viewer)
{
	(void)setup;
	(void)state;
	(void)seat;
	(void)viewer;
	return move;
}

static void leak_log(struct mp_game *game)
{
	game->cut = cut_not;
}

static mp_viewers seen_by_all(const struct mp_setup *setup, const void *state, int seat,
                              mp_move move)
{
	(void)setup;
	(void)state;
	(void)seat;
	(void)move;
	return MP_EVERYONE;
}

/* The leak is even declared; but redact still knows that it is a secret. */
static void leak_log_declared(struct mp_game *game)
{
	game->cut = cut_not;
	game->seen_by = seen_by_all;
}

/* The last card drawn stays in the state, for the two leaks below. */
static void apply_notes(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	struct toy *s = state;

	toy_game.apply(setup, state, seat, move);
	if (seat == MP_CHANCE && toy_kind(move) < TOY_KINDS)
		s->spare = (uint8_t)(toy_kind(move) + 1);
}

static void effects_on(bool chance, const struct mp_setup *setup, const void *state, int seat,
                       mp_move move, int viewer, struct mp_json *json)
{
	const struct toy *s = state;

	toy_game.effects(setup, state, seat, move, viewer, json);
	if ((seat == MP_CHANCE) != chance)
		return;
	mp_json_object(json, NULL);
	mp_json_str(json, "type", "hint");
	mp_json_int(json, "card", s->spare);
	mp_json_end_object(json);
}

static void effects_chance(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                           int viewer, struct mp_json *json)
{
	effects_on(true, setup, state, seat, move, viewer, json);
}

static void effects_seat(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                         int viewer, struct mp_json *json)
{
	effects_on(false, setup, state, seat, move, viewer, json);
}

static void leak_effects(struct mp_game *game)
{
	game->apply = apply_notes;
	game->effects = effects_chance;
}

static void leak_preview(struct mp_game *game)
{
	game->apply = apply_notes;
	game->effects = effects_seat;
}

static const struct mp_rule rule_told = {
	"TO-2", "This card is not in the hand: another seat has it.", NULL};

static const struct mp_rule *check_tells(const struct mp_setup *setup, const void *state, int seat,
                                         mp_move move)
{
	const struct mp_rule *rule = toy_game.check(setup, state, seat, move);
	const struct toy *s = state;

	if (rule && seat >= 0 && strcmp(rule->id, "TO-2") == 0)
		for (int other = 0; other < setup->players; other++)
			if (s->hand[other][toy_kind(move)])
				return &rule_told;
	return rule;
}

static void leak_error(struct mp_game *game)
{
	game->check = check_tells;
}

/* Bars a card if another seat holds the same kind: rules that know what the seat does not. */
static size_t legal_knowing(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	size_t n = toy_game.legal(setup, state, seat, out), kept = 0;
	const struct toy *s = state;

	for (size_t i = 0; i < n; i++)
		if (toy_verb(out[i]) == TOY_V_BURY ||
		    !s->hand[(seat + 1) % setup->players][toy_kind(out[i])])
			out[kept++] = out[i];
	return kept;
}

static void leak_legal(struct mp_game *game)
{
	game->legal = legal_knowing;
}

static bool guess_lazy(const struct mp_setup *setup, void *state, int viewer, struct mp_rng *rng)
{
	struct toy *s = state;

	toy_game.guess(setup, state, viewer, rng);
	for (int kind = 0; kind + 1 < TOY_KINDS; kind++) {
		if (s->hand[0][kind] && s->unseen[kind + 1]) { /* moves a card that was known */
			s->hand[0][kind]--;
			s->unseen[kind]++;
			s->hand[0][kind + 1]++;
			s->unseen[kind + 1]--;
			break;
		}
	}
	return true;
}

static void bad_guess(struct mp_game *game)
{
	game->guess = guess_lazy;
}

static bool guess_not(const struct mp_setup *setup, void *state, int viewer, struct mp_rng *rng)
{
	(void)setup;
	(void)state;
	(void)viewer;
	(void)rng;
	return true;
}

static bool guess_gives_up(const struct mp_setup *setup, void *state, int viewer,
                           struct mp_rng *rng)
{
	return toy_game.guess(setup, state, viewer, rng) && viewer != 1;
}

static void no_fit(struct mp_game *game)
{
	game->guess = guess_gives_up;
}

static void no_guess(struct mp_game *game)
{
	game->guess = guess_not;
}

static void half_secret(struct mp_game *game)
{
	game->cut = NULL;
}

static void no_chance(struct mp_game *game)
{
	game->chance = NULL;
}

/* Prints what was buried as a 1, whatever it was. */
static void print_lossy(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	if (toy_verb(move) == TOY_V_BURY && toy_kind(move) < TOY_KINDS)
		move = toy_move(TOY_V_BURY, 0, 0);
	toy_game.print(setup, move, text);
}

static void bad_record(struct mp_game *game)
{
	game->print = print_lossy;
}

static void apply_counting(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	static uint8_t calls;
	struct toy *s = state;

	toy_game.apply(setup, state, seat, move);
	s->spare = ++calls;
}

static void impure_apply(struct mp_game *game)
{
	game->apply = apply_counting;
}

static void apply_overruns(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	toy_game.apply(setup, state, seat, move);
	((unsigned char *)state)[sizeof(struct toy)] = 1;
}

static void overrun(struct mp_game *game)
{
	game->apply = apply_overruns;
}

static void breakdown_short(const struct mp_setup *setup, const void *state, int viewer,
                            struct mp_json *json)
{
	(void)setup;
	(void)state;
	(void)viewer;
	(void)json;
}

static void bad_breakdown(struct mp_game *game)
{
	game->breakdown = breakdown_short;
}

static void view_broken(const struct mp_setup *setup, const void *state, int viewer,
                        struct mp_json *json)
{
	toy_game.view(setup, state, viewer, json);
	mp_json_int(json, "pile", 1);
}

static void bad_json(struct mp_game *game)
{
	game->view = view_broken;
}

static uint32_t playout_short(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	(void)setup;
	(void)state;
	(void)rng;
	return 0;
}

static void bad_playout(struct mp_game *game)
{
	game->playout = playout_short;
}

const struct toy_mutant toy_mutants[] = {
	{"moves_max is too small", LAWS_MOVES, "more than moves_max", bound_moves},
	{"outcomes_max is too small", LAWS_MOVES, "more than outcomes_max", bound_outcomes},
	{"the state is too large", LAWS_MOVES, "1024 at most", bound_state},
	{"a move is listed twice", LAWS_MOVES, "twice", duplicate_move},
	{"the order of moves is not stable", LAWS_MOVES, "another order", unstable_order},
	{"a seat on turn has no move", LAWS_MOVES, "moves are listed for", no_move},
	{"check allows what is not listed", LAWS_MOVES, "legal does not list it", check_allows_more},
	{"check refuses what is listed", LAWS_MOVES, "check refuses it", check_allows_less},
	{"an outcome has the weight 0", LAWS_MOVES, "the weight 0", weight_zero},
	{"a game draws otherwise than by the weights", LAWS_MOVES, "draw picks", unfair_draw},
	{"secrets are stated by halves", LAWS_MOVES, "all four or none", half_secret},
	{"chance is on turn and has no outcomes", LAWS_MOVES, "outcomes", no_chance},
	{"a card is lost", LAWS_MOVES, "flawed", lost_card},
	{"apply is not a function of its input", LAWS_MOVES, "the second time", impure_apply},
	{"apply writes beyond the state", LAWS_MOVES, "beyond the state", overrun},
	{"a secret is in the view", LAWS_PAIRED, "another view", leak_view},
	{"a secret is in the view, by laws on states", LAWS_HIDDEN, "is not apply(redact(s)",
     leak_view},
	{"a sum of secrets is in the view", LAWS_PAIRED, "another view", leak_aggregate},
	{"a secret is in the log", LAWS_HIDDEN, "and cut makes it", leak_log},
	{"a secret is in the log and declared seen", LAWS_HIDDEN, "is not apply(redact(s), cut(m))",
     leak_log_declared},
	{"a secret is in the effects", LAWS_PAIRED, "another list of effects", leak_effects},
	{"a secret is in the preview", LAWS_PAIRED, "another answer", leak_preview},
	{"a secret is kept by apply", LAWS_HIDDEN, "is not apply(redact(s), cut(m))", leak_preview},
	{"a secret is in an error", LAWS_PAIRED, "another answer", leak_error},
	{"a secret is in an error, by laws on states", LAWS_HIDDEN, "check of", leak_error},
	{"a secret is in the list of moves", LAWS_PAIRED, "another list of legal moves", leak_legal},
	{"a secret is in the list, by laws on states", LAWS_HIDDEN, "legal differs", leak_legal},
	{"guess moves a known card", LAWS_HIDDEN, "is not the state it was guessed from", bad_guess},
	{"guess fills nothing in", LAWS_HIDDEN, "The guessed state is flawed", no_guess},
	{"guess finds that nothing fits", LAWS_HIDDEN, "nothing fits", no_fit},
	{"a follower believes anything", LAWS_FOLLOW, "cannot be told", toy_follow_anything},
	{"a follower checks others' hands", LAWS_FOLLOW, "is not followed", toy_follow_nobody},
	{"a cut move cannot be read", LAWS_FOLLOW, "is not followed", toy_unread_cut},
	{"an event is refused without a rule", LAWS_FOLLOW, "without a rule", toy_follow_mutely},
	{"a follower is too strict", LAWS_FOLLOW, "not followed", toy_follow_strictly},
	{"a secret is kept by apply, and followed", LAWS_FOLLOW, "is not the redacted one",
     leak_preview},
	{"effects are not a function of their input", LAWS_FOLLOW, "list of effects",
     toy_impure_effects},
	{"a record does not replay", LAWS_RECORD, "The record", bad_record},
	{"print and parse do not agree", LAWS_MOVES, "as another move", bad_record},
	{"undo cannot give the same bytes", LAWS_RECORD, "replays to another state", impure_apply},
	{"the breakdown does not add up", LAWS_SHOWN, "adds up to", bad_breakdown},
	{"effects are told by who looks", LAWS_SHOWN, "is told other effects", toy_personal_effects},
	{"a view has a key twice", LAWS_SHOWN, "not sound JSON", bad_json},
	{"a playout stops early", LAWS_SEARCH, "stops before", bad_playout},
	{"a mask offers what nobody has", LAWS_CODEC, "no legal move begins with", toy_generous_mask},
	{"a mask offers a part that is forbidden", LAWS_CODEC, "is not legal", toy_generous_part},
	{"a mask looks at what is hidden", LAWS_CODEC, "does not know", toy_peeking_mask},
	{"actions make another move", LAWS_CODEC, "as another move", toy_other_move},
	{"an observation is too long", LAWS_CODEC, "beyond its planes", toy_long_observation},
};

const size_t toy_n_mutants = sizeof toy_mutants / sizeof *toy_mutants;
