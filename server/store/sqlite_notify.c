/* SPDX-License-Identifier: MIT
 *
 * How people are reached, in SQLite: the browsers that may be pushed to, mail,
 * and when they are away for long.
 */
#include "server/store/sqlite.h"

bool sqlite_push_put(void *db, const struct store_push *push, int most)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO pushes VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
	                            "tisttiii", push->endpoint, push->user,
	                            push->has_session ? push->session : NULL, push->key, push->auth,
	                            (int64_t)push->lang, (int64_t)push->quiet, push->at)) &&
	       sqlite_do(sqlite_use(db,
	                            "DELETE FROM pushes WHERE user = ?1 AND endpoint NOT IN (SELECT"
	                            " endpoint FROM pushes WHERE user = ?1 ORDER BY at DESC LIMIT ?2)",
	                            "ii", push->user, (int64_t)most));
}

bool sqlite_push_drop(void *db, int64_t user, const char *endpoint)
{
	if (!endpoint)
		return sqlite_do(sqlite_use(db, "DELETE FROM pushes WHERE user = ?", "i", user));
	return sqlite_do(
		sqlite_use(db, "DELETE FROM pushes WHERE user = ? AND endpoint = ?", "it", user, endpoint));
}

bool sqlite_pushes_of(void *db, int64_t user, void (*each)(void *, const struct store_push *),
                      void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db, "SELECT * FROM pushes WHERE user = ? ORDER BY at DESC", "i", user);

	while (sqlite_row(stmt, &failed)) {
		struct store_push push = {
			.user = sqlite3_column_int64(stmt, 1),
			.has_session = sqlite3_column_type(stmt, 2) != SQLITE_NULL,
			.lang = (uint8_t)sqlite3_column_int(stmt, 5),
			.quiet = (uint8_t)sqlite3_column_int(stmt, 6),
			.at = sqlite3_column_int64(stmt, 7),
		};

		sqlite_text(stmt, 0, push.endpoint, sizeof push.endpoint);
		sqlite_secret(stmt, 2, push.session);
		sqlite_text(stmt, 3, push.key, sizeof push.key);
		sqlite_text(stmt, 4, push.auth, sizeof push.auth);
		each(ctx, &push);
	}
	return !failed;
}

bool sqlite_vacation_put(void *db, const struct store_vacation *v)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO vacations VALUES(?, ?, ?, ?, ?)",
	                            "iiiii", v->user, (int64_t)v->year, (int64_t)v->used, v->began,
	                            v->ends));
}

static void read_vacation(sqlite3_stmt *stmt, struct store_vacation *vacation)
{
	*vacation = (struct store_vacation){
		.user = sqlite3_column_int64(stmt, 0),
		.year = sqlite3_column_int(stmt, 1),
		.used = sqlite3_column_int(stmt, 2),
		.began = sqlite3_column_int64(stmt, 3),
		.ends = sqlite3_column_int64(stmt, 4),
	};
}

bool sqlite_vacation_find(void *db, int64_t user, struct store_vacation *vacation, bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db, "SELECT * FROM vacations WHERE user = ?", "i", user);

	*found = sqlite_row(stmt, &failed);
	if (*found) {
		read_vacation(stmt, vacation);
		sqlite3_reset(stmt);
	}
	return !failed;
}

bool sqlite_vacations(void *db, int64_t now, void (*each)(void *, const struct store_vacation *),
                      void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db, "SELECT * FROM vacations WHERE ends > ?", "i", now);

	while (sqlite_row(stmt, &failed)) {
		struct store_vacation vacation;

		read_vacation(stmt, &vacation);
		each(ctx, &vacation);
	}
	return !failed;
}

bool sqlite_mail_put(void *db, const struct store_mail *mail)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO mails VALUES(?, ?, ?, ?, ?, ?, ?)",
	                            "itiisii", mail->user, mail->address, (int64_t)mail->lang,
	                            (int64_t)mail->is_verified, mail->token, mail->asked, mail->sent));
}

static bool one_mail(sqlite3_stmt *stmt, struct store_mail *mail, bool *found)
{
	bool failed = false;

	*found = sqlite_row(stmt, &failed);
	if (!*found)
		return !failed;
	*mail = (struct store_mail){
		.user = sqlite3_column_int64(stmt, 0),
		.lang = (uint8_t)sqlite3_column_int(stmt, 2),
		.is_verified = sqlite3_column_int(stmt, 3) != 0,
		.asked = sqlite3_column_int64(stmt, 5),
		.sent = sqlite3_column_int64(stmt, 6),
	};
	sqlite_text(stmt, 1, mail->address, sizeof mail->address);
	sqlite_secret(stmt, 4, mail->token);
	sqlite3_reset(stmt);
	return true;
}

bool sqlite_mail_find(void *db, int64_t user, struct store_mail *mail, bool *found)
{
	return one_mail(sqlite_use(db, "SELECT * FROM mails WHERE user = ?", "i", user), mail, found);
}

bool sqlite_mail_asked(void *db, const uint8_t token[SECRET_BYTES], struct store_mail *mail,
                       bool *found)
{
	return one_mail(sqlite_use(db, "SELECT * FROM mails WHERE token = ?", "s", token), mail, found);
}

bool sqlite_mail_drop(void *db, int64_t user)
{
	return sqlite_do(sqlite_use(db, "DELETE FROM mails WHERE user = ?", "i", user));
}

bool sqlite_mail_seen(void *db, int64_t user)
{
	return sqlite_do(
		sqlite_use(db, "UPDATE mails SET sent = 0 WHERE user = ? AND sent <> 0", "i", user));
}
