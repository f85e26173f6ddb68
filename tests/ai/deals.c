/* SPDX-License-Identifier: MIT
 *
 * How bots negotiate, in every game with deals: at most one offer a turn and none twice, answers
 * that are refusals where the seat refuses or there are two players only, and silence otherwise.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 24, ITERATIONS = 6 };

static unsigned n_offers, n_accepted, n_declined;

static bool is_offer(const struct mp_game *game, mp_move move)
{
	return game->deal_kind(move) == MP_DEAL_OFFER || game->deal_kind(move) == MP_DEAL_PROPOSE;
}

/* What a seat says, checked against what it has said: `turn_start` is where this turn began. */
static void check_deal_move(const struct position *p, int seat, mp_move move, bool refuses,
                            size_t turn_start)
{
	const struct mp_game *game = p->live.setup.game;
	bool willing = !refuses && p->live.setup.players > 2;

	if (game->deal_kind(move) == MP_DEAL_DECLINE)
		n_declined++;
	if (game->deal_kind(move) == MP_DEAL_ACCEPT) {
		assert_true(willing);
		n_accepted++;
	}
	assert_true(game->deal_kind(move) != MP_DEAL_WITHDRAW);
	if (!is_offer(game, move))
		return;
	assert_true(willing);
	n_offers++;
	for (size_t i = 0; i < p->live.match.n_moves; i++) {
		const struct mp_played *said = &p->live.match.moves[i];

		if (said->seat != seat || !is_offer(game, said->move))
			continue;
		assert_true(said->move != move);
		assert_true(i < turn_start);
	}
}

static void ask(struct mp_bot *bot, struct position *p, int seat, bool refuses, size_t turn_start)
{
	struct mp_bot_request request = position_request(p, seat);
	struct mp_bot_answer answer;
	struct mp_fault fault;

	request.level = "hard";
	request.iterations = ITERATIONS;
	request.seed = mp_rng_next(&p->rng);
	request.refuses_deals = refuses;
	assert_true(mp_bot_choose(bot, &request, &answer));
	if (!answer.has_move)
		return;
	check_deal_move(p, seat, answer.move, refuses, turn_start);
	assert_int_equal(live_play_move(&p->live, seat, answer.move, &fault), MP_OK);
}

/* Seat 0 of every third game refuses. */
static void play_game(struct mp_bot *bot, const struct mp_game *game, uint64_t seed)
{
	struct position p;
	size_t turn_start = 0;
	int on_turn = MP_OVER;

	position_init(&p, game, seed, false);
	while (position_play(&p, 0)) {
		int turn = mp_match_turn(&p.live.match);

		if (turn != on_turn) {
			on_turn = turn;
			turn_start = p.live.match.n_moves;
		}
		for (int seat = 0; seat < p.live.setup.players && mp_match_turn(&p.live.match) == turn;
		     seat++)
			if (seat != turn && (mp_match_actors(&p.live.match) >> seat & 1))
				ask(bot, &p, seat, seat == 0 && seed % 3 == 0, turn_start);
		if (mp_match_turn(&p.live.match) == turn)
			ask(bot, &p, turn, turn == 0 && seed % 3 == 0, turn_start);
	}
	position_release(&p);
}

static void bots_negotiate_with_restraint(void **unused)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);

	(void)unused;
	for (size_t i = 0; mp_games[i]; i++)
		for (uint64_t seed = 1; mp_games[i]->deal_kind && seed <= GAMES; seed++)
			play_game(bot, mp_games[i], seed);
	mp_bot_free(bot);
}

/* Or the test above would say nothing. */
static void there_are_deals(void **unused)
{
	(void)unused;
	print_message("%u offers, %u accepted, %u declined\n", n_offers, n_accepted, n_declined);
	assert_true(n_offers > GAMES / 2);
	assert_true(n_accepted > GAMES / 3);
	assert_true(n_declined > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bots_negotiate_with_restraint),
		cmocka_unit_test(there_are_deals),
	};

	return cmocka_run_group_tests_name("bots and deals", tests, NULL, NULL);
}
