/* SPDX-License-Identifier: MIT
 *
 * Orders of the host of the server: bans, forgetting, chat lines, reports, tables. An order is a
 * line of words with tabs between them. It is carried out on the storage by whoever holds the data
 * file, the running server or, without one, the program that gives it; and it is always answered.
 *
 *   ban WHO [DAYS]      unban WHO           forget WHO [yes]
 *   close TABLE         delete TABLE [yes]  remove TABLE SEQ     clear REPORT|all
 *
 * WHO is a person's number, the name of an account, or an address. Guests have no name of their
 * own, so that nobody is banned for being called like somebody else.
 */
#ifndef METROPOLE_SERVER_MODERATE_H
#define METROPOLE_SERVER_MODERATE_H

#include "server/store/store.h"

enum { ORDER_BYTES = 256, ORDER_ANSWER_BYTES = 640, ORDER_DAYS = 30, ORDER_WAIT_MS = 10000 };

enum order_status { ORDER_DONE, ORDER_REFUSED };

struct order {
	char text[ORDER_BYTES];
	int64_t now; /* ms since 1970 */

	/* What came of it. */
	enum order_status status;
	char answer[ORDER_ANSWER_BYTES];
	/* What is left to be done in memory. */
	int64_t person;   /* whose connections end */
	uint64_t address; /* from which guests' connections end */
	bool forgets;     /* the person is to be forgotten, on the disk too */
	bool closes, deletes;
	char table[TABLE_ID_LEN + 1];
	bool has_removed;
	struct store_event removed;
};

/* On the storage: does what can be done there, and says so. */
bool order_run(const struct store_ops *, void *db, struct order *);

/* For the program. Has an order carried out, by the running server or here; false with a sentence
 * in `answer` if it could not be, or was refused. */
bool order_give(const char *data, const char *text, char *answer, size_t cap);

/* Lists, one JSON object a line. */
bool order_people(const char *data, const char *part, void (*print)(const char *), char *why,
                  size_t cap);
bool order_bans(const char *data, void (*print)(const char *), char *why, size_t cap);
bool order_reports(const char *data, void (*print)(const char *), char *why, size_t cap);
/* All that is kept about somebody. */
bool order_export(const char *data, const char *who, void (*print)(const char *), char *why,
                  size_t cap);

#endif
