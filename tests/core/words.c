/* SPDX-License-Identifier: MIT */
#include <metropole/text.h>
#include <metropole/words.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct mp_words toy_words[MP_LANGS];
static const struct mp_game game = {.score_scale = 12, .words = toy_words};

/* Says a sentence to seat `viewer` (0-based) at a table with Anna, Bo, Yves and a nameless one. */
static const char *say(enum mp_lang lang, int viewer, const char *key, const char *args)
{
	static char buf[400];
	struct mp_voice voice = {.lang = lang, .names = {"Anna", "Bo", "Yves", "", "É\"t", "Yann"}};
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	assert_true(mp_say(&voice, &game, viewer, key, args, strlen(args), &text));
	assert_false(text.overflow);
	return buf;
}

#define SAYS(lang, viewer, key, args, sentence)                                                    \
	assert_string_equal(say(lang, viewer, key, args), sentence)

static void typography_is_done_by_the_compiler(void **ctx)
{
	(void)ctx;
	SAYS(MP_EN, 0, "all.plain", "{}", "It’s plain and goes on.");
	SAYS(MP_FR, 0, "all.plain", "{}", "C’est «\u00a0simple\u00a0»\u00a0; n’est-ce pas\u00a0?");
}

static void lists_are_joined_by_and(void **ctx)
{
	(void)ctx;
	SAYS(MP_EN, 0, "all.list", "{\"cells\":[\"a1\",\"b2\",\"c3\"]}", "Cells a1, b2 and c3.");
	SAYS(MP_FR, 0, "all.list", "{\"x\":{\"cells\":1},\"cells\":[1,2]}", "Cases 1 et 2.");
	SAYS(MP_FR, 0, "all.list", "{\"cells\":\"z\"}", "Cases z.");
}

static void plurals_are_those_of_the_language(void **ctx)
{
	(void)ctx;
	SAYS(MP_EN, 0, "all.plural", "{\"n\":0}", "nothing");
	SAYS(MP_EN, 0, "all.plural", "{\"n\":1}", "1 card");
	SAYS(MP_EN, 0, "all.plural", "{\"n\":12}", "12 cards");
	SAYS(MP_EN, 0, "all.plural", "{\"n\":[4,5]}", "2 cards");
	SAYS(MP_FR, 0, "all.plural", "{\"n\":1}", "1 carte");
	SAYS(MP_FR, 0, "all.plural", "{\"n\":2}", "2 cartes");
}

static void what_is_null_or_missing_can_be_chosen(void **ctx)
{
	(void)ctx;
	SAYS(MP_EN, 0, "all.select", "{\"to\":\"hand\"}", "to hand");
	SAYS(MP_EN, 0, "all.select", "{\"to\":\"handle\"}", "elsewhere");
	SAYS(MP_EN, 0, "all.select", "{\"to\":null}", "nowhere");
	SAYS(MP_EN, 0, "all.select", "{}", "nowhere");
}

static void the_reader_is_spoken_to(void **ctx)
{
	(void)ctx;
	SAYS(MP_EN, 0, "all.you", "{\"seat\":1}", "You lay it.");
	SAYS(MP_EN, 1, "all.you", "{\"seat\":1}", "Anna lays it.");
	SAYS(MP_FR, MP_PUBLIC, "all.you", "{\"seat\":4}", "Joueur 4 pose cela.");
	SAYS(MP_FR, MP_PUBLIC, "all.you", "{\"seat\":\"4B\"}", "Joueur 4 pose cela.");
	SAYS(MP_FR, 3, "all.name", "{\"seat\":4}", "De vous.");
	SAYS(MP_EN, 0, "all.win", "{\"winners\":[1]}", "You win");
	SAYS(MP_EN, 0, "all.win", "{\"winners\":[2]}", "Bo wins");
	SAYS(MP_EN, 0, "all.win", "{\"winners\":[1,2,3]}", "With Bo and Yves");
	SAYS(MP_FR, 3, "all.win", "{\"winners\":[1,2,3]}", "Anna, Bo et Yves");
}

static void french_elides_before_a_vowel(void **ctx)
{
	(void)ctx;
	SAYS(MP_FR, 1, "all.de", "{\"seat\":1,\"title\":\"Le Jeu du Métro\"}",
	     "l’offre d’Anna, qu’Anna, règles du Jeu du Métro, jouer au Jeu du Métro");
	SAYS(MP_FR, 0, "all.de", "{\"seat\":2,\"title\":\"Metro\"}",
	     "l’offre de Bo, que Bo, règles de Metro, jouer à Metro");
	SAYS(MP_FR, 0, "all.de", "{\"seat\":3,\"title\":\"Les Halles\"}",
	     "l’offre d’Yves, qu’Yves, règles des Halles, jouer aux Halles");
	SAYS(MP_FR, 0, "all.de", "{\"seat\":6,\"title\":\"Étoile\"}",
	     "l’offre de Yann, que Yann, règles d’Étoile, jouer à Étoile");
}

static void words_scores_and_each_of_a_list(void **ctx)
{
	(void)ctx;
	SAYS(MP_FR, 0, "all.word", "{\"kind\":\"house\",\"kinds\":[\"shop\",\"house\"]}",
	     "maison et magasin et maison.");
	SAYS(MP_EN, 0, "all.score", "{\"points\":42}", "3½");
	SAYS(MP_EN, 0, "all.score", "{\"points\":4}", "⅓");
	SAYS(MP_EN, 0, "all.score", "{\"points\":29}", "2\u00a05/12");
	SAYS(MP_EN, 0, "all.score", "{\"points\":0}", "0");
	SAYS(MP_EN, 0, "all.signed", "{\"points\":4}", "+4");
	SAYS(MP_EN, 0, "all.signed", "{\"points\":-3}", "−3");
	SAYS(MP_EN, 0, "all.signed", "{\"points\":0}", "±0");
	SAYS(MP_EN, 0, "all.each",
	     "{\"values\":[{\"kind\":\"shop\",\"was\":null},{\"kind\":\"house\",\"was\":3}]}",
	     "shop new; house was 3");
	SAYS(MP_EN, 0, "all.it", "{\"values\":[1,\"b\"]}", "1/b");
	SAYS(MP_EN, 0, "all.it", "{\"values\":[]}", "");
}

static void a_told_object_ends_with_its_sentence(void **ctx)
{
	char buf[300];
	struct mp_json json;
	struct mp_telling telling;
	struct mp_voice voice = {.lang = MP_EN, .names = {"É\"t"}};

	(void)ctx;
	mp_json_init(&json, buf, sizeof buf);
	json.voice = &voice;
	mp_json_array(&json, NULL);
	mp_tell_begin(&json, &telling, &game, 1, "all");
	for (int i = 0; i < 2; i++) {
		mp_json_object(&json, NULL);
		mp_json_str(&json, "type", i ? "unheard" : "you");
		mp_json_int(&json, "seat", 1);
		mp_json_object(&json, "within");
		mp_json_str(&json, "type", "you");
		mp_json_end_object(&json);
		mp_json_end_object(&json);
	}
	mp_tell_end(&json);
	mp_json_end_array(&json);
	assert_string_equal(buf, "[{\"type\":\"you\",\"seat\":1,\"within\":{\"type\":\"you\"},"
	                         "\"text\":\"É\\\"t lays it.\"},"
	                         "{\"type\":\"unheard\",\"seat\":1,\"within\":{\"type\":\"you\"}}]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typography_is_done_by_the_compiler),
		cmocka_unit_test(lists_are_joined_by_and),
		cmocka_unit_test(plurals_are_those_of_the_language),
		cmocka_unit_test(what_is_null_or_missing_can_be_chosen),
		cmocka_unit_test(the_reader_is_spoken_to),
		cmocka_unit_test(french_elides_before_a_vowel),
		cmocka_unit_test(words_scores_and_each_of_a_list),
		cmocka_unit_test(a_told_object_ends_with_its_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
