/* SPDX-License-Identifier: MIT
 *
 * People, sessions and ratings in SQLite.
 */
#include "server/store/sqlite.h"

#include <string.h>

static void read_user(sqlite3_stmt *stmt, struct store_user *user)
{
	*user = (struct store_user){
		.id = sqlite3_column_int64(stmt, 0),
		.is_account = sqlite3_column_int(stmt, 5) != 0,
		.is_banned = sqlite3_column_int(stmt, 6) != 0,
		.created = sqlite3_column_int64(stmt, 7),
		.seen = sqlite3_column_int64(stmt, 8),
		.address = (uint64_t)sqlite3_column_int64(stmt, 9),
	};
	sqlite_text(stmt, 1, user->name, sizeof user->name);
	sqlite_text(stmt, 2, user->name_key, sizeof user->name_key);
	sqlite_text(stmt, 3, user->password, sizeof user->password);
	sqlite_secret(stmt, 4, user->recovery);
	user->bot_of = sqlite3_column_int64(stmt, 10);
	user->has_token = sqlite3_column_type(stmt, 11) != SQLITE_NULL;
	sqlite_secret(stmt, 11, user->token);
}

static bool one_user(sqlite3_stmt *stmt, struct store_user *user, bool *found)
{
	bool failed = false;

	*found = sqlite_row(stmt, &failed);
	if (!*found)
		return !failed;
	read_user(stmt, user);
	sqlite3_reset(stmt);
	return true;
}

bool sqlite_users(void *db, const char *part, bool only_banned, int limit,
                  void (*each)(void *, const struct store_user *), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db,
	                                "SELECT * FROM users WHERE instr(lower(name), lower(?)) > 0"
	                                " AND is_banned >= ? ORDER BY seen DESC LIMIT ?",
	                                "tii", part, (int64_t)only_banned, (int64_t)limit);

	while (sqlite_row(stmt, &failed)) {
		struct store_user user;

		read_user(stmt, &user);
		each(ctx, &user);
	}
	return !failed;
}

bool sqlite_user_find(void *db, int64_t id, struct store_user *user, bool *found)
{
	return one_user(sqlite_use(db, "SELECT * FROM users WHERE id = ?", "i", id), user, found);
}

bool sqlite_user_named(void *db, const char *name_key, struct store_user *user, bool *found)
{
	return one_user(sqlite_use(db, "SELECT * FROM users WHERE name_key = ?", "t", name_key), user,
	                found);
}

bool sqlite_user_of_token(void *db, const uint8_t hash[SECRET_BYTES], struct store_user *user,
                          bool *found)
{
	return one_user(sqlite_use(db, "SELECT * FROM users WHERE token = ?", "s", hash), user, found);
}

bool sqlite_bots_of(void *db, int64_t owner, void (*each)(void *, const struct store_user *),
                    void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db, "SELECT * FROM users WHERE bot_of = ? AND bot_of <> 0 ORDER BY name_key", "i", owner);

	while (sqlite_row(stmt, &failed)) {
		struct store_user user;

		read_user(stmt, &user);
		each(ctx, &user);
	}
	return !failed;
}

bool sqlite_bot_ranks(void *db, int64_t from, int limit,
                      void (*each)(void *, const struct store_rank *), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT b.name, o.name, r.game, r.players, r.mu, r.sigma, r.games FROM users b"
	               " JOIN users o ON o.id = b.bot_of JOIN ratings r ON r.user = b.id"
	               " WHERE b.bot_of <> 0 ORDER BY r.game, r.players, r.mu DESC, b.name_key LIMIT ?"
	               " OFFSET ?",
	               "ii", (int64_t)limit, from);

	while (sqlite_row(stmt, &failed)) {
		struct store_rank rank = {
			.players = sqlite3_column_int(stmt, 3),
			.rating = {sqlite3_column_double(stmt, 4), sqlite3_column_double(stmt, 5),
		               sqlite3_column_int(stmt, 6)},
		};

		sqlite_text(stmt, 0, rank.name, sizeof rank.name);
		sqlite_text(stmt, 1, rank.owner, sizeof rank.owner);
		sqlite_text(stmt, 2, rank.game, sizeof rank.game);
		each(ctx, &rank);
	}
	return !failed;
}

bool sqlite_user_put(void *handle, const struct store_user *user, bool *taken)
{
	struct sqlite_db *db = handle;
	struct store_user other;
	bool found = false;

	*taken = false;
	if (user->is_account && !sqlite_user_named(db, user->name_key, &other, &found))
		return false;
	if (found && other.id != user->id) {
		*taken = true;
		return true;
	}
	return sqlite_do(
		sqlite_use(db, "INSERT OR REPLACE INTO users VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	               "itttsiiiiiis", user->id, user->name, user->is_account ? user->name_key : NULL,
	               user->password, user->recovery, (int64_t)user->is_account,
	               (int64_t)user->is_banned, user->created, user->seen, (int64_t)user->address,
	               user->bot_of, user->has_token ? user->token : NULL));
}

bool sqlite_user_seen(void *db, int64_t id, int64_t at, uint64_t address)
{
	return sqlite_do(sqlite_use(db, "UPDATE users SET seen = ?, address = ? WHERE id = ?", "iii",
	                            at, (int64_t)address, id));
}

bool sqlite_session_put(void *db, const struct store_session *s)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO sessions VALUES(?, ?, ?, ?, ?)",
	                            "siiit", s->hash, s->user, s->created, s->seen, s->agent));
}

static void read_session(sqlite3_stmt *stmt, struct store_session *session)
{
	sqlite_secret(stmt, 0, session->hash);
	session->user = sqlite3_column_int64(stmt, 1);
	session->created = sqlite3_column_int64(stmt, 2);
	session->seen = sqlite3_column_int64(stmt, 3);
	sqlite_text(stmt, 4, session->agent, sizeof session->agent);
}

bool sqlite_session_find(void *db, const uint8_t hash[SECRET_BYTES], struct store_session *session,
                         bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db, "SELECT * FROM sessions WHERE hash = ?", "s", hash);

	*found = sqlite_row(stmt, &failed);
	if (*found) {
		read_session(stmt, session);
		sqlite3_reset(stmt);
	}
	return !failed;
}

bool sqlite_session_drop(void *db, int64_t user, const uint8_t hash[SECRET_BYTES])
{
	if (!hash)
		return sqlite_do(sqlite_use(db, "DELETE FROM sessions WHERE user = ?", "i", user)) &&
		       sqlite_push_drop(db, user, NULL);
	return sqlite_do(sqlite_use(db, "DELETE FROM sessions WHERE user = ? AND hash = ?", "is", user,
	                            hash)) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM pushes WHERE user = ? AND session = ?", "is", user,
	                            hash));
}

bool sqlite_sessions_of(void *db, int64_t user, void (*each)(void *, const struct store_session *),
                        void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db, "SELECT * FROM sessions WHERE user = ? ORDER BY seen DESC LIMIT 50", "i", user);

	while (sqlite_row(stmt, &failed)) {
		struct store_session session;

		read_session(stmt, &session);
		each(ctx, &session);
	}
	return !failed;
}

bool sqlite_rating_find(void *db, int64_t user, const char *game, int players,
                        struct store_rating *rating, bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db, "SELECT mu, sigma, games FROM ratings WHERE user = ? AND game = ? AND players = ?",
		"iti", user, game, (int64_t)players);

	*found = sqlite_row(stmt, &failed);
	if (*found) {
		rating->mu = sqlite3_column_double(stmt, 0);
		rating->sigma = sqlite3_column_double(stmt, 1);
		rating->games = sqlite3_column_int(stmt, 2);
		sqlite3_reset(stmt);
	}
	return !failed;
}

bool sqlite_rating_put(void *db, int64_t user, const char *game, int players,
                       const struct store_rating *rating)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO ratings VALUES(?, ?, ?, ?, ?, ?)",
	                            "itiddi", user, game, (int64_t)players, rating->mu, rating->sigma,
	                            (int64_t)rating->games));
}
