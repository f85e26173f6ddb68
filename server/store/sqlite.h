/* SPDX-License-Identifier: MIT
 *
 * SQLite under the storage: the connection, and statements that are prepared once. For the
 * sqlite*.c files only.
 */
#ifndef METROPOLE_SERVER_SQLITE_H
#define METROPOLE_SERVER_SQLITE_H

#include "server/store/store.h"

#include <sqlite3.h>

enum { SQLITE_STATEMENTS = 128 };

struct sqlite_db {
	sqlite3 *db;
	bool is_reading; /* since begin */
	int64_t there;   /* key of a table that was seen to be there since begin; 0: none was */
	struct {
		const char *sql; /* the literal itself is the key */
		sqlite3_stmt *stmt;
	} cache[SQLITE_STATEMENTS];
};

/* The statement, ready to be stepped, with its parameters bound as `types` says: i int64_t, d
 * double, t text or NULL, s 32 secret bytes or NULL. NULL on failure. */
sqlite3_stmt *sqlite_use(struct sqlite_db *, const char *sql, const char *types, ...);
/* Runs it to the end; for statements without rows. */
bool sqlite_do(sqlite3_stmt *);
/* Steps to the next row; resets the statement when there is none. `failed` on error. */
bool sqlite_row(sqlite3_stmt *, bool *failed);
/* Copies a text column, cut to fit. */
void sqlite_text(sqlite3_stmt *, int column, char *out, size_t cap);
void sqlite_secret(sqlite3_stmt *, int column, uint8_t out[SECRET_BYTES]);

/* sqlite_schema.c: brings a file of any earlier version up to date. */
bool sqlite_migrate(sqlite3 *, char *why, size_t cap);
/* For those who use the file beside a server: is it of this program's version? */
bool sqlite_is_current(sqlite3 *, char *why, size_t cap);

/* sqlite_tables.c */
bool sqlite_last_table(void *db, int64_t *key);
bool sqlite_table_put(void *db, const struct store_table *);
bool sqlite_event_put(void *db, const struct store_event *);
bool sqlite_tables_live(void *db, void (*each)(void *, const struct store_table *), void *ctx);
bool sqlite_table_find(void *db, const char *id, void (*each)(void *, const struct store_table *),
                       void *ctx);
bool sqlite_events_of(void *db, int64_t key, void (*each)(void *, const struct store_event *),
                      void *ctx);
bool sqlite_table_drop(void *db, const char *id);
bool sqlite_result_put(void *db, const struct store_result *);
bool sqlite_games_of(void *db, int64_t user, int64_t before_key, bool only_public, int limit,
                     void (*each)(void *, const struct store_game *), void *ctx);
bool sqlite_stats_of(void *db, int64_t user, void (*each)(void *, const struct store_stat *),
                     void *ctx);

/* sqlite_retain.c */
bool sqlite_retain(void *db, const struct store_keep *);

/* sqlite_order.c: forgetting, bans, reports, commands */
bool sqlite_user_drop(void *db, int64_t id, int64_t at,
                      void (*each)(void *, const struct store_event *), void *ctx);
bool sqlite_user_gone(void *db, int64_t id, bool *gone);
bool sqlite_ban_put(void *db, const struct store_ban *);
bool sqlite_ban_drop(void *db, uint64_t address, int64_t user, int *dropped);
bool sqlite_ban_find(void *db, uint64_t address, int64_t now, bool *found);
bool sqlite_bans(void *db, int64_t now, void (*each)(void *, const struct store_ban *), void *ctx);
bool sqlite_report_put(void *db, const struct store_report *);
bool sqlite_reports(void *db, int64_t about, void (*each)(void *, const struct store_report *),
                    void *ctx);
bool sqlite_reports_drop(void *db, int64_t id, int *dropped);
bool sqlite_chat_drop(void *db, const char *table, uint32_t seq, struct store_event *, bool *found);
bool sqlite_chat_of(void *db, int64_t user,
                    void (*each)(void *, const char *table, const struct store_event *), void *ctx);
bool sqlite_seats_of(void *db, int64_t user, int64_t after, int limit,
                     void (*each)(void *, const struct store_table *, int seat), void *ctx);
bool sqlite_ratings_of(void *db, int64_t user,
                       void (*each)(void *, const char *game, int players,
                                    const struct store_rating *),
                       void *ctx);
bool sqlite_command_next(void *db, int64_t *id, char *text, size_t cap, bool *found);
bool sqlite_command_answer(void *db, int64_t id, int status, const char *answer);

/* sqlite_notify.c: how people are reached */
bool sqlite_push_put(void *db, const struct store_push *, int most);
bool sqlite_push_drop(void *db, int64_t user, const char *endpoint);
bool sqlite_pushes_of(void *db, int64_t user, void (*each)(void *, const struct store_push *),
                      void *ctx);

bool sqlite_mail_put(void *db, const struct store_mail *);
bool sqlite_mail_find(void *db, int64_t user, struct store_mail *, bool *found);
bool sqlite_mail_asked(void *db, const uint8_t token[SECRET_BYTES], struct store_mail *,
                       bool *found);
bool sqlite_mail_drop(void *db, int64_t user);
bool sqlite_mail_seen(void *db, int64_t user);
bool sqlite_vacation_put(void *db, const struct store_vacation *);
bool sqlite_vacation_find(void *db, int64_t user, struct store_vacation *, bool *found);
bool sqlite_vacations(void *db, int64_t now, void (*each)(void *, const struct store_vacation *),
                      void *ctx);

/* sqlite_users.c */
bool sqlite_user_find(void *db, int64_t id, struct store_user *, bool *found);
bool sqlite_user_named(void *db, const char *name_key, struct store_user *, bool *found);
bool sqlite_user_of_token(void *db, const uint8_t hash[SECRET_BYTES], struct store_user *,
                          bool *found);
bool sqlite_bots_of(void *db, int64_t owner, void (*each)(void *, const struct store_user *),
                    void *ctx);
bool sqlite_bot_ranks(void *db, int64_t from, int limit,
                      void (*each)(void *, const struct store_rank *), void *ctx);
bool sqlite_user_put(void *db, const struct store_user *, bool *taken);
bool sqlite_user_seen(void *db, int64_t id, int64_t at, uint64_t address);
bool sqlite_users(void *db, const char *part, bool only_banned, int limit,
                  void (*each)(void *, const struct store_user *), void *ctx);
bool sqlite_session_put(void *db, const struct store_session *);
bool sqlite_session_find(void *db, const uint8_t hash[SECRET_BYTES], struct store_session *,
                         bool *found);
bool sqlite_session_drop(void *db, int64_t user, const uint8_t hash[SECRET_BYTES]);
bool sqlite_sessions_of(void *db, int64_t user, void (*each)(void *, const struct store_session *),
                        void *ctx);
bool sqlite_rating_find(void *db, int64_t user, const char *game, int players,
                        struct store_rating *, bool *found);
bool sqlite_rating_put(void *db, int64_t user, const char *game, int players,
                       const struct store_rating *);

#endif
