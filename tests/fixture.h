/* SPDX-License-Identifier: MIT
 *
 * The fixture of every game's tests: a match that is set up, played by texts and asked what it
 * shows. A game says before it includes this what it is:
 *
 *   #define FIXTURE_GAME   mp_game_sticks
 *   #define FIXTURE_STATE  struct sticks_state
 *   #define FIXTURE_TABLES struct sticks_tables    if it derives any
 *
 * and adds helpers of its own in games/<id>/tests/fixture.h. Without that it is the toy's. Seats
 * are those of the contract, from 0, but where a comment says otherwise.
 */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

#include <stdio.h>
#include <string.h>

#ifndef FIXTURE_GAME
#include "tests/toy/toy.h"
#define FIXTURE_GAME  toy_game
#define FIXTURE_STATE struct toy
#endif
#ifndef FIXTURE_TABLES
#define FIXTURE_TABLES char
#endif

extern const struct mp_game FIXTURE_GAME;

enum { FIXTURE_MOVES = 4096, FIXTURE_TEXT = 65536 };

struct fixture {
	struct mp_setup setup;
	FIXTURE_TABLES tables;
	struct mp_match match;
	FIXTURE_STATE state, scratch[3];
	struct mp_played moves[FIXTURE_MOVES];
	struct mp_fault fault;
	char text[FIXTURE_TEXT];
};

/* A test whose title is a sentence. */
#define TITLED(title, function)                                                                    \
	{                                                                                              \
		title, function, NULL, NULL, NULL                                                          \
	}

/* Options for fixture_open: pairs of texts. */
#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Sets a match up, before any chance; options are pairs of texts, ended by NULL, or NULL. */
static inline void fixture_open(struct fixture *f, int players, const char *const *options)
{
	assert_int_equal(mp_setup_begin(&f->setup, &FIXTURE_GAME, players, &f->fault), MP_OK);
	for (; options && *options; options += 2)
		assert_int_equal(mp_setup_set(&f->setup, options[0], options[1], &f->fault), MP_OK);
	assert_int_equal(mp_setup_finish(&f->setup, &f->tables, &f->fault), MP_OK);
	memset(&f->state, 0, sizeof f->state);
	mp_match_init(&f->match, &f->setup, &f->state, f->scratch, f->moves, FIXTURE_MOVES);
}

/* Plays a text for a seat, or for MP_CHANCE; a state that was sound stays so. */
static inline void fixture_play_as(struct fixture *f, int seat, const char *text)
{
	bool was_sound = FIXTURE_GAME.flaw(&f->setup, &f->state) == NULL;
	const char *flaw;

	if (mp_match_play(&f->match, seat, text, &f->fault))
		fail_msg("%s: %s", text, f->fault.message);
	flaw = FIXTURE_GAME.flaw(&f->setup, &f->state);
	if (was_sound && flaw)
		fail_msg("after %s: %s", text, flaw);
}

/* Plays texts separated by "; " for whoever is on turn, chance included. */
static inline void fixture_play(struct fixture *f, const char *texts)
{
	while (*texts) {
		size_t n = strcspn(texts, ";");
		char text[MP_MOVE_TEXT_MAX];

		assert_true(n < sizeof text);
		memcpy(text, texts, n);
		text[n] = '\0';
		fixture_play_as(f, mp_match_turn(&f->match), text);
		texts += n;
		texts += strspn(texts, "; ");
	}
}

/* The text is refused for a seat with this error, and nothing changes. */
static inline void fixture_fails_as(struct fixture *f, int seat, const char *text, enum mp_err code)
{
	FIXTURE_STATE before = f->state;
	enum mp_err err = mp_match_play(&f->match, seat, text, &f->fault);

	if (err != code)
		fail_msg("%s: %s instead of %s", text, mp_err_name(err), mp_err_name(code));
	assert_memory_equal(&before, &f->state, sizeof before);
}

/* It is refused by this rule. */
static inline void fixture_refuses_as(struct fixture *f, int seat, const char *text,
                                      const char *rule)
{
	fixture_fails_as(f, seat, text, MP_ILLEGAL_MOVE);
	assert_string_equal(f->fault.rule, rule);
}

static inline void fixture_refuses(struct fixture *f, const char *text, const char *rule)
{
	fixture_refuses_as(f, mp_match_turn(&f->match), text, rule);
}

static inline void fixture_not_notation(struct fixture *f, const char *text)
{
	fixture_fails_as(f, mp_match_turn(&f->match), text, MP_BAD_MOVE);
}

/* What is listed for a seat, or for chance, whose text begins so; its weights are added up. */
static inline unsigned fixture_find(struct fixture *f, int seat, const char *prefix,
                                    unsigned *weight)
{
	static mp_move moves[MP_MOVES_MAX];
	static struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = seat == MP_CHANCE ? mp_chance_list(&f->setup, &f->state, outcomes)
	                             : FIXTURE_GAME.legal(&f->setup, &f->state, seat, moves);
	unsigned found = 0;

	*weight = 0;
	for (size_t i = 0; i < n; i++) {
		char buf[MP_MOVE_TEXT_MAX];
		struct mp_text printed;

		mp_text_init(&printed, buf, sizeof buf);
		FIXTURE_GAME.print(&f->setup, seat == MP_CHANCE ? outcomes[i].move : moves[i], &printed);
		if (strncmp(buf, prefix, strlen(prefix)) == 0) {
			found++;
			*weight += seat == MP_CHANCE ? outcomes[i].weight : 0;
		}
	}
	return found;
}

/* How many moves or outcomes are listed whose text begins so. */
static inline unsigned fixture_count_as(struct fixture *f, int seat, const char *prefix)
{
	unsigned weight;

	return fixture_find(f, seat, prefix, &weight);
}

static inline unsigned fixture_count(struct fixture *f, const char *prefix)
{
	return fixture_count_as(f, mp_match_turn(&f->match), prefix);
}

/* The weight of an outcome, 0 if there is none. */
static inline unsigned fixture_weight(struct fixture *f, const char *outcome)
{
	unsigned weight;

	fixture_find(f, MP_CHANCE, outcome, &weight);
	return weight;
}

/* Is exactly this text listed for a seat? */
static inline bool fixture_lists_as(struct fixture *f, int seat, const char *text)
{
	static mp_move moves[MP_MOVES_MAX];
	size_t n = FIXTURE_GAME.legal(&f->setup, &f->state, seat, moves);

	for (size_t i = 0; i < n; i++) {
		char buf[MP_MOVE_TEXT_MAX];
		struct mp_text printed;

		mp_text_init(&printed, buf, sizeof buf);
		FIXTURE_GAME.print(&f->setup, moves[i], &printed);
		if (strcmp(buf, text) == 0)
			return true;
	}
	return false;
}

static inline bool fixture_lists(struct fixture *f, const char *text)
{
	return fixture_lists_as(f, mp_match_turn(&f->match), text);
}

static inline int32_t fixture_score(const struct fixture *f, int seat)
{
	int32_t score[MP_SEATS];

	FIXTURE_GAME.score(&f->setup, &f->state, score);
	return score[seat];
}

static inline const char *fixture_view(struct fixture *f, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, f->text, sizeof f->text);
	mp_match_view(&f->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return f->text;
}

static inline const char *fixture_breakdown(struct fixture *f, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, f->text, sizeof f->text);
	mp_match_breakdown(&f->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return f->text;
}

/* What a viewer is told of a move that a seat may play now. */
static inline const char *fixture_effects_as(struct fixture *f, int seat, const char *text,
                                             int viewer)
{
	struct mp_json json;
	mp_move move;

	assert_int_equal(mp_match_check(&f->match, seat, text, &move, &f->fault), MP_OK);
	mp_json_init(&json, f->text, sizeof f->text);
	mp_json_array(&json, NULL);
	mp_match_effects(&f->match, seat, move, viewer, &json);
	mp_json_end_array(&json);
	assert_false(json.text.overflow);
	return f->text;
}

static inline const char *fixture_effects(struct fixture *f, const char *text, int viewer)
{
	return fixture_effects_as(f, mp_match_turn(&f->match), text, viewer);
}

static inline void assert_shows(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no %s in %s", part, text);
}

static inline void assert_hides(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("%s in %s", part, text);
}

#endif
