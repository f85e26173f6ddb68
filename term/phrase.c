/* SPDX-License-Identifier: MIT
 *
 * The terminal's catalogue, spoken by core.
 */
#include "phrase.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern const struct mp_words term_words[MP_LANGS];

static void say(const struct mp_voice *voice, int viewer, const char *key, const char *args,
                va_list list, struct phrase *out)
{
	static const struct mp_game house = {.words = term_words, .score_scale = 1};
	char json[PHRASE_MAX] = "{}";
	struct mp_text text;

	if (args)
		vsnprintf(json, sizeof json, args, list);
	mp_text_init(&text, out->text, sizeof out->text);
	if (!mp_say(voice, &house, viewer, key, json, strlen(json), &text))
		mp_text_str(&text, key);
}

struct phrase phrase(const struct mp_voice *voice, const char *key, const char *args, ...)
{
	struct phrase out;
	va_list list;

	va_start(list, args);
	say(voice, MP_PUBLIC, key, args, list, &out);
	va_end(list);
	return out;
}

struct phrase phrase_to(const struct mp_voice *voice, int viewer, const char *key, const char *args,
                        ...)
{
	struct phrase out;
	va_list list;

	va_start(list, args);
	say(voice, viewer, key, args, list, &out);
	va_end(list);
	return out;
}

struct phrase phrase_score(const struct mp_voice *voice, const struct mp_game *game, int32_t score)
{
	struct mp_game house = {.words = term_words, .score_scale = game->score_scale};
	struct phrase out;
	struct mp_text text;
	char args[32];

	snprintf(args, sizeof args, "{\"points\":%d}", score);
	mp_text_init(&text, out.text, sizeof out.text);
	mp_say(voice, &house, MP_PUBLIC, "score.plain", args, strlen(args), &text);
	return out;
}

struct phrase phrase_quote(const char *text)
{
	struct phrase out;
	struct mp_text into;

	mp_text_init(&into, out.text, sizeof out.text - 2);
	mp_text_char(&into, '"');
	mp_json_escape(&into, text, strlen(text));
	out.text[into.len] = '"';
	out.text[into.len + 1] = '\0';
	return out;
}
