/* SPDX-License-Identifier: MIT
 *
 * Do bots trade with people? In games with deals that can be judged at a glance, and three players
 * or more: trades and joint buildings that look better to all sides, as a person would offer them,
 * and that cost no bystander more than bots allow, are taken more often than not, and of those that
 * cost one more none is. Prints the figures by level and number of players; BARGAINS_GAMES and
 * BARGAINS_SEED set how many games and which.
 */
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 40, EVERY = 5, OFFERS = 128, DRAWS = 400, LEVELS = 3 };

/* With how many iterations each thinks about its moves. */
static const struct {
	const char *name;
	uint32_t iterations;
} levels[LEVELS] = {{"easy", 6}, {"normal", 18}, {"hard", 54}};

struct tally {
	unsigned offered, taken;
};

enum kind { TRADE, JOINT, KINDS };

static const char *const kinds[KINDS] = {"trades", "joint buildings"};

/* Offers that spare bystanders and offers that do not, of one level in one company. */
static struct tally fair[KINDS][LEVELS][MP_SEATS + 1], harmful[KINDS][LEVELS][MP_SEATS + 1];

struct bargain {
	mp_move offer, accept;
	int partner; /* the next to answer */
	bool harms;  /* a bystander would lose more than bots allow */
};

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

/* The first acceptance that the state lists, or none. */
static bool find_acceptance(const struct mp_setup *setup, const void *state,
                            struct bargain *bargain)
{
	static mp_move moves[MP_MOVES_MAX];

	for (int seat = 0; seat < setup->players; seat++) {
		size_t n = setup->game->legal(setup, state, seat, moves);

		for (size_t i = 0; i < n; i++)
			if (setup->game->deal_kind(moves[i]) == MP_DEAL_ACCEPT) {
				bargain->partner = seat;
				bargain->accept = moves[i];
				return true;
			}
	}
	return false;
}

/* Would all sides stand better? Then it is also known who pays. */
static bool helps_all(const struct mp_setup *setup, const void *state, void *then, int seat,
                      struct bargain *bargain)
{
	const struct mp_game *game = setup->game;
	float before[MP_SEATS], after[MP_SEATS];
	unsigned parties = 1u << seat;

	if (game->check(setup, state, seat, bargain->offer))
		return false;
	memcpy(then, state, game->state_size);
	game->apply(setup, then, seat, bargain->offer);
	while (find_acceptance(setup, then, bargain)) {
		game->apply(setup, then, bargain->partner, bargain->accept);
		parties |= 1u << bargain->partner;
	}
	bargain->harms = false;
	game->evaluate(setup, state, before);
	game->evaluate(setup, then, after);
	for (int each = 0; each < setup->players; each++) {
		if (!(parties >> each & 1))
			bargain->harms |= before[each] - after[each] > MP_DEAL_HARM_MAX;
		else if (!game->looks_better(setup, state, then, each))
			return false;
	}
	return parties != 1u << seat;
}

static size_t list_offers(struct position *p, int seat, enum kind kind,
                          mp_move offers[MP_MOVES_MAX])
{
	const struct mp_setup *setup = &p->live.setup;
	const void *state = p->live.match.state;
	size_t n = 0, listed;

	if (kind == JOINT) {
		listed = setup->game->legal(setup, state, seat, offers);
		for (size_t i = 0; i < listed; i++)
			if (setup->game->deal_kind(offers[i]) == MP_DEAL_PROPOSE)
				offers[n++] = offers[i];
		return n;
	}
	n = setup->game->propose(setup, state, seat, offers, OFFERS);
	for (size_t draws = 0; draws < DRAWS; draws++)
		if (setup->game->sample_free(setup, state, seat, &p->rng, &offers[n]))
			n++;
	return n;
}

static bool find_bargain(struct position *p, int seat, enum kind kind, bool harms,
                         struct bargain *bargain)
{
	const struct mp_setup *setup = &p->live.setup;
	void *then = malloc(setup->game->state_size);
	mp_move offers[MP_MOVES_MAX];
	size_t n = list_offers(p, seat, kind, offers);
	bool found = false;

	for (size_t i = 0; i < n && !found; i++) {
		bargain->offer = offers[i];
		found =
			helps_all(setup, p->live.match.state, then, seat, bargain) && bargain->harms == harms;
	}
	free(then);
	return found;
}

static struct mp_bot_answer ask(struct mp_bot *bot, struct position *p, int seat, int level,
                                bool refuses)
{
	struct mp_bot_request request = position_request(p, seat);
	struct mp_bot_answer answer;

	request.level = levels[level].name;
	request.iterations = levels[level].iterations;
	request.seed = mp_rng_next(&p->rng);
	request.refuses_deals = refuses;
	assert_true(mp_bot_choose(bot, &request, &answer));
	return answer;
}

/* The seat on turn is a person who sees a bargain; whatever the answers, the game goes on with
 * them.
 */
static void bargain_with(struct mp_bot *bot, struct position *p, int level, enum kind kind,
                         bool harms)
{
	const struct mp_setup *setup = &p->live.setup;
	int seat = mp_match_turn(&p->live.match);
	struct bargain bargain;
	struct mp_fault fault;
	struct tally *tally = &(harms ? harmful : fair)[kind][level][setup->players];
	bool taken = true;

	if (seat < 0 || !setup->game->can_offer(setup, p->live.match.state, seat) ||
	    !find_bargain(p, seat, kind, harms, &bargain))
		return;
	assert_int_equal(live_play_move(&p->live, seat, bargain.offer, &fault), MP_OK);
	while (taken && find_acceptance(setup, p->live.match.state, &bargain)) {
		struct mp_bot_answer answer = ask(bot, p, bargain.partner, level, false);

		assert_true(answer.has_move);
		taken = answer.move == bargain.accept;
		assert_int_equal(live_play_move(&p->live, bargain.partner, answer.move, &fault), MP_OK);
	}
	tally->offered++;
	tally->taken += taken;
}

static void play_game(struct mp_bot *bot, const struct mp_game *game, uint64_t seed, int level)
{
	struct position p;
	unsigned turns = 0;

	position_init(&p, game, seed, false);
	while (p.live.setup.players > 2 && position_play(&p, 0)) {
		struct mp_bot_answer answer;
		struct mp_fault fault;
		int seat;

		turns++;
		/* What harms is declined and changes nothing, so it may be tried before. */
		for (int i = 0; turns % EVERY == 0 && i < 2 * KINDS; i++)
			bargain_with(bot, &p, level, (enum kind)(i % KINDS), i < KINDS);
		if (!position_play(&p, 0))
			break; /* what was built together ended it */
		seat = mp_match_turn(&p.live.match);
		answer = ask(bot, &p, seat, level, true);
		assert_int_equal(live_play_move(&p.live, seat, answer.move, &fault), MP_OK);
	}
	position_release(&p);
}

static void play_all(struct mp_bot *bot, const struct mp_game *game)
{
	uint64_t games = from_environment("BARGAINS_GAMES", GAMES / POSITION_SHARE);
	uint64_t first = from_environment("BARGAINS_SEED", 1);

	for (int level = 0; level < LEVELS; level++)
		for (uint64_t i = 0; i < games; i++)
			play_game(bot, game, first + i, level);
}

/* Prints a level's offers and adds them up. */
static struct tally sum_of(struct tally tallies[MP_SEATS + 1], int level, int kind,
                           const char *which)
{
	struct tally sum = {0, 0};

	for (int players = 3; players <= MP_SEATS; players++) {
		if (tallies[players].offered)
			print_message("%s, %d players, %s %s: %u of %u taken\n", levels[level].name, players,
			              which, kinds[kind], tallies[players].taken, tallies[players].offered);
		sum.offered += tallies[players].offered;
		sum.taken += tallies[players].taken;
	}
	return sum;
}

static void what_helps_both_is_taken_more_often_than_not(void **unused)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);

	(void)unused;
	for (size_t i = 0; mp_games[i]; i++)
		if (mp_games[i]->looks_better)
			play_all(bot, mp_games[i]);
	mp_bot_free(bot);
	for (int i = 0; i < LEVELS * KINDS; i++) {
		struct tally sum = sum_of(fair[i % KINDS][i / KINDS], i / KINDS, i % KINDS, "fair");

		assert_true(sum.offered >= GAMES / 2 / POSITION_SHARE);
		/* Under sanitizers they are too few to tell a share. */
		assert_true(POSITION_SHARE > 1 || 2 * sum.taken > sum.offered);
	}
}

/* By the games that were played above. */
static void what_harms_a_bystander_is_never_taken(void **unused)
{
	unsigned offered = 0;

	(void)unused;
	for (int i = 0; i < LEVELS * KINDS; i++) {
		struct tally sum = sum_of(harmful[i % KINDS][i / KINDS], i / KINDS, i % KINDS, "harmful");

		offered += sum.offered;
		assert_int_equal(sum.taken, 0);
	}
	assert_true(offered > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_helps_both_is_taken_more_often_than_not),
		cmocka_unit_test(what_harms_a_bystander_is_never_taken),
	};

	return cmocka_run_group_tests_name("bots and bargains", tests, NULL, NULL);
}
