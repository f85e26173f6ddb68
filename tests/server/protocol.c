/* SPDX-License-Identifier: MIT
 *
 * The protocol end to end: a real server, a real data file, real connections.
 */
#include "client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <metropole/game.h>
#include <metropole/rng.h>

static struct premises premises;

/* The server's randomness, the same in every run. */
static pthread_mutex_t luck_lock = PTHREAD_MUTEX_INITIALIZER;
static struct mp_rng luck;

static void draw_luck(void *ctx, void *out, size_t n)
{
	(void)ctx;
	pthread_mutex_lock(&luck_lock);
	for (size_t i = 0; i < n; i++)
		((uint8_t *)out)[i] = (uint8_t)mp_rng_below(&luck, 256);
	pthread_mutex_unlock(&luck_lock);
}

static int open_premises(void **state)
{
	premises_config(&premises);
	premises.config.abandon_seconds = 0;
	mp_rng_init(&luck, 1, 0);
	premises_open(&premises, &(struct serve_hooks){.random = draw_luck});
	*state = &premises;
	return 0;
}

/* A table of this game with two people, started; the id into `id`. */
static void two_at_table(struct client *a, struct client *b, const char *game, char id[17])
{
	json_t *answer;

	client_open(a, premises.port, "Anna");
	client_open(b, premises.port, "Bruno");
	answer = client_do(a, "create", "{s:s,s:i,s:[s,s]}", "game", game, "players", 2, "seats", "me",
	                   "open");
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(a, "watch", "{s:s}", "table", id));
	json_decref(client_do(b, "watch", "{s:s}", "table", id));
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
}

/* Plays one of the seat's listed moves, if it has one; the number of its turn goes with it. (The
 * answer to a deal would need the deal's number, and is refused as stale.) */
static bool play_any(struct client *client, const char *id)
{
	static uint32_t dice = 1;
	json_t *legal = client_do(client, "legal", "{s:s}", "table", id);
	json_t *moves = json_object_get(legal, "moves");
	size_t n = json_array_size(moves);
	const char *move;
	bool played = false;

	dice = dice * 1664525 + 1013904223;
	move = n ? json_string_value(json_array_get(moves, (dice >> 8) % n)) : NULL;

	if (move) {
		const char *code =
			client_code(client_ask(client, "play", "{s:s,s:s,s:I}", "table", id, "move", move,
		                           "turn", number_of(legal, "turn_no")));

		played = strcmp(code, "ok") == 0;
		assert_true(played || strcmp(code, "stale") == 0);
	}
	json_decref(legal);
	return played;
}

static bool has_move(struct client *client, const char *id)
{
	json_t *legal = client_do(client, "legal", "{s:s}", "table", id);
	bool has = json_array_size(json_object_get(legal, "moves")) > 0;

	json_decref(legal);
	return has;
}

static json_t *view_of(struct client *client, const char *id)
{
	json_t *answer = client_do(client, "view", "{s:s}", "table", id);
	json_t *view = json_incref(json_object_get(answer, "view"));

	json_decref(answer);
	return view;
}

/* Every game that two can play. */
static void game_is_played_to_its_end(void **state)
{
	(void)state;
	for (size_t g = 0; mp_games[g]; g++) {
		struct client a, b;
		char id[17];
		int tries = 0;
		bool over = false;

		if (mp_games[g]->players_min > 2)
			continue;
		two_at_table(&a, &b, mp_games[g]->id, id);
		while (!over && tries++ < 10000) {
			json_t *view;

			play_any(&a, id);
			play_any(&b, id);
			view = view_of(&a, id);
			over = json_is_true(json_object_get(view, "over"));
			json_decref(view);
		}
		assert_true(over);
		assert_string_equal(client_code(client_ask(&a, "play", "{s:s,s:s,s:i}", "table", id, "move",
		                                           "x", "turn", 1)),
		                    "not_playing");
		client_close(&a);
		client_close(&b);
	}
}

static void stale_moves_are_refused(void **state)
{
	struct client a, b;
	char id[17];
	json_t *legal, *moves;
	struct client *turn = &a;

	(void)state;
	two_at_table(&a, &b, "metro", id);
	legal = client_do(&a, "legal", "{s:s}", "table", id);
	if (json_array_size(json_object_get(legal, "moves")) == 0) {
		json_decref(legal);
		turn = &b;
		legal = client_do(&b, "legal", "{s:s}", "table", id);
	}
	moves = json_object_get(legal, "moves");
	assert_true(json_array_size(moves) > 1);
	assert_string_equal(client_code(client_ask(turn, "play", "{s:s,s:s,s:I}", "table", id, "move",
	                                           json_string_value(json_array_get(moves, 0)), "turn",
	                                           number_of(legal, "turn_no") + 1)),
	                    "stale");
	assert_string_equal(client_code(client_ask(turn, "play", "{s:s,s:s}", "table", id, "move",
	                                           json_string_value(json_array_get(moves, 0)))),
	                    "stale");
	assert_string_equal(client_code(client_ask(turn, "play", "{s:s,s:s,s:I}", "table", id, "move",
	                                           json_string_value(json_array_get(moves, 0)), "turn",
	                                           number_of(legal, "turn_no"))),
	                    "ok");
	/* the same message again, as from an impatient finger */
	assert_string_equal(client_code(client_ask(turn, "play", "{s:s,s:s,s:I}", "table", id, "move",
	                                           json_string_value(json_array_get(moves, 0)), "turn",
	                                           number_of(legal, "turn_no"))),
	                    "stale");
	json_decref(legal);
	client_close(&a);
	client_close(&b);
}

/* Numbers of all events of a message list, checked to follow `last` without gap. */
static json_int_t follow(struct client *client, json_int_t last, json_int_t until)
{
	while (last < until) {
		json_t *message = client_wait(client, "events"), *event;
		size_t i;

		assert_non_null(message);
		json_array_foreach(json_object_get(message, "events"), i, event)
		{
			assert_int_equal(number_of(event, "seq"), last + 1);
			last++;
		}
		json_decref(message);
	}
	return last;
}

static void who_comes_back_gets_exactly_what_was_missed(void **state)
{
	struct client a, b, again;
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_t *answer, *hello, *live, *missed, *told, *again_told;
	json_int_t seq, before;

	(void)state;
	two_at_table(&a, &b, "metro", id);
	while (!has_move(&a, id))
		assert_true(play_any(&b, id));
	answer = client_do(&b, "view", "{s:s}", "table", id);
	before = number_of(answer, "seq");
	json_decref(answer);
	strcpy(cookie, b.cookie);
	client_close(&b);
	/* b is away; a plays, talks, and a spectator sees the live messages */
	client_open(&b, premises.port, "Zoe");
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	assert_true(play_any(&a, id));
	answer = client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "  où es-tu ? ");
	seq = number_of(answer, "seq");
	json_decref(answer);
	assert_true(client_join(&again, premises.port, cookie, ""));
	hello = client_wait(&again, "hello");
	assert_string_equal(text_of(json_object_get(hello, "you"), "name"), "Bruno");
	json_decref(hello);
	json_decref(client_do(&again, "watch", "{s:s,s:I}", "table", id, "since", before));
	assert_int_equal(follow(&again, before, seq), seq);
	/* nothing missed: nothing sent but an empty list */
	json_decref(client_do(&again, "watch", "{s:s,s:I}", "table", id, "since", seq));
	missed = client_wait(&again, "events");
	assert_int_equal(json_array_size(json_object_get(missed, "events")), 0);
	json_decref(missed);
	/* what is told again is what was told live */
	live = client_wait(&b, "events");
	json_decref(client_do(&b, "history", "{s:s,s:I}", "table", id, "since", before));
	do {
		json_decref(live);
		live = client_wait(&b, "events");
		told = json_object_get(live, "events");
	} while (number_of(json_array_get(told, json_array_size(told) - 1), "seq") < seq);
	missed = client_wait(&b, "events");
	again_told = json_object_get(missed, "events");
	assert_int_equal(json_array_size(again_told), seq - before);
	assert_true(json_equal(json_array_get(told, json_array_size(told) - 1),
	                       json_array_get(again_told, json_array_size(again_told) - 1)));
	json_decref(missed);
	json_decref(live);
	client_close(&a);
	client_close(&b);
	client_close(&again);
}

static void spectator_cannot_act(void **state)
{
	struct client a, b, c, nobody;
	char id[17];
	json_t *table;

	(void)state;
	two_at_table(&a, &b, "jeudumetro", id);
	client_open(&c, premises.port, "Carla");
	json_decref(client_do(&c, "watch", "{s:s}", "table", id));
	table = client_wait(&c, "table");
	assert_true(json_is_null(json_object_get(table, "seat")));
	assert_string_equal(text_of(json_object_get(table, "view"), "seat"), "public");
	json_decref(table);
	assert_string_equal(
		client_code(client_ask(&c, "play", "{s:s,s:s,s:i}", "table", id, "move", "end", "turn", 1)),
		"not_seated");
	assert_string_equal(client_code(client_ask(&c, "resign", "{s:s}", "table", id)), "not_playing");
	assert_string_equal(client_code(client_ask(&c, "takeback", "{s:s}", "table", id)),
	                    "not_playing");
	assert_string_equal(client_code(client_ask(&c, "sit", "{s:s,s:i}", "table", id, "seat", 1)),
	                    "not_open");
	assert_string_equal(
		client_code(client_ask(&c, "preview", "{s:s,s:s}", "table", id, "move", "end")),
		"not_seated");
	assert_true(client_join(&nobody, premises.port, "", ""));
	json_decref(client_do(&nobody, "watch", "{s:s}", "table", id));
	assert_string_equal(
		client_code(client_ask(&nobody, "chat", "{s:s,s:s}", "table", id, "text", "hello")),
		"nobody");
	client_close(&nobody);
	client_close(&a);
	client_close(&b);
	client_close(&c);
}

static void bots_fill_and_play(void **state)
{
	struct client a;
	json_t *answer, *view;
	char id[17];
	bool over = false;

	(void)state;
	client_open(&a, premises.port, "Anna");
	answer = client_do(&a, "create", "{s:s,s:i,s:[s,s,s]}", "game", "metro", "players", 3, "seats",
	                   "me", "easy", "easy");
	snprintf(id, sizeof id, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(&a, "watch", "{s:s}", "table", id));
	json_decref(client_do(&a, "start", "{s:s}", "table", id));
	while (!over) {
		json_t *message;

		if (play_any(&a, id))
			continue;
		view = view_of(&a, id);
		over = json_is_true(json_object_get(view, "over"));
		json_decref(view);
		if (over)
			break;
		message = client_wait(&a, "events");
		assert_non_null(message);
		json_decref(message);
	}
	client_close(&a);
}

static void abandoned_seat_goes_to_a_bot_and_back(void **state)
{
	struct client a, b;
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_t *event, *message;

	(void)state;
	two_at_table(&a, &b, "metro", id);
	assert_string_equal(client_code(client_ask(&a, "replace", "{s:s,s:i}", "table", id, "seat", 2)),
	                    "too_early");
	strcpy(cookie, b.cookie);
	client_close(&b);
	do {
		message = client_wait(&a, "presence");
		event = json_array_get(json_object_get(message, "seats"), 1);
		json_incref(event);
		json_decref(message);
		if (json_is_false(json_object_get(event, "online")))
			break;
		json_decref(event);
	} while (true);
	json_decref(event);
	assert_string_equal(client_code(client_ask(&a, "replace", "{s:s,s:i}", "table", id, "seat", 2)),
	                    "ok");
	assert_true(client_join(&b, premises.port, cookie, ""));
	assert_string_equal(client_code(client_ask(&b, "sit", "{s:s}", "table", id)), "ok");
	client_close(&a);
	client_close(&b);
}

static void resigning_ends_a_game_of_two_and_a_rematch_turns_the_seats(void **state)
{
	struct client a, b;
	char id[17], again[17];
	json_t *answer, *table;

	(void)state;
	two_at_table(&a, &b, "metro", id);
	assert_string_equal(client_code(client_ask(&a, "rematch", "{s:s}", "table", id)), "forbidden");
	json_decref(client_do(&a, "resign", "{s:s}", "table", id));
	answer = client_do(&b, "rematch", "{s:s}", "table", id);
	snprintf(again, sizeof again, "%s", text_of(answer, "table"));
	assert_string_not_equal(id, again);
	json_decref(answer);
	answer = client_do(&a, "rematch", "{s:s}", "table", id);
	assert_string_equal(text_of(answer, "table"), again);
	json_decref(answer);
	json_decref(client_do(&b, "watch", "{s:s}", "table", again));
	do {
		table = client_wait(&b, "table");
		if (strcmp(text_of(table, "table"), again) == 0)
			break;
		json_decref(table);
	} while (true);
	assert_int_equal(number_of(table, "seat"), 1);
	assert_string_equal(text_of(json_object_get(table, "info"), "status"), "playing");
	json_decref(table);
	assert_string_equal(client_code(client_ask(&b, "abort", "{s:s}", "table", again)), "ok");
	client_close(&a);
	client_close(&b);
}

static void move_is_taken_back_by_consent_and_never_across_chance(void **state)
{
	struct client a, b, *first, *second;
	char id[17];

	(void)state;
	/* In Metro a tile is drawn after each move. */
	two_at_table(&a, &b, "metro", id);
	first = play_any(&a, id) ? &a : &b;
	if (first == &b)
		assert_true(play_any(&b, id));
	assert_string_equal(client_code(client_ask(first, "takeback", "{s:s}", "table", id)),
	                    "too_late");
	client_close(&a);
	client_close(&b);
	/* In Metropolys a bid is followed by nothing. */
	two_at_table(&a, &b, "metropolys", id);
	while (true) {
		first = &a;
		second = &b;
		if (!play_any(&a, id)) {
			first = &b;
			second = &a;
			assert_true(play_any(&b, id));
		}
		assert_string_equal(client_code(client_ask(first, "takeback", "{s:s}", "table", id)), "ok");
		assert_true(play_any(first, id));
		if (!play_any(second, id))
			continue;
		assert_string_equal(client_code(client_ask(first, "takeback", "{s:s}", "table", id)), "ok");
		assert_string_equal(
			client_code(client_ask(first, "answer", "{s:s,s:b}", "table", id, "yes", 1)), "stale");
		assert_string_equal(
			client_code(client_ask(second, "answer", "{s:s,s:b}", "table", id, "yes", 1)), "ok");
		assert_true(play_any(first, id));
		break;
	}
	client_close(&a);
	client_close(&b);
}

static void nonsense_is_refused_and_harms_nobody(void **state)
{
	static const char *const nonsense[] = {
		"",
		"null",
		"[]",
		"{\"op\":1}",
		"{\"op\":\"play\"}",
		"{\"op\":\"create\",\"game\":\"chess\",\"players\":2}",
		"{\"op\":\"create\",\"game\":\"metro\",\"players\":99}",
		"{\"op\":\"create\",\"game\":\"metro\",\"players\":-1}",
		"{\"op\":\"create\",\"game\":\"metro\",\"players\":2,\"options\":[1]}",
		"{\"op\":\"create\",\"game\":\"metro\",\"players\":2,\"seats\":[\"b0\",\"b0\"]}",
		"{\"op\":\"create\",\"game\":\"metro\",\"players\":2,\"clock\":{\"kind\":\"live\"}}",
		"{\"op\":\"watch\",\"table\":\"../../../etc/passwd\"}",
		"{\"op\":\"watch\",\"table\":\"aaaaaaaaaaaaaaaa\",\"since\":-9223372036854775808}",
		"{\"op\":\"lobby\",\"op\":\"lobby\"}",
	};
	struct client a;

	(void)state;
	client_open(&a, premises.port, "Anna");
	for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
		json_t *answer;

		client_send(&a, nonsense[i]);
		answer = client_wait(&a, "answer");
		assert_non_null(answer);
		assert_true(json_is_false(json_object_get(answer, "ok")));
		json_decref(answer);
	}
	json_decref(client_do(&a, "ping", "{}"));
	client_close(&a);
}

static void everything_is_there_after_a_restart(void **state)
{
	struct client a, b;
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_t *before, *after, *table;

	(void)state;
	two_at_table(&a, &b, "metro", id);
	for (int i = 0; i < 10; i++) {
		play_any(&a, id);
		play_any(&b, id);
	}
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "à demain"));
	before = view_of(&a, id);
	strcpy(cookie, a.cookie);
	client_close(&a);
	client_close(&b);
	premises_close(&premises);
	premises_open(&premises, NULL);
	assert_true(client_join(&a, premises.port, cookie, ""));
	json_decref(client_do(&a, "watch", "{s:s}", "table", id));
	table = client_wait(&a, "table");
	after = json_object_get(table, "view");
	assert_true(json_equal(before, after));
	assert_string_equal(text_of(json_array_get(json_object_get(table, "chat"), 0), "text"),
	                    "à demain");
	json_decref(before);
	json_decref(table);
	client_close(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(game_is_played_to_its_end),
		cmocka_unit_test(stale_moves_are_refused),
		cmocka_unit_test(who_comes_back_gets_exactly_what_was_missed),
		cmocka_unit_test(spectator_cannot_act),
		cmocka_unit_test(bots_fill_and_play),
		cmocka_unit_test(abandoned_seat_goes_to_a_bot_and_back),
		cmocka_unit_test(resigning_ends_a_game_of_two_and_a_rematch_turns_the_seats),
		cmocka_unit_test(move_is_taken_back_by_consent_and_never_across_chance),
		cmocka_unit_test(nonsense_is_refused_and_harms_nobody),
		cmocka_unit_test(everything_is_there_after_a_restart),
	};

	return cmocka_run_group_tests_name("the server's protocol", tests, open_premises, premises_end);
}
