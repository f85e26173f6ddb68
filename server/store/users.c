/* SPDX-License-Identifier: MIT
 *
 * People, sessions and ratings.
 */
#include "server/store/sql.h"

#include <string.h>

/* Columns by name: nodes go on when a later version has given a table more of them. */
#define USERS                                                                                      \
	"SELECT id, name, name_key, password, recovery, is_account, is_banned,"                        \
	" created, seen, address, bot_of, token FROM users"
#define SESSIONS "SELECT hash, user, created, seen, agent FROM sessions"

static void read_user(struct sql_stmt *stmt, struct store_user *user)
{
	*user = (struct store_user){
		.id = sql_int64(stmt, 0),
		.is_account = sql_int(stmt, 5) != 0,
		.is_banned = sql_int(stmt, 6) != 0,
		.created = sql_int64(stmt, 7),
		.seen = sql_int64(stmt, 8),
		.address = (uint64_t)sql_int64(stmt, 9),
	};
	sql_text(stmt, 1, user->name, sizeof user->name);
	sql_text(stmt, 2, user->name_key, sizeof user->name_key);
	sql_text(stmt, 3, user->password, sizeof user->password);
	sql_secret(stmt, 4, user->recovery);
	user->bot_of = sql_int64(stmt, 10);
	user->has_token = !sql_is_null(stmt, 11);
	sql_secret(stmt, 11, user->token);
}

static bool one_user(struct sql_stmt *stmt, struct store_user *user, bool *found)
{
	bool failed = false;

	*found = sql_row(stmt, &failed);
	if (!*found)
		return !failed;
	read_user(stmt, user);
	sql_end(stmt);
	return true;
}

bool sql_users(void *db, const char *part, bool only_banned, int limit,
               void (*each)(void *, const struct store_user *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                USERS " WHERE (?1 = '' OR"
	                                      " replace(lower(name), lower(?1), '') <> lower(name))"
	                                      " AND is_banned >= ?2 ORDER BY seen DESC LIMIT ?3",
	                                "tii", part, (int64_t)only_banned, (int64_t)limit);

	while (sql_row(stmt, &failed)) {
		struct store_user user;

		read_user(stmt, &user);
		each(ctx, &user);
	}
	return !failed;
}

bool sql_user_find(void *db, int64_t id, struct store_user *user, bool *found)
{
	return one_user(sql_use(db, USERS " WHERE id = ?1", "i", id), user, found);
}

bool sql_user_lock(void *db, int64_t id)
{
	bool found;

	return sql_exists(sql_use(db, "SELECT 1 FROM users WHERE id = ?1 FOR UPDATE", "i", id), &found);
}

bool sql_user_named(void *db, const char *name_key, struct store_user *user, bool *found)
{
	return one_user(sql_use(db, USERS " WHERE name_key = ?1", "t", name_key), user, found);
}

bool sql_user_of_token(void *db, const uint8_t hash[SECRET_BYTES], struct store_user *user,
                       bool *found)
{
	return one_user(sql_use(db, USERS " WHERE token = ?1", "s", hash), user, found);
}

bool sql_bots_of(void *db, int64_t owner, void (*each)(void *, const struct store_user *),
                 void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, USERS " WHERE bot_of = ?1 AND bot_of <> 0 ORDER BY name_key", "i", owner);

	while (sql_row(stmt, &failed)) {
		struct store_user user;

		read_user(stmt, &user);
		each(ctx, &user);
	}
	return !failed;
}

bool sql_bot_ranks(void *db, int64_t from, int limit,
                   void (*each)(void *, const struct store_rank *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT b.name, o.name, r.game, r.players, r.mu, r.sigma, r.games FROM users b"
	            " JOIN users o ON o.id = b.bot_of JOIN ratings r ON r.user = b.id"
	            " WHERE b.bot_of <> 0 ORDER BY r.game, r.players, r.mu DESC, b.name_key LIMIT ?1"
	            " OFFSET ?2",
	            "ii", (int64_t)limit, from);

	while (sql_row(stmt, &failed)) {
		struct store_rank rank = {
			.players = sql_int(stmt, 3),
			.rating = {sql_real(stmt, 4), sql_real(stmt, 5), sql_int(stmt, 6)},
		};

		sql_text(stmt, 0, rank.name, sizeof rank.name);
		sql_text(stmt, 1, rank.owner, sizeof rank.owner);
		sql_text(stmt, 2, rank.game, sizeof rank.game);
		each(ctx, &rank);
	}
	return !failed;
}

bool sql_user_put(void *db, const struct store_user *user, bool *taken)
{
	struct store_user other;
	bool found = false;

	*taken = false;
	if (user->is_account && !sql_user_named(db, user->name_key, &other, &found))
		return false;
	if (found && other.id != user->id) {
		*taken = true;
		return true;
	}
	return sql_do(
		sql_use(db,
	            "INSERT INTO users VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
	            " ON CONFLICT(id) DO UPDATE SET name = excluded.name, name_key ="
	            " excluded.name_key, password = excluded.password, recovery ="
	            " excluded.recovery, is_account = excluded.is_account, is_banned ="
	            " excluded.is_banned, created = excluded.created, seen = excluded.seen,"
	            " address = excluded.address, bot_of = excluded.bot_of, token ="
	            " excluded.token",
	            "itttsiiiiiis", user->id, user->name, user->is_account ? user->name_key : NULL,
	            user->password, user->recovery, (int64_t)user->is_account, (int64_t)user->is_banned,
	            user->created, user->seen, (int64_t)user->address, user->bot_of,
	            user->has_token ? user->token : NULL));
}

bool sql_user_seen(void *db, int64_t id, int64_t at, uint64_t address)
{
	return sql_do(sql_use(db, "UPDATE users SET seen = ?1, address = ?2 WHERE id = ?3", "iii", at,
	                      (int64_t)address, id));
}

bool sql_session_put(void *db, const struct store_session *s)
{
	return sql_do(
		sql_use(db,
	            "INSERT INTO sessions VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(hash) DO UPDATE"
	            " SET user = excluded.user, created = excluded.created, seen = excluded.seen,"
	            " agent = excluded.agent",
	            "siiit", s->hash, s->user, s->created, s->seen, s->agent));
}

static void read_session(struct sql_stmt *stmt, struct store_session *session)
{
	sql_secret(stmt, 0, session->hash);
	session->user = sql_int64(stmt, 1);
	session->created = sql_int64(stmt, 2);
	session->seen = sql_int64(stmt, 3);
	sql_text(stmt, 4, session->agent, sizeof session->agent);
}

bool sql_session_find(void *db, const uint8_t hash[SECRET_BYTES], struct store_session *session,
                      bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db, SESSIONS " WHERE hash = ?1", "s", hash);

	*found = sql_row(stmt, &failed);
	if (*found) {
		read_session(stmt, session);
		sql_end(stmt);
	}
	return !failed;
}

bool sql_session_drop(void *db, int64_t user, const uint8_t hash[SECRET_BYTES])
{
	int64_t part = 0;

	if (hash)
		memcpy(&part, hash, sizeof part);
	if (!sql_ring(db, BELL_SESSION, user, part))
		return false;
	if (!hash)
		return sql_do(sql_use(db, "DELETE FROM sessions WHERE user = ?1", "i", user)) &&
		       sql_push_drop(db, user, NULL);
	return sql_do(sql_use(db, "DELETE FROM sessions WHERE user = ?1 AND hash = ?2", "is", user,
	                      hash)) &&
	       sql_do(sql_use(db, "DELETE FROM pushes WHERE user = ?1 AND session = ?2", "is", user,
	                      hash));
}

bool sql_sessions_of(void *db, int64_t user, void (*each)(void *, const struct store_session *),
                     void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, SESSIONS " WHERE user = ?1 ORDER BY seen DESC LIMIT 50", "i", user);

	while (sql_row(stmt, &failed)) {
		struct store_session session;

		read_session(stmt, &session);
		each(ctx, &session);
	}
	return !failed;
}

bool sql_rating_find(void *db, int64_t user, const char *game, int players,
                     struct store_rating *rating, bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "SELECT mu, sigma, games FROM ratings WHERE user = ?1 AND game "
	                                "= ?2 AND players = ?3 FOR UPDATE",
	                                "iti", user, game, (int64_t)players);

	*found = sql_row(stmt, &failed);
	if (*found) {
		rating->mu = sql_real(stmt, 0);
		rating->sigma = sql_real(stmt, 1);
		rating->games = sql_int(stmt, 2);
		sql_end(stmt);
	}
	return !failed;
}

bool sql_rating_put(void *db, int64_t user, const char *game, int players,
                    const struct store_rating *rating)
{
	return sql_do(sql_use(
		db,
		"INSERT INTO ratings VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(user, game,"
		" players) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games ="
		" excluded.games",
		"itiddi", user, game, (int64_t)players, rating->mu, rating->sigma, (int64_t)rating->games));
}
