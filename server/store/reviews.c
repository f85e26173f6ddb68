/* SPDX-License-Identifier: MIT
 *
 * Reviews of finished games, and the queue of those that are still to be made. A row has the record
 * until it has the review.
 */
#include "server/store/sql.h"

bool sql_review_ask(void *db, int64_t table, const char *record, bool *is_new)
{
	int64_t n = 0;
	bool good = sql_count(sql_use(db,
	                              "INSERT INTO reviews VALUES(?1, now_ms(), 0, 0, 0, ?2, NULL)"
	                              " ON CONFLICT(table_key) DO NOTHING",
	                              "it", table, record),
	                      &n);

	*is_new = n > 0;
	return good;
}

bool sql_review_find(void *db, int64_t table, void (*each)(void *, const char *review), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, "SELECT review, tries FROM reviews WHERE table_key = ?1", "i", table);

	while (sql_row(stmt, &failed)) {
		bool is_there = !sql_is_null(stmt, 0), is_hopeless = sql_int(stmt, 1) > REVIEW_TRIES;

		each(ctx, is_there ? sql_string(stmt, 0) : is_hopeless ? "" : NULL);
	}
	return !failed;
}

bool sql_review_take(void *db, int64_t worker, int64_t ms,
                     void (*each)(void *, int64_t table, const char *record), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "UPDATE reviews SET worker = ?1, until = now_ms() + ?2, tries = tries + 1"
	            " WHERE table_key = (SELECT table_key FROM reviews WHERE review IS NULL AND"
	            " until < now_ms() AND tries <= ?3 ORDER BY asked, table_key LIMIT 1"
	            " FOR UPDATE SKIP LOCKED) RETURNING table_key, record",
	            "iii", worker, ms, (int64_t)REVIEW_TRIES);

	while (sql_row(stmt, &failed))
		each(ctx, sql_int64(stmt, 0), sql_string(stmt, 1));
	return !failed;
}

bool sql_review_hold(void *db, int64_t table, int64_t worker, int64_t ms)
{
	return sql_do(sql_use(db,
	                      "UPDATE reviews SET until = now_ms() + ?3 WHERE table_key = ?1 AND"
	                      " worker = ?2 AND review IS NULL",
	                      "iii", table, worker, ms));
}

bool sql_review_put(void *db, int64_t table, int64_t worker, const char *review)
{
	return sql_do(sql_use(db,
	                      "UPDATE reviews SET review = ?3, record = '' WHERE table_key = ?1 AND"
	                      " worker = ?2 AND review IS NULL",
	                      "iit", table, worker, review));
}
