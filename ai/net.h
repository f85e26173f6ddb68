/* SPDX-License-Identifier: MIT
 *
 * What a trained net thinks of a position. Each seat is looked at in turn: the inputs that are on,
 * its own and the others' by how far they sit from it, are added up (16 bits), clipped, weighed
 * twice more (32 bits), and what comes out speaks for the seat; shares follow from that. Whole
 * numbers up to there, so that every platform finds the same, and nothing is kept from one position
 * to the next: a search imagines other hands each time, so little of a sum would still hold.
 */
#ifndef METROPOLE_AI_NET_H
#define METROPOLE_AI_NET_H

#include <metropole/net.h>

struct net {
	int players;
	size_t inputs;
	const int16_t *weights; /* MP_NET_SIZE of them */
};

/* The net that the game brings for this setup; weights are NULL if there is none. */
struct net net_shipped(const struct mp_setup *);

/* Can no sum overflow, whichever inputs are on? */
bool net_is_sound(const struct net *, size_t on);

/* Which net it is, in 32 bits. */
uint32_t net_hash(const struct net *);

/* What speaks for a seat, in parts of NET_UNIT, given the inputs that are on for each seat. */
enum { NET_UNIT = 1 << 14 };
struct net_inputs {
	size_t n[MP_SEATS];
	uint16_t on[MP_SEATS][MP_INPUTS_ON_MAX];
};
int32_t net_strength(const struct net *, const struct net_inputs *, int seat);

/* The win shares of a full state where a player is on turn. */
void net_shares(const struct net *, const struct mp_setup *, const void *state,
                float share[MP_SEATS]);

#endif
