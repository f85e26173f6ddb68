/* SPDX-License-Identifier: MIT
 *
 * Everything before the first call: options, the start player, districts out of the game, tokens,
 * secret cards. All of it is chance that an option may fix.
 */
#include "state.h"

#include <metropole/text.h>

/* MY-10 */
const uint8_t metropolys_token_count[PLAYERS_MAX + 1][TOKENS] = {
	[2] = {[TRENDY] = 5, [SUBWAY] = 6, [SITE] = 6},
	[3] = {[TRENDY] = 8, [SUBWAY] = 7, [SITE] = 7},
	[4] = {[TRENDY] = 9, [SUBWAY] = 9, [SITE] = 9},
};

/* The indices of option out that fit a number of players (MY-11). */
static bool does_out_fit(int players, unsigned out)
{
	return players == 3 ? out >= 1 && out <= 4 : players == 2 ? out >= 5 && out < OUTS : out == 0;
}

bool metropolys_prepare(const struct mp_setup *setup, void *tables, struct mp_text *why)
{
	unsigned out = (unsigned)setup->option[OPTION_OUT];

	(void)tables;
	if (out == 0)
		return true;
	if (setup->option[OPTION_LAYOUT] == LAYOUT_FIRST) {
		mp_text_str(why, "Option out cannot be set with layout first, which says itself which "
		                 "districts are out. Leave it empty, or take layout random.");
		return false;
	}
	if (does_out_fit(setup->players, out))
		return true;
	mp_text_str(why, "Option out: ");
	if (setup->players == 4)
		mp_text_str(why, "with 4 players every district is in the game. Leave it empty.");
	else if (setup->players == 3)
		mp_text_str(why, "with 3 players one district is out. Name west, north, east or south.");
	else
		mp_text_str(why, "with 2 players two adjacent districts are out. Name north east, east "
		                 "south, south west or west north.");
	return false;
}

/* MY-14: the area cards in use. */
unsigned metropolys_area_deck(const struct mp_setup *setup)
{
	unsigned deck = 1u << BRIDGES | 1u << STATUE | 1u << LAKE;

	if (setup->option[OPTION_VERSION] == EXPERT)
		return deck | 1u << DISTRICT | 1u << CHAINS;
	return setup->players == 2 ? deck : deck | 1u << BORDERS;
}

/* MY-12: tokens go to the centre first, then west, north, east, south. */
int metropolys_laying_district(const struct metropolys_state *s)
{
	static const uint8_t order[DISTRICTS] = {CENTRE, WEST, NORTH, EAST, SOUTH};
	uint64_t laid = s->token[TRENDY] | s->token[SUBWAY] | s->token[SITE];

	for (unsigned i = 0; i < DISTRICTS; i++) {
		unsigned d = order[i], quota = d == CENTRE ? 7 : 5;

		if (!(s->out >> d & 1) && set_size(laid & metropolys_map.district[d]) < quota)
			return (int)d;
	}
	return -1;
}

/* Has chance something left to draw in this phase? */
static bool is_due(const struct mp_setup *setup, const struct metropolys_state *s)
{
	int last = setup->players - 1;
	bool random = setup->option[OPTION_LAYOUT] == LAYOUT_RANDOM;

	switch ((enum metropolys_phase)s->phase) {
	case START:
		return setup->option[OPTION_START] == 0;
	case OUT:
		return random && setup->players < 4 && setup->option[OPTION_OUT] == 0;
	case LAYING:
		return random && metropolys_laying_district(s) >= 0;
	case AREA:
		return s->area[last] == 0;
	case KIND:
		return setup->option[OPTION_VERSION] == EXPERT && s->kind[last] == 0;
	default:
		return true;
	}
}

void metropolys_settle(const struct mp_setup *setup, struct metropolys_state *s)
{
	while (!is_due(setup, s))
		s->phase++;
}

void metropolys_open_city(struct metropolys_state *s, uint8_t out)
{
	s->out = out;
	s->free = 0;
	for (unsigned d = 0; d < DISTRICTS; d++)
		if (!(out >> d & 1))
			s->free |= metropolys_map.district[d];
}

void metropolys_init(const struct mp_setup *setup, void *state)
{
	struct metropolys_state *s = state;

	for (int seat = 0; seat < setup->players; seat++)
		s->hand[seat] = ALL_VALUES;
	if (setup->option[OPTION_START] > 0)
		s->turn = (uint8_t)(setup->option[OPTION_START] - 1);
	metropolys_open_city(s, metropolys_out_set[setup->option[OPTION_OUT]]);
	if (setup->option[OPTION_LAYOUT] == LAYOUT_FIRST) {
		metropolys_open_city(s, metropolys_map.first_out[setup->players]);
		for (unsigned t = 0; t < TOKENS; t++)
			s->token[t] = metropolys_map.first_token[t] & s->free;
	}
	metropolys_settle(setup, s);
}

/* Each token of its kind on each free neighbourhood that may have one is as likely as any other. */
static size_t list_tokens(const struct mp_setup *setup, const struct metropolys_state *s,
                          struct mp_outcome *out)
{
	uint64_t laid = s->token[TRENDY] | s->token[SUBWAY] | s->token[SITE];
	uint64_t places = metropolys_map.district[metropolys_laying_district(s)] &
	                  ~metropolys_map.blind_alley & ~laid;
	size_t n = 0;

	for (unsigned t = 0; t < TOKENS; t++) {
		unsigned left = metropolys_token_count[setup->players][t] - set_size(s->token[t]);

		for (uint64_t rest = left ? places : 0; rest; rest &= rest - 1)
			out[n++] = (struct mp_outcome){.move = metropolys_move(MOVE_TOKEN, t, set_first(rest)),
			                               .weight = left};
	}
	return n;
}

/* The next seat's card: any that nobody has. */
static size_t list_cards(enum metropolys_move_type type, const uint8_t *card, unsigned deck,
                         struct mp_outcome *out)
{
	unsigned seat = 0;
	size_t n = 0;

	for (; card[seat]; seat++)
		deck &= ~(1u << card[seat]);
	for (unsigned c = 1; c < AREAS; c++)
		if (deck >> c & 1)
			out[n++] = (struct mp_outcome){.move = metropolys_move(type, seat, c), .weight = 1};
	return n;
}

size_t metropolys_chance(const struct mp_setup *setup, const void *state, struct mp_outcome *out)
{
	const struct metropolys_state *s = state;
	size_t n = 0;

	switch ((enum metropolys_phase)s->phase) {
	case START:
		for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
			out[n++] =
				(struct mp_outcome){.move = metropolys_move(MOVE_START, seat, 0), .weight = 1};
		return n;
	case OUT:
		for (unsigned i = 1; i < OUTS; i++)
			if (does_out_fit(setup->players, i))
				out[n++] =
					(struct mp_outcome){.move = metropolys_move(MOVE_OUT, i, 0), .weight = 1};
		return n;
	case LAYING:
		return list_tokens(setup, s, out);
	case AREA:
		return list_cards(MOVE_AREA, s->area, metropolys_area_deck(setup), out);
	case KIND:
		return list_cards(MOVE_KIND, s->kind, 0x3e, out);
	default:
		return 0;
	}
}

const struct mp_rule *metropolys_check_chance(const struct mp_setup *setup,
                                              const struct metropolys_state *s, int viewer,
                                              mp_move move)
{
	static const struct mp_rule rules[] = {
		[START] = {"MY-15", "The start player is drawn first: play ~start with a seat.", NULL},
		[OUT] = {"MY-11",
	             "The districts out of the game are drawn now: play ~out with one district "
	             "(3 players) or two adjacent ones (2 players).",
	             NULL},
		[LAYING] = {"MY-12",
	                "Tokens go to the centre, west, north, east and south in this order, "
	                "only as many of a kind as there are, one to a neighbourhood and none "
	                "in a blind alley.",
	                NULL},
		[AREA] = {"MY-14",
	              "Area cards are dealt now, seat by seat: play ~area with the next seat "
	              "and a card that nobody has.",
	              NULL},
		[KIND] = {"MY-14",
	              "Neighbourhood cards are dealt now, seat by seat: play ~kind with the "
	              "next seat and a card that nobody has.",
	              NULL},
	};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = metropolys_chance(setup, s, outcomes);

	for (size_t i = 0; i < n; i++)
		if (metropolys_cut(setup, s, MP_CHANCE, outcomes[i].move, viewer) == move)
			return NULL;
	return &rules[s->phase];
}
