/* SPDX-License-Identifier: MIT
 *
 * A net in a file: a comment that says what it is and where it comes from, then its numbers,
 * separated by commas. A game's folder includes the same file, as it is.
 */
#ifndef LEARN_NETFILE_H
#define LEARN_NETFILE_H

#include "ai/net.h"

/* Reads the net for this setup; its weights are the caller's to free. NULL, or a sentence that says
 * what is wrong. */
const char *netfile_read(const char *path, const struct mp_setup *, struct net *);

#endif
