/* SPDX-License-Identifier: MIT
 *
 * Notation of moves, both directions. Reads what is well formed; what is legal is legal.c's.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

static const char *const event_names[JEUDUMETRO_EVENTS] = {
	[JEUDUMETRO_DRAW] = "draw", [JEUDUMETRO_STEAL] = "steal", [JEUDUMETRO_OBJECTIVE] = "objective",
	[JEUDUMETRO_DEAL] = "deal", [JEUDUMETRO_BEGIN] = "start",
};

void jeudumetro_print_place(const struct mp_setup *setup, unsigned place, struct mp_text *text)
{
	mp_text_int(text, jeudumetro_owner(setup, place) + 1);
	if (setup->players == 2)
		mp_text_char(text, place % 2 ? 'A' : 'B');
}

static bool parse_place(const struct mp_setup *setup, struct mp_scan *scan, unsigned *place)
{
	uint32_t seat;

	if (!mp_scan_uint(scan, MP_SEATS, &seat) || seat == 0)
		return false;
	*place = seat - 1;
	if (setup->players != 2)
		return true;
	if (seat > 2)
		return false;
	*place = *place * 2;
	if (mp_scan_char(scan, 'A'))
		++*place;
	else if (!mp_scan_char(scan, 'B'))
		return false;
	return true;
}

static void print_word(struct mp_text *text, const char *const *names, size_t n, unsigned index)
{
	mp_text_char(text, ' ');
	mp_text_str(text, index < n ? names[index] : "?");
}

static void print_chance(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	unsigned event = jeudumetro_op(move);

	mp_text_char(text, '~');
	mp_text_str(text, event_names[event]);
	if (event == JEUDUMETRO_OBJECTIVE) {
		mp_text_char(text, ' ');
		jeudumetro_print_place(setup, jeudumetro_high(move), text);
		print_word(text, jeudumetro_objective_names, JEUDUMETRO_OBJECTIVES, jeudumetro_low(move));
		return;
	}
	if (event == JEUDUMETRO_DEAL || event == JEUDUMETRO_BEGIN) {
		mp_text_char(text, ' ');
		mp_text_int(text, jeudumetro_high(move) + 1);
	}
	if (event != JEUDUMETRO_BEGIN)
		print_word(text, jeudumetro_card_names, JEUDUMETRO_CARDS, jeudumetro_low(move));
}

void jeudumetro_print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	unsigned card = jeudumetro_op(move);
	unsigned target[2] = {jeudumetro_low(move), jeudumetro_high(move)};

	if (card == JEUDUMETRO_DISCARD) {
		mp_text_str(text, "discard");
		for (unsigned kind = 0; kind < JEUDUMETRO_CARDS; kind++)
			for (unsigned i = jeudumetro_count(move, kind); i > 0; i--)
				print_word(text, jeudumetro_card_names, JEUDUMETRO_CARDS, kind);
		return;
	}
	if (jeudumetro_is_chance(move)) {
		print_chance(setup, move, text);
		return;
	}
	mp_text_str(text, jeudumetro_card_names[card]);
	for (unsigned i = 0; i < 2 && target[i] != JEUDUMETRO_NO_TARGET; i++) {
		mp_text_char(text, ' ');
		if (card == JEUDUMETRO_PICKPOCKET)
			mp_text_int(text, target[i] + 1);
		else
			jeudumetro_print_place(setup, target[i], text);
	}
	if (card == JEUDUMETRO_DRIVER && jeudumetro_shown(move))
		print_word(text, jeudumetro_objective_names, JEUDUMETRO_OBJECTIVES,
		           jeudumetro_shown(move) - 1);
}

static bool parse_seat(struct mp_scan *scan, unsigned *seat)
{
	uint32_t number;

	if (!mp_scan_uint(scan, MP_SEATS, &number) || number == 0)
		return false;
	*seat = number - 1;
	return true;
}

/* A name, or the `?` of what is not seen. */
static bool parse_word(struct mp_scan *scan, const char *const *names, size_t n, unsigned *index)
{
	if (!mp_scan_char(scan, ' '))
		return false;
	if (!mp_scan_unseen(scan))
		return mp_scan_name(scan, names, n, index);
	*index = 15;
	return true;
}

static bool parse_chance(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	unsigned event, where = 0, what = 0;

	if (!mp_scan_name(scan, event_names, JEUDUMETRO_EVENTS, &event))
		return false;
	if (event == JEUDUMETRO_OBJECTIVE) {
		if (!mp_scan_char(scan, ' ') || !parse_place(setup, scan, &where) ||
		    !parse_word(scan, jeudumetro_objective_names, JEUDUMETRO_OBJECTIVES, &what))
			return false;
	} else {
		if (event != JEUDUMETRO_DRAW && event != JEUDUMETRO_STEAL &&
		    (!mp_scan_char(scan, ' ') || !parse_seat(scan, &where)))
			return false;
		if (event != JEUDUMETRO_BEGIN &&
		    !parse_word(scan, jeudumetro_card_names, JEUDUMETRO_CARDS, &what))
			return false;
	}
	*move = jeudumetro_event(event, where, what);
	return true;
}

static bool parse_discard(struct mp_scan *scan, mp_move *move)
{
	unsigned card;

	*move = (mp_move)JEUDUMETRO_DISCARD << 60;
	while (mp_scan_char(scan, ' ')) {
		if (!mp_scan_name(scan, jeudumetro_card_names, JEUDUMETRO_CARDS, &card) ||
		    jeudumetro_count(*move, card) == jeudumetro_copies[card])
			return false;
		*move += jeudumetro_one(card);
	}
	return true;
}

/* A card, then up to two targets; how many it takes is checked with the rest, so that a missing
 * one is answered by its rule. */
static bool parse_play(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	unsigned card, n = 0, target[2] = {JEUDUMETRO_NO_TARGET, JEUDUMETRO_NO_TARGET}, max = 1;
	unsigned shown;

	if (!mp_scan_name(scan, jeudumetro_card_names, JEUDUMETRO_CARDS, &card))
		return false;
	if (card == JEUDUMETRO_TRANSFER || card == JEUDUMETRO_DRIVER || card == JEUDUMETRO_SWITCH)
		max = 2;
	else if (card == JEUDUMETRO_RUSH || card == JEUDUMETRO_PARCEL ||
	         (card == JEUDUMETRO_TERMINUS && setup->players != 2))
		max = 0;
	for (; n < max && mp_scan_char(scan, ' '); n++)
		if (!(card == JEUDUMETRO_PICKPOCKET ? parse_seat(scan, &target[n])
		                                    : parse_place(setup, scan, &target[n])))
			return false;
	if ((card == JEUDUMETRO_DRIVER || card == JEUDUMETRO_SWITCH) && target[0] > target[1])
		return false; /* lower place first: one spelling of each swap */
	*move = jeudumetro_play(card, target[0], target[1]);
	if (card == JEUDUMETRO_DRIVER && n == max && scan->cut && mp_scan_char(scan, ' ')) {
		if (!mp_scan_name(scan, jeudumetro_objective_names, JEUDUMETRO_OBJECTIVES, &shown))
			return false;
		*move |= (shown + 1u) << 8;
	}
	return true;
}

bool jeudumetro_parse(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	if (mp_scan_char(scan, '~'))
		return parse_chance(setup, scan, move);
	if (mp_scan_str(scan, "discard"))
		return parse_discard(scan, move);
	return parse_play(setup, scan, move);
}
