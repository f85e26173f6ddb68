/* SPDX-License-Identifier: MIT
 *
 * SQL under the storage, in words that both databases understand. Whatever is asked of a database
 * is written once, in the files of this room that know neither; a driver (sqlite.c, postgres.c)
 * takes it there and back. For this room, and for the host's tools beside a server.
 */
#ifndef METROPOLE_SERVER_SQL_H
#define METROPOLE_SERVER_SQL_H

#include "server/store/store.h"

#include <stdarg.h>

enum { SQL_STATEMENTS = 192 };

struct sql;

/* A parameter, or a column of a row. */
struct sql_value {
	char type; /* i, d, t or b */
	bool is_null;
	int64_t number;
	double real;
	const void *bytes; /* of b, and of t with a NUL behind them */
	size_t n;          /* of b */
};

/* A statement under way. */
struct sql_stmt {
	struct sql *db;
};

/* One database of each kind. A statement is sent by `use`; `row` waits for what it gives, `run`
 * need not: a failure may be told by a later call, by commit at the latest. */
struct sql_driver {
	struct sql *(*open)(const char *data, char *why, size_t cap);
	void (*close)(struct sql *);
	bool (*begin)(struct sql *, bool to_read);
	bool (*commit)(struct sql *);
	enum store_state (*failed)(struct sql *, char *why, size_t cap);
	bool (*was_kept)(struct sql *, bool *kept);
	struct sql_stmt *(*use)(struct sql *, const char *sql, const char *types, va_list);
	/* Runs it to the end. How many rows it changed is in `counts[slot]` after wait. */
	bool (*run)(struct sql_stmt *, size_t slot);
	bool (*wait)(struct sql *);
	bool (*row)(struct sql_stmt *, bool *failed);
	void (*end)(struct sql_stmt *);
	bool (*is_null)(struct sql_stmt *, int column);
	int64_t (*int64)(struct sql_stmt *, int column);
	double (*real)(struct sql_stmt *, int column);
	const char *(*string)(struct sql_stmt *, int column); /* NULL if it is null */
	const void *(*bytes)(struct sql_stmt *, int column, size_t *n);
};

extern const struct sql_driver sql_sqlite, sql_postgres;

/* An event that a job puts, unless its key is taken. */
struct sql_claim {
	int64_t table;
	uint32_t seq;
};

enum { SQL_COUNT = 0, SQL_CLAIMS = 1 }; /* slots: of sql_count, and of the first claim */

/* What is the same for both drivers; begins their own. */
struct sql {
	const struct sql_driver *driver;
	int64_t node;
	bool is_reading; /* since begin */
	bool is_settled; /* all claims are known to be kept or not */
	int64_t *counts;
	size_t cap_counts;
	struct sql_claim *claims; /* since begin */
	size_t n_claims, cap_claims;
	struct store_bell *bells; /* to be rung at commit */
	size_t n_bells, cap_bells;
};

/* sql.c. The statement with its parameters, which stand in it as ?1, ?2, …, as `types` says: i
 * int64_t, d double, t text or NULL, s 32 secret bytes or NULL, b bytes or NULL and their number
 * (size_t), v a pointer to a struct sql_value. The text of the statement is a literal, which is its
 * name. NULL on failure. */
struct sql_stmt *sql_use(void *db, const char *sql, const char *types, ...);
/* Runs it to the end; for statements without rows. */
bool sql_do(struct sql_stmt *);
/* The same, and says how many rows it changed. */
bool sql_count(struct sql_stmt *, int64_t *n);
/* Steps to the next row; ends the statement when there is none. `failed` on error. */
bool sql_row(struct sql_stmt *, bool *failed);
/* Before the last row. */
void sql_end(struct sql_stmt *);
bool sql_is_null(struct sql_stmt *, int column);
int sql_int(struct sql_stmt *, int column);
int64_t sql_int64(struct sql_stmt *, int column);
double sql_real(struct sql_stmt *, int column);
const char *sql_string(struct sql_stmt *, int column);
const void *sql_bytes(struct sql_stmt *, int column, size_t *n);
/* Copies a text column, cut to fit. */
void sql_text(struct sql_stmt *, int column, char *out, size_t cap);
void sql_secret(struct sql_stmt *, int column, uint8_t out[SECRET_BYTES]);
/* Is there a row? */
bool sql_exists(struct sql_stmt *, bool *found);
/* For the drivers: the next parameter. */
struct sql_value sql_parameter(char type, va_list *);
/* For the drivers' begin, and close. */
void sql_clear(struct sql *);
void sql_release(struct sql *);

/* schema.c: the steps from each version to the next. */
struct sql_step {
	const char *both;
	const char *sqlite; /* to be done to files that were there before */
};

extern const struct sql_step sql_steps[];
int sql_version(void);
bool sql_knows_version(int version, char *why, size_t cap);
/* For those who use the data beside a server: are they of this program's version? */
bool sql_is_current(int version, char *why, size_t cap);

/* postgres_link.c and sqlite.c. The version of data that are there; 0 if they are not a server's.
 */
bool postgres_is_url(const char *data);
bool postgres_version_of(const char *url, int *version, char *why, size_t cap);
bool sqlite_version_of(const char *path, int *version, char *why, size_t cap);

/* tables.c */
bool sql_table_keys(void *db, int n, int64_t *first);
bool sql_table_add(void *db, const struct store_table *);
bool sql_table_put(void *db, const struct store_table *);
bool sql_event_put(void *db, const struct store_event *);
size_t sql_claims(void *db);
bool sql_settle(void *db, size_t from, size_t to, bool *kept);
bool sql_tables_live(void *db, void (*each)(void *, const struct store_table *), void *ctx);
bool sql_table_find(void *db, const char *id, void (*each)(void *, const struct store_table *),
                    void *ctx);
bool sql_table_of(void *db, int64_t key, void (*each)(void *, const struct store_table *),
                  void *ctx);
bool sql_events_of(void *db, int64_t key, uint32_t since,
                   void (*each)(void *, const struct store_event *), void *ctx);
bool sql_count_events(void *db, int64_t key, int64_t *n);
bool sql_table_drop(void *db, const char *id);
bool sql_result_put(void *db, const struct store_result *);
bool sql_games_of(void *db, int64_t user, int64_t before_key, bool only_public, int limit,
                  void (*each)(void *, const struct store_game *), void *ctx);
bool sql_stats_of(void *db, int64_t user, void (*each)(void *, const struct store_stat *),
                  void *ctx);

/* retain.c */
bool sql_retain(void *db, const struct store_keep *);

/* order.c: forgetting, bans, reports, commands */
bool sql_user_drop(void *db, int64_t id, int64_t at,
                   void (*each)(void *, const struct store_event *), void *ctx);
bool sql_user_gone(void *db, int64_t id, bool *gone);
bool sql_ban_put(void *db, const struct store_ban *);
bool sql_ban_drop(void *db, uint64_t address, int64_t user, int *dropped);
bool sql_ban_find(void *db, uint64_t address, int64_t now, bool *found);
bool sql_bans(void *db, int64_t now, void (*each)(void *, const struct store_ban *), void *ctx);
bool sql_report_put(void *db, const struct store_report *);
bool sql_reports(void *db, int64_t about, void (*each)(void *, const struct store_report *),
                 void *ctx);
bool sql_reports_drop(void *db, int64_t id, int *dropped);
bool sql_chat_drop(void *db, const char *table, uint32_t seq, struct store_event *, bool *found);
bool sql_chat_of(void *db, int64_t user,
                 void (*each)(void *, const char *table, const struct store_event *), void *ctx);
bool sql_seats_of(void *db, int64_t user, int64_t after, int limit,
                  void (*each)(void *, const struct store_table *, int seat), void *ctx);
bool sql_ratings_of(void *db, int64_t user,
                    void (*each)(void *, const char *game, int players,
                                 const struct store_rating *),
                    void *ctx);
bool sql_command_put(void *db, const char *text, int64_t *id);
bool sql_command_find(void *db, int64_t id, int *status, char *answer, size_t cap, bool *found);
bool sql_command_drop(void *db, int64_t id);
bool sql_command_next(void *db, int64_t *id, char *text, size_t cap, bool *found);
bool sql_command_answer(void *db, int64_t id, int status, const char *answer);

/* notify.c: how people are reached */
bool sql_push_put(void *db, const struct store_push *, int most);
bool sql_push_drop(void *db, int64_t user, const char *endpoint);
bool sql_pushes_of(void *db, int64_t user, void (*each)(void *, const struct store_push *),
                   void *ctx);

bool sql_mail_put(void *db, const struct store_mail *);
bool sql_mail_find(void *db, int64_t user, struct store_mail *, bool *found);
bool sql_mail_asked(void *db, const uint8_t token[SECRET_BYTES], struct store_mail *, bool *found);
bool sql_mail_drop(void *db, int64_t user);
bool sql_mail_seen(void *db, int64_t user);
bool sql_vacation_put(void *db, const struct store_vacation *);
bool sql_vacation_find(void *db, int64_t user, struct store_vacation *, bool *found);
bool sql_vacations(void *db, int64_t now, void (*each)(void *, const struct store_vacation *),
                   void *ctx);

/* users.c */
bool sql_user_find(void *db, int64_t id, struct store_user *, bool *found);
bool sql_user_lock(void *db, int64_t id);
bool sql_user_named(void *db, const char *name_key, struct store_user *, bool *found);
bool sql_user_of_token(void *db, const uint8_t hash[SECRET_BYTES], struct store_user *,
                       bool *found);
bool sql_bots_of(void *db, int64_t owner, void (*each)(void *, const struct store_user *),
                 void *ctx);
bool sql_bot_ranks(void *db, int64_t from, int limit,
                   void (*each)(void *, const struct store_rank *), void *ctx);
bool sql_user_put(void *db, const struct store_user *, bool *taken);
bool sql_user_seen(void *db, int64_t id, int64_t at, uint64_t address);
bool sql_users(void *db, const char *part, bool only_banned, int limit,
               void (*each)(void *, const struct store_user *), void *ctx);
bool sql_session_put(void *db, const struct store_session *);
bool sql_session_find(void *db, const uint8_t hash[SECRET_BYTES], struct store_session *,
                      bool *found);
bool sql_session_drop(void *db, int64_t user, const uint8_t hash[SECRET_BYTES]);
bool sql_sessions_of(void *db, int64_t user, void (*each)(void *, const struct store_session *),
                     void *ctx);
bool sql_rating_find(void *db, int64_t user, const char *game, int players, struct store_rating *,
                     bool *found);
bool sql_rating_put(void *db, int64_t user, const char *game, int players,
                    const struct store_rating *);

/* nodes.c: what nodes on one database share */
bool sql_ring(void *db, enum bell_topic, int64_t a, int64_t b);
bool sql_lease_take(void *db, const char *name, int64_t node, int64_t ms, bool *taken);
bool sql_lease_drop(void *db, const char *name, int64_t node);
bool sql_think_put(void *db, const struct store_think *, int64_t *id);
bool sql_think_take(void *db, int64_t worker, int64_t ms, int64_t ahead,
                    void (*each)(void *, const struct store_think *), void *ctx);
bool sql_think_keep(void *db, int64_t id, int64_t worker, int64_t ms);
bool sql_think_answer(void *db, int64_t id, int64_t worker, const char *text, bool *kept);
bool sql_thoughts(void *db, int64_t node,
                  void (*each)(void *, const struct store_think *, const char *answer), void *ctx);
bool sql_think_drop(void *db, int64_t table, int64_t node);
bool sql_node_put(void *db, int64_t node, const char *about, int64_t ms);
bool sql_node_drop(void *db, int64_t node);
bool sql_clock(void *db, int64_t *ms);
bool sql_nodes(void *db, void (*each)(void *, int64_t node, const char *about), void *ctx);
bool sql_presence_put(void *db, int64_t node, int64_t who, int64_t n);
bool sql_presences(void *db, void (*each)(void *, int64_t node, int64_t who, int64_t n), void *ctx);
bool sql_budget_use(void *db, int64_t who, int kind, double amount, double rate, double *used);

/* reviews.c */
bool sql_review_ask(void *db, int64_t table, const char *record, bool *is_new);
bool sql_review_find(void *db, int64_t table, void (*each)(void *, const char *review), void *ctx);
bool sql_review_take(void *db, int64_t worker, int64_t ms,
                     void (*each)(void *, int64_t table, const char *record), void *ctx);
bool sql_review_hold(void *db, int64_t table, int64_t worker, int64_t ms);
bool sql_review_put(void *db, int64_t table, int64_t worker, const char *review);

#endif
