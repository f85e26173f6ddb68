/* SPDX-License-Identifier: MIT
 *
 * What is kept. A database (struct store_ops; SQLite is the one there is) is used by one thread,
 * which takes all jobs that wait, runs them in one transaction, syncs, and only then reports them
 * done: whoever answers in `finish` answers for something durable.
 *
 * A job is never half done, and jobs that change something are done in the order in which they
 * were given. When another process holds the data file, or the disk is full, they are tried again
 * until they can be kept; jobs that only read are done meanwhile, and no new changes should be
 * given (store_state). When the database fails otherwise the server stops, rather than go on with
 * what it could not keep.
 */
#ifndef METROPOLE_SERVER_STORE_H
#define METROPOLE_SERVER_STORE_H

#include "server/queue.h"

#include <stdatomic.h>
#include <stdint.h>

#include <metropole/game.h>

enum {
	TABLE_ID_LEN = 16,    /* 80 bits in base 32: not to be guessed */
	NAME_BYTES = 64,      /* of a person's name, the NUL included */
	LEVEL_BYTES = 16,     /* of a bot's level */
	GAME_BYTES = 24,      /* of a game's id */
	PASSWORD_BYTES = 128, /* of an argon2id string */
	SECRET_BYTES = 32,
	AGENT_BYTES = 80,
	USER_BOTS_MAX = 8, /* programs of one account */
};

enum table_status { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_ABORTED };
/* Programs that come with a token: none, as long as the game is not rated against people, or as
 * people. Stored as numbers. */
enum bots_welcome { BOTS_NONE, BOTS_UNRATED, BOTS_RATED };
enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT };

struct store_seat {
	uint8_t kind;
	bool is_account;
	bool had_bot;   /* a bot has played for the person who owns it: the game is not rated */
	int64_t user;   /* the owner; 0 for a bot from the start */
	int64_t bot_of; /* the account whose program `user` is; 0 for people */
	char name[NAME_BYTES];
	char level[LEVEL_BYTES];
};

struct store_table {
	int64_t key;
	char id[TABLE_ID_LEN + 1];
	char game[GAME_BYTES];
	int rules, players;
	const char *options; /* a JSON object */
	int status;
	bool is_public, passes_on_timeout;
	int bots; /* enum bots_welcome */
	int clock;
	int64_t bank_ms, step_ms;
	int64_t host;
	char rematch[TABLE_ID_LEN + 1];
	int64_t created, changed; /* ms since 1970 */
	struct store_seat seats[MP_SEATS];
};

struct store_event {
	int64_t table;
	uint32_t seq;
	int64_t at;
	uint8_t kind;
	int8_t seat;
	int64_t who;
	int64_t left; /* ms on the seat's clock after a move */
	const char *text;
};

struct store_user {
	int64_t id;
	bool is_account, is_banned;
	char name[NAME_BYTES], name_key[NAME_BYTES];
	char password[PASSWORD_BYTES];
	uint8_t recovery[SECRET_BYTES]; /* hash of the recovery code */
	int64_t created, seen;
	uint64_t address; /* last seen from; 0 once it is no longer kept */
	int64_t bot_of;   /* the account whose program it is; 0 for people */
	bool has_token;
	uint8_t token[SECRET_BYTES]; /* hash of a program's token */
};

/* An address from which no guest comes in. */
struct store_ban {
	uint64_t address;
	int64_t at, until, user; /* the guest it was for, or 0 */
};

struct store_report {
	int64_t id, at, by, who;
	char table[TABLE_ID_LEN + 1];
	uint32_t seq;
	const char *text; /* JSON members of the line */
};

struct store_session {
	uint8_t hash[SECRET_BYTES]; /* of the cookie's token */
	int64_t user, created, seen;
	char agent[AGENT_BYTES];
};

enum { PUSH_ENDPOINT_BYTES = 512, PUSH_KEY_BYTES = 96, PUSH_AUTH_BYTES = 32 };

/* Where a browser can be reached while no page is open: RFC 8030, the keys in base64url. */
struct store_push {
	char endpoint[PUSH_ENDPOINT_BYTES], key[PUSH_KEY_BYTES], auth[PUSH_AUTH_BYTES];
	int64_t user, at;
	bool has_session; /* with whose end it ends */
	uint8_t session[SECRET_BYTES];
	uint8_t lang;  /* enum mp_lang */
	uint8_t quiet; /* kinds of notices that are not wanted, a set */
};

enum { MAIL_ADDRESS_BYTES = 128 };

/* Where somebody wants to be written to. */
struct store_mail {
	int64_t user;
	char address[MAIL_ADDRESS_BYTES];
	uint8_t lang; /* enum mp_lang */
	bool is_verified;
	uint8_t token[SECRET_BYTES]; /* hash of the one that confirms it */
	int64_t asked, sent; /* when it was asked for; the last mail, 0 once the person was seen */
};

/* Somebody's days of vacation of a year, and the last one; ms since 1970. */
struct store_vacation {
	int64_t user, began, ends;
	int year, used;
};

struct store_rating {
	double mu, sigma;
	int games;
};

/* How a seat ended; the place is shared by equals, 1 is best. */
struct store_result {
	int64_t table;
	int seat, place;
	int64_t user;
	int32_t score;
	bool is_rated;
	double rating; /* shown rating after the game, 0 if not rated */
};

/* A finished game in somebody's history. */
struct store_game {
	char id[TABLE_ID_LEN + 1];
	char game[GAME_BYTES];
	int players, seat, place;
	int32_t score;
	bool is_rated;
	double rating;
	int64_t ended, key;
	const char *names;  /* of all seats, a JSON array */
	const char *guests; /* which of them are guests, a JSON array */
	const char *bots;   /* and which are programs */
};

struct store_stat {
	char game[GAME_BYTES];
	int players;
	int64_t games, wins;
	double points; /* average */
	struct store_rating rating;
};

/* A program in the list of them. */
struct store_rank {
	char name[NAME_BYTES], owner[NAME_BYTES];
	char game[GAME_BYTES];
	int players;
	struct store_rating rating;
};

/* How long things are kept, in ms. They age by a clock of the file's own, which follows the
 * system's but never by more than twice what has really passed while a server ran: a clock that is
 * set wrong, if only for a start, does not delete what was to be kept for a year. */
struct store_keep {
	int64_t wall, passed; /* the system's clock; real time since the last call, 0 at the first */
	int64_t guests, tables, open, chat, addresses;
};

/* How the database is: as it should be, held by another process, without room, or broken. */
enum store_state { STORE_GOOD, STORE_BUSY, STORE_FULL, STORE_BROKEN };

/* What a database does. `false` is failure of the database, after which `failed` undoes all since
 * begin and says what it was; what may simply not be there is told by an out parameter. All between
 * begin and commit. */
struct store_ops {
	void *(*open)(const char *path, char *why, size_t cap);
	void (*close)(void *db);
	bool (*begin)(void *db, bool to_read); /* to_read: nothing may be changed until commit */
	bool (*commit)(void *db);
	bool (*is_reading)(void *db); /* begun to read only */
	enum store_state (*failed)(void *db, char *why, size_t cap);

	bool (*secret)(void *db, const char *name, uint8_t secret[SECRET_BYTES]); /* made if missing */

	bool (*last_table)(void *db, int64_t *key);
	bool (*table_put)(void *db, const struct store_table *);
	bool (*event_put)(void *db, const struct store_event *);
	bool (*tables_live)(void *db, void (*each)(void *ctx, const struct store_table *), void *ctx);
	bool (*table_find)(void *db, const char *id,
	                   void (*each)(void *ctx, const struct store_table *), void *ctx);
	bool (*events_of)(void *db, int64_t key, void (*each)(void *ctx, const struct store_event *),
	                  void *ctx);
	bool (*table_drop)(void *db, const char *id);

	bool (*user_find)(void *db, int64_t id, struct store_user *, bool *found);
	bool (*user_named)(void *db, const char *name_key, struct store_user *, bool *found);
	/* Inserts or replaces; `taken` if another account has the name. */
	bool (*user_put)(void *db, const struct store_user *, bool *taken);
	bool (*user_seen)(void *db, int64_t id, int64_t at, uint64_t address);
	/* The games stay, for those who played them; the name, the words, the person's programs and all
	 * else go. `each` is told of every event that now reads otherwise. */
	bool (*user_drop)(void *db, int64_t id, int64_t at,
	                  void (*each)(void *ctx, const struct store_event *), void *ctx);
	/* Was there somebody of this number who is forgotten? */
	bool (*user_gone)(void *db, int64_t id, bool *gone);
	/* Accounts and guests, last seen first; whose name has `part` in it, or all. */
	bool (*users)(void *db, const char *part, bool only_banned, int limit,
	              void (*each)(void *ctx, const struct store_user *), void *ctx);
	bool (*user_of_token)(void *db, const uint8_t hash[SECRET_BYTES], struct store_user *,
	                      bool *found);
	/* The programs of an account, by name. */
	bool (*bots_of)(void *db, int64_t owner, void (*each)(void *ctx, const struct store_user *),
	                void *ctx);
	/* Programs that have been rated, by game and number of players, best first; `from`: how many
	 * are left out. */
	bool (*bot_ranks)(void *db, int64_t from, int limit,
	                  void (*each)(void *ctx, const struct store_rank *), void *ctx);
	bool (*ban_put)(void *db, const struct store_ban *);
	bool (*ban_drop)(void *db, uint64_t address, int64_t user, int *dropped); /* either */
	bool (*ban_find)(void *db, uint64_t address, int64_t now, bool *found);
	bool (*bans)(void *db, int64_t now, void (*each)(void *ctx, const struct store_ban *),
	             void *ctx);

	bool (*session_put)(void *db, const struct store_session *);
	bool (*session_find)(void *db, const uint8_t hash[SECRET_BYTES], struct store_session *,
	                     bool *found);
	bool (*session_drop)(void *db, int64_t user, const uint8_t hash[SECRET_BYTES]); /* NULL: all */
	bool (*sessions_of)(void *db, int64_t user,
	                    void (*each)(void *ctx, const struct store_session *), void *ctx);

	/* Puts it in the place of one with the same endpoint; of each person the newest `most` stay. */
	bool (*push_put)(void *db, const struct store_push *, int most);
	bool (*push_drop)(void *db, int64_t user, const char *endpoint); /* NULL: all */
	bool (*pushes_of)(void *db, int64_t user, void (*each)(void *ctx, const struct store_push *),
	                  void *ctx);

	bool (*mail_put)(void *db, const struct store_mail *);
	bool (*mail_find)(void *db, int64_t user, struct store_mail *, bool *found);
	bool (*mail_asked)(void *db, const uint8_t token[SECRET_BYTES], struct store_mail *,
	                   bool *found);
	bool (*mail_drop)(void *db, int64_t user);
	/* The person was seen: the next mail need not wait. */
	bool (*mail_seen)(void *db, int64_t user);

	bool (*vacation_put)(void *db, const struct store_vacation *);
	bool (*vacation_find)(void *db, int64_t user, struct store_vacation *, bool *found);
	/* Those that end later than `now`. */
	bool (*vacations)(void *db, int64_t now, void (*each)(void *ctx, const struct store_vacation *),
	                  void *ctx);

	bool (*rating_find)(void *db, int64_t user, const char *game, int players,
	                    struct store_rating *, bool *found);
	bool (*rating_put)(void *db, int64_t user, const char *game, int players,
	                   const struct store_rating *);
	bool (*result_put)(void *db, const struct store_result *);
	/* Newest first; those of public tables only, or all. */
	bool (*games_of)(void *db, int64_t user, int64_t before_key, bool only_public, int limit,
	                 void (*each)(void *ctx, const struct store_game *), void *ctx);
	bool (*stats_of)(void *db, int64_t user, void (*each)(void *ctx, const struct store_stat *),
	                 void *ctx);

	bool (*report_put)(void *db, const struct store_report *); /* who wrote it is looked up */
	bool (*reports)(void *db, int64_t about, void (*each)(void *ctx, const struct store_report *),
	                void *ctx);                               /* 0: about anybody */
	bool (*reports_drop)(void *db, int64_t id, int *dropped); /* 0: all */
	/* Takes the words out of a chat line and of its reports. */
	bool (*chat_drop)(void *db, const char *table, uint32_t seq, struct store_event *, bool *found);
	/* What a person said, oldest first. */
	bool (*chat_of)(void *db, int64_t user,
	                void (*each)(void *ctx, const char *table, const struct store_event *),
	                void *ctx);
	/* Tables at which a person sits or sat, in the order of their keys after `after`. */
	bool (*seats_of)(void *db, int64_t user, int64_t after, int limit,
	                 void (*each)(void *ctx, const struct store_table *, int seat), void *ctx);
	bool (*ratings_of)(void *db, int64_t user,
	                   void (*each)(void *ctx, const char *game, int players,
	                                const struct store_rating *),
	                   void *ctx);
	/* The oldest command that nobody has obeyed yet, and what came of it. */
	bool (*command_next)(void *db, int64_t *id, char *text, size_t cap, bool *found);
	bool (*command_answer)(void *db, int64_t id, int status, const char *answer);
	bool (*retain)(void *db, const struct store_keep *);
};

extern const struct store_ops store_sqlite;

struct store_job {
	struct task task; /* finish: on the loop's thread, once durable */
	/* On the storage thread. May be called again after a failure, so it begins afresh each time. */
	bool (*run)(const struct store_ops *, void *db, struct store_job *);
	bool only_reads; /* works under begin(to_read), too */
};

struct store {
	const struct store_ops *ops;
	void *db;
	struct queue jobs;
	struct queue *done;
	void (*wake)(void *ctx); /* after tasks were put into `done` */
	/* The state has changed; after STORE_BROKEN the thread has ended. On the storage thread. */
	void (*changed)(void *ctx, enum store_state, const char *why);
	void *ctx;
	pthread_t thread;
	atomic_int state;
	struct task *undone;                /* what could not be done to the end; never reported done */
	atomic_uint_fast64_t commits, rows; /* jobs; for the metrics, which another thread reads */
};

bool store_init(struct store *, const struct store_ops *, const char *path, char *why, size_t cap);
bool store_start(struct store *, struct queue *done, void (*wake)(void *),
                 void (*changed)(void *, enum store_state, const char *), void *ctx);
/* From any thread: are changes taken at present? */
enum store_state store_state(struct store *);
void store_submit(struct store *, struct store_job *);
/* Runs all jobs that wait, then ends the thread and closes the database. */
void store_release(struct store *);

#endif
