/* SPDX-License-Identifier: MIT
 *
 * A table: seats, a match, everything that happened at it, and who watches.
 *
 * What happens is a list of events, numbered from 1 without gaps; it is what is stored, what is
 * sent (cut for each viewer) and what is replayed after a restart. A change gathers its events and
 * messages in a job for the storage thread; nothing of it is sent before it is durable, and what
 * is asked about the table meanwhile is answered behind it.
 */
#ifndef METROPOLE_SERVER_TABLE_H
#define METROPOLE_SERVER_TABLE_H

#include "host/live.h"
#include "server/tables/clock.h"
#include "server/tables/keys.h"
#include "server/net/conn.h"
#include "server/tables/setups.h"
#include "server/store/store.h"

enum {
	TABLE_EVENTS_MAX = 20000,   /* then the game ends: no game of the house comes near */
	TABLE_CHAT_MAX = 2000,      /* chat lines of one table */
	TABLE_UNDO_MAX = 100,       /* take-backs of one table */
	TABLE_SEATINGS_MAX = 200,   /* times that a seat of one table changes hands */
	TABLE_PAUSES_MAX = 100,     /* pauses of one table, counting beginning and end */
	TABLE_NOTES_MAX = 1000,     /* notes of one table; what is beyond is not told */
	TABLE_WATCHERS_MAX = 500,   /* who has a seat does not count */
	TABLE_OFFERS_MAX = 3,       /* offers of a seat between turn moves */
	TABLE_DEAL_WAIT_MS = 20000, /* a bot on turn waits so long for people's answers */
	TABLE_RESUME_MAX = 2000,    /* events; who missed more gets the whole table */
	TABLE_PAGE_MAX = 500,       /* events of one page of history: others wait while it is written */
	TABLE_LOG_MAX = 8000,       /* moves in the message of a whole table */
	TABLE_SHARED_MS = 60000,    /* then whoever sits at an open table may set bots too */
	TABLE_IDLE_MS = 120000,     /* a finished table that nobody watches leaves memory after */
	TABLE_TIGHT_MS = 600000,    /* where room is short, an unfinished one after */
	TABLE_KEPT_MS = 120000,     /* seats of a rematch wait so long for the people of the game */
};

/* Stored as numbers: only ever append. */
enum event_kind {
	EVENT_MOVE,
	EVENT_SEAT,
	EVENT_CHAT,
	EVENT_START,
	EVENT_UNDO,
	EVENT_END,
	EVENT_REMATCH,
	EVENT_NOTE,
	EVENT_PAUSE,
	EVENTS
};

struct event {
	uint32_t at; /* seconds after the table was made */
	uint8_t kind;
	int8_t seat; /* of a move */
	union {
		mp_move move;
		size_t undo; /* moves that are left */
		char *text;  /* of all others: JSON members, public; under old rules the move's notation */
	};
};

struct bot_work;

struct seat {
	struct store_seat kept;
	uint16_t online;           /* connections of its owner that watch */
	uint8_t offers;            /* since the last turn move */
	uint32_t deal;             /* number of the event that opened its deal; 0 without */
	uint64_t away_since;       /* ms; 0 if online */
	int64_t kept_for;          /* the person for whom it is kept open, or 0 */
	char *kept_name;           /* theirs; of a table for another game only */
	struct bot_work *thinking; /* the question that its bot has not answered */
};

/* Of a table that was played by rules which are no longer these: it can be read, not replayed. */
struct old_rules {
	int version;
	char *options;
};

struct watcher {
	struct conn *conn;
	int viewer;
	bool follows; /* with a match of its own: is not told what that knows */
};

struct table_job;
struct waiting_request;

/* A table in memory is a copy of its log: how far it is behind, where other nodes write too. */
struct behind {
	uint64_t copy;     /* goes up whenever the log is read from the start */
	uint32_t told;     /* the last event that watchers were told of, or came with the copy */
	uint32_t heard;    /* the last event that another node told of */
	bool is_in_doubt;  /* more may have happened than was told */
	bool is_lost;      /* a change came too late: what is here never was */
	bool is_rewritten; /* words were taken out of events that are here */
	bool is_row_old;   /* who sits here, or whether it is over, is not as it was: all read it */
	bool is_found;     /* among those that live, while they are looked for */
	bool is_reading;   /* the log is being read */
	uint8_t tries;     /* since it was last as it should be */
	struct table_job *lost;
	struct waiting_request *first; /* who waits for it */
};

struct table {
	struct table *next, **link; /* all tables */
	struct table *same_hash, *same_key;
	int64_t key;
	char id[TABLE_ID_LEN + 1], rematch[TABLE_ID_LEN + 1];
	char made[TABLE_ID_LEN + 1]; /* for a rematch, here, before it was known whose is kept */
	struct shared_setup *shared;
	uint8_t status;
	uint8_t bots; /* enum bots_welcome */
	bool is_public, passes_on_timeout, is_listed, is_doomed;
	int64_t host;
	int64_t created, changed; /* stamps, ms since 1970 */
	uint64_t touched;         /* when it changed or came into memory, by the server's `now` */
	struct clock clock;
	struct seat seats[MP_SEATS];
	struct live live;      /* the match, with a state once it is in play */
	struct old_rules *old; /* NULL: by the rules of today */
	struct event *events;
	size_t cap_events, cap_watchers;
	uint32_t n_events, n_of[EVENTS]; /* and of each kind */
	struct watcher *watchers;
	uint32_t n_watchers;
	uint8_t viewing;     /* set of viewers that are watched by someone */
	uint32_t turn_no;    /* counts turn moves and take-backs; never goes back */
	uint32_t version;    /* counts all changes of the match */
	uint8_t asked;       /* bot seats that have been asked at this version */
	uint8_t elsewhere;   /* seats whose owner is connected, but does not watch */
	uint8_t stand_in;    /* seats whose turn a bot plays because the clock ran out */
	uint8_t on_vacation; /* as the log says */
	int8_t undo_by;      /* who asks to take back, or -1 */
	uint8_t undo_yes;    /* who agrees */
	int8_t pause_by;     /* who asks for a pause, or -1 */
	uint8_t pause_yes;   /* who agrees */
	bool is_paused;
	uint8_t actors;       /* seats that could act after the last change, where several can */
	uint64_t waits_until; /* a bot on turn waits for people's answers */
	uint64_t kept_until;  /* seats are kept for people of another game; 0 if none are */
	uint64_t idle_since;
	bool is_stored;             /* its row has been handed to the storage once */
	struct table_job *open_job; /* the change being made */
	struct table_job *last_job; /* the last one handed to the storage */
	uint32_t jobs;
	struct behind behind;
};

enum { TABLE_HASH = 16384 };

struct tables {
	struct table *first;
	struct table *open; /* the one whose change is being made: one at a time, in all the server */
	struct conn *payer; /* whose request makes the changes of now, or NULL */
	struct table *by_id[TABLE_HASH], *by_key[TABLE_HASH];
	uint32_t n, n_playing, cap;
	struct keys keys;
	uint64_t copies;
	struct mp_rng luck; /* of the chance event being drawn */
	void *scratch;      /* for all matches, which are never used at the same time */
	void *replay;       /* a state, for reading old events again */
	size_t state_max;
};

struct server;

/* Why something was refused; code and message as in the protocol. */
struct refusal {
	const char *code, *rule;
	const char
		*key; /* of the sentence for this try, as in struct mp_fault; NULL if there is none */
	char message[240];
	char args[200];
};

/* Fills it in; always false. */
bool refuse(struct refusal *, const char *code, const char *message);
bool refuse_fault(struct refusal *, const struct mp_fault *);

/* table.c: tables and watchers. */
bool tables_init(struct tables *, uint32_t cap);
void tables_release(struct server *);
struct table *table_find(struct tables *, const char *id);
struct table *table_by_key(struct tables *, int64_t key);
/* It has its key now. */
void table_file(struct tables *, struct table *);
/* A table under a fresh or given id; takes the reference to `shared`. NULL if there are too many.
 */
struct table *table_new(struct server *, struct shared_setup *, const char *id);
void table_free(struct server *, struct table *);
bool table_watch(struct server *, struct table *, struct conn *, bool follows, struct refusal *);
bool table_is_followed_by(const struct table *, const struct conn *);
void table_unwatch(struct server *, struct table *, struct conn *);
int table_seat_of(const struct table *, int64_t person);
/* The seat of the person, or MP_PUBLIC. */
int table_viewer(const struct table *, int64_t person);
bool table_is_bot(const struct table *, int seat);
/* Is it a level for players? Baselines, b0 and so on, are for measuring bots. */
bool table_offers_level(const char *level);
/* Is everyone who plays or has played for a seat an account? Programs among themselves are rated;
 * against people where the table says so. Nobody is against a program of their own. */
bool table_is_rated(const struct table *);
/* What is due by now: clocks, bots; and whether it ends for want of people, or leaves memory. May
 * free it. */
void table_tend(struct server *, struct table *);
/* Persons may have changed seats: watchers see what is now theirs. */
void table_refresh_viewers(struct server *, struct table *);
/* Notices people who were connected elsewhere and are gone now. */
void table_check_presence(struct server *, struct table *);
/* Who is connected to other nodes is known anew. */
void table_check_others(struct server *, struct table *);

/* change.c: what becomes durable. */
/* Seconds from when the table was made to a stamp; none if the system's clock was set back. */
uint32_t table_seconds(const struct table *, int64_t at);
/* Begins a change, if none is being made. Events do so themselves. */
void table_begin(struct server *, struct table *);
/* Appends an event with JSON members as text. */
void table_event(struct server *, struct table *, enum event_kind, int64_t who, const char *text);
/* Appends a move's event; called by the match right before the move. */
void table_witness(void *server, struct mp_match *before, int seat, mp_move);
/* The row of the table and its seats are to be written too. */
void table_touch(struct table *);
void table_results(struct table *, const int place[MP_SEATS]);
/* Those who watch are told of the last event, with the change that is open. */
void table_tell(struct server *, struct table *, const struct mp_match *before,
                const struct mp_played *);
/* Begins a change that was made elsewhere: it is told, and not stored. */
void table_echo(struct server *, struct table *);
/* Hands the change to the storage; watchers get the events when it is durable. */
void table_commit(struct server *, struct table *);
/* Sends behind whatever of this table is not yet durable. Drops the caller's reference. */
void table_send(struct server *, struct table *, struct conn *, struct message *);
/* The answer to a request, which is asked again should the change behind it be lost. */
void table_answer(struct server *, struct table *, struct conn *, struct message *,
                  struct message *asked);
/* The same to everyone who watches. */
void table_send_all(struct server *, struct table *, struct message *);
/* What was last committed answers a move that came at this time: for the metrics. */
void table_timed(struct table *, uint64_t came_us);

/* seats.c: before the game and around it. */
struct table_wish {
	const char *game;
	int players;
	json_t *options;
	bool is_public, passes_on_timeout;
	enum bots_welcome bots;
	enum clock_kind clock;
	int64_t bank_ms, step_ms;
	/* For each seat: "me", "open", or a bot's level. */
	const char *seats[MP_SEATS];
};
/* Every way to make a table is through here, and out of one budget. */
struct table *table_create(struct server *, const struct conn *, const struct table_wish *,
                           struct refusal *);
/* Something around the game that a seat did or met with, for everyone's journal. */
void table_note(struct server *, struct table *, const char *what, int seat);
/* How long somebody must be away before a bot may play on, in ms. */
uint64_t table_patience(const struct server *, const struct table *);
bool table_sit(struct server *, struct table *, const struct person *, int seat, struct refusal *);
bool table_stand(struct server *, struct table *, const struct person *, struct refusal *);
bool table_set_bot(struct server *, struct table *, const struct person *, int seat,
                   const char *level, struct refusal *);
bool table_start(struct server *, struct table *, const struct person *, struct refusal *);
bool table_replace(struct server *, struct table *, const struct person *, int seat,
                   struct refusal *);
bool table_abort(struct server *, struct table *, const struct person *, struct refusal *);
bool table_resign(struct server *, struct table *, const struct person *, struct refusal *);
/* The bot that plays on for the owner of the seat; nobody plays on for nobody. */
void table_hand_over(struct server *, struct table *, int seat);
/* How many pages look on that are nobody's at the table. */
uint32_t table_spectators(const struct table *);
void table_tell_presence(struct server *, struct table *);
bool table_is_filled(const struct table *);
/* Does a bot play there for somebody, who may have been forgotten since? */
bool table_has_left(const struct table *, int seat);
bool table_chat(struct server *, struct table *, const struct person *, const char *text,
                struct refusal *);
void table_close(struct server *, struct table *, const char *reason);

/* rematch.c: the next game of the same people. */
struct table *table_rematch(struct server *, struct table *, const struct conn *, struct refusal *);
/* Nothing is kept for this person any more; true if something was. */
bool table_unkeep(struct table *, int64_t person);
/* Seats that were kept long enough are free. */
void table_release_kept(struct server *, struct table *);

/* play.c: the match. */
bool table_begin_match(struct server *, struct table *);
/* A match at its beginning, without anybody to witness it yet. False if memory is short. */
bool table_set_match(struct server *, struct table *);
/* From here on moves become events, and chance is drawn. */
void table_attach(struct server *, struct table *);
/* Counts turns and offers; `seq` is the number of the move's event, `turn` who was on turn. */
void table_count_move(struct table *, int seat, int turn, mp_move, uint32_t seq);
bool table_play(struct server *, struct table *, int seat, const char *move, int64_t turn_no,
                int64_t deal, struct refusal *);
bool table_take_back(struct server *, struct table *, int seat, struct refusal *);
bool table_answer_undo(struct server *, struct table *, int seat, bool yes, struct refusal *);
/* Whoever is on turn and looks elsewhere is told so. */
void table_tell_turn(struct server *, struct table *, int seat);
/* Ends it: `places` by seat, or NULL for those of the finished match. */
void table_end(struct server *, struct table *, const char *reason, const int place[MP_SEATS]);
/* Nobody but bots is left once the owner of seat `last` has gone. */
void table_abandon(struct server *, struct table *, int last);
/* Clocks that ran out, bots that waited. */
void table_tick(struct server *, struct table *);
/* A bot's choice, by seat and the version it was asked at. */
void table_bot_moved(struct server *, struct table *, int seat, uint32_t version, bool has_move,
                     mp_move);

/* What follows every change of the match: the end, the clocks, the bots. `turn_before` is -1 if
 * whoever is on turn has got it anew. */
void table_go_on(struct server *, struct table *, int turn_before);

/* Between the moment at which the time runs out and the bot's move a person is too late. */
bool table_is_out_of_time(const struct server *, const struct table *, int seat);

/* takeback.c */
/* After a take-back to the first n of `before` moves: the increments of the moves that are gone are
 * gone too; the time that was used for them stays used. */
void table_clocks_back(struct server *, struct table *, size_t before);
/* After a take-back: the open deals go by the numbers that they were opened with. */
void table_deals_back(struct table *);
/* Does the owner of the seat play, rather than a bot for good? Nobody else has a say in the game.
 */
bool table_has_player(const struct table *, int seat);

/* hold.c: clocks that stand still. */
/* Does somebody's vacation hold the clock when this seat is on turn? */
bool table_is_away_for_long(const struct server *, const struct table *, int seat);
/* Whether the clock is to run now. */
void table_hold(struct server *, struct table *);
/* The owner's vacation has begun or ended; everyone is told. */
void table_vacation(struct server *, struct table *, int seat, bool began);
bool table_pause(struct server *, struct table *, int seat, struct refusal *);
bool table_answer_pause(struct server *, struct table *, int seat, bool yes, struct refusal *);
bool table_resume(struct server *, struct table *, int seat, struct refusal *);
/* The server is about to stop: what is left on the clocks that run is written down, so that nobody
 * gains the time of a turn by it. */
void tables_keep_clocks(struct server *);
/* A move of this seat is about to be played, as part of the change that is open. */
void table_end_pause(struct server *, struct table *, int seat);

/* bots.c */
void table_ask_bots(struct server *, struct table *);
/* What was asked is no longer of interest. */
void table_stop_bots(struct server *, struct table *);

/* Answers of other processes' workers are there to be taken. */
void thoughts_take(struct server *);
/* What one of them answered to the question that was asked at this event: a move, or nothing. */
void table_bot_thought(struct server *, struct table *, int seat, uint32_t seq, const char *move);

/* catchup.c: what other nodes did. */
/* Does the copy say what the log says, as far as anybody knows? */
bool table_is_current(const struct table *);
/* Reads what is missing, as soon as nothing of its own is under way. */
void table_catch_up(struct server *, struct table *);
/* It is wanted to be up to date at all times: somebody watches, or its clock and bots are ours. */
void table_keep_up(struct server *, struct table *);
/* The request is answered once the copy is what the log is. */
void table_wait(struct server *, struct table *, struct conn *, struct message *asked);
/* The same for what is no request of a connection; with NULL if the table goes meanwhile. */
void table_when_current(struct server *, struct table *,
                        void (*then)(struct server *, struct table *, uint64_t ticket),
                        uint64_t ticket);
/* A change came too late; takes the job. */
void table_lost(struct server *, struct table *, struct table_job *);
/* An event of another node; 0: anything. */
void table_heard(struct server *, struct table *, uint32_t seq);
/* Another node has changed its row: lists show it, and one that is over leaves. */
void table_row_changed(struct server *, struct table *);
/* All that waits for a table, which goes. */
void table_drop_waiting(struct server *, struct table *);

/* load.c */
struct image;
/* Plays what is stored into a table that is empty. */
bool table_fill(struct server *, struct table *, const struct image *);
bool tables_load(struct server *, char *why, size_t cap);
/* Once the threads are there: games go on, or end where their rules have changed. */
void tables_resume(struct server *);
/* Brings a finished table back into memory, or a table that is still there; then calls `then` with
 * the table or NULL, and the ticket. */
void table_fetch(struct server *, const char *id,
                 void (*then)(struct server *, struct table *, uint64_t ticket), uint64_t ticket);
/* The same for a table that another node has told of by its key. */
void table_fetch_key(struct server *, int64_t key);
/* Unfinished tables that other nodes have made and nobody told of. */
void tables_find_new(struct server *);

#endif
