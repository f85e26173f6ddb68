/* SPDX-License-Identifier: MIT
 *
 * Two servers in paired worlds: the same table, the same people, the same moves as one seat sees
 * them, but what that seat cannot know differs. Everything that seat is sent, live messages,
 * answers, refusals, views, records, is the same to the byte, in the same order.
 *
 * Each world's chance is steered through the server's hook by a match of the test's own, which
 * draws in the second world, wherever the seat cannot see it, something else than in the first.
 */
#include "client.h"

#include "host/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

enum { MOVES_MAX = 5000 };

struct world {
	struct premises premises;
	struct client client[MP_SEATS];
	struct mp_setup setup;
	struct mp_match match;
	struct mp_rng rng; /* for all that is not chance: ids and seeds, the same in both worlds */
	const struct world *first; /* NULL in the first */
	int viewer;
	size_t differing; /* outcomes that differ where the viewer cannot see */
	uint32_t dice;
	bool is_lost; /* the worlds cannot be kept alike any more */
	char table[17];
	struct mp_played moves[MOVES_MAX];
};

static void print_cut(struct world *world, int seat, mp_move move, int viewer,
                      char out[MP_MOVE_TEXT_MAX])
{
	struct mp_text text;

	mp_text_init(&text, out, MP_MOVE_TEXT_MAX);
	mp_match_print_move(&world->match, seat, move, viewer, &text);
}

static uint32_t roll(uint32_t *dice)
{
	*dice = *dice * 1664525 + 1013904223;
	return *dice >> 8;
}

/* The outcome for this world: any in the first; in the second one that the viewer cannot tell from
 * the first world's, and another if there is one. */
static mp_move choose_outcome(struct world *world, const struct mp_outcome *outcomes, size_t n)
{
	char seen[MP_MOVE_TEXT_MAX], wanted[MP_MOVE_TEXT_MAX];
	mp_move theirs, fit[MP_OUTCOMES_MAX];
	size_t n_fit = 0, at = world->match.n_moves;

	if (!world->first)
		return outcomes[roll(&world->dice) % n].move;
	theirs = world->first->moves[at].move;
	/* as the viewer saw it: the cut is of the move alone where the states look alike */
	print_cut(world, MP_CHANCE, theirs, world->viewer, wanted);
	for (size_t i = 0; i < n; i++) {
		print_cut(world, MP_CHANCE, outcomes[i].move, world->viewer, seen);
		if (strcmp(seen, wanted) == 0)
			fit[n_fit++] = outcomes[i].move;
	}
	if (n_fit == 0) {
		world->is_lost = true;
		return outcomes[0].move;
	}
	theirs = fit[roll(&world->dice) % n_fit];
	world->differing += theirs != world->first->moves[at].move;
	return theirs;
}

/* A generator's state from which exactly this outcome is drawn. */
static void aim(struct world *world, mp_move wanted, struct mp_rng *out)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = mp_chance_list(&world->setup, world->match.state, outcomes);
	uint32_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += outcomes[i].weight;
	for (;;) {
		struct mp_rng tried = world->rng;
		uint32_t at;
		size_t i = 0;

		mp_rng_next(&world->rng);
		*out = tried;
		at = mp_rng_below(&tried, total);
		while (at >= outcomes[i].weight)
			at -= outcomes[i++].weight;
		if (outcomes[i].move == wanted)
			return;
	}
}

/* The server's source of randomness. A draw takes a generator's worth; ids and seeds less. */
static void feed(void *ctx, void *out, size_t n)
{
	struct world *world = ctx;
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	struct mp_fault fault;
	size_t n_outcomes;
	mp_move move;

	if (n != sizeof(struct mp_rng)) {
		static uint8_t counter[2];

		/* by the number of requests, which both worlds make alike */
		memset(out, 0, n);
		((uint8_t *)out)[0] = ++counter[world->first != NULL];
		return;
	}
	n_outcomes = mp_chance_list(&world->setup, world->match.state, outcomes);
	move = choose_outcome(world, outcomes, n_outcomes);
	aim(world, move, out);
	assert_int_equal(mp_match_play_move(&world->match, MP_CHANCE, move, &fault), MP_OK);
}

static uint64_t stopped_clock(void *ctx)
{
	(void)ctx;
	return 1700000000000u;
}

static int players_of(const struct mp_game *game)
{
	int players = game->players_min > 3 ? game->players_min : 3;

	return players < game->players_max ? players : game->players_max;
}

/* Begins with the defaults, or with every option as far from its own as it goes; false if the game
 * has no such setup. */
static bool begin_setup(struct mp_setup *setup, const struct mp_game *game, bool is_other)
{
	struct mp_setup finished;
	struct mp_fault fault;
	char number[16];

	assert_int_equal(mp_setup_begin(setup, game, players_of(game), &fault), MP_OK);
	for (size_t i = 0; is_other && i < game->n_options; i++) {
		const struct mp_option *option = &game->options[i];
		const char *const *last = option->choices;
		const char *value = option->default_value ? "false" : "true";

		if (option->type == MP_TEXT)
			continue;
		while (option->type == MP_CHOICE && last[1])
			last++;
		snprintf(number, sizeof number, "%d",
		         (int)(option->default_value < option->max ? option->max : option->min));
		if (option->type != MP_BOOL)
			value = option->type == MP_INT ? number : *last;
		if (mp_setup_set(setup, option->name, value, &fault))
			return false;
	}
	if (live_setup_init(&finished, setup, &fault))
		return false; /* options that do not go together */
	live_setup_release(&finished);
	return true;
}

static json_t *options_of(const struct mp_setup *setup)
{
	char buf[4096];
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_setup_json(setup, NULL, &json);
	assert_false(json.text.overflow);
	return json_loads(buf, 0, NULL);
}

static void open_world(struct world *world, const struct mp_setup *begun, int viewer,
                       const struct world *first, uint32_t seed)
{
	struct serve_hooks hooks = {
		.random = feed, .now_ms = stopped_clock, .wall_ms = stopped_clock, .ctx = world};
	static const char *const names[MP_SEATS] = {"Anna", "Bruno", "Carla", "Dora", "Emil", "Fanny"};
	const struct mp_game *game = begun->game;
	struct mp_fault fault;
	json_t *seats = json_array(), *answer;

	*world = (struct world){.first = first, .viewer = viewer, .dice = seed};
	mp_rng_init(&world->rng, seed, first != NULL);
	assert_int_equal(live_setup_init(&world->setup, begun, &fault), MP_OK);
	mp_match_init(&world->match, &world->setup, calloc(1, game->state_size),
	              calloc(1, mp_match_scratch_size(game)), world->moves, MOVES_MAX);
	premises_config(&world->premises);
	premises_open(&world->premises, &hooks);
	for (int i = 0; i < begun->players; i++) {
		client_open(&world->client[i], world->premises.port, names[i]);
		json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
	}
	world->client[viewer].is_traced = true;
	answer = client_do(&world->client[0], "create", "{s:s,s:i,s:o,s:o}", "game", game->id,
	                   "players", begun->players, "options", options_of(begun), "seats", seats);
	snprintf(world->table, sizeof world->table, "%s",
	         json_string_value(json_object_get(answer, "table")));
	json_decref(answer);
	for (int i = 0; i < begun->players; i++) {
		json_decref(
			client_do(&world->client[i], "sit", "{s:s,s:i}", "table", world->table, "seat", i + 1));
		json_decref(client_do(&world->client[i], "watch", "{s:s}", "table", world->table));
	}
	json_decref(client_do(&world->client[0], "start", "{s:s}", "table", world->table));
}

static void close_world(struct world *world)
{
	for (int i = 0; i < world->setup.players; i++)
		client_close(&world->client[i]);
	premises_close(&world->premises);
	premises_forget(&world->premises);
	live_setup_release(&world->setup);
	free(world->match.state);
	free(world->match.scratch);
}

/* All that the seat can ask for. Every answer goes into its trace. */
static void pry(struct world *world)
{
	struct client *client = &world->client[world->viewer];
	static const char *const ops[] = {"view", "legal", "breakdown", "record", "history"};
	char text[MP_MOVE_TEXT_MAX] = "end";
	mp_move moves[MP_MOVES_MAX];

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		json_decref(client_ask(client, ops[i], "{s:s}", "table", world->table));
	json_decref(client_ask(client, "play", "{s:s,s:s,s:i}", "table", world->table, "move", "end",
	                       "turn", 1));
	if (mp_match_turn(&world->match) >= 0 &&
	    world->setup.game->legal(&world->setup, world->match.state, world->viewer, moves) > 0)
		print_cut(world, world->viewer, moves[0], MP_ALL, text);
	json_decref(client_ask(client, "preview", "{s:s,s:s}", "table", world->table, "move", text));
}

/* A move for the seat in both worlds that the viewer sees alike; false if there is none that does
 * not end the game. */
static bool find_moves(struct world *a, struct world *b, int seat, mp_move *in_a, mp_move *in_b)
{
	mp_move moves[2][MP_MOVES_MAX];
	size_t n = a->setup.game->legal(&a->setup, a->match.state, seat, moves[0]);
	size_t m = b->setup.game->legal(&b->setup, b->match.state, seat, moves[1]);
	size_t start = roll(&a->dice) % (n ? n : 1);

	for (size_t i = 0; i < n; i++) {
		char seen[2][MP_MOVE_TEXT_MAX];

		*in_a = moves[0][(start + i) % n];
		print_cut(a, seat, *in_a, a->viewer, seen[0]);
		for (size_t k = 0; k < m; k++) {
			*in_b = moves[1][k];
			print_cut(b, seat, *in_b, b->viewer, seen[1]);
			if (strcmp(seen[0], seen[1]) == 0)
				return true;
		}
	}
	return false;
}

static void send_move(struct world *world, int seat, mp_move move)
{
	char text[MP_MOVE_TEXT_MAX];
	struct mp_fault fault;
	json_t *legal = client_do(&world->client[seat], "legal", "{s:s}", "table", world->table);
	json_int_t turn_no = json_integer_value(json_object_get(legal, "turn_no"));

	json_decref(legal);
	print_cut(world, seat, move, MP_ALL, text);
	/* the test's match first: the server draws its chance from it */
	assert_int_equal(mp_match_play_move(&world->match, seat, move, &fault), MP_OK);
	json_decref(client_do(&world->client[seat], "play", "{s:s,s:s,s:I}", "table", world->table,
	                      "move", text, "turn", turn_no));
}

/* Whatever is still on its way to the seat. */
static void drain(struct world *world)
{
	json_decref(client_do(&world->client[world->viewer], "ping", "{}"));
}

static void one_pair(const struct mp_setup *begun, int viewer, uint32_t seed, size_t *differing,
                     size_t *bytes)
{
	struct world *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
	int moves = 0;

	open_world(a, begun, viewer, NULL, seed);
	open_world(b, begun, viewer, a, seed + 1);
	while (moves < 25 && !b->is_lost) {
		int seat = mp_match_turn(&a->match);
		mp_move in_a, in_b;
		size_t told[2];

		drain(a);
		drain(b);
		pry(a);
		pry(b);
		told[0] = a->client[viewer].trace_len;
		told[1] = b->client[viewer].trace_len;
		assert_int_equal(told[0], told[1]);
		if (memcmp(a->client[viewer].trace, b->client[viewer].trace, told[0]) != 0) {
			size_t at = 0;

			while (a->client[viewer].trace[at] == b->client[viewer].trace[at])
				at++;
			at -= at < 200 ? at : 200;
			print_error("first world:  %.400s\nsecond world: %.400s\n",
			            a->client[viewer].trace + at, b->client[viewer].trace + at);
			fail_msg("%s: seat %d was told something that it cannot know", begun->game->id,
			         viewer + 1);
		}
		*bytes += told[0];
		if (seat < 0 || mp_match_turn(&b->match) != seat || !find_moves(a, b, seat, &in_a, &in_b))
			break;
		send_move(a, seat, in_a);
		send_move(b, seat, in_b);
		if (mp_match_is_over(&a->match) || mp_match_is_over(&b->match))
			break; /* now everything may be known */
		moves++;
	}
	*differing += b->differing;
	close_world(a);
	close_world(b);
	free(a);
	free(b);
}

/* Something differs unseen by the defaults, or by the other options. */
static void check_game(const struct mp_game *game)
{
	size_t differing = 0, bytes = 0;
	struct mp_setup begun;

	for (int is_other = 0; is_other < 2; is_other++) {
		if (!begin_setup(&begun, game, is_other))
			continue;
		for (int viewer = 0; viewer < begun.players; viewer++)
			for (uint32_t seed = 1; seed <= 2; seed++)
				one_pair(&begun, viewer, seed * 977 + (uint32_t)viewer, &differing, &bytes);
	}
	print_message("%s: %zu outcomes differed unseen, %zu bytes the same\n", game->id, differing,
	              bytes);
	assert_true(differing > 0);
	assert_true(bytes > 0);
}

static void a_seat_cannot_tell_paired_worlds_of_any_game_apart(void **state)
{
	size_t games = 0;

	(void)state;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		if (!(*game)->redact)
			continue;
		check_game(*game);
		games++;
	}
	assert_true(games > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seat_cannot_tell_paired_worlds_of_any_game_apart),
	};

	return cmocka_run_group_tests_name("paired worlds at the server", tests, NULL, NULL);
}
