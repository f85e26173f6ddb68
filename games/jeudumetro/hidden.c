/* SPDX-License-Identifier: MIT
 *
 * Who knows what (JM-60): who sees a move, what a viewer follows of hidden hands, what is erased
 * for a viewer and how it is filled in again.
 *
 * The reference distribution: cards that a viewer has not seen are equally likely to be in any
 * place where an unseen card can be; the arrangements of objectives that are still possible and
 * agree with those seen are equally likely. While no card is known to be in a hidden hand this is
 * exact: a shown card was any physical card of its hand, so the rest stays exchangeable.
 *
 * The stated simplification, for cards known to be in hidden hands (a viewer was robbed; or the
 * pile was made anew, and all that is not in it is in hands): they are followed as lower bounds.
 * When a hand shows a kind that it was known to hold, it is taken to have shown the known card;
 * when others steal from a hand, what was known of it is from then on known to be in some hand.
 * Following exactly would need the likelihood of every history of copies of one kind. A lower
 * bound never excludes the truth.
 */
#include "state.h"

#include <metropole/rng.h>

#include <assert.h>
#include <string.h>

#define HIGH_BITS 0x0888888888888888u /* of each count; a count has at most 5 */

/* a − b, kind by kind, not below 0. */
static jeudumetro_cards minus(jeudumetro_cards a, jeudumetro_cards b)
{
	jeudumetro_cards diff = (a | HIGH_BITS) - b;
	jeudumetro_cards positive = ((diff & HIGH_BITS) >> 3) * 15;

	return diff & positive & ~HIGH_BITS;
}

/* The viewers whose knowledge this state keeps: all, or the one it is redacted for. */
struct viewers {
	unsigned first, end;
};

static struct viewers kept(const struct jeudumetro_state *state)
{
	if (state->viewer)
		return (struct viewers){state->viewer - 1u, state->viewer};
	return (struct viewers){0, MP_PUBLIC + 1};
}

static void note_shown_to(struct jeudumetro_state *state, unsigned viewer, unsigned seat,
                          jeudumetro_cards shown)
{
	if (viewer < MP_SEATS) {
		jeudumetro_cards known = state->known[viewer][seat];

		state->known[viewer][seat] = minus(known, shown);
		shown = minus(shown, known);
	}
	state->lurking[viewer] = minus(state->lurking[viewer], shown);
}

void jeudumetro_note_shown(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned seat, jeudumetro_cards shown)
{
	struct viewers viewers = kept(state);

	for (unsigned v = viewers.first; v < viewers.end; v++)
		if (v != seat && (v == MP_PUBLIC || v < (unsigned)setup->players))
			note_shown_to(state, v, seat, shown);
}

/* JM-33: thief and victim see the card. */
void jeudumetro_note_theft(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned thief, unsigned victim, unsigned card)
{
	struct viewers viewers = kept(state);

	(void)setup;
	state->is_tracking = true;
	for (unsigned v = viewers.first; v < viewers.end && v < MP_SEATS; v++) {
		if (v == thief) {
			note_shown_to(state, v, victim, jeudumetro_one(card));
		} else if (v == victim) {
			state->known[v][thief] += jeudumetro_one(card);
		} else {
			jeudumetro_cards doubtful = jeudumetro_kinds(state->known[v][victim]);

			state->known[v][victim] -= doubtful;
			state->lurking[v] += doubtful;
		}
	}
}

/* JM-24: the discards, still in their place here, become the pile: all else is in hands. */
void jeudumetro_note_reshuffle(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	jeudumetro_cards hands = jeudumetro_deck - state->discards - jeudumetro_attached(state);
	struct viewers viewers = kept(state);

	state->is_tracking = true;
	for (unsigned v = viewers.first; v < viewers.end; v++) {
		jeudumetro_cards lurking = hands;

		if (v < MP_SEATS) {
			if (v >= (unsigned)setup->players)
				continue;
			lurking -= state->hand[v];
			for (unsigned j = 0; j < MP_SEATS; j++)
				lurking -= state->known[v][j];
		}
		state->lurking[v] = lurking;
	}
}

jeudumetro_cards jeudumetro_attached(const struct jeudumetro_state *state)
{
	jeudumetro_cards cards = 0;

	for (unsigned i = 0; i < state->n_attached; i++)
		cards += jeudumetro_one(state->attached[i] & 8 ? JEUDUMETRO_INSPECTOR : JEUDUMETRO_STAR);
	return cards;
}

mp_viewers jeudumetro_seen_by(const struct mp_setup *setup, const void *memory, int seat,
                              mp_move move)
{
	const struct jeudumetro_state *state = memory;
	unsigned where = jeudumetro_high(move);

	(void)seat;
	if (!jeudumetro_is_chance(move))
		return MP_EVERYONE;
	switch (jeudumetro_op(move)) {
	case JEUDUMETRO_OBJECTIVE:
		return (mp_viewers)(MP_REFEREE | 1u << jeudumetro_owner(setup, where));
	case JEUDUMETRO_DEAL:
		return (mp_viewers)(MP_REFEREE | 1u << where);
	case JEUDUMETRO_DRAW:
		return (mp_viewers)(MP_REFEREE | 1u << state->seat);
	case JEUDUMETRO_STEAL:
		return (mp_viewers)(MP_REFEREE | 1u << state->seat | 1u << state->victim);
	default:
		return MP_EVERYONE;
	}
}

/* JM-36: a swap is public; a new holder also sees what they got, so their move says more. */
static mp_move look(const struct mp_setup *setup, const struct jeudumetro_state *state,
                    mp_move move, unsigned viewer)
{
	unsigned place[2] = {jeudumetro_low(move), jeudumetro_high(move)};

	for (unsigned i = 0; i < 2; i++) {
		unsigned got = state->origin[place[1 - i]];

		if (jeudumetro_owner(setup, place[i]) == viewer && !(state->seen[got] >> viewer & 1))
			move |= (mp_move)(state->objective[got] + 1u) << (8 + 4 * i);
	}
	return move;
}

mp_move jeudumetro_cut(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                       int viewer)
{
	if (viewer == MP_ALL)
		return move;
	if (!jeudumetro_is_chance(move)) {
		if (jeudumetro_op(move) == JEUDUMETRO_DRIVER && viewer < MP_SEATS)
			return look(setup, memory, move, (unsigned)viewer);
		return move;
	}
	if (jeudumetro_seen_by(setup, memory, seat, move) >> viewer & 1)
		return move;
	return move | 15; /* the card or objective is not seen */
}

void jeudumetro_redact(const struct mp_setup *setup, void *memory, int viewer)
{
	struct jeudumetro_state *state = memory;

	(void)setup;
	if (state->phase == JEUDUMETRO_ENDED || viewer == MP_ALL)
		return;
	state->viewer = (uint8_t)(viewer + 1);
	state->pile = 0;
	for (int seat = 0; seat < MP_SEATS; seat++) {
		if (seat == viewer)
			continue;
		state->hand[seat] = 0;
		state->lurking[seat] = 0;
		memset(state->known[seat], 0, sizeof state->known[seat]);
	}
	if (viewer != MP_PUBLIC)
		state->lurking[MP_PUBLIC] = 0;
	for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
		if (state->objective[i] < JEUDUMETRO_OBJECTIVES && !(state->seen[i] >> viewer & 1))
			state->objective[i] = JEUDUMETRO_UNKNOWN;
}

/* The n-th arrangement of a set. */
static unsigned nth(const uint64_t set[JEUDUMETRO_WORDS], unsigned n)
{
	for (unsigned word = 0;; word++) {
		unsigned count = (unsigned)__builtin_popcountll(set[word]);

		assert(word < JEUDUMETRO_WORDS);
		if (n < count) {
			uint64_t bits = set[word];

			while (n--)
				bits &= bits - 1;
			return word * 64 + (unsigned)__builtin_ctzll(bits);
		}
		n -= count;
	}
}

static void guess_objectives(const struct mp_setup *setup, struct jeudumetro_state *state,
                             struct mp_rng *rng)
{
	const struct jeudumetro_tables *tables = setup->tables;
	uint64_t set[JEUDUMETRO_WORDS];
	unsigned count = 0, chosen;

	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++) {
		set[word] = state->possible[word];
		for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
			if (state->objective[i] < JEUDUMETRO_OBJECTIVES)
				set[word] &= tables->with[i][state->objective[i]][word];
		count += (unsigned)__builtin_popcountll(set[word]);
	}
	chosen = nth(set, mp_rng_below(rng, count));
	for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
		if (state->objective[i] == JEUDUMETRO_UNKNOWN)
			state->objective[i] = tables->arrangement[chosen][i];
}

/* Writes the cards of a multiset one by one. */
static unsigned spread(jeudumetro_cards cards, uint8_t out[JEUDUMETRO_DECK])
{
	unsigned n = 0;

	for (jeudumetro_cards kinds = jeudumetro_kinds(cards); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;

		for (unsigned copies = jeudumetro_count(cards, card); copies > 0; copies--)
			out[n++] = (uint8_t)card;
	}
	return n;
}

/* Takes one of the n first at random, and closes the gap with the last. */
static uint8_t take(uint8_t *from, unsigned *n, struct mp_rng *rng)
{
	unsigned i = mp_rng_below(rng, *n);
	uint8_t taken = from[i];

	from[i] = from[--*n];
	return taken;
}

/* Cards that must be in hands go to random free places there; the rest to what remains free. */
static void guess_hands(struct jeudumetro_state *state, unsigned viewer, struct mp_rng *rng)
{
	jeudumetro_cards lurking = state->lurking[viewer];
	jeudumetro_cards unseen = jeudumetro_deck - state->discards - jeudumetro_attached(state);
	uint8_t cards[JEUDUMETRO_DECK], places[JEUDUMETRO_DECK];
	unsigned n_cards, n_places = 0;

	for (unsigned seat = 0; seat < MP_SEATS; seat++) {
		if (seat != viewer)
			state->hand[seat] = viewer < MP_SEATS ? state->known[viewer][seat] : 0;
		unseen -= state->hand[seat];
		for (unsigned n = jeudumetro_total(state->hand[seat]); n < state->size[seat]; n++)
			places[n_places++] = (uint8_t)seat;
	}
	state->pile = unseen;
	n_cards = spread(lurking, cards);
	for (unsigned i = 0; i < n_cards; i++) {
		state->hand[take(places, &n_places, rng)] += jeudumetro_one(cards[i]);
		state->pile -= jeudumetro_one(cards[i]);
	}
	n_cards = spread(state->pile, cards);
	while (n_places > 0) {
		jeudumetro_cards card = jeudumetro_one(take(cards, &n_cards, rng));

		state->hand[places[--n_places]] += card;
		state->pile -= card;
	}
}

void jeudumetro_guess(const struct mp_setup *setup, void *memory, int viewer, struct mp_rng *rng)
{
	struct jeudumetro_state *state = memory;

	if (!state->viewer)
		return; /* nothing is hidden */
	guess_objectives(setup, state, rng);
	guess_hands(state, (unsigned)viewer, rng);
	state->viewer = 0;
}
