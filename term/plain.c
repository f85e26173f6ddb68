/* SPDX-License-Identifier: MIT
 *
 * Line mode: tells what happened, asks, and understands what is typed as a move. What else can be
 * asked is in plain_commands.c.
 */
#include "plain_parts.h"

#include "phrase.h"
#include "told.h"

#include <metropole/record.h>

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FOUND_MAX = 10, WAIT_MS = 40, POLL_MS = 2 };

/* --- out and in --- */

void plain_put(struct plain *plain, const char *text)
{
	fprintf(plain->out, "%s\n", text);
}

void plain_put_all(struct plain *plain, struct lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		plain_put(plain, lines->line[i]);
	lines_release(lines);
}

void plain_put_phrase(struct plain *plain, const char *key)
{
	plain_put(plain, phrase_to(&plain->sitting->voice, plain->eyes, key, NULL).text);
}

static void put_news(struct plain *plain)
{
	const struct journal *journal = &plain->sitting->journal[plain->eyes];

	for (; plain->told[plain->eyes] < journal->said.n; plain->told[plain->eyes]++)
		plain_put(plain, journal->said.line[plain->told[plain->eyes]]);
}

/* What happened meanwhile is told at once where nobody else reads. */
static void go_on(struct plain *plain)
{
	struct lines news = {0};

	plain->referee.poll(plain->referee.ctx, &news);
	if (news.n > 0)
		fputc('\n', plain->out);
	plain_put_all(plain, &news);
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
		plain_put(plain, "");
		return NULL;
	}
	n = (size_t)(end - plain->typed);
	plain->taken = n + 1;
	while (n > 0 && strchr(" \t\r", plain->typed[n - 1]))
		n--;
	plain->typed[n] = '\0';
	return plain->typed + strspn(plain->typed, " \t");
}

void plain_leave(struct plain *plain, enum plain_end end)
{
	plain->end = end;
	plain->is_done = true;
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
	plain_put_all(plain, &lines);
}

/* Words that tell one move from the others play it; otherwise they are asked for more. */
static void play_words(struct plain *plain, int seat, const char *words)
{
	size_t found[MP_MOVES_MAX];
	size_t n = choices_find(&plain->choices, plain->sitting, words, found, MP_MOVES_MAX);

	if (n == 0) {
		plain_put_phrase(plain, "plain.nothing");
		return;
	}
	if (n == 1) {
		play(plain, seat, plain->choices.all[found[0]].move);
		return;
	}
	plain_put(plain, phrase(&plain->sitting->voice, "plain.which", "{\"n\":%zu}", n).text);
	for (size_t i = 0; i < n && i < FOUND_MAX; i++)
		plain_put_choice(plain, found[i]);
	if (n > FOUND_MAX)
		plain_put(plain,
		          phrase(&plain->sitting->voice, "plain.more", "{\"n\":%zu}", n - FOUND_MAX).text);
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
	} else if (plain_command(plain, seat, line)) {
		return;
	} else if (err != MP_BAD_MOVE) {
		told_fault(plain->sitting, seat, &fault, &lines);
		plain_put_all(plain, &lines);
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
		plain_put(plain, "");
	plain_put(plain, phrase(&plain->sitting->voice, "plain.hide", "{\"seat\":%d}", eyes + 1).text);
	if (!next_line(plain))
		plain_leave(plain, PLAIN_INPUT_ENDED);
}

static void put_turn(struct plain *plain, int seat)
{
	int viewer = sitting_persons(plain->sitting) > 1 ? MP_PUBLIC : seat;
	struct lines lines = {0};

	plain_put(
		plain,
		phrase_to(&plain->sitting->voice, viewer, "plain.turn", "{\"seat\":%d}", seat + 1).text);
	told_prompt(plain->sitting, seat, &lines);
	plain_put_all(plain, &lines);
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
		plain_leave(plain, PLAIN_INPUT_ENDED);
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
		plain_leave(plain, PLAIN_INPUT_ENDED);
	plain_put_all(plain, &news);
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

	plain_put(plain,
	          phrase(&sitting->voice, "plain.hello", "{\"game\":%s,\"players\":%d}",
	                 phrase_quote(setup->game->title[sitting->voice.lang]).text, setup->players)
	              .text);
	for (int seat = 0; seat < setup->players; seat++) {
		const char *name = sitting->voice.names[seat];

		plain_put(plain,
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
	struct lines points = {0};
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
		told_points(sitting, plain.eyes, &points);
		plain_put_all(&plain, &points);
		plain.end = PLAIN_OVER;
	} else if (plain.end == PLAIN_INPUT_ENDED) {
		plain_put_phrase(&plain, "plain.ended");
	}
	choices_release(&plain.choices);
	return plain.end;
}
