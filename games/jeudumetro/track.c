/* SPDX-License-Identifier: MIT
 *
 * Cards in hidden hands that a viewer knows of (JM-60), tracked from show to show.
 *
 * A viewer comes to know of them in two ways. A victim of a theft knows that the thief has the
 * card: it is *known*. And when the pile is made anew from the discards, every unseen card that is
 * not in it is in a hand: it is *unlocated*: in one of them. Until something of either kind is
 * shown or stolen again this is exact, and while there is nothing of either kind the reference
 * distribution needs no memory at all.
 *
 * The stated simplification: when a hand shows a card, that may have been the tracked copy or
 * another one, and tracking both would double with every card shown. A hand that is known to have
 * the kind is taken to have shown the known card. Otherwise the likelier of the two is taken to be
 * true: an unlocated card, by how many of them the hand is taken to have, or one drawn since. What
 * others steal from a hand is likewise taken to be of the more numerous sort; cards known to be in
 * that hand become unlocated ones. Where later cards show that this was wrong, it is put right as
 * far as they tell. So a tracked card may be lost sight of, but what a viewer is shown as known
 * is always true, and a guess always fits all that has been seen.
 */
#include "state.h"

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

static jeudumetro_cards known_at(const struct jeudumetro_state *state, unsigned viewer,
                                 unsigned seat)
{
	return viewer < MP_SEATS ? state->known[viewer][seat] : 0;
}

/* Cards of a hand that the viewer takes to have been drawn from the present pile. */
static unsigned count_fresh(const struct jeudumetro_state *state, unsigned viewer, unsigned seat)
{
	return state->size[seat] - state->n_unlocated[viewer][seat] -
	       jeudumetro_total(known_at(state, viewer, seat));
}

/* Cards in the pile or in hands. */
static jeudumetro_cards in_play(const struct jeudumetro_state *state)
{
	return jeudumetro_deck - state->discards - jeudumetro_attached(state);
}

/* Those of them that the viewer neither holds nor tracks. */
static jeudumetro_cards not_tracked(const struct jeudumetro_state *state, unsigned viewer,
                                    jeudumetro_cards unseen)
{
	unseen -= state->unlocated[viewer];
	if (viewer == MP_PUBLIC)
		return unseen;
	for (unsigned seat = 0; seat < MP_SEATS; seat++)
		unseen -= state->known[viewer][seat];
	return unseen - state->hand[viewer];
}

jeudumetro_cards jeudumetro_unseen(const struct jeudumetro_state *state, unsigned viewer)
{
	return not_tracked(state, viewer, in_play(state));
}

/* All that is not before the viewer's eyes and not known to be elsewhere. Of what is taken to be in
 * hands nobody can be sure. */
static jeudumetro_cards out_of_sight(const struct jeudumetro_state *state)
{
	return jeudumetro_unseen(state, state->viewer - 1u) + state->unlocated[state->viewer - 1u];
}

bool jeudumetro_can_draw(const struct jeudumetro_state *state, unsigned card)
{
	jeudumetro_cards from = state->pile;

	if (state->pile_size == 0)
		from = state->discards; /* JM-24 */
	else if (state->viewer)
		from = out_of_sight(state);
	return jeudumetro_count(from, card) > 0;
}

bool jeudumetro_can_hold(const struct jeudumetro_state *state, unsigned seat,
                         jeudumetro_cards cards)
{
	bool is_open = state->viewer == 0 || state->viewer == seat + 1;
	jeudumetro_cards sure = is_open ? state->hand[seat] : known_at(state, state->viewer - 1u, seat);
	jeudumetro_cards rest = is_open ? 0 : out_of_sight(state);
	unsigned n = 0;

	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++) {
		unsigned wanted = jeudumetro_count(cards, card), held = jeudumetro_count(sure, card);

		if (wanted > held + jeudumetro_count(rest, card))
			return false;
		n += wanted > held ? wanted - held : 0;
	}
	return n + jeudumetro_total(sure) <= state->size[seat];
}

/* The other hand with the most unlocated cards, or with the most fresh ones; MP_SEATS if none has.
 */
static unsigned find_most(const struct jeudumetro_state *state, unsigned viewer, unsigned seat,
                          bool is_fresh)
{
	unsigned best = MP_SEATS, most = 0;

	for (unsigned other = 0; other < MP_SEATS; other++) {
		unsigned n =
			is_fresh ? count_fresh(state, viewer, other) : state->n_unlocated[viewer][other];

		if (other != seat && other != viewer && n > most) {
			best = other;
			most = n;
		}
	}
	return best;
}

/* An unlocated card turns out to be none: one hand is taken to have a fresh card instead. */
static void forget(struct jeudumetro_state *state, unsigned viewer, unsigned card)
{
	unsigned seat = find_most(state, viewer, MP_SEATS, false);

	state->unlocated[viewer] -= jeudumetro_one(card);
	state->n_unlocated[viewer][seat]--;
}

/* A fresh card was shown by a hand that was taken to have only unlocated ones: another hand has one
 * fresh card less than thought; or, if there is none, an unlocated card has been shown long ago. */
static void trade(struct jeudumetro_state *state, unsigned viewer, unsigned seat)
{
	unsigned other = find_most(state, viewer, seat, true), card = 0;

	state->n_unlocated[viewer][seat]--;
	if (other < MP_SEATS) {
		state->n_unlocated[viewer][other]++;
		return;
	}
	for (unsigned kind = 1; kind < JEUDUMETRO_CARDS; kind++)
		if (jeudumetro_count(state->unlocated[viewer], kind) >
		    jeudumetro_count(state->unlocated[viewer], card))
			card = kind;
	state->unlocated[viewer] -= jeudumetro_one(card);
}

/* Is the card that a hand shows likelier an unlocated one than one drawn since? */
static bool is_lurking(const struct jeudumetro_state *state, unsigned viewer, unsigned seat,
                       unsigned card, jeudumetro_cards unseen)
{
	unsigned old =
		state->n_unlocated[viewer][seat] * jeudumetro_count(state->unlocated[viewer], card);
	unsigned fresh = count_fresh(state, viewer, seat) * jeudumetro_count(unseen, card);

	if (old == 0 || fresh == 0)
		return old > 0;
	return old * jeudumetro_total(unseen) >= fresh * jeudumetro_total(state->unlocated[viewer]);
}

/* The viewer sees one card of a hidden hand. `unseen` are the cards not tracked, as above. */
static void see(struct jeudumetro_state *state, unsigned viewer, unsigned seat, unsigned card,
                jeudumetro_cards *unseen)
{
	if (jeudumetro_count(known_at(state, viewer, seat), card) > 0) {
		state->known[viewer][seat] -= jeudumetro_one(card);
	} else if (is_lurking(state, viewer, seat, card, *unseen)) {
		state->unlocated[viewer] -= jeudumetro_one(card);
		state->n_unlocated[viewer][seat]--;
	} else if (jeudumetro_count(*unseen, card) > 0) {
		*unseen -= jeudumetro_one(card);
		if (count_fresh(state, viewer, seat) == 0)
			trade(state, viewer, seat);
	} else {
		forget(state, viewer, card);
	}
}

/* Can these cards of a hand tell the viewer anything? Not if it has enough fresh ones and none of
 * these kinds is tracked there. */
static bool is_news(const struct jeudumetro_state *state, unsigned viewer, unsigned seat,
                    jeudumetro_cards kinds, unsigned n)
{
	jeudumetro_cards known = known_at(state, viewer, seat);

	if (!(state->unlocated[viewer] | known))
		return false;
	return (state->unlocated[viewer] | known) & kinds || count_fresh(state, viewer, seat) < n;
}

void jeudumetro_note_shown(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned seat, jeudumetro_cards shown)
{
	struct viewers viewers = kept(state);
	jeudumetro_cards kinds = jeudumetro_kinds(shown) * 15;
	unsigned n = jeudumetro_total(shown);

	for (unsigned v = viewers.first; v < viewers.end; v++) {
		jeudumetro_cards unseen;
		uint8_t size = state->size[seat];

		if (v == (unsigned)setup->players && viewers.end > MP_PUBLIC)
			v = MP_PUBLIC; /* nobody sits between */
		if (v == seat || !is_news(state, v, seat, kinds, n))
			continue;
		unseen = not_tracked(state, v, in_play(state));
		for (jeudumetro_cards left = shown; left;) {
			unsigned card = (unsigned)__builtin_ctzll(left) / 4;

			see(state, v, seat, card, &unseen);
			left -= jeudumetro_one(card);
			state->size[seat]--;
		}
		state->size[seat] = size;
	}
}

/* JM-33: thief and victim see the card; others do not, and their doubts grow. */
void jeudumetro_note_theft(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned thief, unsigned victim, unsigned card)
{
	struct viewers viewers = kept(state);

	(void)setup;
	state->is_tracking = true;
	for (unsigned v = viewers.first; v < viewers.end; v++) {
		if (v == victim) {
			state->known[v][thief] += jeudumetro_one(card);
		} else if (v == thief) {
			jeudumetro_cards unseen = jeudumetro_unseen(state, v);

			see(state, v, victim, card, &unseen);
		} else {
			jeudumetro_cards doubtful = jeudumetro_kinds(known_at(state, v, victim));

			if (doubtful) {
				state->known[v][victim] -= doubtful;
				state->unlocated[v] += doubtful;
				state->n_unlocated[v][victim] =
					(uint8_t)(state->n_unlocated[v][victim] + jeudumetro_total(doubtful));
			}
			if (state->n_unlocated[v][victim] > count_fresh(state, v, victim)) {
				state->n_unlocated[v][victim]--;
				state->n_unlocated[v][thief]++;
			}
		}
	}
}

/* Who draws a card knows that it was not in a hand. */
void jeudumetro_note_drawn(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned seat, unsigned card)
{
	(void)setup;
	if (state->viewer && state->viewer != seat + 1)
		return;
	if (jeudumetro_count(state->unlocated[seat], card) > 0 &&
	    jeudumetro_count(jeudumetro_unseen(state, seat), card) == 0)
		forget(state, seat, card);
}

/* JM-24: the discards, still in their place here, become the pile: all else is in hands. */
void jeudumetro_note_reshuffle(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	struct viewers viewers = kept(state);

	state->is_tracking = true;
	for (unsigned v = viewers.first; v < viewers.end; v++) {
		if (v < MP_SEATS && v >= (unsigned)setup->players)
			continue;
		state->unlocated[v] += jeudumetro_unseen(state, v);
		for (unsigned seat = 0; seat < MP_SEATS; seat++)
			if (seat != v)
				state->n_unlocated[v][seat] =
					(uint8_t)(state->size[seat] - jeudumetro_total(known_at(state, v, seat)));
	}
}
