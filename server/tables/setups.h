/* SPDX-License-Identifier: MIT
 *
 * Setups shared by all matches of the same game, players and options; they are immutable, and
 * their derived tables may be larger than a match.
 */
#ifndef METROPOLE_SERVER_SETUPS_H
#define METROPOLE_SERVER_SETUPS_H

#include <jansson.h>

#include <metropole/setup.h>

struct shared_setup {
	struct mp_setup setup;
	struct shared_setup *next;
	uint32_t refs;
	char *options; /* as a JSON object, for the storage */
};

struct setups {
	struct shared_setup *first;
};

/* The setup for these options (a JSON object, or NULL), with a reference for the caller; NULL with
 * a fault. */
struct shared_setup *setups_get(struct setups *, const char *game, int players, json_t *options,
                                struct mp_fault *);
/* Only from the loop's thread. */
void setups_hold(struct shared_setup *);
void setups_drop(struct setups *, struct shared_setup *);

#endif
