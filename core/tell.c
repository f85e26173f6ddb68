/* SPDX-License-Identifier: MIT
 *
 * Sentences in JSON: what the writer has just written as an object is told as its member "text".
 * Knows where objects begin and end, not how sentences are made.
 */
#include <metropole/words.h>

bool mp_tell(struct mp_json *json, const struct mp_game *game, int viewer, const char *key,
             const char *args, size_t len)
{
	if (!json->voice || json->text.overflow || !mp_can_say(json->voice, game, key))
		return false;
	mp_text_str(&json->text, json->comma ? ",\"text\":\"" : "\"text\":\"");
	mp_say_json(json->voice, game, viewer, key, args, len, &json->text);
	mp_text_char(&json->text, '"');
	json->comma = true;
	return true;
}

void mp_tell_begin(struct mp_json *json, struct mp_telling *telling, const struct mp_game *game,
                   int viewer, const char *prefix)
{
	*telling =
		(struct mp_telling){.game = game, .viewer = viewer, .prefix = prefix, .depth = json->depth};
	json->telling = json->voice ? telling : NULL;
}

void mp_tell_end(struct mp_json *json)
{
	json->telling = NULL;
}

/* The sentence under prefix.name, if the object can be told by it. */
static bool tell_as(struct mp_json *json, const char *name, size_t n, size_t len)
{
	const struct mp_telling *telling = json->telling;
	char buf[64];
	struct mp_text key;

	mp_text_init(&key, buf, sizeof buf);
	mp_text_str(&key, telling->prefix);
	mp_text_char(&key, '.');
	mp_text_bytes(&key, name, n);
	return !key.overflow &&
	       mp_tell(json, telling->game, telling->viewer, buf, json->text.buf + telling->at, len);
}

void mp_tell_object(struct mp_json *json)
{
	const char *object = json->text.buf + json->telling->at, *name;
	size_t len = json->text.len - json->telling->at, n;

	if (json->text.overflow)
		return;
	if (!mp_member(object, len, "type", &name, &n) && !mp_member(object, len, "cause", &name, &n))
		return;
	if (!tell_as(json, name, n, len))
		tell_as(json, "other", 5, len);
}
