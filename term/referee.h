/* SPDX-License-Identifier: MIT
 *
 * Who decides what happens at a sitting: this program, with its bots, or a server far away. The
 * screen and the line mode ask it, and do not know which it is.
 */
#ifndef TERM_REFEREE_H
#define TERM_REFEREE_H

#include "sitting.h"
#include "thinker.h"

struct referee {
	void *ctx;
	/* Plays a move of this seat, or sends it on its way. */
	enum mp_err (*play)(void *ctx, int seat, const char *move, struct mp_fault *);
	/* Takes a person's last move back, or asks for it; false if that cannot be. */
	bool (*undo)(void *ctx);
	/* This seat says nothing to the open deal. */
	void (*waive)(void *ctx, int seat);
	/* Looks whether something happened, and lets it. What is to be said goes into `news`. */
	bool (*poll)(void *ctx, struct lines *news);
	/* Says something to the others; NULL where nobody would hear it. */
	void (*chat)(void *ctx, const char *text);
	/* What stands beside a seat's name: a clock, away …; NULL if nothing ever does. */
	void (*beside)(void *ctx, int seat, char *out, size_t size);
};

/* The referee of a sitting of this machine: asks its bots. */
struct local {
	struct sitting *sitting;
	struct thinker thinker;
};
struct referee local_referee(struct local *, struct sitting *);
void local_release(struct local *);

#endif
