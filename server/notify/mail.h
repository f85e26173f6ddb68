/* SPDX-License-Identifier: MIT
 *
 * Mail, for hosts who have set up SMTP: that an address is to be confirmed, and that games wait. Of
 * games somebody is told in one mail, a while after the first began to wait, and then not again
 * until they have been seen or a day has passed. It names games and players, and no move.
 */
#ifndef METROPOLE_SERVER_MAIL_H
#define METROPOLE_SERVER_MAIL_H

#include "server/store/store.h"

struct server;

enum {
	MAIL_PENDING_MAX = 10000,         /* people who are to be written to */
	MAIL_TABLES_MAX = 20,             /* that a mail names */
	MAIL_TOKEN_BYTES = 16,            /* of a confirmation */
	MAIL_STOP_TEXT = 14 + 2 * 16 + 1, /* whose mails, and our signature */
};

struct mails {
	struct mail_pending {
		int64_t person;
		uint64_t due; /* by the server's `now` */
	} * list;
	size_t n, cap;
	uint64_t next;
};

bool mail_is_offered(const struct server *);
/* An address as mails are sent to: one @, plain letters, nothing that could be a header. */
bool mail_is_address(const char *);

/* Something waits for a person who is away. */
void mail_soon(struct server *, int64_t person);
/* At the start: everyone for whom something waits. */
void mail_resume(struct server *);
void mail_tick(struct server *);
void mails_release(struct mails *);

/* Asks the owner of an address whether it is theirs. */
void mail_confirm(struct server *, const struct store_mail *, const char *name, const char *token);
/* What stops the mails of this person to this address, without signing in. */
void mail_stop_token(const struct server *, const struct store_mail *, char out[MAIL_STOP_TEXT]);

#endif
