/* SPDX-License-Identifier: MIT
 *
 * The server as a whole, for whoever starts one: its settings, and how to run and stop it. The
 * command line and the tests need nothing else of this room.
 */
#ifndef METROPOLE_SERVER_SERVER_H
#define METROPOLE_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERVE_TEXT_MAX = 256 };

/* Every setting once: name, kind (text, number), default, least, most, what it is. Flags
 * (--port 8080), the file (port = 8080) and the documentation come from here. */
#define SERVE_SETTINGS(TEXT, NUMBER)                                                               \
	TEXT(bind, "127.0.0.1", "address to listen on; empty for all")                                 \
	NUMBER(port, 8080, 0, 65535, "port to listen on; 0 takes any free one")                        \
	TEXT(data, "metropole.db", "the data file, or a postgresql:// address")                        \
	TEXT(web, "", "folder of the browser client, instead of the one in the program")               \
	TEXT(public_url, "", "address that players see, as https://example.org")                       \
	TEXT(tls_cert, "", "certificate file (PEM); with tls_key the server speaks TLS itself")        \
	TEXT(tls_key, "", "private key file (PEM)")                                                    \
	NUMBER(behind_proxy, 0, 0, 1, "1: believe X-Forwarded-For (only behind a proxy of yours)")     \
	NUMBER(workers, 2, 0, 64, "threads for bots; 0: metropole work does all the thinking")         \
	NUMBER(bot_ms, 1000, 10, 60000, "most milliseconds a bot may think about a move")              \
	NUMBER(connections, 10000, 8, 100000, "connections at once")                                   \
	NUMBER(connections_per_address, 256, 1, 100000, "connections at once from one address")        \
	NUMBER(tables, 10000, 1, 1000000, "tables in memory at once")                                  \
	NUMBER(tables_per_user, 50, 1, 1000000, "unfinished tables that one person may have made")     \
	NUMBER(tables_per_hour, 60, 1, 1000000, "tables that one person, or one address, may make")    \
	NUMBER(kilobytes_per_hour, 4000, 1, 400000,                                                    \
	       "kilobytes that one person may add to the data file; an address, eight times that")     \
	NUMBER(messages_per_second, 20, 1, 100000, "WebSocket messages of one connection")             \
	NUMBER(busy_ms_per_second, 0, 0, 1000000,                                                      \
	       "milliseconds of work, each second, for one address; 0: as other limits allow")         \
	NUMBER(requests_per_minute, 1200, 1, 10000000,                                                 \
	       "HTTP requests of one address; files cost 1/20")                                        \
	NUMBER(logins_per_hour, 30, 1, 1000000, "wrong passwords from one address")                    \
	NUMBER(guests_per_hour, 200, 1, 1000000, "new guests from one address")                        \
	NUMBER(chat_per_minute, 20, 1, 100000, "chat lines of one person")                             \
	NUMBER(reviews_per_day, 30, 0, 100000,                                                         \
	       "reviews that one person may ask for; an address, eight times that; 0: none are made")  \
	NUMBER(silence_seconds, 13, 4, 3600, "silence after which a connection counts as lost")        \
	NUMBER(abandon_seconds, 60, 0, 86400, "absence after which a bot may be given the seat")       \
	NUMBER(keep_guests_days, 90, 1, 36500, "days that a guest is remembered after the last visit") \
	NUMBER(keep_addresses_days, 14, 1, 36500, "days that somebody's last address is remembered")   \
	NUMBER(keep_tables_days, 365, 1, 36500, "days that games without an account are kept")         \
	NUMBER(keep_open_hours, 24, 1, 87600, "hours that a table waits to be started")                \
	NUMBER(keep_chat_days, 30, 1, 36500, "days that the chat of a finished game is kept")          \
	NUMBER(vacation_days, 21, 0, 366, "days of a year on which one's slow games may stand still")  \
	NUMBER(push, 1, 0, 1, "1: people who are away are told by their browser's push service")       \
	TEXT(push_contact, "", "whom push services may write to; public_url if empty")                 \
	NUMBER(push_to_private, 0, 0, 1, "1: push services on this machine or network, too (tests)")   \
	TEXT(smtp_url, "", "mail server, as smtps://mail.example.net; without it no email is offered") \
	TEXT(smtp_from, "", "sender of emails, as Metropole <games@example.net>")                      \
	TEXT(smtp_user, "", "name at the mail server, if it asks for one")                             \
	TEXT(smtp_password, "", "password at the mail server")                                         \
	NUMBER(mail_minutes, 10, 0, 1440, "minutes that a game waits before its player is written to") \
	NUMBER(log_level, 1, 0, 2, "0 errors only, 1 what happens, 2 every request")

#define COUNT(...) +1
enum { SERVE_SETTINGS_COUNT = 0 SERVE_SETTINGS(COUNT, COUNT) };
#undef COUNT

struct serve_config {
#define TEXT(name, preset, about)                char name[SERVE_TEXT_MAX];
#define NUMBER(name, preset, least, most, about) uint32_t name;
	SERVE_SETTINGS(TEXT, NUMBER)
#undef TEXT
#undef NUMBER
	char file[SERVE_TEXT_MAX];           /* that was read, and */
	uint16_t line[SERVE_SETTINGS_COUNT]; /* where in it; 0 if set elsewhere or not at all */
};

struct serve_setting {
	const char *name, *about, *preset;
	bool is_text;
};

/* All settings, ended by one without a name. */
extern const struct serve_setting serve_settings[];

void serve_config_init(struct serve_config *);
/* Sets one; false with a sentence in `why` if there is no such setting or it takes no such value.
 */
bool serve_config_set(struct serve_config *, const char *name, const char *value, char *why,
                      size_t cap);
/* Reads a file of `name = value` lines; `#` begins a comment. */
bool serve_config_read(struct serve_config *, const char *path, char *why, size_t cap);

/* The line of the file on which it was set, 0 if it was not. */
unsigned serve_config_line(const struct serve_config *, const char *name);
/* All together: are they good to start a server with? A sentence, with file and line, if not. */
bool serve_config_check(const struct serve_config *, char *why, size_t cap);

/* For tests only: where chance and time come from. The product has no way to set them. */
struct serve_hooks {
	void (*random)(void *ctx, void *out, size_t n); /* the system's if NULL */
	uint64_t (*now_ms)(void *ctx);                  /* steady; the system's if NULL */
	uint64_t (*wall_ms)(void *ctx);                 /* since 1970; the system's if NULL */
	void *ctx;
};

struct server;

/* Opens the data file, replays what is unfinished, listens. NULL with a sentence in `why`. */
struct server *server_new(const struct serve_config *, const struct serve_hooks *, char *why,
                          size_t cap);
int server_port(const struct server *); /* 0 if it does not listen */
/* Serves until server_stop; 0 if it ended as it should. */
int server_run(struct server *);
/* Settings as they are now; those that only a start can change are told in the log and stay.
 * Certificates are read again. From any thread. */
void server_reload(struct server *, const struct serve_config *);
/* From any thread. */
void server_stop(struct server *);
void server_free(struct server *);

#endif
