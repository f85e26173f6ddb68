/* SPDX-License-Identifier: MIT
 *
 * Cellar, honest. See toy.h.
 */
#include "toy.h"

#include <metropole/rng.h>
#include <metropole/text.h>

#include <string.h>

static const struct mp_option options[] = {
	[TOY_HAND] = {.name = "hand", .type = MP_INT, .default_value = 2, .min = 1, .max = 3},
	[TOY_OPEN] = {.name = "open", .type = MP_BOOL},
};

static const struct mp_rule rule_top = {"TO-1", "This kind was played just now. Play another.",
                                        NULL};
static const struct mp_rule rule_hand = {"TO-2", "This card is not in the hand. Play one that is.",
                                         NULL};
static const struct mp_rule rule_pile = {"TO-3", "Chance cannot do this now. Draw from the pile.",
                                         NULL};
static const struct mp_rule rule_turn = {"TO-4", "This is a move of chance, not of a player.",
                                         NULL};

static const struct mp_rule rule_seen = {"TO-5", "Who sees a card is told which, nobody else is.",
                                         NULL};

static int count(const uint8_t *kinds)
{
	int n = 0;

	for (int kind = 0; kind < TOY_KINDS; kind++)
		n += kinds[kind];
	return n;
}

static int hand_size(const struct toy *s, int seat)
{
	return count(s->hand[seat]) + s->unknown_hand[seat];
}

static void init(const struct mp_setup *setup, void *state)
{
	struct toy *s = state;

	(void)setup;
	memset(s->unseen, TOY_COPIES, sizeof s->unseen);
	s->pile = TOY_CARDS;
}

static int turn(const struct mp_setup *setup, const void *state)
{
	const struct toy *s = state;

	(void)setup;
	if (s->phase != TOY_PLAY)
		return MP_CHANCE;
	return hand_size(s, s->turn) > 0 ? s->turn : MP_OVER;
}

static size_t legal(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	const struct toy *s = state;
	size_t n = 0;

	if (turn(setup, state) != seat)
		return 0;
	for (int kind = 0; kind < TOY_KINDS; kind++) {
		if (!s->hand[seat][kind])
			continue;
		if (s->top != kind + 1)
			out[n++] = toy_move(TOY_V_PLAY, 0, kind);
		out[n++] = toy_move(TOY_V_BURY, 0, kind);
	}
	return n;
}

static size_t chance(const struct mp_setup *setup, const void *state, struct mp_outcome *out)
{
	const struct toy *s = state;
	bool deal = s->phase == TOY_DEAL;
	size_t n = 0;

	if (turn(setup, state) != MP_CHANCE)
		return 0;
	for (int kind = 0; kind < TOY_KINDS; kind++)
		if (s->unseen[kind])
			out[n++] = (struct mp_outcome){
				.move = toy_move(deal ? TOY_V_DEAL : TOY_V_DRAW, deal ? s->turn : 0, kind),
				.weight = s->unseen[kind],
			};
	return n;
}

/* A card that was in an unknown place is now known: it is no longer unseen. */
static void leave_hand(struct toy *s, int seat, int kind, uint8_t *place)
{
	if (kind == TOY_KINDS) {
		s->unknown_hand[seat]--;
		s->unknown_buried[seat]++;
		return;
	}
	if (s->hand[seat][kind]) {
		s->hand[seat][kind]--;
	} else {
		s->unknown_hand[seat]--;
		s->unseen[kind]--;
	}
	place[kind]++;
}

static void next_turn(const struct mp_setup *setup, struct toy *s)
{
	s->turn = (uint8_t)((s->turn + 1) % setup->players);
	s->phase = TOY_PLAY;
}

static void apply_chance(const struct mp_setup *setup, struct toy *s, mp_move move)
{
	int kind = toy_kind(move);

	s->pile--;
	if (kind < TOY_KINDS) {
		s->unseen[kind]--;
		s->hand[s->turn][kind]++;
	} else {
		s->unknown_hand[s->turn]++;
	}
	if (s->phase == TOY_DRAW) {
		next_turn(setup, s);
	} else if (hand_size(s, s->turn) == setup->option[TOY_HAND]) {
		s->turn = (uint8_t)((s->turn + 1) % setup->players);
		if (s->turn == 0)
			s->phase = TOY_PLAY;
	}
}

static void apply(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	struct toy *s = state;
	int kind = toy_kind(move);

	if (seat == MP_CHANCE) {
		apply_chance(setup, s, move);
		return;
	}
	if (toy_verb(move) == TOY_V_PLAY) {
		leave_hand(s, seat, kind, s->row[seat]);
		s->top = (uint8_t)(kind + 1);
	} else {
		leave_hand(s, seat, kind, s->buried[seat]);
	}
	if (s->pile > 0)
		s->phase = TOY_DRAW;
	else
		next_turn(setup, s);
}

static const struct mp_rule *check(const struct mp_setup *setup, const void *state, int seat,
                                   mp_move move)
{
	const struct toy *s = state;
	int kind = toy_kind(move);

	(void)setup;
	if (seat == MP_CHANCE) {
		bool fits = s->phase == TOY_DEAL ? toy_verb(move) == TOY_V_DEAL && toy_seat(move) == s->turn
		                                 : toy_verb(move) == TOY_V_DRAW;

		return fits && s->unseen[kind] ? NULL : &rule_pile;
	}
	if (toy_verb(move) < TOY_V_PLAY)
		return &rule_turn;
	if (!s->hand[seat][kind])
		return &rule_hand;
	return toy_verb(move) == TOY_V_PLAY && s->top == kind + 1 ? &rule_top : NULL;
}

static const struct mp_rule *check_drawn(const struct toy *s, bool sees, mp_move move)
{
	bool fits = s->phase == TOY_DEAL ? toy_verb(move) == TOY_V_DEAL && toy_seat(move) == s->turn
	                                 : toy_verb(move) == TOY_V_DRAW;

	if (!fits)
		return &rule_pile;
	if (sees != (toy_kind(move) < TOY_KINDS))
		return &rule_seen;
	return !sees || s->unseen[toy_kind(move)] ? NULL : &rule_pile;
}

static const struct mp_rule *check_cut(const struct mp_setup *setup, const void *state, int viewer,
                                       int seat, mp_move move)
{
	const struct toy *s = state;
	bool sees = setup->option[TOY_OPEN] || viewer == (seat == MP_CHANCE ? s->turn : seat);

	if (seat == MP_CHANCE)
		return check_drawn(s, sees, move);
	if (toy_verb(move) < TOY_V_PLAY)
		return &rule_turn;
	if ((sees || toy_verb(move) == TOY_V_PLAY) != (toy_kind(move) < TOY_KINDS))
		return &rule_seen;
	if (sees)
		return check(setup, state, seat, move);
	if (toy_verb(move) == TOY_V_BURY)
		return NULL;
	if (!s->unseen[toy_kind(move)])
		return &rule_hand;
	return s->top == toy_kind(move) + 1 ? &rule_top : NULL;
}

static void score(const struct mp_setup *setup, const void *state, int32_t out[MP_SEATS])
{
	const struct toy *s = state;

	memset(out, 0, MP_SEATS * sizeof *out);
	for (int seat = 0; seat < setup->players; seat++)
		for (int kind = 0; kind < TOY_KINDS; kind++)
			out[seat] += (kind + 1) *
			             (s->row[seat][kind] + (s->row[seat][kind] ? 0 : s->buried[seat][kind]));
}

static unsigned winners(const struct mp_setup *setup, const void *state)
{
	int32_t points[MP_SEATS], best = 0;
	unsigned set = 0;

	if (turn(setup, state) != MP_OVER)
		return 0;
	score(setup, state, points);
	for (int seat = 0; seat < setup->players; seat++)
		best = points[seat] > best ? points[seat] : best;
	for (int seat = 0; seat < setup->players; seat++)
		if (points[seat] == best)
			set |= 1u << seat;
	return set;
}

static const char *const verbs[] = {
	[TOY_V_DEAL] = "~deal", [TOY_V_DRAW] = "~draw", [TOY_V_PLAY] = "play", [TOY_V_BURY] = "bury"};

static void print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	(void)setup;
	mp_text_str(text, verbs[toy_verb(move)]);
	mp_text_char(text, ' ');
	if (toy_verb(move) == TOY_V_DEAL) {
		mp_text_int(text, toy_seat(move) + 1);
		mp_text_char(text, ' ');
	}
	if (toy_kind(move) < TOY_KINDS)
		mp_text_int(text, toy_kind(move) + 1);
	else
		mp_text_char(text, '?');
}

static bool parse(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	uint32_t seat = 1, kind;
	unsigned verb;

	if (!mp_scan_name(scan, verbs, 4, &verb) || !mp_scan_char(scan, ' '))
		return false;
	if (verb == TOY_V_DEAL && (!mp_scan_uint(scan, (uint32_t)setup->players, &seat) || seat == 0 ||
	                           !mp_scan_char(scan, ' ')))
		return false;
	if (verb != TOY_V_PLAY && mp_scan_unseen(scan))
		kind = TOY_KINDS + 1;
	else if (!mp_scan_uint(scan, TOY_KINDS, &kind) || kind == 0)
		return false;
	*move = toy_move((enum toy_verb)verb, (int)seat - 1, (int)kind - 1);
	return true;
}

static mp_viewers seen_by(const struct mp_setup *setup, const void *state, int seat, mp_move move)
{
	const struct toy *s = state;

	if (toy_verb(move) == TOY_V_PLAY || setup->option[TOY_OPEN])
		return MP_EVERYONE;
	return (mp_viewers)(MP_REFEREE | 1 << (seat == MP_CHANCE ? s->turn : seat));
}

static mp_move cut(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                   int viewer)
{
	if (seen_by(setup, state, seat, move) >> viewer & 1)
		return move;
	return toy_move((enum toy_verb)toy_verb(move), toy_seat(move), TOY_KINDS);
}

static void hide(struct toy *s, uint8_t *place, uint8_t *unknown)
{
	for (int kind = 0; kind < TOY_KINDS; kind++) {
		s->unseen[kind] = (uint8_t)(s->unseen[kind] + place[kind]);
		*unknown = (uint8_t)(*unknown + place[kind]);
		place[kind] = 0;
	}
}

static void redact(const struct mp_setup *setup, void *state, int viewer)
{
	struct toy *s = state;

	if (viewer == MP_ALL || setup->option[TOY_OPEN] || turn(setup, state) == MP_OVER)
		return;
	for (int seat = 0; seat < setup->players; seat++) {
		if (seat == viewer)
			continue;
		hide(s, s->hand[seat], &s->unknown_hand[seat]);
		hide(s, s->buried[seat], &s->unknown_buried[seat]);
	}
}

static void find(struct toy *s, uint8_t *place, uint8_t *unknown, struct mp_rng *rng)
{
	for (; *unknown > 0; --*unknown) {
		uint32_t at = mp_rng_below(rng, (uint32_t)count(s->unseen));
		int kind = 0;

		while (at >= s->unseen[kind])
			at -= s->unseen[kind++];
		s->unseen[kind]--;
		place[kind]++;
	}
}

static bool guess(const struct mp_setup *setup, void *state, int viewer, struct mp_rng *rng)
{
	struct toy *s = state;

	(void)viewer;
	for (int seat = 0; seat < setup->players; seat++) {
		find(s, s->hand[seat], &s->unknown_hand[seat], rng);
		find(s, s->buried[seat], &s->unknown_buried[seat], rng);
	}
	return true;
}

static void write_kinds(struct mp_json *json, const char *key, const uint8_t *kinds)
{
	mp_json_array(json, key);
	for (int kind = 0; kind < TOY_KINDS; kind++)
		mp_json_int(json, NULL, kinds[kind]);
	mp_json_end_array(json);
}

static void view(const struct mp_setup *setup, const void *state, int viewer, struct mp_json *json)
{
	const struct toy *s = state;

	(void)viewer;
	mp_json_array(json, "seats");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(json, NULL);
		write_kinds(json, "hand", s->hand[seat]);
		mp_json_int(json, "hand_size", hand_size(s, seat));
		write_kinds(json, "row", s->row[seat]);
		write_kinds(json, "buried", s->buried[seat]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_int(json, "pile", s->pile);
	write_kinds(json, "unseen", s->unseen);
}

static void effects(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                    int viewer, struct mp_json *json)
{
	static const char *const types[] = {"dealt", "drawn", "played", "buried"};
	const struct toy *s = state;

	(void)setup;
	(void)viewer;
	mp_json_object(json, NULL);
	mp_json_str(json, "type", types[toy_verb(move)]);
	mp_json_int(json, "seat", (seat == MP_CHANCE ? s->turn : seat) + 1);
	if (toy_kind(move) < TOY_KINDS)
		mp_json_int(json, "card", toy_kind(move) + 1);
	mp_json_end_object(json);
}

static void breakdown(const struct mp_setup *setup, const void *state, int viewer,
                      struct mp_json *json)
{
	const struct toy *s = state;

	(void)viewer;
	for (int seat = 0; seat < setup->players; seat++) {
		for (int kind = 0; kind < TOY_KINDS; kind++) {
			int n = s->row[seat][kind] ? s->row[seat][kind] : s->buried[seat][kind];

			if (!n)
				continue;
			mp_json_object(json, NULL);
			mp_json_int(json, "seat", seat + 1);
			mp_json_str(json, "rule", s->row[seat][kind] ? "TO-1" : "TO-2");
			mp_json_int(json, "points", n * (kind + 1));
			mp_json_str(json, "cause", s->row[seat][kind] ? "played" : "buried");
			mp_json_end_object(json);
		}
	}
}

static const char *flaw(const struct mp_setup *setup, const void *state)
{
	const struct toy *s = state;

	for (int kind = 0; kind < TOY_KINDS; kind++) {
		int n = s->unseen[kind];

		for (int seat = 0; seat < setup->players; seat++)
			n += s->hand[seat][kind] + s->buried[seat][kind] + s->row[seat][kind];
		if (n != TOY_COPIES)
			return "There are not three cards of each kind.";
	}
	if (count(s->unseen) != s->pile)
		return "The pile's size is not the number of its cards.";
	for (int seat = 0; seat < setup->players; seat++)
		if (s->unknown_hand[seat] || s->unknown_buried[seat])
			return "A full state has unknown cards.";
	return s->phase > TOY_DRAW || s->turn >= setup->players ? "Turn or phase is out of range."
	                                                        : NULL;
}

static uint32_t playout(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	struct toy *s = state;
	uint32_t plies = 0;
	int who;

	while ((who = turn(setup, state)) != MP_OVER) {
		if (who == MP_CHANCE) {
			uint32_t at = mp_rng_below(rng, s->pile);
			int kind = 0;

			while (at >= s->unseen[kind])
				at -= s->unseen[kind++];
			apply(setup, state, who, toy_move(TOY_V_DRAW, 0, kind));
		} else {
			mp_move moves[2 * TOY_KINDS];
			size_t n = legal(setup, state, who, moves);

			apply(setup, state, who, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
		}
	}
	return plies;
}

const struct mp_game toy_game = {
	.id = "toy",
	.title = {"Cellar", "La cave"},
	.players_min = 2,
	.players_max = TOY_SEATS,
	.rules_version = 1,
	.score_scale = 1,
	.options = options,
	.n_options = sizeof options / sizeof *options,
	.state_size = sizeof(struct toy),
	.moves_max = 6, /* a hand has at most 3 cards: 3 kinds, two moves each */
	.outcomes_max = TOY_KINDS,
	.init = init,
	.turn = turn,
	.legal = legal,
	.chance = chance,
	.apply = apply,
	.check = check,
	.score = score,
	.winners = winners,
	.print = print,
	.parse = parse,
	.seen_by = seen_by,
	.cut = cut,
	.redact = redact,
	.guess = guess,
	.check_cut = check_cut,
	.view = view,
	.effects = effects,
	.breakdown = breakdown,
	.flaw = flaw,
	.playout = playout,
	.codec = &toy_codec,
};
