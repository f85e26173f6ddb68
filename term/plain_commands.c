/* SPDX-License-Identifier: MIT
 *
 * What can be asked by lines besides moves: a word of either language, and what it answers.
 */
#include "plain_parts.h"

#include "phrase.h"
#include "told.h"

#include <metropole/record.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void do_board(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};

	(void)rest;
	told_board(plain->sitting, seat, &lines);
	plain_put_all(plain, &lines);
}

void plain_put_choice(struct plain *plain, size_t i)
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
	plain_put(plain, phrase(&plain->sitting->voice, "plain.moves", "{\"n\":%zu}", n).text);
	for (size_t i = 0; i < n; i++)
		if (*rest)
			plain_put_choice(plain, found[i]);
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
	plain_put_all(plain, &lines);
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
		plain_put(plain,
		          phrase(&plain->sitting->voice, "plain.hint", "{\"move\":\"%s\"}", move).text);
		told_move(plain->sitting, seat, move, &lines);
	} else {
		plain_put_phrase(plain, "plain.waits");
	}
	plain_put_all(plain, &lines);
}

static void do_undo(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	if (!plain->referee.undo(plain->referee.ctx)) {
		plain_put_phrase(plain, "plain.undo_none");
		return;
	}
	for (int i = 0; i <= MP_PUBLIC; i++)
		if (plain->told[i] > plain->sitting->journal[i].said.n)
			plain->told[i] = plain->sitting->journal[i].said.n;
	plain->asked = -1;
	plain_put_phrase(plain, "plain.undone");
}

static void do_journal(struct plain *plain, int seat, const char *rest)
{
	const struct lines *said = &plain->sitting->journal[seat].said;

	(void)rest;
	for (size_t i = 0; i < said->n; i++)
		plain_put(plain, said->line[i]);
}

static void do_score(struct plain *plain, int seat, const char *rest)
{
	struct lines lines = {0};

	(void)rest;
	told_points(plain->sitting, seat, &lines);
	plain_put_all(plain, &lines);
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
		plain_put_phrase(plain, "plain.no_rule");
	plain_put_all(plain, &lines);
}

static void do_wait(struct plain *plain, int seat, const char *rest)
{
	(void)rest;
	if (seat == mp_match_turn(&plain->sitting->live.match)) {
		plain_put_phrase(plain, "plain.wait_none");
		return;
	}
	plain->referee.waive(plain->referee.ctx, seat);
	plain->asked = -1;
	plain_put_phrase(plain, "plain.waits");
}

static void do_say(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	if (plain->referee.chat && *rest)
		plain->referee.chat(plain->referee.ctx, rest);
	else
		plain_put_phrase(plain, "plain.nobody");
}

static void do_quit(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	plain_put_phrase(plain, "plain.bye");
	plain_leave(plain, PLAIN_QUIT);
}

static void do_help(struct plain *plain, int seat, const char *rest)
{
	(void)seat;
	(void)rest;
	plain_put(plain, phrase(&plain->sitting->voice, "plain.help", "{\"example\":\"%s\"}",
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

bool plain_command(struct plain *plain, int seat, const char *line)
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
