/* SPDX-License-Identifier: MIT
 *
 * Sentences for somebody who is not there: what the game says of the last move, as everyone at the
 * table may know it, and what waits.
 */
#include "server/notify/say.h"

#include "server/process.h"
#include "server/tables/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/words.h>

enum { EFFECTS_BYTES = 64 * 1024, SENTENCES = 2 };

extern const struct mp_words server_words[MP_LANGS];

void notify_say(enum mp_lang lang, const char *key, const char *args, struct mp_text *text)
{
	static const struct mp_game ours = {.words = server_words}; /* nothing else of it is used */
	const struct mp_voice voice = {.lang = lang};

	mp_say(&voice, &ours, MP_PUBLIC, key, args, strlen(args), text);
}

/* The last move that somebody chose; false before the first. */
static bool last_choice(const struct mp_match *match, size_t *at)
{
	for (size_t i = match->n_moves; i > 0; i--)
		if (match->moves[i - 1].seat >= 0) {
			*at = i - 1;
			return true;
		}
	return false;
}

/* Its effects as the public sees them, from the position before it, each with its sentence. */
static void write_effects(struct server *server, struct table *table, size_t at,
                          struct mp_json *json)
{
	struct mp_played *moves = malloc((at + 1) * sizeof *moves);
	struct mp_match old;
	struct mp_fault fault;

	mp_json_array(json, NULL);
	if (moves) {
		mp_match_init(&old, &table->shared->setup, server->tables->replay, server->tables->scratch,
		              moves, at + 1);
		for (size_t i = 0; i < at; i++)
			mp_match_play_move(&old, table->live.match.moves[i].seat,
			                   table->live.match.moves[i].move, &fault);
		mp_match_effects(&old, table->live.match.moves[at].seat, table->live.match.moves[at].move,
		                 MP_PUBLIC, json);
	}
	mp_json_end_array(json);
	free(moves);
}

/* Its first sentences. */
static void say_happened(struct server *server, struct table *table, enum mp_lang lang,
                         struct mp_text *text)
{
	struct mp_voice voice = {.lang = lang};
	char *buf = malloc(EFFECTS_BYTES);
	struct mp_json json;
	json_t *effects = NULL, *effect;
	size_t at, i, said = 0;

	if (!buf || !table->live.match.state || !last_choice(&table->live.match, &at)) {
		free(buf);
		return;
	}
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (table->seats[seat].kept.name[0])
			voice.names[seat] = table->seats[seat].kept.name;
	mp_json_init(&json, buf, EFFECTS_BYTES);
	json.voice = &voice;
	write_effects(server, table, at, &json);
	if (!json.text.overflow)
		effects = json_loadb(buf, json.text.len, 0, NULL);
	json_array_foreach(effects, i, effect)
	{
		const char *sentence = json_string_value(json_object_get(effect, "text"));

		if (!sentence || said == SENTENCES)
			continue;
		if (said++ > 0)
			mp_text_char(text, ' ');
		mp_text_str(text, sentence);
	}
	json_decref(effects);
	free(buf);
}

void say_notice(struct server *server, struct table *table, enum mp_lang lang,
                enum notify_kind kind, int by, struct mp_text *text)
{
	static const char *const keys[NOTIFY_KINDS] = {"notice.turn", "notice.deal", "notice.takeback",
	                                               "notice.pause"};
	char args[512];
	struct mp_json json;
	size_t before = text->len;

	mp_json_init(&json, args, sizeof args);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "game", table->shared->setup.game->title[lang]);
	mp_json_str(&json, "name", by >= 0 ? table->seats[by].kept.name : "");
	mp_json_end_object(&json);
	if (kind == NOTIFY_TURN || kind == NOTIFY_DEAL)
		say_happened(server, table, lang, text);
	if (text->len > before)
		mp_text_char(text, ' ');
	notify_say(lang, keys[kind], args, text);
}
