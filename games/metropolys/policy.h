/* SPDX-License-Identifier: MIT
 *
 * Which moves deserve a look first. A bid's appeal is the sum of what its neighbourhood and what
 * its value promise, each with weights of their own where nobody could outbid it; so hundreds of
 * openings cost one sum each. Shared with the tool that trains the weights.
 */
#ifndef METROPOLYS_POLICY_H
#define METROPOLYS_POLICY_H

#include "state.h"

enum {
	PLACE_LOOKS = 12, /* what is seen of a neighbourhood */
	PASS_LOOKS = 6,   /* and of passing */
};

/* The weights: of neighbourhoods by safety, of values by opening or outbid and by safety. */
struct metropolys_taste {
	float place[2][PLACE_LOOKS];
	float value[2][2][VALUES + 1];
	float lowest[2]; /* the lowest value that will do, by safety */
	float costly[2]; /* worth of the neighbourhood times the value, by safety */
	float pass[PASS_LOOKS];
};

/* By version and number of players - 2. */
extern const struct metropolys_taste metropolys_tastes[2][PLAYERS_MAX - 1];

/* What a seat on turn sees. */
struct metropolys_glance {
	unsigned opening; /* 1 if this opens a call */
	unsigned ceiling; /* the highest value that somebody else in this call could place */
	unsigned lowest;  /* the lowest value that will do */
	uint64_t enclosed;
	float place[PLACES][PLACE_LOOKS];
	float pass[PASS_LOOKS];
};

void metropolys_glance(const struct mp_setup *, const struct metropolys_state *, unsigned seat,
                       struct metropolys_glance *);

/* The appeal of each of these moves; a prior is e to the power of it. */
void metropolys_appeal(const struct metropolys_taste *, const struct metropolys_glance *,
                       const mp_move *, size_t n, float *appeal);

/* Could nobody outbid this? */
static inline unsigned metropolys_is_safe(const struct metropolys_glance *glance, unsigned value,
                                          unsigned place)
{
	return value >= glance->ceiling || glance->enclosed >> place & 1;
}

#endif
