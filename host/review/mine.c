/* SPDX-License-Identifier: MIT
 *
 * A game is played, then every decision in it is asked whether it is a puzzle; then the same for
 * games that leave it after three quarters, and for games that leave these after a puzzle.
 */
#include "mine.h"

#include "selfplay.h"

#include <stdlib.h>
#include <string.h>

/* What a family is made with. */
struct digging {
	struct mine *mine;
	const struct mine_options *wanted;
	struct mp_bot *bot;
	mp_move taken[MINE_MOST]; /* the best moves of the family's puzzles: no two are alike */
};

static bool is_near(const struct mine_game *game, size_t n)
{
	for (size_t i = 0; i < game->n; i++) {
		size_t at = game->found[i].at;

		if ((at > n ? at - n : n - at) < MINE_APART)
			return true;
	}
	return false;
}

static int by_place(const void *a, const void *b)
{
	const struct puzzle *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static bool is_enough(const struct digging *digging)
{
	return digging->mine->n_puzzles == MINE_MOST ||
	       (digging->wanted->stop && atomic_load(digging->wanted->stop));
}

/* Looks at the decisions from event `begin` on. */
static bool look_through(struct digging *digging, struct mine_game *game, size_t begin)
{
	struct review_options options = {.iterations = digging->wanted->iterations,
	                                 .seed = digging->wanted->seed,
	                                 .stop = digging->wanted->stop};
	struct estimator estimator = {0};
	struct course course;
	bool good;

	if (!course_init(&course, &game->live, &options))
		return false;
	good = estimator_init(&estimator, &course);
	for (size_t n = course.n; good && n-- > begin && !is_enough(digging);)
		if (course.moves[n].seat >= 0 && !is_near(game, n) &&
		    puzzle_find(&estimator, n, digging->taken, digging->mine->n_puzzles,
		                &game->found[game->n]))
			digging->taken[digging->mine->n_puzzles++] = game->found[game->n++].best;
	qsort(game->found, game->n, sizeof *game->found, by_place);
	estimator_release(&estimator);
	course_release(&course);
	return good;
}

static bool play_on(const struct digging *digging, struct live *live, struct mp_rng *rng)
{
	enum { PART = 256, LEAST = 100 };
	uint32_t each = digging->wanted->iterations / PART;

	return selfplay(live, digging->bot, "normal", each > LEAST ? each : LEAST, rng, MINE_LONGEST);
}

/* A game that leaves another after `fork` events, looked through from `begin` on. */
static bool dig_branch(struct digging *digging, const struct live *from, size_t fork, size_t begin,
                       struct mp_rng *rng)
{
	struct mine *mine = digging->mine;
	struct mine_game *game = &mine->games[mine->n];
	struct mp_fault fault;
	bool good;

	memset(game, 0, sizeof *game);
	if (live_clone(&game->live, from, &fault) != MP_OK)
		return false;
	mp_match_rewind(&game->live.match, fork);
	good = play_on(digging, &game->live, rng) && look_through(digging, game, begin);
	mine->played++;
	if (game->n > 0)
		mine->n++;
	else
		live_release(&game->live);
	return good;
}

/* Branches leave the trunk; where there is a puzzle in one, the next leave that one after it, until
 * several in a row have none: so most of a record is in another one already. */
static bool dig_branches(struct digging *digging, const struct live *trunk, struct mp_rng *rng,
                         size_t family)
{
	enum { BARREN = 6 };
	struct mine *mine = digging->mine;
	size_t root = trunk->match.n_moves * 3 / 4, fork = root, barren = 0;
	const struct live *from = trunk;
	bool good = true;

	for (uint64_t i = 1; good && i <= MINE_BRANCHES && !is_enough(digging); i++) {
		size_t before = mine->n;

		mp_rng_init(rng, digging->wanted->seed, family * (MINE_BRANCHES + 1) + i);
		good = dig_branch(digging, from, fork, fork + MINE_APART, rng);
		if (mine->n > before) {
			const struct mine_game *game = &mine->games[before];

			from = &game->live;
			fork = game->found[game->n - 1].at;
			barren = 0;
		} else if (++barren == BARREN || fork + 2 * MINE_APART > from->match.n_moves) {
			from = trunk;
			fork = root;
			barren = 0;
		}
	}
	return good;
}

static bool dig_family(struct digging *digging, const struct mp_setup *begun, size_t family)
{
	struct mp_fault fault;
	struct mp_rng rng;
	struct live trunk;
	bool good;

	if (live_init(&trunk, begun, MP_ALL, &fault) != MP_OK)
		return false;
	mp_rng_init(&rng, digging->wanted->seed, family * (MINE_BRANCHES + 1));
	/* The trunk itself is a branch that never left. */
	good = play_on(digging, &trunk, &rng) &&
	       dig_branch(digging, &trunk, trunk.match.n_moves, 0, &rng) &&
	       dig_branches(digging, &trunk, &rng, family);
	live_release(&trunk);
	return good;
}

bool mine_family(struct mine *mine, const struct mp_setup *begun, const struct mine_options *wanted,
                 size_t family)
{
	enum { BYTES = 8 << 20 };
	struct digging digging = {.mine = mine, .wanted = wanted, .bot = mp_bot_new(BYTES, 1)};
	bool good;

	memset(mine, 0, sizeof *mine);
	good = digging.bot && dig_family(&digging, begun, family);
	mp_bot_free(digging.bot);
	return good;
}

void mine_release(struct mine *mine)
{
	for (size_t i = 0; i < mine->n; i++)
		live_release(&mine->games[i].live);
	mine->n = 0;
}
