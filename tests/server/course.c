/* SPDX-License-Identifier: MIT
 *
 * How games go at tables: seats that are changed, bots that move and are stopped, how a game ends,
 * and what is left of it when its rules have changed.
 */
#include "visit.h"

#include "host/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void who_sits_changes_seats_or_stays(void **state)
{
	static const struct {
		int asked, then;
	} steps[] = {{0, 1}, {2, 2}, {0, 2}, {2, 2}, {1, 1}};
	struct client a;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	visit_make(&a, id, "metro", "me", "open");
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		json_t *table;

		assert_string_equal(steps[i].asked ? client_code(client_ask(&a, "sit", "{s:s,s:i}", "table",
		                                                            id, "seat", steps[i].asked))
		                                   : visit_code(&a, "sit", id),
		                    "ok");
		table = visit_look(&a, id);
		assert_int_equal(number_of(table, "seat"), steps[i].then);
		json_decref(table);
	}
	client_close(&a);
}

/* How many of the second seat's moves were not the first that it might have made. */
static int count_chosen(const char *record)
{
	struct mp_fault fault;
	mp_move legal[MP_MOVES_MAX];
	struct live live;
	int n = 0;

	assert_int_equal(live_load(&live, record, MP_ALL, &fault), MP_OK);
	while (live.match.n_moves > 0) {
		struct mp_played played = live.match.moves[live.match.n_moves - 1];

		mp_match_rewind(&live.match, live.match.n_moves - 1);
		if (played.seat != 1)
			continue;
		live.match.setup->game->legal(live.match.setup, live.match.state, 1, legal);
		n += legal[0] != played.move;
	}
	live_release(&live);
	return n;
}

/* To its end, with nothing that nobody asked for; a bot's moves are those that it chose. */
static void a_game_against_a_bot_is_played_to_its_end(void **state)
{
	struct client a;
	char id[17];
	json_t *table, *answer;
	bool is_over = false;

	(void)state;
	client_open(&a, premises.port, "Anna");
	visit_make(&a, id, "metropolys", "me", "easy");
	assert_string_equal(visit_code(&a, "start", id), "ok");
	for (int i = 0; i < 3000 && !is_over; i++) {
		answer = client_ask(&a, "legal", "{s:s}", "table", id);
		is_over = !json_is_true(json_object_get(answer, "ok"));
		json_decref(answer);
		if (!is_over && !visit_play_first(&a, id))
			usleep(5000);
	}
	table = visit_look(&a, id);
	assert_string_equal(text_of(json_object_get(table, "end"), "reason"), "over");
	assert_null(json_object_get(table, "pause"));
	assert_null(json_object_get(table, "takeback"));
	json_decref(table);
	answer = client_do(&a, "record", "{s:s}", "table", id);
	assert_true(count_chosen(text_of(answer, "record")) > 0);
	json_decref(answer);
	client_close(&a);
}

/* The only worker thinks for minutes about a game that is given up; the next game goes on. */
static void a_bot_stops_thinking_when_its_game_is_over(void **state)
{
	struct premises own;
	struct client a;
	char id[17];
	json_t *table;
	bool moved = false;

	(void)state;
	premises_config(&own);
	own.config.bot_ms = 120000;
	premises_open(&own, NULL);
	client_open(&a, own.port, "Anna");
	visit_make(&a, id, "metropolys", "me", "hard");
	assert_string_equal(visit_code(&a, "start", id), "ok");
	visit_play_first(&a, id); /* unless the bot begins */
	table = visit_look(&a, id);
	assert_string_equal(text_of(json_object_get(table, "now"), "status"), "playing");
	assert_null(json_object_get(table, "pause"));
	json_decref(table);
	usleep(200000); /* it thinks */
	assert_string_equal(visit_code(&a, "resign", id), "ok");
	visit_make(&a, id, "metropolys", "me", "normal");
	assert_string_equal(visit_code(&a, "start", id), "ok");
	visit_play_first(&a, id);
	for (int i = 0; i < 3000 && !moved; i++) {
		moved = visit_play_first(&a, id);
		usleep(20000);
	}
	assert_true(moved);
	client_close(&a);
	premises_close(&own);
	premises_forget(&own);
}

static void alter(const char *path, const char *format, ...)
{
	char sql[256];
	va_list args;

	va_start(args, format);
	vsnprintf(sql, sizeof sql, format, args);
	va_end(args);
	premises_alter(path, sql);
}

static void set_rules(const char *path, const char *id, int rules)
{
	alter(path, "UPDATE tables SET rules = %d WHERE id = '%s'", rules, id);
}

/* Of several nodes the one that looks after the table ends it, soon after it has begun to. */
static json_t *look_at_end(struct client *client, const char *id)
{
	json_t *table = visit_look(client, id);

	for (int i = 0; i < 100 && *text_of(json_object_get(table, "end"), "reason") == '\0'; i++) {
		json_decref(table);
		usleep(100000);
		table = visit_look(client, id);
	}
	return table;
}

static void games_of_other_rules_end_and_stay_readable(void **state)
{
	struct premises own;
	struct client a, b;
	char running[17], over[17], cookie[CLIENT_COOKIE_MAX];
	json_t *table, *record;

	(void)state;
	premises_config(&own);
	premises_open(&own, NULL);
	client_open(&a, own.port, "Anna");
	client_open(&b, own.port, "Bruno");
	visit_start_two(&a, &b, running, "metro");
	visit_start_two(&a, &b, over, "metro");
	assert_true(visit_play_first(&a, running) || visit_play_first(&b, running));
	/* the first on turn plays until the other may */
	for (int i = 0; i < 20 && !visit_play_first(&b, over); i++)
		assert_true(visit_play_first(&a, over));
	for (int i = 0; i < 20 && !visit_play_first(&a, over); i++)
		assert_true(visit_play_first(&b, over));
	assert_string_equal(visit_code(&a, "resign", over), "ok");
	strcpy(cookie, a.cookie);
	client_close(&a);
	client_close(&b);
	premises_close(&own);
	set_rules(own.data, running, 77);
	set_rules(own.data, over, 78);
	premises_open(&own, NULL);
	assert_true(client_join(&a, own.port, cookie, ""));
	table = look_at_end(&a, running);
	assert_string_equal(text_of(json_object_get(table, "end"), "reason"), "rules_changed");
	assert_int_equal(number_of(json_object_get(table, "info"), "rules"), 77);
	assert_string_equal(text_of(json_object_get(table, "now"), "status"), "aborted");
	json_decref(table);
	/* who could know a move cannot be said without the rules */
	record = client_do(&a, "record", "{s:s}", "table", running);
	assert_non_null(strstr(text_of(record, "record"), "rules 77\n"));
	assert_null(strstr(text_of(record, "record"), "~start"));
	json_decref(record);
	table = visit_look(&a, over);
	assert_string_equal(text_of(json_object_get(table, "end"), "reason"), "resigned");
	json_decref(table);
	record = client_do(&a, "record", "{s:s}", "table", over);
	assert_non_null(strstr(text_of(record, "record"), "rules 78\n"));
	assert_non_null(strstr(text_of(record, "record"), "~start"));
	assert_non_null(strstr(text_of(record, "record"), "\nname 1 Anna\n"));
	assert_non_null(strstr(text_of(record, "record"), "\n1: "));
	assert_non_null(strstr(text_of(record, "record"), "\n2: "));
	json_decref(record);
	assert_string_equal(visit_code(&a, "legal", over), "not_playing");
	assert_string_equal(visit_code(&a, "rematch", over), "forbidden");
	client_close(&a);
	premises_close(&own);
	premises_forget(&own);
}

/* How many moves the record has: its lines behind the empty one. */
static int moves_of(struct client *client, const char *id)
{
	json_t *answer = client_do(client, "record", "{s:s}", "table", id);
	const char *at = strstr(text_of(answer, "record"), "\n\n");
	int n = 0;

	assert_non_null(at);
	for (at += 2; *at; at++)
		n += *at == '\n';
	json_decref(answer);
	return n;
}

/* Moves by older rules are counted, not replayed: what was taken back is not among them, whatever
 * else was said meanwhile; and an undo that leaves more than there was, in a damaged file, leaves
 * what there was. */
static void taken_back_under_other_rules_stays_taken_back(void **state)
{
	static const int left[] = {1, 0, 1000};
	struct client a, b, *mover;
	char id[17], cookie[CLIENT_COOKIE_MAX], sql[128];
	int64_t played;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	visit_start_two(&a, &b, id, "metropolys");
	mover = visit_play_first(&a, id) ? &a : &b;
	if (mover == &b)
		assert_true(visit_play_first(&b, id));
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "hello"));
	assert_string_equal(visit_code(mover, "takeback", id), "ok");
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "well"));
	strcpy(cookie, a.cookie);
	client_close(&a);
	client_close(&b);
	snprintf(sql, sizeof sql,
	         "SELECT count(*) FROM events JOIN tables ON key = table_key"
	         " WHERE kind = 0 AND id = '%s'",
	         id);
	played = visit_count(sql);
	assert_in_range(played, 2, 99);
	for (int i = 0; i < 3; i++) {
		premises_close(&premises);
		set_rules(premises.data, id, 77);
		alter(premises.data,
		      "UPDATE events SET text = '%d' WHERE kind = 4 AND table_key ="
		      " (SELECT key FROM tables WHERE id = '%s')",
		      left[i], id);
		premises_open(&premises, NULL);
		assert_true(client_join(&a, premises.port, cookie, ""));
		json_decref(visit_look(&a, id));
		assert_int_equal(moves_of(&a, id), left[i] < played ? left[i] : played);
		client_close(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_sits_changes_seats_or_stays),
		cmocka_unit_test(a_game_against_a_bot_is_played_to_its_end),
		cmocka_unit_test(a_bot_stops_thinking_when_its_game_is_over),
		cmocka_unit_test(games_of_other_rules_end_and_stay_readable),
		cmocka_unit_test(taken_back_under_other_rules_stays_taken_back),
	};

	return cmocka_run_group_tests_name("how games go", tests, visit_open, premises_end);
}
