/* SPDX-License-Identifier: MIT
 *
 * Clocks and what people do to win time or to lose no rating, at a time of the test's own.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *code(struct client *client, const char *op, const char *id)
{
	return client_code(client_ask(client, op, "{s:s}", "table", id));
}

static void sign_up(struct client *client, const char *name)
{
	char cookie[CLIENT_COOKIE_MAX];

	visit_sign("/api/signup", name, cookie);
	visit_join(client, cookie);
}

/* A game of n people with a live clock of 60 s and 5 s more for each turn. */
static void begin(struct client *people, int n, const char *game, const char *timeout, char id[17])
{
	json_t *seats = json_pack("[s]", "me"), *answer;

	for (int i = 1; i < n; i++)
		json_array_append_new(seats, json_string("open"));
	answer = client_do(&people[0], "create", "{s:s,s:i,s:o,s:b,s:{s:s,s:i,s:i,s:s}}", "game", game,
	                   "players", n, "seats", seats, "public", 1, "clock", "kind", "live", "bank",
	                   60, "increment", 5, "timeout", timeout);
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	for (int i = 1; i < n; i++)
		assert_string_equal(
			client_code(client_ask(&people[i], "sit", "{s:s,s:i}", "table", id, "seat", i + 1)),
			"ok");
	assert_string_equal(code(&people[0], "start", id), "ok");
}

static int64_t time_left(struct client *client, const char *id, int seat)
{
	json_t *answer = client_do(client, "view", "{s:s}", "table", id);
	const json_t *clock = json_object_get(json_object_get(answer, "now"), "clock");
	int64_t left = json_integer_value(json_array_get(json_object_get(clock, "left"), (size_t)seat));

	json_decref(answer);
	return left;
}

/* Who is on turn, and the other. */
static int mover(struct client *people, const char *id)
{
	json_t *answer = client_do(&people[0], "view", "{s:s}", "table", id);
	int turn = (int)number_of(json_object_get(answer, "now"), "turn") - 1;

	json_decref(answer);
	return turn;
}

static void close_all(struct client *people, int n)
{
	for (int i = 0; i < n; i++)
		client_close(&people[i]);
}

/* Anna and Bruno at Metropolys; who of them is on turn. */
static int begin_two(struct client people[2], char id[17])
{
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	begin(people, 2, "metropolys", "play", id);
	return mover(people, id);
}

/* The server starts again, and the first of the two is back. */
static void restart(struct client people[2])
{
	char cookie[CLIENT_COOKIE_MAX];

	strcpy(cookie, people[0].cookie);
	close_all(people, 2);
	premises_close(&premises);
	premises_open(&premises, &visit_hooks);
	assert_true(client_join(&people[0], premises.port, cookie, ""));
}

static void taking_back_wins_no_time(void **state)
{
	struct client people[2];
	char id[17];
	int first;

	(void)state;
	first = begin_two(people, id);
	for (int i = 0; i < 10; i++) {
		atomic_fetch_add(&steady, 2000);
		assert_string_equal(client_play_first(&people[first], id), "ok");
		atomic_fetch_add(&steady, 1000);
		assert_string_equal(code(&people[first], "takeback", id), "ok");
	}
	/* ten times two seconds are gone, no increment has come, and the other has paid nothing */
	assert_int_equal(time_left(&people[0], id, first), 40000);
	assert_int_equal(time_left(&people[0], id, 1 - first), 60000);
	/* and it is the same after a restart */
	restart(people);
	assert_int_equal(time_left(&people[0], id, first), 40000);
	assert_int_equal(time_left(&people[0], id, 1 - first), 60000);
	client_close(&people[0]);
}

static void time_used_is_used_after_a_restart_too(void **state)
{
	struct client people[2];
	char id[17];
	int first;

	(void)state;
	first = begin_two(people, id);
	atomic_fetch_add(&steady, 30000);
	assert_string_equal(client_play_first(&people[first], id), "ok");
	assert_int_equal(time_left(&people[0], id, first), 35000);
	/* that of a turn which has not ended as well, again and again */
	for (int i = 1; i <= 3; i++) {
		atomic_fetch_add(&steady, 10000);
		restart(people);
		assert_int_equal(time_left(&people[0], id, first), 35000);
		assert_int_equal(time_left(&people[0], id, 1 - first), 60000 - i * 10000);
	}
	client_close(&people[0]);
}

/* Plays the first legal move that begins with this word; false if there is none. */
static bool play_like(struct client *client, const char *id, const char *word, json_int_t deal)
{
	json_t *legal = client_do(client, "legal", "{s:s}", "table", id), *move;
	bool found = false;
	size_t i;

	json_array_foreach(json_object_get(legal, "moves"), i, move)
	{
		if (found || strncmp(json_string_value(move), word, strlen(word)) != 0)
			continue;
		found = true;
		json_decref(client_do(client, "play", "{s:s,s:O,s:I,s:I}", "table", id, "move", move,
		                      "turn", number_of(legal, "turn_no"), "deal", deal));
	}
	json_decref(legal);
	return found;
}

/* Plays on until a building is proposed to the other; the proposal's number. */
static json_int_t propose(struct client *people, const char *id)
{
	json_t *table;
	json_int_t seq;

	for (int i = 0; i < 100; i++) {
		struct client *on_turn = &people[mover(people, id)];

		if (play_like(on_turn, id, "joint", 0))
			break;
		if (!play_like(on_turn, id, "end", 0))
			assert_true(play_like(on_turn, id, "take", 0));
	}
	json_decref(client_do(&people[0], "watch", "{s:s}", "table", id));
	table = client_wait(&people[0], "table");
	seq = number_of(table, "seq");
	json_decref(table);
	return seq;
}

/* Who accepts ends the turn of another, who pays for it until then and has the increment. */
static void turn_that_a_partner_ends_counts_after_a_restart_too(void **state)
{
	struct client people[2];
	char id[17];
	int64_t left[2];
	json_int_t deal;
	int first;

	(void)state;
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	begin(people, 2, "metropolis", "play", id);
	deal = propose(people, id);
	first = mover(people, id);
	left[first] = time_left(&people[0], id, first);
	atomic_fetch_add(&steady, 20000);
	assert_true(play_like(&people[1 - first], id, "accept", deal));
	assert_int_equal(mover(people, id), 1 - first);
	left[first] += 5000 - 20000;
	assert_int_equal(time_left(&people[0], id, first), left[first]);
	left[1 - first] = time_left(&people[0], id, 1 - first);
	restart(people);
	for (int seat = 0; seat < 2; seat++)
		assert_int_equal(time_left(&people[0], id, seat), left[seat]);
	client_close(&people[0]);
}

/* A gift of a plot to the other. */
static const char *give(struct client *client, const char *id, int seat)
{
	json_t *answer = client_do(client, "view", "{s:s}", "table", id), *owner;
	const json_t *owners = json_object_get(json_object_get(answer, "view"), "owners");
	char move[40] = "";
	size_t i;

	json_array_foreach(owners, i, owner) if (json_integer_value(owner) == seat + 1)
		snprintf(move, sizeof move, "offer %d %zu for -", 2 - seat, i + 10);
	json_decref(answer);
	return client_code(client_ask(client, "play", "{s:s,s:s}", "table", id, "move", move));
}

/* Who is on turn is not interrupted by it, and thinks at no one else's word for nothing. */
static void an_offer_that_is_taken_back_wins_nobody_time(void **state)
{
	struct client people[2];
	char id[17];
	int first;

	(void)state;
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	begin(people, 2, "metropolis", "play", id);
	first = mover(people, id);
	for (int i = 0; i < 3; i++) {
		atomic_fetch_add(&steady, 10000);
		assert_string_equal(give(&people[1 - first], id, 1 - first), "ok");
		assert_string_equal(code(&people[1 - first], "takeback", id), "ok");
		assert_int_equal(time_left(&people[0], id, first), 60000 - 10000 * (i + 1));
	}
	close_all(people, 2);
}

/* A take-back was asked for, and now is not any more: those who are told so need not ask. */
static void wait_until_nothing_is_asked(struct client *client)
{
	bool is_asked = false, was_asked = false;

	while (is_asked || !was_asked) {
		json_t *message = client_wait(client, "presence");

		assert_non_null(message);
		is_asked = json_object_get(message, "takeback") != NULL;
		was_asked |= is_asked;
		json_decref(message);
	}
}

static void rated_move_is_taken_back_by_consent_only(void **state)
{
	struct client people[2];
	char id[17];
	int first;
	json_t *answer;

	(void)state;
	sign_up(&people[0], "Ada");
	sign_up(&people[1], "Bea");
	begin(people, 2, "metropolys", "play", id);
	for (int i = 0; i < 2; i++)
		assert_string_equal(code(&people[i], "watch", id), "ok");
	first = mover(people, id);
	assert_string_equal(client_play_first(&people[first], id), "ok");
	assert_string_equal(code(&people[first], "takeback", id), "ok");
	assert_int_equal(mover(people, id), 1 - first); /* not yet */
	answer = client_ask(&people[1 - first], "answer", "{s:s,s:b}", "table", id, "yes", 1);
	assert_string_equal(client_code(answer), "ok");
	assert_int_equal(mover(people, id), first);
	for (int i = 0; i < 2; i++)
		wait_until_nothing_is_asked(&people[i]);
	close_all(people, 2);
}

static void whoever_leaves_asks_for_nothing_any_more(void **state)
{
	struct client people[3];
	char id[17];
	int first;

	(void)state;
	sign_up(&people[0], "Kim");
	sign_up(&people[1], "Lou");
	sign_up(&people[2], "Max");
	begin(people, 3, "metropolys", "play", id);
	first = mover(people, id);
	assert_string_equal(code(&people[(first + 1) % 3], "watch", id), "ok");
	assert_string_equal(client_play_first(&people[first], id), "ok");
	assert_string_equal(code(&people[first], "takeback", id), "ok");
	assert_string_equal(code(&people[first], "resign", id), "ok");
	wait_until_nothing_is_asked(&people[(first + 1) % 3]);
	close_all(people, 3);
}

static void move_after_the_time_is_too_late(void **state)
{
	struct client people[2];
	char id[17];
	const char *answered;
	int first;

	(void)state;
	first = begin_two(people, id);
	for (int i = 0; i < 5; i++) {
		json_t *legal = client_do(&people[first], "legal", "{s:s}", "table", id);
		const char *move = json_string_value(json_array_get(json_object_get(legal, "moves"), 0));

		if (!move) {
			json_decref(legal);
			break;
		}
		atomic_fetch_add(&steady, 60000 + 5000);
		answered = client_code(client_ask(&people[first], "play", "{s:s,s:s,s:I}", "table", id,
		                                  "move", move, "turn", number_of(legal, "turn_no")));
		json_decref(legal);
		/* too late, or the bot has moved already */
		assert_string_not_equal(answered, "ok");
	}
	close_all(people, 2);
}

static void move_of_a_bot_is_not_taken_back(void **state)
{
	struct client people[2];
	char id[17];
	int first;

	(void)state;
	first = begin_two(people, id);
	assert_string_equal(client_play_first(&people[first], id), "ok");
	assert_int_equal(mover(people, id), 1 - first);
	/* a bot plays for the other, whose time has run out */
	atomic_fetch_add(&steady, 60001);
	for (int i = 0; i < 500 && mover(people, id) != first; i++) {
		atomic_fetch_add(&steady, 101); /* ticks go by this clock */
		usleep(10000);
	}
	assert_int_equal(mover(people, id), first);
	assert_string_equal(code(&people[1 - first], "takeback", id), "not_yours");
	close_all(people, 2);
}

/* The last game in somebody's history. */
static json_t *last_game(const char *name)
{
	char path[64];
	struct reply reply;
	json_t *games, *game;

	snprintf(path, sizeof path, "/api/users/%s/games", name);
	reply = client_http(premises.port, "GET", path, "", "", "");
	assert_int_equal(reply.status, 200);
	games = json_loads(reply.body, 0, NULL);
	reply_release(&reply);
	game = json_incref(json_array_get(json_object_get(games, "games"), 0));
	json_decref(games);
	return game;
}

static void assert_placed(const char *name, const char *id, int place)
{
	json_t *game = last_game(name);

	assert_string_equal(text_of(game, "table"), id);
	assert_int_equal(number_of(game, "place"), place);
	assert_non_null(json_object_get(game, "rating"));
	json_decref(game);
}

/* Whoever leaves first is not saved by the others' leaving. */
static void who_leaves_is_behind_who_stays(void **state)
{
	static const char *const names[3] = {"Cora", "Dora", "Flora"};
	struct client people[3];
	char id[17];

	(void)state;
	for (int i = 0; i < 3; i++)
		sign_up(&people[i], names[i]);
	begin(people, 3, "metro", "play", id);
	assert_string_equal(code(&people[2], "resign", id), "ok");
	assert_string_equal(code(&people[0], "resign", id), "ok");
	assert_string_equal(code(&people[1], "resign", id), "ok");
	assert_placed("Dora", id, 1);
	assert_placed("Cora", id, 2);
	assert_placed("Flora", id, 2);
	close_all(people, 3);
}

/* The bot may win for whom it plays; he has left all the same. */
static void running_out_of_time_does_not_undo_a_game(void **state)
{
	struct client people[2];
	char id[17];
	int first, moves = 0;
	json_t *table;

	(void)state;
	sign_up(&people[0], "Gina");
	sign_up(&people[1], "Hana");
	begin(people, 2, "metro", "pass", id);
	first = mover(people, id);
	json_decref(client_do(&people[1 - first], "watch", "{s:s}", "table", id));
	atomic_fetch_add(&steady, 60001);
	do {
		const char *answered = client_play_first(&people[1 - first], id);

		if (strcmp(answered, "not_playing") == 0)
			break;
		if (strcmp(answered, "none") == 0)
			usleep(2000);
		table = client_do(&people[1 - first], "view", "{s:s}", "table", id);
		moves += json_is_true(json_object_get(json_object_get(table, "now"), "over")) ? 100000 : 1;
		json_decref(table);
	} while (moves < 20000);
	assert_in_range(moves, 100000, 200000);
	assert_placed(first == 0 ? "Gina" : "Hana", id, 2);
	assert_placed(first == 0 ? "Hana" : "Gina", id, 1);
	close_all(people, 2);
}

/* With "play" a bot moves once for him who was late, and the game counts as it ends. */
static void one_late_turn_leaves_a_game_rated(void **state)
{
	struct client people[2];
	char id[17];
	int first;

	(void)state;
	sign_up(&people[0], "Ines");
	sign_up(&people[1], "Jana");
	begin(people, 2, "metro", "play", id);
	first = mover(people, id);
	atomic_fetch_add(&steady, 60001);
	for (int i = 0; i < 500 && mover(people, id) == first; i++) {
		atomic_fetch_add(&steady, 101); /* ticks go by this clock */
		usleep(10000);
	}
	assert_int_equal(mover(people, id), 1 - first);
	assert_string_equal(code(&people[1 - first], "resign", id), "ok");
	assert_placed(first == 0 ? "Ines" : "Jana", id, 1);
	assert_placed(first == 0 ? "Jana" : "Ines", id, 2);
	close_all(people, 2);
}

static void seats_of_a_rematch_wait_two_minutes(void **state)
{
	struct client people[3];
	char id[17], again[17];
	json_t *answer;

	(void)state;
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	client_open(&people[2], premises.port, "Chloe");
	begin(people, 2, "metro", "play", id);
	assert_string_equal(code(&people[0], "resign", id), "ok");
	answer = client_do(&people[0], "rematch", "{s:s}", "table", id);
	snprintf(again, sizeof again, "%s", text_of(answer, "table"));
	json_decref(answer);
	atomic_fetch_add(&steady, 119000);
	json_decref(client_do(&people[0], "watch", "{s:s}", "table", again));
	assert_string_equal(code(&people[2], "sit", again), "full");
	atomic_fetch_add(&steady, 1001);
	for (int i = 0; i < 200 && strcmp(code(&people[2], "sit", again), "ok") != 0; i++)
		usleep(10000);
	assert_string_equal(code(&people[1], "sit", again), "full");
	close_all(people, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(taking_back_wins_no_time),
		cmocka_unit_test(time_used_is_used_after_a_restart_too),
		cmocka_unit_test(turn_that_a_partner_ends_counts_after_a_restart_too),
		cmocka_unit_test(an_offer_that_is_taken_back_wins_nobody_time),
		cmocka_unit_test(rated_move_is_taken_back_by_consent_only),
		cmocka_unit_test(whoever_leaves_asks_for_nothing_any_more),
		cmocka_unit_test(move_after_the_time_is_too_late),
		cmocka_unit_test(move_of_a_bot_is_not_taken_back),
		cmocka_unit_test(who_leaves_is_behind_who_stays),
		cmocka_unit_test(running_out_of_time_does_not_undo_a_game),
		cmocka_unit_test(one_late_turn_leaves_a_game_rated),
		cmocka_unit_test(seats_of_a_rematch_wait_two_minutes),
	};

	return cmocka_run_group_tests_name("clocks, and leaving a game", tests, visit_open_in_time,
	                                   premises_end);
}
