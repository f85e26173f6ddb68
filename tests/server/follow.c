/* SPDX-License-Identifier: MIT
 *
 * What a page that follows a game with an engine of its own needs from the server: now and then
 * something to compare with, a way to say that it differs, and the whole record at the end.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOVES = 24 };

static void make_and_start(struct client *a, struct client *b, char id[17], const char *game)
{
	json_t *made = client_do(a, "create", "{s:s,s:i,s:[s,s]}", "game", game, "players", 2, "seats",
	                         "me", "open");

	snprintf(id, 17, "%s", text_of(made, "table"));
	json_decref(made);
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
}

/* Some legal move of whoever has one. */
static void play_one(struct client *client[2], const char *id, unsigned *dice)
{
	for (int i = 0; i < 2; i++) {
		json_t *legal = client_do(client[i], "legal", "{s:s}", "table", id);
		json_t *moves = json_object_get(legal, "moves");
		size_t n = json_array_size(moves);

		*dice = *dice * 1664525 + 1013904223;
		if (n > 0) {
			json_decref(client_do(client[i], "play", "{s:s,s:O,s:I}", "table", id, "move",
			                      json_array_get(moves, (*dice >> 8) % n), "turn",
			                      number_of(legal, "turn_no")));
			json_decref(legal);
			return;
		}
		json_decref(legal);
	}
	fail_msg("nobody can move");
}

/* The bytes of the client's view, as they come, hashed by the book: FNV-1a, 64 bits. */
static void digest_of_view(struct client *client, const char *id, char out[17])
{
	size_t from = client->trace_len;
	uint64_t hash = 14695981039346656037u;
	const char *at, *end;

	json_decref(client_do(client, "view", "{s:s}", "table", id));
	at = strstr(client->trace + from, "\"view\":");
	assert_non_null(at);
	at += strlen("\"view\":");
	end = strstr(at, ",\"now\":{\"status\"");
	assert_non_null(end);
	for (; at < end; at++)
		hash = (hash ^ (unsigned char)*at) * 1099511628211u;
	snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

/* The digest of the last of the events that came up to `seq`, or "". */
static void last_digest(struct client *client, json_int_t seq, char out[17])
{
	json_int_t last = 0;

	out[0] = '\0';
	while (last < seq) {
		json_t *message = client_wait(client, "events");
		json_t *events = json_object_get(message, "events");

		last = number_of(json_array_get(events, json_array_size(events) - 1), "seq");
		snprintf(out, 17, "%s", text_of(message, "digest"));
		json_decref(message);
	}
}

static json_int_t seq_of(struct client *client, const char *id)
{
	json_t *view = client_do(client, "view", "{s:s}", "table", id);
	json_int_t seq = number_of(view, "seq");

	json_decref(view);
	return seq;
}

static void a_digest_stands_for_what_its_viewer_sees(void **state)
{
	struct client a, b, c, d, *all[] = {&a, &b, &c, &d}, *both[] = {&a, &b};
	unsigned dice = 7;
	int compared = 0, differing = 0;
	json_int_t told;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	client_open(&c, premises.port, "Chloé");
	client_open(&d, premises.port, "Doris");
	make_and_start(&a, &b, id, "metro");
	for (int i = 0; i < 4; i++) {
		all[i]->is_traced = true;
		json_decref(client_do(all[i], "watch", "{s:s,s:b}", "table", id, "follow", i < 3));
	}
	told = seq_of(&a, id);
	for (int move = 0; move < MOVES; move++) {
		char digest[4][17], seen[17];
		json_int_t seq;

		play_one(both, id, &dice);
		seq = seq_of(&a, id);
		for (int i = 0; i < 4; i++) {
			last_digest(all[i], seq, digest[i]);
			assert_int_equal(digest[i][0] != '\0', i < 3 && seq / 16 != told / 16);
			if (!digest[i][0])
				continue;
			digest_of_view(all[i], id, seen);
			assert_string_equal(digest[i], seen);
			compared++;
		}
		differing += digest[0][0] && strcmp(digest[0], digest[1]) != 0;
		told = seq;
	}
	assert_true(compared >= 9);
	assert_true(differing > 0);
	for (int i = 0; i < 4; i++)
		client_close(all[i]);
}

static void whoever_comes_back_can_compare_at_once(void **state)
{
	struct client a, b, *both[] = {&a, &b};
	unsigned dice = 3;
	char id[17], digest[17], seen[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	make_and_start(&a, &b, id, "metro");
	for (int i = 0; i < 3; i++)
		play_one(both, id, &dice);
	b.is_traced = true;
	json_decref(client_do(&b, "watch", "{s:s,s:i,s:b}", "table", id, "since", 2, "follow", 1));
	last_digest(&b, seq_of(&b, id), digest);
	digest_of_view(&b, id, seen);
	assert_string_equal(digest, seen);
	json_decref(client_do(&b, "history", "{s:s}", "table", id));
	last_digest(&b, seq_of(&b, id), digest);
	assert_string_equal(digest, seen);
	client_close(&a);
	client_close(&b);
}

/* The moves of the next message of events, without what they did; whether that was told. */
static json_t *next_moves(struct client *client, bool *effects)
{
	json_t *message = client_wait(client, "events");
	json_t *events = json_incref(json_object_get(message, "events"));
	size_t i;
	json_t *event;

	json_array_foreach(events, i, event) *effects |= json_object_del(event, "effects") == 0;
	json_decref(message);
	return events;
}

static void who_follows_is_told_moves_and_not_what_they_did(void **state)
{
	struct client a, b, c, *both[] = {&a, &b};
	bool follower_told = false, listener_told = false;
	unsigned dice = 11;
	char id[17];
	json_t *table;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	client_open(&c, premises.port, "Chloé");
	make_and_start(&a, &b, id, "metro");
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	table = client_wait(&b, "table");
	assert_non_null(json_object_get(table, "view"));
	json_decref(table);
	/* As anybody who watches, so that both see the same. */
	json_decref(client_do(&c, "watch", "{s:s,s:b}", "table", id, "follow", 1));
	table = client_wait(&c, "table");
	assert_null(json_object_get(table, "view"));
	assert_null(json_object_get(table, "log"));
	json_decref(table);
	json_decref(client_do(&c, "history", "{s:s}", "table", id));
	json_decref(next_moves(&c, &follower_told));
	for (int move = 0; move < 6; move++) {
		json_t *followed, *heard;

		play_one(both, id, &dice);
		followed = next_moves(&c, &follower_told);
		heard = next_moves(&b, &listener_told);
		assert_int_equal(json_array_size(followed), json_array_size(heard));
		for (size_t i = 0; i < json_array_size(heard); i++)
			assert_true(number_of(json_array_get(heard, i), "seq") ==
			            number_of(json_array_get(followed, i), "seq"));
		json_decref(followed);
		json_decref(heard);
	}
	assert_true(listener_told);
	/* What is missed comes in the same form. */
	json_decref(client_do(&c, "watch", "{s:s,s:i,s:b}", "table", id, "since", 1, "follow", 1));
	json_decref(next_moves(&c, &follower_told));
	assert_false(follower_told);
	/* Who does not want to follow any more is told again. */
	json_decref(client_do(&c, "watch", "{s:s,s:i}", "table", id, "since", 1));
	json_decref(next_moves(&c, &follower_told));
	assert_true(follower_told);
	client_close(&a);
	client_close(&b);
	client_close(&c);
}

static long mismatches(void)
{
	return visit_metric("metropole_mismatches_total");
}

static void mismatches_are_counted_a_few_from_each(void **state)
{
	struct client a, b;
	long before = mismatches();
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	make_and_start(&a, &b, id, "metro");
	for (int i = 0; i < 10; i++) {
		json_t *answer = client_ask(&a, "mismatch", "{s:s,s:i}", "table", id, "seq", 5);

		assert_string_equal(client_code(answer), i < 3 ? "ok" : "too_fast");
	}
	assert_int_equal(mismatches() - before, 3);
	assert_string_equal(client_code(client_ask(&b, "mismatch", "{s:s,s:i}", "table", id, "seq", 5)),
	                    "ok");
	assert_int_equal(mismatches() - before, 4);
	assert_string_equal(
		client_code(client_ask(&b, "mismatch", "{s:s,s:i}", "table", "nowhere", "seq", 5)),
		"no_table");
	client_close(&a);
	client_close(&b);
}

static void a_game_that_was_given_up_hides_nothing(void **state)
{
	struct client a, b;
	json_t *record;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	make_and_start(&a, &b, id, "metro");
	record = client_do(&b, "record", "{s:s}", "table", id);
	assert_non_null(strstr(text_of(record, "record"), "?"));
	json_decref(record);
	json_decref(client_do(&a, "resign", "{s:s}", "table", id));
	record = client_do(&b, "record", "{s:s}", "table", id);
	assert_non_null(strstr(text_of(record, "record"), "~deal 1 "));
	assert_null(strstr(text_of(record, "record"), "?"));
	json_decref(record);
	client_close(&a);
	client_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_digest_stands_for_what_its_viewer_sees),
		cmocka_unit_test(whoever_comes_back_can_compare_at_once),
		cmocka_unit_test(who_follows_is_told_moves_and_not_what_they_did),
		cmocka_unit_test(mismatches_are_counted_a_few_from_each),
		cmocka_unit_test(a_game_that_was_given_up_hides_nothing),
	};

	return cmocka_run_group_tests(tests, visit_open, premises_end);
}
