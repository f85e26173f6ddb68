/* SPDX-License-Identifier: MIT
 *
 * How people are reached: the browsers that may be pushed to, mail,
 * and when they are away for long.
 */
#include "server/store/sql.h"

/* Columns by name: nodes go on when a later version has given a table more of them. */
#define PUSHES    "SELECT endpoint, user, session, key, auth, lang, quiet, at FROM pushes"
#define VACATIONS "SELECT user, year, used, began, ends FROM vacations"
#define MAILS     "SELECT user, address, lang, is_verified, token, asked, sent FROM mails"

bool sql_push_put(void *db, const struct store_push *push, int most)
{
	return sql_do(sql_use(db,
	                      "INSERT INTO pushes VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON"
	                      " CONFLICT(endpoint) DO UPDATE SET user = excluded.user, session ="
	                      " excluded.session, key = excluded.key, auth = excluded.auth, lang ="
	                      " excluded.lang, quiet = excluded.quiet, at = excluded.at",
	                      "tisttiii", push->endpoint, push->user,
	                      push->has_session ? push->session : NULL, push->key, push->auth,
	                      (int64_t)push->lang, (int64_t)push->quiet, push->at)) &&
	       sql_do(sql_use(db,
	                      "DELETE FROM pushes WHERE user = ?1 AND endpoint NOT IN (SELECT"
	                      " endpoint FROM pushes WHERE user = ?1 ORDER BY at DESC LIMIT ?2)",
	                      "ii", push->user, (int64_t)most));
}

bool sql_push_drop(void *db, int64_t user, const char *endpoint)
{
	if (!endpoint)
		return sql_do(sql_use(db, "DELETE FROM pushes WHERE user = ?1", "i", user));
	return sql_do(
		sql_use(db, "DELETE FROM pushes WHERE user = ?1 AND endpoint = ?2", "it", user, endpoint));
}

bool sql_pushes_of(void *db, int64_t user, void (*each)(void *, const struct store_push *),
                   void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db, PUSHES " WHERE user = ?1 ORDER BY at DESC", "i", user);

	while (sql_row(stmt, &failed)) {
		struct store_push push = {
			.user = sql_int64(stmt, 1),
			.has_session = !sql_is_null(stmt, 2),
			.lang = (uint8_t)sql_int(stmt, 5),
			.quiet = (uint8_t)sql_int(stmt, 6),
			.at = sql_int64(stmt, 7),
		};

		sql_text(stmt, 0, push.endpoint, sizeof push.endpoint);
		sql_secret(stmt, 2, push.session);
		sql_text(stmt, 3, push.key, sizeof push.key);
		sql_text(stmt, 4, push.auth, sizeof push.auth);
		each(ctx, &push);
	}
	return !failed;
}

bool sql_vacation_put(void *db, const struct store_vacation *v)
{
	return sql_do(
		sql_use(db,
	            "INSERT INTO vacations VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(user) DO UPDATE"
	            " SET year = excluded.year, used = excluded.used, began = excluded.began,"
	            " ends = excluded.ends",
	            "iiiii", v->user, (int64_t)v->year, (int64_t)v->used, v->began, v->ends));
}

static void read_vacation(struct sql_stmt *stmt, struct store_vacation *vacation)
{
	*vacation = (struct store_vacation){
		.user = sql_int64(stmt, 0),
		.year = sql_int(stmt, 1),
		.used = sql_int(stmt, 2),
		.began = sql_int64(stmt, 3),
		.ends = sql_int64(stmt, 4),
	};
}

bool sql_vacation_find(void *db, int64_t user, struct store_vacation *vacation, bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db, VACATIONS " WHERE user = ?1", "i", user);

	*found = sql_row(stmt, &failed);
	if (*found) {
		read_vacation(stmt, vacation);
		sql_end(stmt);
	}
	return !failed;
}

bool sql_vacations(void *db, int64_t now, void (*each)(void *, const struct store_vacation *),
                   void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db, VACATIONS " WHERE ends > ?1", "i", now);

	while (sql_row(stmt, &failed)) {
		struct store_vacation vacation;

		read_vacation(stmt, &vacation);
		each(ctx, &vacation);
	}
	return !failed;
}

bool sql_mail_put(void *db, const struct store_mail *mail)
{
	return sql_do(
		sql_use(db,
	            "INSERT INTO mails VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(user) DO"
	            " UPDATE SET address = excluded.address, lang = excluded.lang, is_verified ="
	            " excluded.is_verified, token = excluded.token, asked = excluded.asked, sent"
	            " = excluded.sent",
	            "itiisii", mail->user, mail->address, (int64_t)mail->lang,
	            (int64_t)mail->is_verified, mail->token, mail->asked, mail->sent));
}

static bool one_mail(struct sql_stmt *stmt, struct store_mail *mail, bool *found)
{
	bool failed = false;

	*found = sql_row(stmt, &failed);
	if (!*found)
		return !failed;
	*mail = (struct store_mail){
		.user = sql_int64(stmt, 0),
		.lang = (uint8_t)sql_int(stmt, 2),
		.is_verified = sql_int(stmt, 3) != 0,
		.asked = sql_int64(stmt, 5),
		.sent = sql_int64(stmt, 6),
	};
	sql_text(stmt, 1, mail->address, sizeof mail->address);
	sql_secret(stmt, 4, mail->token);
	sql_end(stmt);
	return true;
}

bool sql_mail_find(void *db, int64_t user, struct store_mail *mail, bool *found)
{
	return one_mail(sql_use(db, MAILS " WHERE user = ?1", "i", user), mail, found);
}

bool sql_mail_asked(void *db, const uint8_t token[SECRET_BYTES], struct store_mail *mail,
                    bool *found)
{
	return one_mail(sql_use(db, MAILS " WHERE token = ?1", "s", token), mail, found);
}

bool sql_mail_drop(void *db, int64_t user)
{
	return sql_do(sql_use(db, "DELETE FROM mails WHERE user = ?1", "i", user));
}

bool sql_mail_seen(void *db, int64_t user)
{
	return sql_do(
		sql_use(db, "UPDATE mails SET sent = 0 WHERE user = ?1 AND sent <> 0", "i", user));
}
