/* SPDX-License-Identifier: MIT
 *
 * Line mode: tells what happened, asks, understands, explains.
 */
#include "plain.h"

#include "choices.h"
#include "phrase.h"
#include "told.h"

#include <metropole/record.h>

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FOUND_MAX = 10, TYPED_MAX = 1024, WAIT_MS = 40, POLL_MS = 2 };

struct plain {
	struct sitting *sitting;
	rules_fn *rules;
	struct referee referee;
	int in;
	FILE *out;
	char typed[TYPED_MAX]; /* what was read; the last line that was taken stands at its beginning */
	size_t n_typed, taken;
	bool has_ended; /* the input */
	struct choices choices;
	size_t told[MP_PUBLIC + 1]; /* lines of each journal that were read out */
	int eyes;                   /* who reads; -1 before anybody does */
	int asked;                  /* who was told to move, -1 since something happened */
	enum plain_end end;
	bool is_done;
};

/* --- out and in --- */

static void put(struct plain *plain, const char *text)
{
	fprintf(plain->out, "%s\n", text);
}

static void put_all(struct plain *plain, struct lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		put(plain, lines->line[i]);
	lines_release(lines);
}

static void put_phrase(struct plain *plain, const char *key)
{
	put(plain, phrase_to(&plain->sitting->voice, plain->eyes, key, NULL).text);
}

static void put_news(struct plain *plain)
{
	const struct journal *journal = &plain->sitting->journal[plain->eyes];

	for (; plain->told[plain->eyes] < journal->said.n; plain->told[plain->eyes]++)
		put(plain, journal->said.line[plain->told[plain->eyes]]);
}

/* What happened meanwhile is told at once where nobody else reads. */
static void go_on(struct plain *plain)
{
	struct lines news = {0};

	plain->referee.poll(plain->referee.ctx, &news);
	if (news.n > 0)
		fputc('\n', plain->out);
	put_all(plain, &news);
	fflush(plain->out);
}

/* More input; lets the referee go on while there is none. */
static void read_more(struct plain *plain)
{
	struct pollfd waits = {.fd = plain->in, .events = POLLIN};
	ssize_t n;

	if (poll(&waits, 1, WAIT_MS) <= 0) {
		go_on(plain);
		return;
	}
	if (plain->n_typed + 1 == sizeof plain->typed)
		plain->n_typed = 0; /* nobody types so long a line */
	n = read(plain->in, plain->typed + plain->n_typed, sizeof plain->typed - 1 - plain->n_typed);
	if (n <= 0)
		plain->has_ended = true;
	else
		plain->n_typed += (size_t)n;
}

/* The next line without spaces around it; NULL at the end of the input. */
static char *next_line(struct plain *plain)
{
	char *end;
	size_t n;

	fputs("> ", plain->out);
	fflush(plain->out);
	memmove(plain->typed, plain->typed + plain->taken, plain->n_typed - plain->taken);
	plain->n_typed -= plain->taken;
	plain->taken = 0;
	while (!(end = memchr(plain->typed, '\n', plain->n_typed)) && !plain->has_ended)
		read_more(plain);
	if (!end) {
		put(plain, "");
		return NULL;
	}
	n = (size_t)(end - plain->typed);
	plain->taken = n + 1;
	while (n > 0 && strchr(" \t\r", plain->typed[n - 1]))
		n--;
	plain->typed[n] = '\0';
	return plain->typed + strspn(plain->typed, " \t");
}

static void leave(struct plain *plain, enum plain_end end)
{
	plain->end = end;
	plain->is_done = true;
}

/* --- what can be asked besides moves --- */

static void do_board(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};

	(void)rest;
	told_board(plain->sitting, seat, &lines);
	put_all(plain, &lines);
}

static void put_choice(struct plain *plain, size_t i)
{
	const char *said = choices_said(&plain->choices, plain->sitting, i);

	fprintf(plain->out, "%s%s%s\n", plain->choices.all[i].move, *said ? ": " : "", said);
}

static void do_moves(struct plain *plain, int seat, const char *rest)
{
	size_t *found = calloc(plain->choices.n + 1, sizeof *found);
	size_t n =
		found ? choices_find(&plain->choices, plain->sitting, rest, found, plain->choices.n) : 0;

	(void)seat;
	put(plain, phrase(&plain->sitting->voice, "plain.moves", "{\"n\":%zu}", n).text);
	for (size_t i = 0; i < n; i++)
		if (*rest)
			put_choice(plain, found[i]);
		else
			fprintf(plain->out, "%s%s", plain->choices.all[found[i]].move, i + 1 < n ? "; " : "\n");
	free(found);
}

static void do_preview(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};
	struct mp_fault fault;
	mp_move move;

	if (mp_match_try(&plain->sitting->live.match, seat, rest, &move, &fault))
		told_fault(plain->sitting, seat, &fault, &lines);
	else
		told_move(plain->sitting, seat, rest, &lines);
	put_all(plain, &lines);
}

static void do_hint(struct plain *plain, int seat, const char *rest)
{
	char move[MP_MOVE_TEXT_MAX] = "";
	struct lines lines = {0};
	struct mp_fault fault;

	(void)rest;
	if (sitting_think(plain->sitting, seat, "hard", move, &fault)) {
		told_fault(plain->sitting, seat, &fault, &lines);
	} else if (move[0]) {
		put(plain, phrase(&plain->sitting->voice, "plain.hint", "{\"move\":\"%s\"}", move).text);
		told_move(plain->sitting, seat, move, &lines);
	} else {
		put_phrase(plain, "plain.waits");
	}
	put_all(plain, &lines);
}

static void do_undo(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	if (!plain->referee.undo(plain->referee.ctx)) {
		put_phrase(plain, "plain.undo_none");
		return;
	}
	for (int i = 0; i <= MP_PUBLIC; i++)
		if (plain->told[i] > plain->sitting->journal[i].said.n)
			plain->told[i] = plain->sitting->journal[i].said.n;
	plain->asked = -1;
	put_phrase(plain, "plain.undone");
}

static void do_journal(struct plain *plain, int seat, const char *rest)
{
	const struct lines *said = &plain->sitting->journal[seat].said;

	(void)rest;
	for (size_t i = 0; i < said->n; i++)
		put(plain, said->line[i]);
}

static void do_score(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};

	(void)rest;
	told_points(plain->sitting, seat, &lines);
	put_all(plain, &lines);
}

static void do_record(struct plain *plain, int seat, const char *rest)
{
	size_t cap = 4096;
	struct mp_text text = {.overflow = true};
	char *memory = NULL;

	(void)rest;
	while (text.overflow && cap < (size_t)64 << 20) {
		free(memory);
		cap *= 4;
		memory = malloc(cap);
		if (!memory)
			return;
		mp_text_init(&text, memory, cap);
		mp_record_print(&plain->sitting->live.match, seat,
		                (const char(*)[MP_NAME_MAX])plain->sitting->live.names, &text);
	}
	fputs(memory, plain->out);
	free(memory);
}

static void do_rule(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};

	(void)seat;
	rule_lines(plain->rules, plain->sitting->live.setup.game, plain->sitting->voice.lang, rest,
	           &lines);
	if (lines.n == 0)
		put_phrase(plain, "plain.no_rule");
	put_all(plain, &lines);
}

static void do_wait(struct plain *plain, int seat, const char *rest)
{
	(void)rest;
	if (seat == mp_match_turn(&plain->sitting->live.match)) {
		put_phrase(plain, "plain.wait_none");
		return;
	}
	plain->referee.waive(plain->referee.ctx, seat);
	plain->asked = -1;
	put_phrase(plain, "plain.waits");
}

static void do_say(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	if (plain->referee.chat && *rest)
		plain->referee.chat(plain->referee.ctx, rest);
	else
		put_phrase(plain, "plain.nobody");
}

static void do_quit(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	put_phrase(plain, "plain.bye");
	leave(plain, PLAIN_QUIT);
}

static void do_help(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	put(plain, phrase(&plain->sitting->voice, "plain.help", "{\"example\":\"%s\"}",
	                  plain->choices.n ? plain->choices.all[0].move : "")
	               .text);
}

static const struct command {
	const char *key;
	void (*run)(struct plain *, int seat, const char *rest);
} commands[] = {
	{"command.board", do_board},     {"command.help", do_help},     {"command.hint", do_hint},
	{"command.journal", do_journal}, {"command.moves", do_moves},   {"command.preview", do_preview},
	{"command.quit", do_quit},       {"command.record", do_record}, {"command.rule", do_rule},
	{"command.say", do_say},         {"command.score", do_score},   {"command.undo", do_undo},
	{"command.wait", do_wait},
};

/* A command in either language, whatever the table speaks: hands remember. */
static bool run_command(struct plain *plain, int seat, const char *line)
{
	size_t n = strcspn(line, " ");

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		for (int lang = 0; lang < MP_LANGS; lang++) {
			struct mp_voice voice = {.lang = (enum mp_lang)lang};
			struct phrase name = phrase(&voice, commands[i].key, NULL);

			if (strlen(name.text) == n && strncasecmp(line, name.text, n) == 0) {
				commands[i].run(plain, seat, line + n + strspn(line + n, " "));
				return true;
			}
		}
	return false;
}

/* --- moves --- */

static void play(struct plain *plain, int seat, const char *move)
{
	struct lines lines = {0};
	struct mp_fault fault;

	if (plain->referee.play(plain->referee.ctx, seat, move, &fault))
		told_fault(plain->sitting, seat, &fault, &lines);
	else
		put_news(plain);
	plain->asked = -1;
	put_all(plain, &lines);
}

/* Words that tell one move from the others play it; otherwise they are asked for more. */
static void play_words(struct plain *plain, int seat, const char *words)
{
	size_t found[MP_MOVES_MAX];
	size_t n = choices_find(&plain->choices, plain->sitting, words, found, MP_MOVES_MAX);

	if (n == 0) {
		put_phrase(plain, "plain.nothing");
		return;
	}
	if (n == 1) {
		play(plain, seat, plain->choices.all[found[0]].move);
		return;
	}
	put(plain, phrase(&plain->sitting->voice, "plain.which", "{\"n\":%zu}", n).text);
	for (size_t i = 0; i < n && i < FOUND_MAX; i++)
		put_choice(plain, found[i]);
	if (n > FOUND_MAX)
		put(plain, phrase(&plain->sitting->voice, "plain.more", "{\"n\":%zu}", n - FOUND_MAX).text);
}

static void answer(struct plain *plain, int seat, const char *line)
{
	struct lines lines = {0};
	struct mp_fault fault;
	mp_move move;
	enum mp_err err;

	if (!*line)
		return;
	err = mp_match_try(&plain->sitting->live.match, seat, line, &move, &fault);
	if (!err) {
		play(plain, seat, line);
	} else if (run_command(plain, seat, line)) {
		return;
	} else if (err != MP_BAD_MOVE) {
		told_fault(plain->sitting, seat, &fault, &lines);
		put_all(plain, &lines);
	} else {
		play_words(plain, seat, line);
	}
}

/* --- the game --- */

/* The screen is handed over: what was said before is not for the next pair of eyes. */
static void look(struct plain *plain, int eyes)
{
	bool is_new = eyes != plain->eyes;

	plain->eyes = eyes;
	if (!is_new || eyes == MP_PUBLIC || !sitting_has_secrets(plain->sitting))
		return;
	for (int i = 0; i < 40; i++)
		put(plain, "");
	put(plain, phrase(&plain->sitting->voice, "plain.hide", "{\"seat\":%d}", eyes + 1).text);
	if (!next_line(plain))
		leave(plain, PLAIN_INPUT_ENDED);
}

static void put_turn(struct plain *plain, int seat)
{
	int viewer = sitting_persons(plain->sitting) > 1 ? MP_PUBLIC : seat;
	struct lines lines = {0};

	put(plain,
	    phrase_to(&plain->sitting->voice, viewer, "plain.turn", "{\"seat\":%d}", seat + 1).text);
	told_prompt(plain->sitting, seat, &lines);
	put_all(plain, &lines);
}

static void ask(struct plain *plain, int seat)
{
	const char *line;

	look(plain, seat);
	if (plain->is_done)
		return;
	put_news(plain);
	if (plain->asked != seat) {
		choices_list(&plain->choices, plain->sitting, seat);
		put_turn(plain, seat);
	}
	plain->asked = seat;
	line = next_line(plain);
	if (line)
		answer(plain, seat, line);
	else
		leave(plain, PLAIN_INPUT_ENDED);
}

/* Others are at work: bots here, or anybody far away. */
static void let_others_play(struct plain *plain)
{
	struct lines news = {0};
	const struct timespec moment = {.tv_nsec = POLL_MS * 1000000};
	struct pollfd waits = {.fd = plain->in, .events = POLLIN};

	if (!plain->referee.poll(plain->referee.ctx, &news))
		nanosleep(&moment, NULL);
	/* who has gone from a table far away need not wait there for others */
	if (plain->referee.chat && poll(&waits, 1, 0) > 0 && !(waits.revents & POLLIN))
		leave(plain, PLAIN_INPUT_ENDED);
	put_all(plain, &news);
	if (sitting_persons(plain->sitting) <= 1) {
		plain->eyes = sitting_eyes(plain->sitting, MP_OVER);
		put_news(plain);
		fflush(plain->out);
	}
}

static void greet(struct plain *plain)
{
	struct sitting *sitting = plain->sitting;
	const struct mp_setup *setup = &sitting->live.setup;
	int eyes = sitting_eyes(sitting, MP_OVER);

	put(plain, phrase(&sitting->voice, "plain.hello", "{\"game\":%s,\"players\":%d}",
	                  phrase_quote(setup->game->title[sitting->voice.lang]).text, setup->players)
	               .text);
	for (int seat = 0; seat < setup->players; seat++) {
		const char *name = sitting->voice.names[seat];

		put(plain,
		    phrase_to(&sitting->voice, eyes, "plain.seat",
		              "{\"seat\":%d,\"n\":%d,\"name\":%s,\"level\":%s}", seat + 1, seat + 1,
		              *name ? phrase_quote(name).text : "null",
		              sitting->level[seat] ? phrase_quote(sitting->level[seat]).text : "null")
		        .text);
	}
}

enum plain_end plain_play(struct sitting *sitting, struct referee referee, rules_fn *rules, int in,
                          FILE *out)
{
	struct plain plain = {.sitting = sitting,
	                      .referee = referee,
	                      .rules = rules,
	                      .in = in,
	                      .out = out,
	                      .eyes = -1,
	                      .asked = -1};
	int seat;

	greet(&plain);
	while (!plain.is_done && (seat = sitting_awaited(sitting)) != MP_OVER) {
		if (sitting_is_person(sitting, seat))
			ask(&plain, seat);
		else
			let_others_play(&plain);
	}
	if (!plain.is_done) {
		plain.eyes = sitting_eyes(sitting, MP_OVER);
		put_news(&plain);
		do_score(&plain, plain.eyes, "");
		plain.end = PLAIN_OVER;
	} else if (plain.end == PLAIN_INPUT_ENDED) {
		put_phrase(&plain, "plain.ended");
	}
	choices_release(&plain.choices);
	return plain.end;
}
