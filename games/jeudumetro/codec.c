/* SPDX-License-Identifier: MIT
 *
 * Moves as numbers and positions as tensors. First the ways to play a card that the tables list, in
 * their order; then the pickpocket by its victim, and the terminus of two players by the own train
 * (B, A). Then discarding, which is done card by card: one action for each kind adds a card of it,
 * kinds in ascending order, and the last action is that these are all.
 */
#include "state.h"

#include <metropole/codec.h>

#include <string.h>

static const struct jeudumetro_tables *tables_of(const struct mp_setup *setup)
{
	return setup->tables;
}

static unsigned first_victim(const struct mp_setup *setup)
{
	return tables_of(setup)->first_play[JEUDUMETRO_CARDS];
}

static unsigned first_terminus(const struct mp_setup *setup)
{
	return first_victim(setup) + (unsigned)setup->players;
}

static unsigned first_discard(const struct mp_setup *setup)
{
	return first_terminus(setup) + 2;
}

static unsigned done_action(const struct mp_setup *setup)
{
	return first_discard(setup) + JEUDUMETRO_CARDS;
}

static size_t actions(const struct mp_setup *setup)
{
	return done_action(setup) + 1;
}

/* Sets these bits, counted from `at` on: 15 at the most, so they lie in two words at the most. */
static void set_bits(uint64_t *bits, unsigned at, uint64_t these)
{
	bits[at / 64] |= these << at % 64;
	if (these >> 1 >> (63 - at % 64))
		bits[at / 64 + 1] |= these >> 1 >> (63 - at % 64);
}

/* Bit k for each kind k in a multiset: every fourth bit, drawn together by twos. */
static unsigned kinds_of(jeudumetro_cards cards)
{
	uint64_t set = jeudumetro_kinds(cards);

	set = (set | set >> 3) & 0x0303030303030303;
	set = (set | set >> 6) & 0x000f000f000f000f;
	set = (set | set >> 12) & 0x000000ff000000ff;
	return (unsigned)(set | set >> 24) & 0xffff;
}

/* What a kind in the hand allows: its plays, unless they depend on the state, and its discard. */
static void allow_kind(const struct mp_setup *setup, const struct jeudumetro_tables *tables,
                       unsigned kind, uint64_t *bits)
{
	for (unsigned i = tables->first_play[kind]; i < tables->first_play[kind + 1]; i++)
		set_bits(bits, i, 1);
	if (kind == JEUDUMETRO_TERMINUS && setup->players == 2)
		set_bits(bits, first_terminus(setup), 3);
	set_bits(bits, first_discard(setup), (uint64_t)1 << kind);
}

void jeudumetro_list_actions(const struct mp_setup *setup, struct jeudumetro_tables *tables)
{
	mp_move *out = tables->action;

	memcpy(out, tables->play, first_victim(setup) * sizeof *out);
	out += first_victim(setup);
	for (unsigned victim = 0; victim < (unsigned)setup->players; victim++)
		*out++ = jeudumetro_play(JEUDUMETRO_PICKPOCKET, victim, JEUDUMETRO_NO_TARGET);
	for (unsigned train = 0; train < 2; train++)
		*out++ = jeudumetro_play(JEUDUMETRO_TERMINUS, train, JEUDUMETRO_NO_TARGET);
	for (unsigned kind = 0; kind < JEUDUMETRO_CARDS; kind++)
		*out++ = (mp_move)JEUDUMETRO_DISCARD << 60 | jeudumetro_one(kind);
	for (unsigned half = 0; half < 2; half++)
		for (unsigned kinds = 0; kinds < 256; kinds++)
			for (unsigned kind = 0; kind < 8 && half * 8 + kind < JEUDUMETRO_CARDS; kind++)
				if (kinds >> kind & 1)
					allow_kind(setup, tables, half * 8 + kind, tables->allowed[half][kinds]);
}

/* Whom the pickpocket may rob: nobody without the card. Gone through in any case, because nobody
 * can guess who has it. */
static unsigned victims(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned seat)
{
	unsigned set = 0;

	for (unsigned victim = 0; victim < (unsigned)setup->players; victim++)
		set |= (unsigned)(state->size[victim] > JEUDUMETRO_SAFE_HAND) << victim;
	set &= ~(1u << seat);
	return jeudumetro_count(state->hand[seat], JEUDUMETRO_PICKPOCKET) ? set : 0;
}

static void mask(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                 uint64_t *bits)
{
	const struct jeudumetro_tables *tables = tables_of(setup);
	const struct jeudumetro_state *state = memory;
	jeudumetro_cards begun = part & JEUDUMETRO_DISCARDED;
	unsigned kinds = kinds_of(state->hand[seat] - begun);
	size_t words = mp_codec_words(done_action(setup) + 1);
	const uint64_t *low = tables->allowed[0][kinds & 255], *high = tables->allowed[1][kinds >> 8];

	if (part) {
		for (size_t w = 0; w < words; w++)
			bits[w] = 0;
		kinds &= ~0u << (63 - __builtin_clzll(begun)) / 4;
		set_bits(bits, first_discard(setup), kinds);
		set_bits(bits, done_action(setup), 1);
		return;
	}
	for (size_t w = 0; w < words; w++)
		bits[w] = low[w] | high[w];
	set_bits(bits, first_victim(setup), victims(setup, state, (unsigned)seat));
}

/* What was begun takes the action's card in addition; a whole move has no beginning. */
static bool decode(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	mp_move it = tables_of(setup)->action[action];
	unsigned train = action - first_terminus(setup), discard = action - first_discard(setup);

	(void)memory;
	it += train < 2 ? 2 * (unsigned)seat : 0;
	*move = (part | (it & ~JEUDUMETRO_DISCARDED)) + (it & JEUDUMETRO_DISCARDED);
	return discard >= JEUDUMETRO_CARDS;
}

static size_t encode(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                     uint16_t *out)
{
	const struct jeudumetro_tables *tables = tables_of(setup);
	unsigned card = jeudumetro_op(move), action;
	size_t n = 0;

	(void)memory;
	if (card == JEUDUMETRO_DISCARD) {
		for (unsigned kind = 0; kind < JEUDUMETRO_CARDS; kind++)
			for (unsigned i = jeudumetro_count(move & JEUDUMETRO_DISCARDED, kind); i > 0; i--)
				out[n++] = (uint16_t)(first_discard(setup) + kind);
		out[n++] = (uint16_t)done_action(setup);
		return n;
	}
	if (tables->first_play[card] < tables->first_play[card + 1]) {
		for (action = tables->first_play[card]; tables->play[action] != move;)
			action++;
	} else if (card == JEUDUMETRO_PICKPOCKET) {
		action = first_victim(setup) + jeudumetro_low(move);
	} else {
		action = first_terminus(setup) + jeudumetro_low(move) - 2 * (unsigned)seat;
	}
	*out = (uint16_t)action;
	return 1;
}

static const struct mp_plane planes[] = {
	{"passengers", 1, JEUDUMETRO_PLACES, "passengers of the train at this place, / 20"},
	{"own", 1, JEUDUMETRO_PLACES, "1 where the place is the viewer's"},
	{"attached", 2, JEUDUMETRO_PLACES, "stars, then inspectors at the train of this place"},
	{"objectives", JEUDUMETRO_OBJECTIVES, JEUDUMETRO_PLACES,
     "1 where this objective is known to lie at this place"},
	{"platform", 1, 1, "passengers on the platform, / 80"},
	{"hand", 1, JEUDUMETRO_CARDS, "cards of each kind in the own hand"},
	{"begun", 1, JEUDUMETRO_CARDS, "cards of each kind chosen so far to be discarded"},
	{"discards", 1, JEUDUMETRO_CARDS, "cards of each kind among the discards"},
	{"unseen", 1, JEUDUMETRO_CARDS, "cards of each kind that the viewer knows nothing of"},
	{"known", MP_SEATS, JEUDUMETRO_CARDS, "cards of each kind known to be in this seat's hand"},
	{"sizes", 1, MP_SEATS, "cards in each hand, / 4"},
	{"turns", 1, 1, "turns completed, / 300"},
};

static float *put_cards(float *out, jeudumetro_cards cards)
{
	for (unsigned kind = 0; kind < JEUDUMETRO_CARDS; kind++)
		out[kind] = (float)jeudumetro_count(cards, kind);
	return out + JEUDUMETRO_CARDS;
}

static float *observe_places(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             unsigned viewer, float *out)
{
	for (unsigned place = 0; place < jeudumetro_places(setup); place++) {
		unsigned objective = state->objective[state->origin[place]];

		out[place] = state->passengers[place] / 20.0f;
		out[JEUDUMETRO_PLACES + place] = jeudumetro_owner(setup, place) == viewer;
		if (objective < JEUDUMETRO_OBJECTIVES)
			out[(4 + objective) * JEUDUMETRO_PLACES + place] = 1;
	}
	for (unsigned i = 0; i < state->n_attached; i++)
		out[(state->attached[i] & 8 ? 3u : 2u) * JEUDUMETRO_PLACES + (state->attached[i] & 7u)] +=
			1;
	return out + (4 + JEUDUMETRO_OBJECTIVES) * JEUDUMETRO_PLACES;
}

static void observe(const struct mp_setup *setup, const void *redacted, int viewer, mp_move part,
                    float *out)
{
	const struct jeudumetro_state *state = redacted;
	unsigned me = (unsigned)viewer, players = (unsigned)setup->players;

	out = observe_places(setup, state, me, out);
	*out++ = state->platform / 80.0f;
	out = put_cards(out, state->hand[me]);
	out = put_cards(out, part & JEUDUMETRO_DISCARDED);
	out = put_cards(out, state->discards);
	out = put_cards(out, jeudumetro_unseen(state, me));
	for (unsigned i = 0; i < players; i++) {
		put_cards(out + i * JEUDUMETRO_CARDS, state->known[me][(me + i) % players]);
		out[MP_SEATS * JEUDUMETRO_CARDS + i] = state->size[(me + i) % players] * 0.25f;
	}
	out += MP_SEATS * (JEUDUMETRO_CARDS + 1);
	*out = (float)state->turns / 300;
}

const struct mp_codec jeudumetro_codec = {
	.actions = actions,
	.mask = mask,
	.decode = decode,
	.encode = encode,
	.planes = planes,
	.n_planes = sizeof planes / sizeof *planes,
	.observe = observe,
};
