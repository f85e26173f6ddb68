/* SPDX-License-Identifier: MIT
 *
 * The cards as tables, the arrangements of the objectives, the first state, and what must hold in
 * every state. Knows no moves.
 */
#include "state.h"

#include <string.h>

const char *const jeudumetro_card_names[JEUDUMETRO_CARDS] = {
#define CARD(name, notation, copies) notation,
#include "data/cards.def"
};

const char *const jeudumetro_objective_names[JEUDUMETRO_OBJECTIVES] = {
#define OBJECTIVE(name, notation, copies) notation,
#include "data/cards.def"
};

const uint8_t jeudumetro_copies[JEUDUMETRO_CARDS] = {
#define CARD(name, notation, copies) copies,
#include "data/cards.def"
};

const uint8_t jeudumetro_objective_copies[JEUDUMETRO_OBJECTIVES] = {
#define OBJECTIVE(name, notation, copies) copies,
#include "data/cards.def"
};

const jeudumetro_cards jeudumetro_deck = 0
#define CARD(name, notation, copies) +((jeudumetro_cards)(copies) << 4 * JEUDUMETRO_##name)
#include "data/cards.def"
	;

#define CARD(name, notation, copies) +copies
_Static_assert(0
#include "data/cards.def"
                   == JEUDUMETRO_DECK,
               "JM-2: 43 action cards");
#define OBJECTIVE(name, notation, copies) +copies
_Static_assert(0
#include "data/cards.def"
                   == JEUDUMETRO_PLACES,
               "JM-3: 6 objectives");
_Static_assert(sizeof(struct jeudumetro_state) <= 768, "a state is small");

/* Writes all arrangements that begin with the first `n` objectives of `row`. */
static unsigned arrange(struct jeudumetro_tables *tables, uint8_t *row, uint8_t *left, unsigned n,
                        unsigned count)
{
	if (n == JEUDUMETRO_PLACES) {
		memcpy(tables->arrangement[count], row, JEUDUMETRO_PLACES);
		for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
			tables->with[i][row[i]][count / 64] |= (uint64_t)1 << count % 64;
		return count + 1;
	}
	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++) {
		if (left[kind] == 0)
			continue;
		left[kind]--;
		row[n] = (uint8_t)kind;
		count = arrange(tables, row, left, n + 1, count);
		left[kind]++;
	}
	return count;
}

static void gather_arrangements(struct jeudumetro_tables *tables)
{
	for (unsigned origin = 0; origin < JEUDUMETRO_PLACES; origin++)
		for (unsigned kinds = 0; kinds < 1 << JEUDUMETRO_OBJECTIVES; kinds++)
			for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
				for (unsigned word = 0; word < JEUDUMETRO_WORDS && kinds >> kind & 1; word++)
					tables->with_any[origin][kinds][word] |= tables->with[origin][kind][word];
}

bool jeudumetro_prepare(const struct mp_setup *setup, void *memory, struct mp_text *why)
{
	struct jeudumetro_tables *tables = memory;
	uint8_t row[JEUDUMETRO_PLACES], left[JEUDUMETRO_OBJECTIVES];

	(void)why;
	memset(tables, 0, sizeof *tables);
	memcpy(left, jeudumetro_objective_copies, sizeof left);
	arrange(tables, row, left, 0, 0);
	gather_arrangements(tables);
	jeudumetro_list_plays(setup, tables);
#ifndef MP_NO_CODEC
	jeudumetro_list_actions(setup, tables);
#endif
	for (unsigned place = 0; place < jeudumetro_places(setup); place++)
		tables->places |= (uint64_t)0x80 << 8 * place;
	return true;
}

/* JM-10, JM-50: trains with 10 passengers; everything else is still to be dealt. */
void jeudumetro_init(const struct mp_setup *setup, void *memory)
{
	struct jeudumetro_state *state = memory;
	unsigned places = jeudumetro_places(setup);
	int32_t start = setup->option[JEUDUMETRO_START];

	for (unsigned place = 0; place < JEUDUMETRO_PLACES; place++) {
		state->origin[place] = (uint8_t)place;
		state->objective[place] = JEUDUMETRO_UNDEALT;
		if (place < places)
			state->passengers[place] = JEUDUMETRO_AT_START;
	}
	state->platform = (uint8_t)(JEUDUMETRO_PASSENGERS - places * JEUDUMETRO_AT_START);
	state->pile = jeudumetro_deck;
	state->pile_size = JEUDUMETRO_DECK;
	state->possible[0] = state->possible[1] = UINT64_MAX;
	state->possible[2] = ((uint64_t)1 << (JEUDUMETRO_ARRANGEMENTS - 128)) - 1;
	state->phase = start ? JEUDUMETRO_DEALING_OBJECTIVES : JEUDUMETRO_STARTING;
	state->seat = start ? (uint8_t)(start - 1) : 0;
}

static const char *flaw_of_trains(const struct mp_setup *setup,
                                  const struct jeudumetro_state *state)
{
	unsigned places = jeudumetro_places(setup);
	unsigned passengers = state->platform;

	for (unsigned place = 0; place < sizeof state->passengers; place++) {
		passengers += state->passengers[place];
		if (place >= places && state->passengers[place] != 0)
			return "JM-1: passengers where no train is";
	}
	if (passengers != JEUDUMETRO_PASSENGERS)
		return "JM-1: there are 80 passengers";
	if (state->n_attached > JEUDUMETRO_ATTACHED)
		return "JM-32: more attached cards than there are";
	for (unsigned i = 0; i < state->n_attached; i++)
		if ((state->attached[i] & 7u) >= places)
			return "JM-32: a card is attached to no train";
	return NULL;
}

static const char *flaw_of_cards(const struct mp_setup *setup, const struct jeudumetro_state *state)
{
	jeudumetro_cards all = state->pile + state->discards + jeudumetro_attached(state);

	for (unsigned seat = 0; seat < MP_SEATS; seat++) {
		all += state->hand[seat];
		if (jeudumetro_total(state->hand[seat]) != state->size[seat])
			return "JM-12: a hand's size is not the number of its cards";
		if (state->size[seat] > setup->players + JEUDUMETRO_SAFE_HAND)
			return "JM-24: a hand never exceeds players + 3";
	}
	if (all != jeudumetro_deck)
		return "JM-2: the 43 cards are not all there";
	if (jeudumetro_total(state->pile) != state->pile_size)
		return "JM-12: the pile's size is not the number of its cards";
	return NULL;
}

/* Does a contain b? */
static bool contains(jeudumetro_cards a, jeudumetro_cards b)
{
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		if (jeudumetro_count(a, card) < jeudumetro_count(b, card))
			return false;
	return true;
}

static const char *flaw_of_viewer(const struct jeudumetro_state *state, unsigned viewer)
{
	jeudumetro_cards tracked = state->unlocated[viewer], unseen = state->pile;
	unsigned n = 0;

	for (unsigned seat = 0; seat < MP_SEATS; seat++) {
		jeudumetro_cards known = viewer < MP_SEATS ? state->known[viewer][seat] : 0;

		if (!contains(state->hand[seat], known) || (seat == viewer && known))
			return "JM-60: a card is known to be where it is not";
		if (jeudumetro_total(known) + state->n_unlocated[viewer][seat] > state->size[seat])
			return "JM-60: more cards are tracked in a hand than it has";
		n += state->n_unlocated[viewer][seat];
		tracked += known;
		if (seat != viewer)
			unseen += state->hand[seat];
	}
	if (n != jeudumetro_total(state->unlocated[viewer]))
		return "JM-60: unlocated cards are not shared out among the hands";
	if (!contains(unseen, tracked))
		return "JM-60: a card is tracked that has been seen";
	if (tracked && !state->is_tracking)
		return "JM-60: known cards are not tracked";
	return NULL;
}

static const char *flaw_of_knowledge(const struct mp_setup *setup,
                                     const struct jeudumetro_state *state)
{
	const struct jeudumetro_tables *tables = setup->tables;
	uint64_t fits = 0;

	for (unsigned v = 0; v <= MP_PUBLIC; v++) {
		const char *flaw = flaw_of_viewer(state, v);

		if (flaw)
			return flaw;
	}
	if (state->phase == JEUDUMETRO_ENDED)
		return NULL;
	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++) {
		uint64_t set = state->possible[word];

		for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
			if (state->objective[i] < JEUDUMETRO_OBJECTIVES)
				set &= tables->with[i][state->objective[i]][word];
		fits |= set;
	}
	return fits ? NULL : "JM-60: the true objectives are held to be impossible";
}

static const char *flaw_of_objectives(const struct mp_setup *setup,
                                      const struct jeudumetro_state *state)
{
	unsigned count[JEUDUMETRO_UNDEALT + 1] = {0}, origins = 0;

	for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++) {
		origins |= 1u << state->origin[i];
		if (state->objective[i] > JEUDUMETRO_UNDEALT)
			return "JM-3: no such objective";
		count[state->objective[i]]++;
	}
	if (origins != (1u << JEUDUMETRO_PLACES) - 1)
		return "JM-36: an objective lies nowhere";
	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		if (count[kind] > jeudumetro_objective_copies[kind])
			return "JM-3: more objectives of a kind than there are";
	if (state->phase > JEUDUMETRO_DEALING_OBJECTIVES &&
	    (count[JEUDUMETRO_UNKNOWN] > 0 ||
	     count[JEUDUMETRO_UNDEALT] != JEUDUMETRO_PLACES - jeudumetro_places(setup)))
		return "JM-11: each place has one objective";
	for (unsigned place = 0; place < jeudumetro_places(setup); place++)
		if (state->phase > JEUDUMETRO_DEALING_OBJECTIVES &&
		    !(state->seen[state->origin[place]] >> jeudumetro_owner(setup, place) & 1))
			return "JM-36: a holder has not seen their objective";
	return NULL;
}

const char *jeudumetro_flaw(const struct mp_setup *setup, const void *memory)
{
	const struct jeudumetro_state *state = memory;
	const char *flaw = flaw_of_trains(setup, state);

	if (!flaw)
		flaw = flaw_of_cards(setup, state);
	if (!flaw)
		flaw = flaw_of_objectives(setup, state);
	if (!flaw)
		flaw = flaw_of_knowledge(setup, state);
	return flaw;
}
