/* SPDX-License-Identifier: MIT
 *
 * What several nodes on one database share: the bell, duties that one of them has, what is to be
 * thought about, who is there, and what somebody has used up. Time is the database's: now_ms() is
 * milliseconds since 1970.
 */
#include "host/array.h"
#include "server/store/sql.h"

/* A table's events come one after the other, and its last one is enough. */
bool sql_ring(void *handle, enum bell_topic topic, int64_t a, int64_t b)
{
	struct sql *db = handle;
	struct store_bell *last = db->n_bells ? &db->bells[db->n_bells - 1] : NULL;

	if (last && last->topic == (int)topic && last->a == a &&
	    (topic == BELL_TABLE || last->b == b)) {
		last->b = b;
		return true;
	}
	if (!array_reserve(db->bells, db->cap_bells, db->n_bells + 1, SIZE_MAX))
		return false;
	db->bells[db->n_bells++] = (struct store_bell){.topic = (int)topic, .a = a, .b = b};
	return true;
}

/* What ends later than it could if it had been taken now was taken before the database's clock was
 * set back, and is free. */
bool sql_lease_take(void *db, const char *name, int64_t node, int64_t ms, bool *taken)
{
	int64_t n = 0;
	bool good = sql_count(
		sql_use(db,
	            "INSERT INTO leases VALUES(?1, ?2, now_ms() + ?3) ON CONFLICT(name) DO UPDATE SET"
	            " node = excluded.node, until = excluded.until"
	            " WHERE leases.node = excluded.node OR leases.until < now_ms()"
	            " OR leases.until > now_ms() + ?3",
	            "tii", name, node, ms),
		&n);

	*taken = n > 0;
	return good;
}

bool sql_lease_drop(void *db, const char *name, int64_t node)
{
	return sql_do(
		sql_use(db, "DELETE FROM leases WHERE name = ?1 AND node = ?2", "ti", name, node));
}

bool sql_think_put(void *db, const struct store_think *think, int64_t *id)
{
	bool failed = false;
	struct sql_stmt *stmt;

	if (!sql_do(sql_use(db, "DELETE FROM thinks WHERE table_key = ?1 AND (node = ?2 OR seq < ?3)",
	                    "iii", think->table, think->node, (int64_t)think->seq)))
		return false;
	stmt =
		sql_use(db,
	            "INSERT INTO thinks(node, table_key, seq, rank, worker, until, text)"
	            " VALUES(?1, ?2, ?3, ?4, 0, 0, ?5) RETURNING id",
	            "iiiit", think->node, think->table, (int64_t)think->seq, think->rank, think->text);
	*id = 0;
	while (sql_row(stmt, &failed))
		*id = sql_int64(stmt, 0);
	return !failed && sql_ring(db, BELL_THINK, *id, 0);
}

static void read_think(struct sql_stmt *stmt, struct store_think *think)
{
	*think = (struct store_think){
		.id = sql_int64(stmt, 0),
		.node = sql_int64(stmt, 1),
		.table = sql_int64(stmt, 2),
		.seq = (uint32_t)sql_int64(stmt, 3),
		.rank = sql_int64(stmt, 4),
		.text = sql_string(stmt, 5),
	};
}

enum { THINK_MOST_MS = 60000 }; /* nobody takes a question for longer, unless the clock was set */

/* A worker that does not answer in time has lost it to whoever asks next. */
bool sql_think_take(void *db, int64_t worker, int64_t ms, int64_t ahead,
                    void (*each)(void *, const struct store_think *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "UPDATE thinks SET worker = ?1, until = now_ms() + ?2 WHERE id = (SELECT id"
	            " FROM thinks WHERE answer IS NULL AND (until < now_ms() OR until > now_ms() + ?3)"
	            " AND (?4 = 0 OR rank < now_ms() - ?4) ORDER BY rank, id LIMIT 1"
	            " FOR UPDATE SKIP LOCKED) RETURNING id, node, table_key, seq, rank, text",
	            "iiii", worker, ms, (int64_t)THINK_MOST_MS, ahead);

	while (sql_row(stmt, &failed)) {
		struct store_think think;

		read_think(stmt, &think);
		each(ctx, &think);
	}
	return !failed;
}

bool sql_think_keep(void *db, int64_t id, int64_t worker, int64_t ms)
{
	return sql_do(sql_use(db,
	                      "UPDATE thinks SET until = now_ms() + ?3 WHERE id = ?1 AND worker = ?2",
	                      "iii", id, worker, ms));
}

bool sql_think_answer(void *db, int64_t id, int64_t worker, const char *text, bool *kept)
{
	bool failed = false;
	int64_t node = 0;
	struct sql_stmt *stmt = sql_use(db,
	                                "UPDATE thinks SET answer = ?1 WHERE id = ?2 AND worker = ?3"
	                                " AND answer IS NULL RETURNING node",
	                                "tii", text, id, worker);

	*kept = false;
	while (sql_row(stmt, &failed)) {
		*kept = true;
		node = sql_int64(stmt, 0);
	}
	return !failed && (!*kept || sql_ring(db, BELL_THOUGHT, id, node));
}

bool sql_thoughts(void *db, int64_t node,
                  void (*each)(void *, const struct store_think *, const char *answer), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "DELETE FROM thinks WHERE node = ?1 AND answer IS NOT NULL"
	                                " RETURNING id, node, table_key, seq, rank, text, answer",
	                                "i", node);

	while (sql_row(stmt, &failed)) {
		struct store_think think;

		read_think(stmt, &think);
		each(ctx, &think, sql_string(stmt, 6));
	}
	return !failed;
}

bool sql_think_drop(void *db, int64_t table, int64_t node)
{
	return sql_do(sql_use(db, "DELETE FROM thinks WHERE node = ?2 AND (?1 = 0 OR table_key = ?1)",
	                      "ii", table, node));
}

bool sql_clock(void *db, int64_t *ms)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db, "SELECT now_ms()", "");

	while (sql_row(stmt, &failed))
		*ms = sql_int64(stmt, 0);
	return !failed;
}

/* What lives for longer lived before the database's clock was set back. */
#define LIVES(until) until " > now_ms() AND " until " <= now_ms() + 5000"

bool sql_node_put(void *db, int64_t node, const char *about, int64_t ms)
{
	return sql_do(sql_use(db,
	                      "INSERT INTO nodes VALUES(?1, ?2, now_ms() + ?3, 0) ON CONFLICT(id)"
	                      " DO UPDATE SET about = excluded.about, until = excluded.until",
	                      "iti", node, about, ms));
}

/* Its row stays for a while: whether its last batch was committed is written there. */
bool sql_node_drop(void *db, int64_t node)
{
	return sql_do(sql_use(db, "UPDATE nodes SET until = now_ms() - 1 WHERE id = ?1", "i", node)) &&
	       sql_do(sql_use(db, "DELETE FROM presences WHERE node = ?1", "i", node)) &&
	       sql_do(sql_use(db, "DELETE FROM leases WHERE node = ?1", "i", node));
}

bool sql_nodes(void *db, void (*each)(void *, int64_t node, const char *about), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, "SELECT id, about FROM nodes WHERE " LIVES("until") " ORDER BY id", "");

	while (sql_row(stmt, &failed))
		each(ctx, sql_int64(stmt, 0), sql_string(stmt, 1));
	return !failed;
}

bool sql_presence_put(void *db, int64_t node, int64_t who, int64_t n)
{
	if (n == 0)
		return sql_do(
			sql_use(db, "DELETE FROM presences WHERE node = ?1 AND who = ?2", "ii", node, who));
	return sql_do(sql_use(db,
	                      "INSERT INTO presences VALUES(?1, ?2, ?3) ON CONFLICT(node, who)"
	                      " DO UPDATE SET n = excluded.n",
	                      "iii", node, who, n));
}

bool sql_presences(void *db, void (*each)(void *, int64_t node, int64_t who, int64_t n), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "SELECT p.node, p.who, p.n FROM presences p JOIN nodes n"
	                                " ON n.id = p.node WHERE " LIVES("n.until"),
	                                "");

	while (sql_row(stmt, &failed))
		each(ctx, sql_int64(stmt, 0), sql_int64(stmt, 1), sql_int64(stmt, 2));
	return !failed;
}

/* Nothing drains while the clock stands before the last use: it was set back. */
#define PASSED  "CASE WHEN now_ms() > budgets.at THEN now_ms() - budgets.at ELSE 0 END"
#define DRAINED "budgets.used - ?4 * " PASSED " / 1000.0"

bool sql_budget_use(void *db, int64_t who, int kind, double amount, double rate, double *used)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "INSERT INTO budgets VALUES(?1, ?2, ?3, now_ms()) ON CONFLICT(who, kind)"
	            " DO UPDATE SET at = excluded.at, used = excluded.used +"
	            " CASE WHEN " DRAINED " > 0 THEN " DRAINED " ELSE 0 END RETURNING used",
	            "iidd", who, (int64_t)kind, amount, rate);

	*used = 0;
	while (sql_row(stmt, &failed))
		*used = sql_real(stmt, 0);
	return !failed;
}
