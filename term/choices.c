/* SPDX-License-Identifier: MIT
 *
 * Choices: listed once for a position, described when asked.
 */
#include "choices.h"

#include "host/array.h"
#include "sitting.h"
#include "told.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return strverscmp(((const struct choice *)a)->move, ((const struct choice *)b)->move);
}

static void clear(struct choices *choices)
{
	for (size_t i = 0; i < choices->n; i++)
		free(choices->all[i].said);
	choices->n = 0;
}

void choices_list(struct choices *choices, struct sitting *sitting, int seat)
{
	const struct mp_setup *setup = &sitting->live.setup;
	mp_move moves[MP_MOVES_MAX];
	size_t n = 0;

	clear(choices);
	choices->seat = seat;
	if (seat >= 0 && seat < setup->players)
		n = setup->game->legal(setup, sitting->live.match.state, seat, moves);
	if (n == 0 || !array_reserve(choices->all, choices->cap, n, MP_MOVES_MAX))
		return;
	for (size_t i = 0; i < n; i++) {
		struct mp_text text;

		choices->all[i] = (struct choice){.said = NULL};
		mp_text_init(&text, choices->all[i].move, sizeof choices->all[i].move);
		setup->game->print(setup, moves[i], &text);
	}
	choices->n = n;
	qsort(choices->all, n, sizeof *choices->all, compare);
}

void choices_release(struct choices *choices)
{
	clear(choices);
	free(choices->all);
	*choices = (struct choices){0};
}

static char *join(const struct lines *lines)
{
	size_t len = 1;
	char *out;

	for (size_t i = 0; i < lines->n; i++)
		len += strlen(lines->line[i]) + 1;
	out = calloc(1, len);
	for (size_t i = 0; out && i < lines->n; i++) {
		strcat(out, lines->line[i]);
		if (i + 1 < lines->n)
			strcat(out, " ");
	}
	return out;
}

const char *choices_said(struct choices *choices, struct sitting *sitting, size_t i)
{
	struct choice *choice = &choices->all[i];
	struct lines lines = {0};

	if (!choice->said) {
		told_move(sitting, choices->seat, choice->move, &lines);
		choice->said = join(&lines);
		lines_release(&lines);
	}
	return choice->said ? choice->said : "";
}

/* --- words --- */

/* Letters of every script belong to words; so do the signs inside names. */
static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool has_word(const char *text, const char *word, size_t n)
{
	for (const char *p = text; *p; p++)
		if ((p == text || !is_letter(p[-1])) && strncasecmp(p, word, n) == 0 && !is_letter(p[n]))
			return true;
	return false;
}

bool move_has(const char *move, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = move; *p; p++)
		if ((p == move || !is_letter(p[-1])) && strncmp(p, word, n) == 0 && !is_letter(p[n]))
			return true;
	return false;
}

static bool has_all(struct choices *choices, struct sitting *sitting, size_t i, const char *words)
{
	while (*words) {
		size_t n = 0;

		while (*words && !is_letter(*words))
			words++;
		while (is_letter(words[n]))
			n++;
		if (n > 0 && !has_word(choices->all[i].move, words, n) &&
		    !has_word(choices_said(choices, sitting, i), words, n))
			return false;
		words += n;
	}
	return true;
}

size_t choices_find(struct choices *choices, struct sitting *sitting, const char *words,
                    size_t *found, size_t cap)
{
	size_t n = 0;

	for (size_t i = 0; i < choices->n && n < cap; i++)
		if (has_all(choices, sitting, i, words))
			found[n++] = i;
	return n;
}
