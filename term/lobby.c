/* SPDX-License-Identifier: MIT
 *
 * The way to a table: who one is, the lobby, a table of one's own, and the wait until all are
 * there. By lines in every terminal.
 */
#include "online.h"

#include "phrase.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { WAIT_MS = 200, ASK_EVERY = 5, PATH_SIZE = 512, SCRIPT_ANSWER_MS = 10000 };

/* --- who --- */

/* A guest stays the same guest: the cookie is kept where programs keep their state, for its owner
 * only. */
static bool cookie_path(const struct remote *remote, char path[PATH_SIZE])
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char site[320];

	snprintf(site, sizeof site, "%s", remote_site(remote));
	for (char *p = site; *p; p++)
		if (*p == '/' || *p == ':')
			*p = '_';
	if (state && *state)
		return snprintf(path, PATH_SIZE, "%s/metropole/%s", state, site) < PATH_SIZE;
	return home &&
	       snprintf(path, PATH_SIZE, "%s/.local/state/metropole/%s", home, site) < PATH_SIZE;
}

static void load_cookie(struct remote *remote)
{
	char path[PATH_SIZE], cookie[REMOTE_COOKIE_MAX] = "";
	FILE *file = cookie_path(remote, path) ? fopen(path, "r") : NULL;

	if (file && fgets(cookie, sizeof cookie, file)) {
		cookie[strcspn(cookie, "\r\n")] = '\0';
		remote_set_cookie(remote, cookie);
	}
	if (file)
		fclose(file);
}

static void save_cookie(const struct remote *remote)
{
	char path[PATH_SIZE];
	int fd;

	if (!cookie_path(remote, path))
		return;
	for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	dprintf(fd, "%s\n", remote_cookie(remote));
	close(fd);
}

static bool read_line(int in, char *line, size_t size)
{
	size_t n = 0;
	char c;

	while (read(in, &c, 1) == 1) {
		if (c == '\n') {
			line[n] = '\0';
			return true;
		}
		if (n + 1 < size && c != '\r')
			line[n++] = c;
	}
	return false;
}

/* From METROPOLE_PASSWORD, or typed unseen. */
static bool read_password(const struct online *online, const struct online_wish *wish,
                          char *password, size_t size)
{
	const char *given = getenv("METROPOLE_PASSWORD");
	struct termios seen, unseen;
	bool is_terminal = tcgetattr(wish->in, &seen) == 0, good;

	if (given)
		return snprintf(password, size, "%s", given) < (int)size;
	fputs(
		phrase(&online->voice, "lobby.password", "{\"name\":%s}", phrase_quote(wish->account).text)
			.text,
		wish->out);
	fputc(' ', wish->out);
	fflush(wish->out);
	unseen = seen;
	unseen.c_lflag &= ~(tcflag_t)ECHO;
	if (is_terminal)
		tcsetattr(wish->in, TCSAFLUSH, &unseen);
	good = read_line(wish->in, password, size);
	if (is_terminal)
		tcsetattr(wish->in, TCSAFLUSH, &seen);
	fputc('\n', wish->out);
	return good;
}

/* Becomes somebody: an account by its password, or a guest by a name. */
static bool become(struct online *online, const struct online_wish *wish, char why[REMOTE_WHY_MAX])
{
	const char *user = getenv("USER");
	const char *name = wish->name ? wish->name : user && *user ? user : "Guest";
	char password[260] = "";
	bool good;

	if (!wish->account)
		return remote_become(online->remote, "/api/guest", json_pack("{s:s}", "name", name), why);
	good = read_password(online, wish, password, sizeof password) &&
	       remote_become(online->remote, "/api/login",
	                     json_pack("{s:s,s:s}", "name", wish->account, "password", password), why);
	explicit_bzero(password, sizeof password);
	if (!good && (!*why || strcmp(why, "wrong") == 0))
		snprintf(why, REMOTE_WHY_MAX, "%.200s", phrase(&online->voice, "lobby.wrong", NULL).text);
	return good;
}

/* Is who was greeted the one that is wanted? */
static bool is_wanted(const json_t *you, const struct online_wish *wish)
{
	const char *name = json_string_value(json_object_get(you, "name"));

	if (wish->account)
		return name && !json_is_true(json_object_get(you, "guest")) &&
		       strcmp(name, wish->account) == 0;
	return json_is_object(you) && !wish->name;
}

/* Greeted by name, or as nobody, who becomes somebody. */
static bool come_in(struct online *online, const struct online_wish *wish)
{
	char why[REMOTE_WHY_MAX] = "";
	bool is_known;
	json_t *hello;

	load_cookie(online->remote);
	if (!remote_open(online->remote, 10000, why))
		goto fail;
	hello = remote_next(online->remote, 10000);
	is_known = is_wanted(json_object_get(hello, "you"), wish);
	json_decref(hello);
	if (hello && is_known)
		return true;
	if (!become(online, wish, why))
		goto fail;
	save_cookie(online->remote);
	if (online_connect(online))
		return true;
	snprintf(why, sizeof why, "%.200s", online->why);
fail:
	snprintf(online->why, sizeof online->why, "%s: %s", remote_site(online->remote), why);
	return false;
}

/* --- the lobby --- */

static void say(const struct online_wish *wish, const char *text)
{
	fprintf(wish->out, "%s\n", text);
	fflush(wish->out);
}

static void list_table(const struct online *online, const struct online_wish *wish, size_t i,
                       const json_t *listing)
{
	const json_t *info = json_object_get(listing, "info"), *seat;
	const char *id = json_string_value(json_object_get(info, "game"));
	const struct mp_game *game = id ? mp_game_find(id) : NULL;
	char names[400] = "";
	size_t s;
	int open = 0;

	json_array_foreach(json_object_get(info, "seats"), s, seat)
	{
		const char *name = json_string_value(json_object_get(seat, "name"));
		const char *kind = json_string_value(json_object_get(seat, "kind"));

		open += kind && kind[0] == 'o';
		if (name && *name)
			snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.40s",
			         *names ? ", " : "", name);
	}
	text_clean(names);
	say(wish,
	    phrase(&online->voice, "lobby.table", "{\"n\":%zu,\"game\":%s,\"names\":%s,\"open\":%d}",
	           i + 1, phrase_quote(game ? game->title[online->voice.lang] : "?").text,
	           phrase_quote(names).text, open)
	        .text);
}

/* Shows the public tables until one is chosen. */
static bool choose_table(struct online *online, const struct online_wish *wish)
{
	char line[80];

	for (;;) {
		json_t *answer = online_ask(online, "lobby", NULL), *tables, *listing;
		size_t i;
		unsigned long n;

		tables = json_object_get(answer, "tables");
		say(wish,
		    phrase(&online->voice, "lobby.title", "{\"n\":%zu}", json_array_size(tables)).text);
		json_array_foreach(tables, i, listing) list_table(online, wish, i, listing);
		fputs("> ", wish->out);
		fflush(wish->out);
		if (!answer || !read_line(wish->in, line, sizeof line) || line[0] == 'q') {
			json_decref(answer);
			return false;
		}
		n = strtoul(line, NULL, 10);
		listing = n > 0 ? json_array_get(tables, n - 1) : NULL;
		if (listing)
			snprintf(online->table, sizeof online->table, "%.36s",
			         json_string_value(json_object_get(listing, "table")));
		json_decref(answer);
		if (online->table[0])
			return true;
	}
}

/* --- a table of one's own --- */

static json_t *options_of(const struct mp_setup *setup)
{
	static const size_t cap = 65536;
	char *memory = malloc(cap);
	struct mp_json json;
	json_t *object = NULL, *options;

	if (!memory)
		return json_object();
	mp_json_init(&json, memory, cap);
	mp_json_object(&json, NULL);
	mp_setup_json(setup, "options", &json);
	mp_json_end_object(&json);
	object = json_loadb(json.text.buf, json.text.len, 0, NULL);
	options = json_incref(json_object_get(object, "options"));
	json_decref(object);
	free(memory);
	return options ? options : json_object();
}

static json_t *seats_of(const struct online_wish *wish)
{
	json_t *seats = json_array();
	char words[128], *rest = words;

	snprintf(words, sizeof words, "%s", wish->seats ? wish->seats : "me,open,open,open,open,open");
	for (int i = 0; i < wish->setup->players; i++) {
		const char *word = rest ? strsep(&rest, ",") : "open";

		json_array_append_new(seats, json_string(word));
	}
	return seats;
}

static json_t *clock_of(const struct online_clock *clock)
{
	if (clock->days > 0)
		return json_pack("{s:s,s:i}", "kind", "days", "days", clock->days);
	if (clock->bank > 0)
		return json_pack("{s:s,s:i,s:i}", "kind", "live", "bank", clock->bank, "increment",
		                 clock->increment);
	return json_pack("{s:s}", "kind", "none");
}

static bool make_table(struct online *online, const struct online_wish *wish)
{
	json_t *answer = online_ask(
		online, "create",
		json_pack("{s:s,s:i,s:o,s:o,s:b,s:o}", "game", wish->setup->game->id, "players",
	              wish->setup->players, "options", options_of(wish->setup), "seats", seats_of(wish),
	              "public", wish->is_public, "clock", clock_of(&wish->clock)));
	const char *table = json_string_value(json_object_get(answer, "table"));
	const char *said =
		json_string_value(json_object_get(json_object_get(answer, "error"), "message"));

	if (table)
		snprintf(online->table, sizeof online->table, "%.36s", table);
	else
		snprintf(online->why, sizeof online->why, "%s", said ? said : "?");
	json_decref(answer);
	return online->table[0];
}

/* --- sitting down, and waiting --- */

/* An address ends with the id: …#/table/ID. */
static void read_table(struct online *online, const char *given)
{
	const char *slash = strrchr(given, '/');

	snprintf(online->table, sizeof online->table, "%.36s", slash ? slash + 1 : given);
}

static bool has_open_seat(const struct online *online)
{
	for (int seat = 0; seat < MP_SEATS; seat++)
		if (online->kind[seat] == 'o')
			return true;
	return false;
}

static bool watch(struct online *online)
{
	if (!online_insist(online, "watch", json_pack("{s:b}", "follow", 1)))
		return false;
	for (int i = 0; i < 50 && !online->info; i++)
		online_drain(online, WAIT_MS);
	return online->info != NULL;
}

/* A seat if there is one; in a game one's own that a bot has kept. */
static bool sit_down(struct online *online)
{
	if (!watch(online))
		return false;
	if (online->seat < 0 && has_open_seat(online) && !online->is_playing &&
	    online_insist(online, "sit", NULL)) {
		json_decref(online->info);
		online->info = NULL;
		return watch(online);
	}
	return true;
}

/* The history makes the match, whatever was before. */
static bool follow(struct online *online)
{
	for (int i = 0; i < 100 && !online->has_sitting; i++) {
		if (i == 0) {
			json_t *answer;

			online->seq = 0;
			answer = online_ask(online, "history", json_pack("{s:i}", "since", 0));
			json_decref(answer);
		}
		online_drain(online, WAIT_MS);
	}
	lines_cut(&online->news, 0); /* who sat down was said while it was waited for */
	return online->has_sitting;
}

static bool wait_for_start(struct online *online, const struct online_wish *wish)
{
	unsigned waited = 0;

	if (!online->is_playing)
		say(wish, phrase(&online->voice, "lobby.wait", NULL).text);
	if (!online->is_playing)
		fprintf(wish->out, "%s/#/table/%s\n", remote_site(online->remote), online->table);
	fflush(wish->out);
	while (!online->is_playing && remote_is_open(online->remote)) {
		/* A server that is just writing down who sits refuses: it is asked again, in a second. */
		if (!has_open_seat(online) && online->seat >= 0 && waited++ % ASK_EVERY == 0)
			json_decref(online_ask(online, "start", NULL));
		online_drain(online, WAIT_MS);
		for (size_t i = 0; i < online->news.n; i++)
			say(wish, online->news.line[i]);
		lines_cut(&online->news, 0);
	}
	if (!online->is_playing && !online->has_sitting)
		snprintf(online->why, sizeof online->why, "%s",
		         phrase(&online->voice, "lobby.dropped", NULL).text);
	return online->is_playing || online->has_sitting;
}

bool online_begin(struct online *online, const struct online_wish *wish)
{
	*online = (struct online){.seat = -1, .voice = {.lang = wish->lang}};
	online->remote = remote_new(wish->url);
	if (!online->remote) {
		snprintf(
			online->why, sizeof online->why, "%s",
			phrase(&online->voice, "lobby.url", "{\"url\":%s}", phrase_quote(wish->url).text).text);
		return false;
	}
	if (!come_in(online, wish))
		return false;
	if (wish->table)
		read_table(online, wish->table);
	else if (!(wish->setup ? make_table(online, wish) : choose_table(online, wish)))
		return false;
	return sit_down(online) && wait_for_start(online, wish) && follow(online);
}

/* The next game of the same people, at a table of its own. */
static bool move_over(struct online *online)
{
	json_t *answer = online_ask(online, "rematch", NULL);
	const char *next = json_string_value(json_object_get(answer, "table"));
	const char *said =
		json_string_value(json_object_get(json_object_get(answer, "error"), "message"));

	if (!next) {
		snprintf(online->why, sizeof online->why, "%s",
		         said ? said : phrase(&online->voice, "lobby.dropped", NULL).text);
		json_decref(answer);
		return false;
	}
	online_insist(online, "unwatch", NULL);
	snprintf(online->table, sizeof online->table, "%.36s", next);
	json_decref(answer);
	if (online->has_sitting)
		sitting_release(&online->sitting);
	json_decref(online->info);
	json_decref(online->now);
	online->info = online->now = NULL;
	online->has_sitting = online->is_playing = online->is_missing = online->wants_record = false;
	online->seq = 0;
	online->afresh = 0;
	online->seat = -1;
	return true;
}

/* A person may think it over. A script that has no more to say, and whose end of the pipe stays
 * open, is not waited for. */
static bool has_answer(int in)
{
	struct pollfd waits = {.fd = in, .events = POLLIN};

	return isatty(in) || poll(&waits, 1, SCRIPT_ANSWER_MS) > 0;
}

bool online_again(struct online *online, const struct online_wish *wish)
{
	char line[80];

	online->why[0] = '\0';
	if (online->seat < 0 || !online->has_sitting || !online->sitting.has_ended)
		return false;
	fputs(phrase(&online->voice, "lobby.again", NULL).text, wish->out);
	fputs(" > ", wish->out);
	fflush(wish->out);
	if (!has_answer(wish->in) || !read_line(wish->in, line, sizeof line) || !line[0] ||
	    !strchr("yYoO", line[0]))
		return false;
	if (!remote_is_open(online->remote) && !online_connect(online))
		return false;
	return move_over(online) && sit_down(online) && wait_for_start(online, wish) && follow(online);
}
