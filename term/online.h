/* SPDX-License-Identifier: MIT
 *
 * A table on a server: events become a followed sitting, moves go out, connections that are lost
 * are made again, and what was missed is asked for.
 */
#ifndef TERM_ONLINE_H
#define TERM_ONLINE_H

#include "referee.h"

#include "remote/remote.h"

#include <stdio.h>

enum { ONLINE_TABLE_MAX = 40, ONLINE_WHY_MAX = 1024 };

struct online {
	struct remote *remote;
	struct sitting sitting;
	struct mp_voice voice; /* before there is a sitting */
	bool has_sitting, is_playing, is_missing, wants_record;
	char table[ONLINE_TABLE_MAX];
	int seat; /* -1: looks on */
	bool is_host;
	json_t *info, *now; /* the last that was told */
	int64_t now_at;     /* when, in ms of this machine */
	char names[MP_SEATS][MP_NAME_MAX];
	char kind[MP_SEATS]; /* o open, p person, b bot, a a person who is away */
	uint32_t seq, deal[MP_SEATS];
	int64_t next_id, next_try;
	int afresh;
	struct lines news;
	char why[ONLINE_WHY_MAX];
};

/* What is wanted of a server. */
struct online_wish {
	const char *url, *name, *table; /* name: as a guest; table: its id or address, or NULL */
	const char *account;            /* whose password is asked for; NULL: a guest, or as before */
	struct online_clock {
		int bank, increment, days; /* seconds and seconds, or days; all 0: none */
	} clock;                       /* of a table of one's own */
	const struct mp_setup *setup;  /* for a table of one's own; NULL: the lobby */
	const char *seats;             /* me, open, or a bot's level; NULL: me, then open */
	bool is_public;
	enum mp_lang lang;
	FILE *out;
	int in;
};

/* Comes to the server, finds or makes the table, sits down and waits until the game begins; says on
 * `out` what it does. False with a sentence in `why`. */
bool online_begin(struct online *, const struct online_wish *);
/* When a game is over: asks whether there is to be another, and waits until it begins. False if
 * not, with a sentence in `why` if it could not be. */
bool online_again(struct online *, const struct online_wish *);
void online_release(struct online *);
struct referee online_referee(struct online *);

/* Between the files of the table. The clock of this machine, in ms; the voice there is; something
 * that people should read, now and in the journal; a member's text, "" if it has none. */
int64_t online_ms(void);
const struct mp_voice *online_voice(const struct online *);
void online_tell(struct online *, const char *text);
const char *online_text(const json_t *, const char *key);
/* A request about the table; the answer, NULL if there is no connection. The
 * messages that come before it are taken. Takes `more` over. */
json_t *online_ask(struct online *, const char *op, json_t *more);
bool online_insist(struct online *, const char *op, json_t *more);
/* heard.c: a message from the table. */
void online_take(struct online *, json_t *message);
bool online_connect(struct online *);
/* All that is told right now. */
void online_drain(struct online *, unsigned ms);

#endif
