/* SPDX-License-Identifier: MIT
 *
 * The memory of one match: setup, tables, states and a move buffer that grows. A table is made
 * aside and swapped in when all went well, so a request that fails loses nothing.
 */
#ifndef ENGINE_TABLE_H
#define ENGINE_TABLE_H

#include <metropole/match.h>
#include <metropole/record.h>

struct table {
	struct mp_setup setup;
	struct mp_match match;
	void *tables;
	char *text; /* a copy of the option of type text */
	char names[MP_SEATS][MP_NAME_MAX];
};

/* From a setup that was begun and set. On failure nothing is held. */
enum mp_err table_init(struct table *, const struct mp_setup *, struct mp_fault *);
enum mp_err table_load(struct table *, const char *record, struct mp_fault *);
void table_release(struct table *);

/* Names the seats, from the first on: one on each line. What is too long is left out. */
void table_name(struct table *, const char *names);

/* Makes room for one more move; MP_FULL at the cap or when memory is short. */
enum mp_err table_reserve(struct table *, struct mp_fault *);

#endif
