/* SPDX-License-Identifier: MIT
 *
 * Who knows what (JM-60): who sees a move, what a viewer tracks of hidden hands, what is erased
 * for a viewer and how it is filled in again.
 *
 * The reference distribution: cards that a viewer has not seen are equally likely to be in any
 * place where an unseen card can be; the arrangements of objectives that are still possible and
 * agree with those seen are equally likely. While no card is known to be in a hidden hand this is
 * exact: a shown card was any physical card of its hand, so the rest stays exchangeable.
 *
 * track.c keeps what is known of cards in hidden hands, with a simplification stated there.
 */
#include "state.h"

#include <metropole/rng.h>

#include <assert.h>
#include <string.h>

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

unsigned jeudumetro_received(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             mp_move move, unsigned viewer)
{
	unsigned place[2] = {jeudumetro_low(move), jeudumetro_high(move)};

	for (unsigned i = 0; i < 2; i++) {
		unsigned got = state->origin[place[1 - i]];

		if (jeudumetro_owner(setup, place[i]) == viewer && !(state->seen[got] >> viewer & 1))
			return got;
	}
	return JEUDUMETRO_PLACES;
}

/* JM-36: a swap is public; a new holder also sees what they got, so their move says more. */
static mp_move look(const struct mp_setup *setup, const struct jeudumetro_state *state,
                    mp_move move, unsigned viewer)
{
	unsigned got = jeudumetro_received(setup, state, move, viewer);

	return got < JEUDUMETRO_PLACES ? move | (state->objective[got] + 1u) << 8 : move;
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
		memset(state->known[seat], 0, sizeof state->known[seat]);
	}
	for (int v = 0; v <= MP_PUBLIC; v++) {
		if (v == viewer)
			continue;
		state->unlocated[v] = 0;
		memset(state->n_unlocated[v], 0, sizeof state->n_unlocated[v]);
	}
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

/* The arrangements that are possible and agree with the objectives seen; how many. */
static unsigned find_fitting(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             uint64_t set[JEUDUMETRO_WORDS])
{
	const struct jeudumetro_tables *tables = setup->tables;
	unsigned count = 0;

	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++) {
		set[word] = state->possible[word];
		for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
			if (state->objective[i] < JEUDUMETRO_OBJECTIVES)
				set[word] &= tables->with[i][state->objective[i]][word];
		count += (unsigned)__builtin_popcountll(set[word]);
	}
	return count;
}

bool jeudumetro_can_be(const struct mp_setup *setup, const struct jeudumetro_state *state,
                       unsigned origin, unsigned objective)
{
	struct jeudumetro_state told = *state;
	uint64_t set[JEUDUMETRO_WORDS];

	told.objective[origin] = (uint8_t)objective;
	return find_fitting(setup, &told, set) > 0;
}

bool jeudumetro_can_go_on(const struct mp_setup *setup, const struct jeudumetro_state *state)
{
	uint64_t set[JEUDUMETRO_WORDS];

	return find_fitting(setup, state, set) > 0;
}

static bool guess_objectives(const struct mp_setup *setup, struct jeudumetro_state *state,
                             struct mp_rng *rng)
{
	const struct jeudumetro_tables *tables = setup->tables;
	uint64_t set[JEUDUMETRO_WORDS];
	unsigned count = find_fitting(setup, state, set), chosen;

	if (count == 0)
		return false;
	chosen = nth(set, mp_rng_below(rng, count));
	for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
		if (state->objective[i] == JEUDUMETRO_UNKNOWN)
			state->objective[i] = tables->arrangement[chosen][i];
	return true;
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

/* Each hidden hand: what is known to be there, as many of the unlocated cards as it is taken to
 * have, and for the rest any of the other unseen cards; what remains is the pile. */
void jeudumetro_guess_hands(struct jeudumetro_state *state, unsigned viewer, struct mp_rng *rng)
{
	uint8_t cards[JEUDUMETRO_DECK], unlocated[JEUDUMETRO_DECK];
	unsigned n_unlocated = spread(state->unlocated[viewer], unlocated), n_cards;

	state->pile = jeudumetro_unseen(state, viewer);
	n_cards = spread(state->pile, cards);
	for (unsigned seat = 0; seat < MP_SEATS; seat++) {
		jeudumetro_cards hand = viewer < MP_SEATS ? state->known[viewer][seat] : 0;
		unsigned n = jeudumetro_total(hand);

		if (seat == viewer)
			continue;
		for (unsigned i = state->n_unlocated[viewer][seat]; i > 0; i--, n++)
			hand += jeudumetro_one(take(unlocated, &n_unlocated, rng));
		for (; n < state->size[seat]; n++) {
			jeudumetro_cards card = jeudumetro_one(take(cards, &n_cards, rng));

			hand += card;
			state->pile -= card;
		}
		state->hand[seat] = hand;
	}
}

bool jeudumetro_guess(const struct mp_setup *setup, void *memory, int viewer, struct mp_rng *rng)
{
	struct jeudumetro_state *state = memory;

	if (!state->viewer)
		return true; /* nothing is hidden */
	if (!guess_objectives(setup, state, rng))
		return false;
	jeudumetro_guess_hands(state, (unsigned)viewer, rng);
	state->viewer = 0;
	return true;
}

/* The objectives that lie before the seat, as one. */
int jeudumetro_secret(const struct mp_setup *setup, const void *state, int seat)
{
	const struct jeudumetro_state *s = state;
	unsigned places = jeudumetro_places(setup), place = jeudumetro_first(setup, (unsigned)seat);
	int secret = 0;

	if (s->phase < JEUDUMETRO_DEALING_CARDS)
		return -1;
	for (; place < places && jeudumetro_owner(setup, place) == (unsigned)seat; place++)
		secret = secret << 3 | s->objective[s->origin[place]];
	return secret;
}
