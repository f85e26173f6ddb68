/* SPDX-License-Identifier: MIT
 *
 * Speaks: walks through a sentence that tools/words.py compiled, and fills in the members of a JSON
 * object that core wrote. A sentence is text with these marks in it:
 *
 *   01 letter name 02            inserts a parameter (03 group before the 02: the word for it)
 *   04 letter name 05 forms 07   chooses one of its forms, each: value 06 text 08
 *
 * Both inputs are the project's own and well formed; neither comes from outside. Names of players
 * do, and are escaped where the sentence becomes part of JSON.
 */
#include "piece.h"

#include <metropole/words.h>

#include <string.h>

bool mp_lang_find(const char *name, enum mp_lang *lang)
{
	static const char *const names[MP_LANGS] = {[MP_EN] = "en", [MP_FR] = "fr"};

	for (int i = 0; i < MP_LANGS; i++)
		if (strcmp(names[i], name) == 0) {
			*lang = (enum mp_lang)i;
			return true;
		}
	return false;
}

#ifndef MP_SILENT
struct speaker {
	const struct mp_voice *voice;
	const struct mp_game *game;
	int viewer;
	bool in_json;
	struct mp_text *out;
};

static void speak(const struct speaker *, const char *code, struct piece args);

/* --- finding sentences --- */

static const char *look_up(const struct mp_words *words, const char *key)
{
	size_t low = 0, high = words->n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(key, words->word[middle].key);

		if (order == 0)
			return words->word[middle].code;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static const char *find_word(const struct speaker *s, const char *key)
{
	const char *code = NULL;

	if (s->game && s->game->words)
		code = look_up(&s->game->words[s->voice->lang], key);
	return code ? code : look_up(&mp_core_words[s->voice->lang], key);
}

/* --- reading arguments --- */

static bool is_viewer(const struct speaker *s, struct piece seats)
{
	const char *at = NULL;
	struct piece seat;

	while (piece_next(seats, &at, &seat))
		if (s->viewer < MP_SEATS && piece_number(seat) == s->viewer + 1)
			return true;
	return false;
}

/* --- writing words --- */

static void say_key(const struct speaker *s, const char *key, struct piece args)
{
	const char *code = find_word(s, key);

	if (code)
		speak(s, code, args);
}

/* The number that a seat's or a piece's name begins with: of "2B" the 2. */
static struct piece digits_of(struct piece seat)
{
	struct piece bare = piece_bare(seat);
	size_t n = 0;

	while (n < bare.n && bare.p[n] >= '0' && bare.p[n] <= '9')
		n++;
	return (struct piece){bare.p, n};
}

static void say_name(const struct speaker *s, struct piece seat)
{
	int64_t n = piece_number(seat);
	const char *name = n >= 1 && n <= MP_SEATS ? s->voice->names[n - 1] : NULL;

	if (is_viewer(s, seat))
		say_key(s, "you", seat);
	else if (!name || !name[0])
		say_key(s, "player", digits_of(seat));
	else if (s->in_json)
		mp_json_escape(s->out, name, strlen(name));
	else
		mp_text_str(s->out, name);
}

/* Does French elide before this name? Before vowels and a (taken as silent) h; before y only
 * where it sounds as a vowel: d’Yves, de Yann. */
static bool elides(const char *name)
{
	static const char *const accented[] = {"À", "Â", "Ä", "Æ", "É", "È", "Ê", "Ë", "Î", "Ï", "Ô",
	                                       "Ö", "Œ", "Ù", "Û", "Ü", "à", "â", "ä", "æ", "é", "è",
	                                       "ê", "ë", "î", "ï", "ô", "ö", "œ", "ù", "û", "ü"};

	if (name[0] == 'y' || name[0] == 'Y')
		return name[1] && !strchr("aeiouyAEIOUY", name[1]) && (unsigned char)name[1] < 0x80;
	if (name[0] && strchr("aeiouhAEIOUH", name[0]))
		return true;
	for (size_t i = 0; i < sizeof accented / sizeof *accented; i++)
		if (strncmp(name, accented[i], 2) == 0)
			return true;
	return false;
}

static void say_elided(const struct speaker *s, const char *particle, struct piece seat)
{
	int64_t n = piece_number(seat);
	const char *name = n >= 1 && n <= MP_SEATS ? s->voice->names[n - 1] : NULL;
	bool is_short = !is_viewer(s, seat) && name && elides(name);

	mp_text_bytes(s->out, particle, strlen(particle) - (is_short ? 1 : 0));
	mp_text_str(s->out, is_short ? "’" : " ");
	say_name(s, seat);
}

/* "de" or "à" before a title with or without an article. */
static void say_joined(const struct speaker *s, bool is_de, struct piece title)
{
	static const struct {
		const char *article, *de, *a;
	} forms[] = {{"Le ", "du ", "au "},
	             {"Les ", "des ", "aux "},
	             {"La ", "de la ", "à la "},
	             {"L’", "de l’", "à l’"}};
	struct piece text = piece_bare(title);

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		size_t n = strlen(forms[i].article);

		if (text.n < n || memcmp(text.p, forms[i].article, n) != 0)
			continue;
		mp_text_str(s->out, is_de ? forms[i].de : forms[i].a);
		mp_text_bytes(s->out, text.p + n, text.n - n);
		return;
	}
	if (is_de)
		mp_text_str(s->out, text.n > 0 && elides(text.p) ? "d’" : "de ");
	else
		mp_text_str(s->out, "à ");
	mp_text_bytes(s->out, text.p, text.n);
}

static void say_word(const struct speaker *s, struct piece group, struct piece value)
{
	struct piece name = piece_bare(value);
	char buf[64];
	struct mp_text key;
	const char *code;

	mp_text_init(&key, buf, sizeof buf);
	mp_text_bytes(&key, group.p, group.n);
	mp_text_char(&key, '.');
	mp_text_bytes(&key, name.p, name.n);
	code = find_word(s, buf);
	if (code)
		speak(s, code, value);
	else
		mp_text_bytes(s->out, name.p, name.n);
}

/* A score in units of 1/scale; twelfths have signs of their own. */
static void say_score(const struct speaker *s, struct piece value)
{
	static const char *const twelfths[] = {"",  "1/12", "⅙", "¼", "⅓", "5/12",
	                                       "½", "7/12", "⅔", "¾", "⅚", "11/12"};
	int64_t n = piece_number(value), scale = s->game ? s->game->score_scale : 1, rest;

	if (n < 0)
		mp_text_str(s->out, "−");
	n = n < 0 ? -n : n;
	rest = n % scale * 12 / scale;
	if (n / scale > 0 || rest == 0)
		mp_text_int(s->out, n / scale);
	if (n / scale > 0 && twelfths[rest][0] >= '0' && twelfths[rest][0] <= '9')
		mp_text_str(s->out, "\u00a0");
	mp_text_str(s->out, twelfths[rest]);
}

/* What is gained or lost. */
static void say_signed(const struct speaker *s, struct piece value)
{
	int64_t n = piece_number(value);

	mp_text_str(s->out, n > 0 ? "+" : n < 0 ? "−" : "±");
	mp_text_int(s->out, n < 0 ? -n : n);
}

static void insert_one(const struct speaker *s, char letter, struct piece group, struct piece value)
{
	struct piece plain = piece_bare(value);

	switch (letter) {
	case 'n':
	case 'o':
		say_name(s, value);
		break;
	case 'd':
		say_elided(s, "de", value);
		break;
	case 'q':
		say_elided(s, "que", value);
		break;
	case 'D':
	case 'A':
		say_joined(s, letter == 'D', value);
		break;
	case 'w':
		say_word(s, group, value);
		break;
	case 'c':
		say_score(s, value);
		break;
	case '+':
		say_signed(s, value);
		break;
	default:
		mp_text_bytes(s->out, plain.p, plain.n);
	}
}

static void say_and(const struct speaker *s)
{
	mp_text_char(s->out, ' ');
	say_key(s, "list.and", (struct piece){NULL, 0});
	mp_text_char(s->out, ' ');
}

/* A parameter; of a list each item: a, b and c. Letter 'o' leaves the reader out. */
static void insert_value(const struct speaker *s, char letter, struct piece group,
                         struct piece value)
{
	const char *at = NULL;
	struct piece item;
	int n = piece_length(value) - (letter == 'o' && is_viewer(s, value)), i = 0;

	if (letter == '#') {
		mp_text_int(s->out, piece_number(value));
		return;
	}
	while (piece_next(value, &at, &item)) {
		if (letter == 'o' && is_viewer(s, item))
			continue;
		if (i > 0 && i == n - 1)
			say_and(s);
		else if (i > 0)
			mp_text_str(s->out, ", ");
		insert_one(s, letter, group, item);
		i++;
	}
}

/* --- walking --- */

/* Past the form that begins at p: behind its 08. */
static const char *skip_form(const char *p)
{
	for (int depth = 0; depth > 0 || *p != 8; p++)
		depth += (*p == 4) - (*p == 7);
	return p + 1;
}

static bool is_form(const struct speaker *s, char letter, struct piece form, struct piece value)
{
	int64_t n = piece_number(value);

	if ((form.n == 5 && memcmp(form.p, "other", 5) == 0) || letter == 'e')
		return true;
	if (letter == 'y')
		return is_viewer(s, value);
	if (letter == 's')
		return piece_is(value, form.p, form.n);
	if (form.p[0] == '=')
		return n == piece_number((struct piece){form.p + 1, form.n - 1});
	return s->voice->lang == MP_FR ? n > -2 && n < 2 : n == 1;
}

/* The two forms of "each": what stands between, then what is said of each. */
static void say_each(const struct speaker *s, const char *forms, struct piece list)
{
	const char *between = strchr(forms, 6) + 1, *body = strchr(skip_form(between), 6) + 1;
	const char *at = NULL;
	struct piece item;

	for (int i = 0; piece_next(list, &at, &item); i++) {
		if (i > 0)
			speak(s, between, item);
		speak(s, body, item);
	}
}

static const char *choose_form(const struct speaker *s, const char *p, struct piece args)
{
	char letter = *p;
	const char *name = p + 1, *forms = strchr(name, 5) + 1;
	struct piece value = piece_member(args, (struct piece){name, (size_t)(forms - 1 - name)});
	bool done = letter == 'e';

	if (letter == 'e')
		say_each(s, forms, value);
	for (p = forms; *p != 7;) {
		const char *text = strchr(p, 6) + 1;

		if (!done && is_form(s, letter, (struct piece){p, (size_t)(text - 1 - p)}, value)) {
			speak(s, text, args);
			done = true;
		}
		p = skip_form(text);
	}
	return p + 1;
}

static const char *insert_at(const struct speaker *s, const char *p, struct piece args)
{
	const char *name = p + 1, *end = strchr(name, 2),
			   *group = memchr(name, 3, (size_t)(end - name));
	struct piece of = {group ? group + 1 : end, group ? (size_t)(end - group - 1) : 0};

	insert_value(s, *p, of,
	             piece_member(args, (struct piece){name, (size_t)((group ? group : end) - name)}));
	return end + 1;
}

/* Up to the end of the sentence, or of the form. */
static void speak(const struct speaker *s, const char *code, struct piece args)
{
	while (*code && *code != 8) {
		size_t plain = strcspn(code, "\1\4\10");

		mp_text_bytes(s->out, code, plain);
		code += plain;
		if (*code == 1)
			code = insert_at(s, code + 1, args);
		else if (*code == 4)
			code = choose_form(s, code + 1, args);
	}
}

bool mp_can_say(const struct mp_voice *voice, const struct mp_game *game, const char *key)
{
	return find_word(&(struct speaker){.voice = voice, .game = game}, key) != NULL;
}

static bool say_as(const struct speaker *s, const char *key, struct piece args)
{
	const char *code = find_word(s, key);

	if (code)
		speak(s, code, args);
	return code != NULL;
}

bool mp_say(const struct mp_voice *voice, const struct mp_game *game, int viewer, const char *key,
            const char *args, size_t len, struct mp_text *out)
{
	struct speaker s = {.voice = voice, .game = game, .viewer = viewer, .out = out};

	return say_as(&s, key, (struct piece){args, len});
}

bool mp_say_json(const struct mp_voice *voice, const struct mp_game *game, int viewer,
                 const char *key, const char *args, size_t len, struct mp_text *out)
{
	struct speaker s = {
		.voice = voice, .game = game, .viewer = viewer, .in_json = true, .out = out};

	return say_as(&s, key, (struct piece){args, len});
}

#else /* without tables nobody speaks: what the page says it has as functions of its own */

bool mp_can_say(const struct mp_voice *voice, const struct mp_game *game, const char *key)
{
	(void)voice;
	(void)game;
	(void)key;
	return false;
}

bool mp_say(const struct mp_voice *voice, const struct mp_game *game, int viewer, const char *key,
            const char *args, size_t len, struct mp_text *out)
{
	(void)viewer;
	(void)args;
	(void)len;
	(void)out;
	return mp_can_say(voice, game, key);
}

bool mp_say_json(const struct mp_voice *voice, const struct mp_game *game, int viewer,
                 const char *key, const char *args, size_t len, struct mp_text *out)
{
	return mp_say(voice, game, viewer, key, args, len, out);
}
#endif

void mp_say_name(const struct mp_voice *voice, const struct mp_game *game, const char *group,
                 const char *word, struct mp_text *out)
{
	char key[48];
	struct mp_text name;

	mp_text_init(&name, key, sizeof key);
	mp_text_str(&name, group);
	mp_text_str(&name, word);
	mp_say(voice, game, MP_PUBLIC, key, "{}", 2, out);
}
