/* SPDX-License-Identifier: MIT
 *
 * What is kept. A database (struct store_ops) is used by one thread, which takes all jobs that
 * wait, runs them in one transaction, syncs, and only then reports them done: whoever answers in
 * `finish` answers for something durable.
 *
 * Several processes, nodes, may use one database. Then a table's log decides who was first, by its
 * key (table, seq): a job whose events come too late is `lost`, and nothing of it is kept.
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
	REVIEW_TRIES = 3,
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

/* What nodes tell each other when a batch is committed: a topic and two numbers. Told once at least
 * to every other node that listens, in the order of commits; who joins late, or was cut off, is
 * told BELL_MISSED and looks for itself. */
enum bell_topic {
	BELL_LOST = -1, /* it cannot be heard: BELL_MISSED follows when it can */
	BELL_MISSED,    /* anything may have happened meanwhile */
	BELL_TABLE,     /* key, last seq: rung by event_put */
	BELL_META,      /* key: the table's row or a seat; rung by table_put and table_drop */
	BELL_SESSION,   /* user, the first 8 bytes of the session's hash or 0 for all: it has ended */
	BELL_USER,      /* user: forgotten, banned, or another name */
	BELL_THINK,     /* id: there is something to think about */
	BELL_THOUGHT,   /* id, node that asked: there is an answer */
	BELL_OTHER,     /* 100 and above: whatever the nodes agree on */
};

struct store_bell {
	int topic;
	int64_t a, b;
};

/* Something to think about: for whichever worker comes first. */
struct store_think {
	int64_t id; /* the database gives it */
	int64_t node, table;
	uint32_t seq; /* of the table's last event when it was asked */
	int64_t rank; /* lower is thought about sooner */
	const char *text;
};

/* How the database is: as it should be, held by another process or out of reach, without room, or
 * broken. The last two are for the storage thread only: another node was in the way and it can be
 * tried again at once; and nobody knows whether the last commit took place. */
enum store_state {
	STORE_GOOD,
	STORE_BUSY,
	STORE_FULL,
	STORE_BROKEN,
	STORE_AGAIN,
	STORE_UNSURE,
};

/* What a database does. `false` is failure of the database, after which `failed` undoes all since
 * begin and says what it was; what may simply not be there is told by an out parameter. All between
 * begin and commit. */
struct store_ops {
	void *(*open)(const char *path, char *why, size_t cap);
	void (*close)(void *db);
	/* to_read: nothing may be changed until commit, and all that is read is of one moment */
	bool (*begin)(void *db, bool to_read);
	bool (*commit)(void *db);
	bool (*is_reading)(void *db); /* begun to read only */
	enum store_state (*failed)(void *db, char *why, size_t cap);
	/* After STORE_UNSURE: is what should have been committed last there? It is decided for good;
	 * false if it cannot be known yet. */
	bool (*was_kept)(void *db, bool *kept);
	int64_t (*node)(void *db); /* this process, among those that use the database; by chance */

	bool (*secret)(void *db, const char *name, uint8_t secret[SECRET_BYTES]); /* made if missing */

	/* The first of `n` keys for new tables, which nobody else will be given, ever. */
	bool (*table_keys)(void *db, int n, int64_t *first);
	bool (*table_add)(void *db, const struct store_table *);
	/* Changes one that is there; one that is gone stays gone. */
	bool (*table_put)(void *db, const struct store_table *);
	/* In `claim` only. Does not wait: whether the key was free is known when all of the batch have
	 * claimed. At a table that is gone it is lost, too. */
	bool (*event_put)(void *db, const struct store_event *);
	/* For the storage thread: how many events were put since begin, and whether those of a job,
	 * from and to by this count, are in the log. Where `kept` is false, or becomes it because one
	 * of them is not, the others are taken back. */
	size_t (*claims)(void *db);
	bool (*settle)(void *db, size_t from, size_t to, bool *kept);
	bool (*tables_live)(void *db, void (*each)(void *ctx, const struct store_table *), void *ctx);
	bool (*table_find)(void *db, const char *id,
	                   void (*each)(void *ctx, const struct store_table *), void *ctx);
	bool (*table_of)(void *db, int64_t key, void (*each)(void *ctx, const struct store_table *),
	                 void *ctx);
	/* Those after `since`, in order. */
	bool (*events_of)(void *db, int64_t key, uint32_t since,
	                  void (*each)(void *ctx, const struct store_event *), void *ctx);
	bool (*count_events)(void *db, int64_t key, int64_t *n);
	bool (*table_drop)(void *db, const char *id);

	bool (*user_find)(void *db, int64_t id, struct store_user *, bool *found);
	/* Until commit nobody else changes this person: what is read from now on may be put again. */
	bool (*user_lock)(void *db, int64_t id);
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
	/* What the host tells the servers to do, from beside them; and what came of it. */
	bool (*command_put)(void *db, const char *text, int64_t *id);
	bool (*command_find)(void *db, int64_t id, int *status, char *answer, size_t cap, bool *found);
	bool (*command_drop)(void *db, int64_t id);
	/* The oldest one that nobody has obeyed yet; of several nodes one obeys it. */
	bool (*command_next)(void *db, int64_t *id, char *text, size_t cap, bool *found);
	bool (*command_answer)(void *db, int64_t id, int status, const char *answer);
	bool (*retain)(void *db, const struct store_keep *);

	/* To the other nodes, when this batch is committed; what is rung twice may be told once. */
	bool (*ring)(void *db, enum bell_topic, int64_t a, int64_t b);

	/* A duty that one node has at a time: free, run out, or the node's own already, it is the
	 * node's for `ms` from now by the database's clock. To renew is to take again. */
	bool (*lease_take)(void *db, const char *name, int64_t node, int64_t ms, bool *taken);
	bool (*lease_drop)(void *db, const char *name, int64_t node);

	/* Rings BELL_THINK. What was asked for the table before is dropped; what another node asks at
	 * the same event is not, as it waits for the answer. */
	bool (*think_put)(void *db, const struct store_think *, int64_t *id);
	/* The one of lowest rank that nobody thinks about, if there is one, for `ms`; afterwards
	 * another may have it. Workers that take at the same time do not wait for each other. `ahead`
	 * asks for a rank that is so far behind the clock. */
	bool (*think_take)(void *db, int64_t worker, int64_t ms, int64_t ahead,
	                   void (*each)(void *ctx, const struct store_think *), void *ctx);
	/* It is the worker's for `ms` from now. */
	bool (*think_keep)(void *db, int64_t id, int64_t worker, int64_t ms);
	/* Rings BELL_THOUGHT; not `kept` if it was dropped, answered, or is another's by now. */
	bool (*think_answer)(void *db, int64_t id, int64_t worker, const char *text, bool *kept);
	/* Answers to what `node` asked; each is told once and gone when the batch is committed. */
	bool (*thoughts)(void *db, int64_t node,
	                 void (*each)(void *ctx, const struct store_think *asked, const char *answer),
	                 void *ctx);
	/* What a node has asked for a table, or, with 0, for any. */
	bool (*think_drop)(void *db, int64_t table, int64_t node);

	bool (*clock)(void *db, int64_t *ms); /* the database's, since 1970 */
	/* The node lives, for `ms` from now by the database's clock. */
	bool (*node_put)(void *db, int64_t node, const char *about, int64_t ms);
	bool (*node_drop)(void *db, int64_t node); /* with its presences and leases */
	bool (*nodes)(void *db, void (*each)(void *ctx, int64_t node, const char *about), void *ctx);
	/* How many connections a person, or whatever `who` stands for, has on a node; 0 takes it away.
	 * Told of are those of nodes that live. */
	bool (*presence_put)(void *db, int64_t node, int64_t who, int64_t n);
	bool (*presences)(void *db, void (*each)(void *ctx, int64_t node, int64_t who, int64_t n),
	                  void *ctx);
	/* Adds to what somebody has used up of something, which drains by `rate` a second; `used` is
	 * what it is now, of all nodes. */
	bool (*budget_use)(void *db, int64_t who, int kind, double amount, double rate, double *used);

	/* A review of this table's game is wanted, whose whole record it is; `is_new` if nobody has
	 * wanted it before. */
	bool (*review_ask)(void *db, int64_t table, const char *record, bool *is_new);
	/* Told of once if it is wanted: the review, NULL while it is to be made, "" if it cannot be. */
	bool (*review_find)(void *db, int64_t table, void (*each)(void *ctx, const char *review),
	                    void *ctx);
	/* The one that has waited longest, if there is one, for `ms`; as think_take. One that nobody
	 * finishes is given up after REVIEW_TRIES. */
	bool (*review_take)(void *db, int64_t worker, int64_t ms,
	                    void (*each)(void *ctx, int64_t table, const char *record), void *ctx);
	/* Still at it, for `ms` from now. */
	bool (*review_hold)(void *db, int64_t table, int64_t worker, int64_t ms);
	/* "": it cannot be made. */
	bool (*review_put)(void *db, int64_t table, int64_t worker, const char *review);
};

/* For a path of an SQLite file or a postgresql:// address. */
extern const struct store_ops store_sql;
/* Nodes can share this one. */
bool store_is_shared(const char *data);
/* For those who use the data beside a server: are they there, and of this program's version? */
bool store_is_current(const char *data, char *why, size_t cap);
/* Copies all that is kept into an empty place, and reads both again beside each other. `each` is
 * told of every kind of record and its number. No server may use either. False with a sentence. */
bool store_copy(const char *from, const char *to,
                void (*each)(void *ctx, const char *table, int64_t n), void *ctx, char *why,
                size_t cap);
/* What it is called where anybody may read it: an address without its password. */
void store_name(const char *data, char *out, size_t cap);

struct store_job {
	struct task task; /* finish: on the loop's thread, once durable */
	/* Both on the storage thread; they may be called again after a failure, so they begin afresh
	 * each time. All jobs of a batch claim before any of them is run: table_add and event_put,
	 * nothing else. NULL if there is nothing to claim. */
	bool (*claim)(const struct store_ops *, void *db, struct store_job *);
	bool (*run)(const struct store_ops *, void *db, struct store_job *);
	bool only_reads; /* works under begin(to_read), too */
	/* The table that is changed, by whoever holds this copy of it: every time that a node reads a
	 * table anew the number is higher. When one change of a copy is lost, so are all later ones of
	 * the same copy. 0: no table. */
	int64_t table;
	uint64_t copy;
	bool lost; /* when it is finished: others were first, nothing was kept, it was not run */
	size_t first_claim, end_claims; /* the storage thread's */
};

/* Hears what other nodes ring, on a thread of its own. NULL with a sentence in `why`, or, if
 * nobody else can use this database, without one. */
struct bell;
struct bell *bell_new(const char *data, int64_t node, void (*heard)(void *ctx, struct store_bell),
                      void *ctx, char *why, size_t cap);
void bell_free(struct bell *);

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
	struct lost_copy *lost; /* tables of which a change was lost */
	size_t n_lost, cap_lost;
	struct store_job **order; /* of a batch, by tables */
	size_t cap_order;
	struct task *undone;                /* what could not be done to the end; never reported done */
	atomic_uint_fast64_t commits, rows; /* jobs; for the metrics, which another thread reads */
};

bool store_init(struct store *, const struct store_ops *, const char *path, char *why, size_t cap);
bool store_start(struct store *, struct queue *done, void (*wake)(void *),
                 void (*changed)(void *, enum store_state, const char *), void *ctx);
/* From any thread: are changes taken at present? */
enum store_state store_state(struct store *);
void store_submit(struct store *, struct store_job *);
/* Runs all jobs that wait, then ends the thread; what is left of them is in `jobs` and `undone`. */
void store_end(struct store *);
/* The same, and closes the database. */
void store_release(struct store *);

#endif
