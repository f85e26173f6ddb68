/* SPDX-License-Identifier: MIT
 *
 * A record by lines: a move at a time, there and back, and how it stands in between.
 */
#include "plain.h"

#include "phrase.h"
#include "told.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct walk {
	struct sitting *sitting;
	struct mp_played *moves; /* of the whole record */
	size_t n;
	int eyes, in;
	FILE *out;
};

static void put_all(struct walk *walk, struct lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		fprintf(walk->out, "%s\n", lines->line[i]);
	lines_release(lines);
}

static void put_place(struct walk *walk)
{
	fprintf(walk->out, "%s\n",
	        phrase(&walk->sitting->voice, "full.replay", "{\"at\":%zu,\"of\":%zu}",
	               walk->sitting->live.match.n_moves, walk->n)
	            .text);
}

/* To the position after n moves; what is passed on the way ahead is told. */
static void go_to(struct walk *walk, size_t n)
{
	struct sitting *sitting = walk->sitting;
	const struct lines *said = &sitting->journal[walk->eyes].said;
	struct mp_fault fault;
	size_t told;

	if (n < sitting->live.match.n_moves)
		sitting_rewind(sitting, n);
	told = said->n;
	while (sitting->live.match.n_moves < n) {
		const struct mp_played *next = &walk->moves[sitting->live.match.n_moves];

		if (sitting_repeat(sitting, next->seat, next->move, &fault))
			break;
	}
	for (size_t i = told; i < said->n; i++)
		fprintf(walk->out, "%s\n", said->line[i]);
	put_place(walk);
}

static bool read_line(int in, char *line, size_t size)
{
	size_t n = 0;
	char c;
	ssize_t got;

	while ((got = read(in, &c, 1)) == 1 && c != '\n')
		if (n + 1 < size)
			line[n++] = c;
	line[n] = '\0';
	return got == 1 || n > 0;
}

/* A word of either language: hands remember. */
static bool is_word(const char *line, const char *key)
{
	for (int lang = 0; lang < MP_LANGS; lang++) {
		struct mp_voice voice = {.lang = (enum mp_lang)lang};

		if (strcasecmp(line, phrase(&voice, key, NULL).text) == 0)
			return true;
	}
	return false;
}

/* False when somebody leaves. */
static bool obey(struct walk *walk, const char *line)
{
	size_t at = walk->sitting->live.match.n_moves;
	struct lines lines = {0};
	char *end;
	unsigned long n = strtoul(line, &end, 10);

	if (!*line)
		go_to(walk, at < walk->n ? at + 1 : at);
	else if (end != line && !*end)
		go_to(walk, n < walk->n ? n : walk->n);
	else if (is_word(line, "command.back"))
		go_to(walk, at > 0 ? at - 1 : 0);
	else if (is_word(line, "command.board"))
		told_board(walk->sitting, walk->eyes, &lines);
	else if (is_word(line, "command.score"))
		told_points(walk->sitting, walk->eyes, &lines);
	else if (is_word(line, "command.quit"))
		return false;
	else
		lines_add(&lines, phrase(&walk->sitting->voice, "replay.help", NULL).text);
	put_all(walk, &lines);
	return true;
}

enum plain_end plain_replay(struct sitting *sitting, int in, FILE *out)
{
	const struct mp_match *match = &sitting->live.match;
	struct walk walk = {.sitting = sitting, .n = match->n_moves, .eyes = MP_PUBLIC, .in = in};
	char line[80];

	walk.out = out;
	walk.moves = malloc((walk.n + 1) * sizeof *walk.moves);
	if (!walk.moves)
		return PLAIN_FAILED;
	memcpy(walk.moves, match->moves, walk.n * sizeof *walk.moves);
	fprintf(out, "%s\n", sitting->live.setup.game->title[sitting->voice.lang]);
	fprintf(out, "%s\n", phrase(&sitting->voice, "replay.help", NULL).text);
	go_to(&walk, 0);
	do {
		fputs("> ", out);
		fflush(out);
	} while (read_line(in, line, sizeof line) && obey(&walk, line));
	free(walk.moves);
	return PLAIN_OVER;
}
