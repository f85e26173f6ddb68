/* SPDX-License-Identifier: MIT
 *
 * Notation: `7@N5`, `pass`, `~start 2`, `~out north east`, `~token trendy N5`, `~area 1 lakes`,
 * `~kind 1 park`; a card that is not seen is `?`.
 */
#include "state.h"

#include <metropole/text.h>

const char *const metropolys_districts[METROPOLYS_DISTRICTS] = {"west", "north", "east", "south",
                                                                "centre"};
const char *const metropolys_kinds[METROPOLYS_KINDS] = {"park", "lodging", "mall", "administration",
                                                        "industry"};
const char *const metropolys_tokens[METROPOLYS_TOKENS] = {"trendy", "subway", "site"};
const char *const metropolys_areas[METROPOLYS_AREAS] = {"",        "bridges",   "statues", "lakes",
                                                        "borders", "districts", "chains"};
const char *const metropolys_outs[METROPOLYS_OUTS + 1] = {
	"",           "west",       "north",      "east",       "south",
	"north east", "east south", "south west", "west north", NULL};
const uint8_t metropolys_out_set[METROPOLYS_OUTS] = {
	0,
	1 << METROPOLYS_WEST,
	1 << METROPOLYS_NORTH,
	1 << METROPOLYS_EAST,
	1 << METROPOLYS_SOUTH,
	1 << METROPOLYS_NORTH | 1 << METROPOLYS_EAST,
	1 << METROPOLYS_EAST | 1 << METROPOLYS_SOUTH,
	1 << METROPOLYS_SOUTH | 1 << METROPOLYS_WEST,
	1 << METROPOLYS_WEST | 1 << METROPOLYS_NORTH,
};

static void print_card(const char *word, mp_move move, const char *name, struct mp_text *text)
{
	mp_text_str(text, word);
	mp_text_int(text, metropolys_a(move) + 1);
	mp_text_char(text, ' ');
	mp_text_str(text, name);
}

void metropolys_print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	unsigned a = metropolys_a(move), b = metropolys_b(move);

	(void)setup;
	switch (metropolys_type(move)) {
	case METROPOLYS_MOVE_PASS:
		mp_text_str(text, "pass");
		break;
	case METROPOLYS_MOVE_BID:
		mp_text_int(text, a);
		mp_text_char(text, '@');
		mp_text_str(text, metropolys_map.name[b]);
		break;
	case METROPOLYS_MOVE_START:
		mp_text_str(text, "~start ");
		mp_text_int(text, a + 1);
		break;
	case METROPOLYS_MOVE_OUT:
		mp_text_str(text, "~out ");
		mp_text_str(text, metropolys_outs[a]);
		break;
	case METROPOLYS_MOVE_TOKEN:
		mp_text_str(text, "~token ");
		mp_text_str(text, metropolys_tokens[a]);
		mp_text_char(text, ' ');
		mp_text_str(text, metropolys_map.name[b]);
		break;
	case METROPOLYS_MOVE_AREA:
		print_card("~area ", move, b == METROPOLYS_UNKNOWN ? "?" : metropolys_areas[b], text);
		break;
	case METROPOLYS_MOVE_KIND:
		print_card("~kind ", move, b == METROPOLYS_UNKNOWN ? "?" : metropolys_kinds[b - 1], text);
		break;
	}
}

/* A district's letter and a number. */
static bool parse_place(struct mp_scan *scan, unsigned *place)
{
	static const char letters[METROPOLYS_DISTRICTS + 1] = "WNESC";
	uint32_t number;

	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
		if (!mp_scan_char(scan, letters[d]))
			continue;
		if (!mp_scan_uint(scan, d == METROPOLYS_CENTRE ? 15 : 10, &number) || number == 0)
			return false;
		*place = d * 10 + number - 1;
		return true;
	}
	return false;
}

static bool parse_seat(const struct mp_setup *setup, struct mp_scan *scan, unsigned *seat)
{
	uint32_t number;

	if (!mp_scan_uint(scan, (uint32_t)setup->players, &number) || number == 0)
		return false;
	*seat = number - 1;
	return true;
}

/* A seat and the card that it is dealt, by name; it may be unseen. */
static bool parse_card(const struct mp_setup *setup, struct mp_scan *scan,
                       enum metropolys_move_type type, const char *const *names, size_t n,
                       mp_move *move)
{
	unsigned seat, card;

	if (!parse_seat(setup, scan, &seat) || !mp_scan_char(scan, ' '))
		return false;
	if (mp_scan_unseen(scan))
		card = METROPOLYS_UNKNOWN - 1;
	else if (!mp_scan_name(scan, names, n, &card))
		return false;
	*move = metropolys_move(type, seat, card + 1);
	return true;
}

/* What follows `~`. */
static bool parse_chance(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	unsigned a, b = 0;

	if (mp_scan_str(scan, "start ")) {
		if (!parse_seat(setup, scan, &a))
			return false;
		*move = metropolys_move(METROPOLYS_MOVE_START, a, 0);
		return true;
	}
	if (mp_scan_str(scan, "out ")) {
		/* pairs first: a pair begins with the name of a district */
		if (mp_scan_name(scan, metropolys_outs + 5, METROPOLYS_OUTS - 5, &a))
			a += 5;
		else if (mp_scan_name(scan, metropolys_outs + 1, 4, &a))
			a += 1;
		else
			return false;
		*move = metropolys_move(METROPOLYS_MOVE_OUT, a, 0);
		return true;
	}
	if (mp_scan_str(scan, "token ")) {
		if (!mp_scan_name(scan, metropolys_tokens, METROPOLYS_TOKENS, &a) ||
		    !mp_scan_char(scan, ' ') || !parse_place(scan, &b))
			return false;
		*move = metropolys_move(METROPOLYS_MOVE_TOKEN, a, b);
		return true;
	}
	if (mp_scan_str(scan, "area "))
		return parse_card(setup, scan, METROPOLYS_MOVE_AREA, metropolys_areas + 1,
		                  METROPOLYS_AREAS - 1, move);
	if (mp_scan_str(scan, "kind "))
		return parse_card(setup, scan, METROPOLYS_MOVE_KIND, metropolys_kinds, METROPOLYS_KINDS,
		                  move);
	return false;
}

bool metropolys_parse(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	uint32_t value;
	unsigned place;

	if (mp_scan_char(scan, '~'))
		return parse_chance(setup, scan, move);
	if (mp_scan_str(scan, "pass")) {
		*move = metropolys_move(METROPOLYS_MOVE_PASS, 0, 0);
		return true;
	}
	if (!mp_scan_uint(scan, METROPOLYS_VALUES, &value) || value == 0 || !mp_scan_char(scan, '@') ||
	    !parse_place(scan, &place))
		return false;
	*move = metropolys_move(METROPOLYS_MOVE_BID, value, place);
	return true;
}
