/* SPDX-License-Identifier: MIT
 *
 * Which moves deserve a look first. A bid's logit is the sum of what its neighbourhood and what
 * its value promise, each with weights of their own where nobody could outbid it; so hundreds of
 * openings cost one sum each. Shared with the tool that trains the weights.
 */
#ifndef METROPOLYS_POLICY_H
#define METROPOLYS_POLICY_H

#include "state.h"

enum {
	METROPOLYS_PLACE_FEATURES = 12, /* what is seen of a neighbourhood */
	METROPOLYS_PASS_FEATURES = 6,   /* and of passing */
};

/* The weights: of neighbourhoods by safety, of values by opening or outbid and by safety. */
struct metropolys_policy_weights {
	float place[2][METROPOLYS_PLACE_FEATURES];
	float value[2][2][METROPOLYS_VALUES + 1];
	float lowest[2]; /* the lowest value that will do, by safety */
	float costly[2]; /* worth of the neighbourhood times the value, by safety */
	float pass[METROPOLYS_PASS_FEATURES];
};

/* What a seat on turn sees. */
struct metropolys_features {
	unsigned opening; /* 1 if this opens a call */
	unsigned ceiling; /* the highest value that somebody else in this call could place */
	unsigned lowest;  /* the lowest value that will do */
	uint64_t enclosed;
	float place[METROPOLYS_PLACES][METROPOLYS_PLACE_FEATURES];
	float pass[METROPOLYS_PASS_FEATURES];
};

void metropolys_features(const struct mp_setup *, const struct metropolys_state *, unsigned seat,
                         struct metropolys_features *);

/* The logit of each of these moves; a prior is e to the power of it. */
void metropolys_logits(const struct metropolys_policy_weights *, const struct metropolys_features *,
                       const mp_move *, size_t n, float *logit);

/* Could nobody outbid this? */
static inline unsigned metropolys_is_safe(const struct metropolys_features *features,
                                          unsigned value, unsigned place)
{
	return value >= features->ceiling || features->enclosed >> place & 1;
}

#endif
