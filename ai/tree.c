/* SPDX-License-Identifier: MIT
 *
 * Information-set tree search. One tree of what the choosing seat would know; each iteration
 * imagines a fresh world, walks the tree along moves that are possible in it (a move's `tries`
 * count how often it was), adds one node, plays on, and credits every node with what its mover
 * got: each seat strives for its own.
 */
#include "search.h"

#include "fmath.h"

#include <string.h>

enum {
	DEPTH_MAX = 256,
	SLOW = 64, /* a choice is kept for this part of a child's visits */
};

struct node {
	mp_move move;         /* that leads here, as the choosing seat sees it */
	double reward, share; /* sums, of the seat that made the move */
	uint32_t visits;
	uint32_t tries; /* visits of the parent at which the move was possible */
	float prior;
	float next_prior; /* of the best child not yet there */
	uint32_t marks;   /* of the moves that have a child */
	uint32_t parent;
	uint32_t first, next;  /* children, in order of arrival; 0: none */
	uint32_t kept;         /* the child chosen last */
	uint16_t keep;         /* for so many visits more */
	unsigned n_legal : 12; /* the most that were listed here */
	unsigned mover : 4;    /* 4 bits of a signed number: mover_of */
};
_Static_assert(sizeof(struct node) == 64, "a node is one line of a cache");
_Static_assert(MP_MOVES_MAX < 1 << 12 && MP_SEATS < 8, "moves are counted, seats numbered in them");

static int mover_of(const struct node *node)
{
	return (int)(node->mover ^ 8) - 8;
}

size_t tree_node_bytes(void)
{
	/* The table has two to four slots per node. */
	return sizeof(struct node) + 4 * sizeof(uint32_t);
}

static uint32_t slot_of(const struct searcher *s, uint32_t parent, mp_move move)
{
	uint64_t h = (move ^ (parent * 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;

	h ^= h >> 31;
	return (uint32_t)(h * 0x94d049bb133111ebu >> 32) & s->slot_mask;
}

/* One of 32: most moves that have no child are known by it, without a look into the table. */
static uint32_t mark_of(mp_move move)
{
	return (uint32_t)1 << (move * 0x9e3779b97f4a7c15u >> 59);
}

static uint32_t find_child(const struct searcher *s, uint32_t parent, mp_move move)
{
	if (!(s->nodes[parent].marks & mark_of(move)))
		return 0;
	for (uint32_t at = slot_of(s, parent, move);; at = (at + 1) & s->slot_mask) {
		uint32_t i = s->slots[at];

		if (i == 0 || (s->nodes[i].parent == parent && s->nodes[i].move == move))
			return i;
	}
}

/* The caller has seen that there is room, and no such child. */
static uint32_t add_node(struct searcher *s, uint32_t parent, int mover, mp_move move, float prior)
{
	uint32_t i = s->n_nodes++;
	uint32_t at = slot_of(s, parent, move);
	struct node *up = &s->nodes[parent];

	while (s->slots[at])
		at = (at + 1) & s->slot_mask;
	s->slots[at] = i;
	s->nodes[i] = (struct node){.move = move,
	                            .prior = prior,
	                            .next_prior = 1,
	                            .parent = parent,
	                            .next = up->first,
	                            .mover = (unsigned)mover & 15,
	                            .tries = 1};
	up->first = i;
	up->marks |= mark_of(move);
	return i;
}

static bool has_room(const struct searcher *s)
{
	return s->n_nodes < s->cap_nodes;
}

/* How good a look at this child is; `tries` of an open node are its own visits. */
static float urge_of(const struct mp_search_plan *plan, const struct node *child, uint32_t tries)
{
	float value = (float)(child->reward / child->visits);

	if (plan->prior)
		return value +
		       plan->explore * child->prior * fmath_sqrt((float)tries) / (float)(1 + child->visits);
	return value + plan->explore * fmath_sqrt(fmath_log(tries) / (float)child->visits);
}

/* What selection sees at a node: the best child that is possible, and what is not tried yet. */
struct choice {
	uint32_t best;
	float best_urge;
	size_t possible; /* children that are possible */
	double reward;   /* of these */
	double visits;
};

static void consider_child(const struct searcher *s, struct choice *choice, uint32_t i,
                           uint32_t tries)
{
	const struct node *child = &s->nodes[i];
	float u = urge_of(&s->sim.scene->plan, child, tries);

	choice->possible++;
	choice->reward += child->reward;
	choice->visits += child->visits;
	if (!choice->best || u > choice->best_urge) {
		choice->best = i;
		choice->best_urge = u;
	}
}

static size_t tree_width(const struct mp_search_plan *plan, uint32_t visits, size_t n)
{
	size_t wide;

	if (plan->width == 0)
		return n;
	wide = (size_t)plan->width + (size_t)(plan->widen * fmath_sqrt((float)visits));
	return wide < n ? wide : n;
}

/* Does a move not yet tried deserve its first visit now? */
static bool is_new_due(const struct mp_search_plan *plan, const struct node *node,
                       const struct choice *choice, size_t n)
{
	float average;

	if (choice->possible >= tree_width(plan, node->visits, n))
		return false;
	if (!choice->best || !plan->prior)
		return true;
	average = (float)(choice->reward / choice->visits);
	return average - plan->urgency +
	           plan->explore * node->next_prior * fmath_sqrt((float)node->visits) >
	       choice->best_urge;
}

static float doubted_prior(const struct mp_search_plan *plan, float prior, size_t n)
{
	return (1 - plan->doubt) * prior + plan->doubt / (float)n;
}

/* Adds the listed move (sim->moves) with the best prior that has no child yet; without priors, a
 * random one. */
static uint32_t add_next(struct searcher *s, uint32_t at, int seat, size_t n)
{
	struct sim *sim = &s->sim;
	const struct mp_setup *setup = sim->scene->setup;
	float total = 0, second = 0;
	size_t pick = n, untried = 0;

	if (sim->scene->plan.prior) {
		setup->game->policy(setup, sim->state, seat, sim->moves, n, sim->prior);
		for (size_t i = 0; i < n; i++)
			total += sim->prior[i];
	}
	for (size_t i = 0; i < n; i++) {
		if (find_child(s, at, sim->moves[i]))
			continue;
		untried++;
		if (!sim->scene->plan.prior) {
			if (mp_rng_below(&sim->rng, (uint32_t)untried) == 0)
				pick = i;
		} else if (pick == n || sim->prior[i] > sim->prior[pick]) {
			second = pick == n ? 0 : sim->prior[pick];
			pick = i;
		} else if (sim->prior[i] > second) {
			second = sim->prior[i];
		}
	}
	if (pick == n)
		return 0;
	if (total <= 0)
		return add_node(s, at, seat, sim->moves[pick], 1);
	s->nodes[at].next_prior = doubted_prior(&sim->scene->plan, second / total, n);
	return add_node(s, at, seat, sim->moves[pick],
	                doubted_prior(&sim->scene->plan, sim->prior[pick] / total, n));
}

/* The child to walk to; `fresh` if it is new. 0 if the memory is full and none is possible.
 * Where all moves are always possible and visits are many, what is best changes slowly: the choice
 * is kept for a while, and the many children are not looked through at each visit. */
static uint32_t choose_child(struct searcher *s, uint32_t at, int seat, bool *fresh)
{
	const struct mp_search_plan *plan = &s->sim.scene->plan;
	struct node *node = &s->nodes[at];
	bool open = plan->open_moves && node->n_legal;
	struct choice choice = {0};
	uint32_t child;
	size_t n;

	if (node->keep > 0) {
		node->keep--;
		return node->kept;
	}
	n = open ? node->n_legal : sim_moves(&s->sim, seat);
	if (open) {
		for (child = node->first; child; child = s->nodes[child].next)
			consider_child(s, &choice, child, node->visits);
	} else {
		node->n_legal = n & 0xfff;
		for (size_t i = 0; i < n; i++)
			if ((child = find_child(s, at, s->sim.moves[i])) != 0)
				consider_child(s, &choice, child, ++s->nodes[child].tries);
	}
	if (has_room(s) && is_new_due(plan, node, &choice, n)) {
		if (open)
			n = sim_moves(&s->sim, seat);
		child = add_next(s, at, seat, n);
		if (child) {
			*fresh = true;
			return child;
		}
	}
	if (open && choice.best) {
		uint32_t keep = s->nodes[choice.best].visits / SLOW;

		node->kept = choice.best;
		node->keep = (uint16_t)(keep < UINT16_MAX ? keep : UINT16_MAX);
	}
	return choice.best;
}

static uint32_t walk_chance(struct searcher *s, uint32_t at, bool *fresh)
{
	struct sim *sim = &s->sim;
	const struct scene *scene = sim->scene;
	const struct mp_game *game = scene->setup->game;
	mp_move move = sim_draw(sim);
	mp_move seen = mp_cut(scene->setup, sim->state, MP_CHANCE, move, scene->seat);
	uint32_t child = at;

	if (scene->plan.chance_nodes) {
		child = find_child(s, at, seen);
		if (!child && has_room(s)) {
			child = add_node(s, at, MP_CHANCE, seen, 1);
			*fresh = true;
		}
	}
	game->apply(scene->setup, sim->state, MP_CHANCE, move);
	return child;
}

static void credit_path(struct searcher *s, const uint32_t *path, size_t depth, int end)
{
	struct result result;

	if (end == MP_OVER)
		sim_judge(&s->sim, &result);
	else
		sim_finish(&s->sim, &result);
	for (size_t i = 0; i < depth; i++) {
		struct node *node = &s->nodes[path[i]];

		node->visits++;
		if (mover_of(node) >= 0) {
			node->reward += result.reward[mover_of(node)];
			node->share += result.share[mover_of(node)];
		}
	}
	for (int seat = 0; seat < s->sim.scene->setup->players; seat++)
		s->share[seat] += result.share[seat];
}

static void iterate_tree(struct searcher *s)
{
	struct sim *sim = &s->sim;
	const struct mp_setup *setup = sim->scene->setup;
	uint32_t path[DEPTH_MAX] = {0};
	uint32_t at = 0;
	size_t depth = 1;
	bool fresh = false;
	int turn;

	sim_world(sim);
	while ((turn = setup->game->turn(setup, sim->state)) != MP_OVER && !fresh) {
		uint32_t child;

		if (depth == DEPTH_MAX)
			break;
		if (turn == MP_CHANCE) {
			child = walk_chance(s, at, &fresh);
			if (child == at)
				continue;
		} else {
			child = choose_child(s, at, turn, &fresh);
			if (child)
				setup->game->apply(setup, sim->state, turn, s->nodes[child].move);
		}
		if (!child)
			break;
		path[depth++] = child;
		at = child;
	}
	s->ended = turn == MP_OVER && !fresh ? s->ended + 1 : 0;
	credit_path(s, path, depth, turn);
}

/* Can no other move catch up with the most visited one in the time that is left? */
static bool is_decided(const struct searcher *s, const struct limit *limit)
{
	uint64_t now = limit->now(limit->ctx);
	uint32_t best = 0, second = 0;
	double left;

	for (uint32_t i = s->nodes[0].first; i; i = s->nodes[i].next) {
		uint32_t visits = s->nodes[i].visits;

		if (visits > best) {
			second = best;
			best = visits;
		} else if (visits > second) {
			second = visits;
		}
	}
	left =
		(double)(limit->deadline - now) * (double)s->iterations / (double)(now - limit->begin + 1);
	return now >= limit->deadline || (double)(best - second) > left;
}

static void begin_tree(struct searcher *s, const struct limit *limit)
{
	uint64_t need = limit->iterations;
	uint32_t slots = 64;

	/* An iteration adds one node at the most, and takes more than half a microsecond. */
	if (limit->deadline && (limit->deadline - limit->begin) * 2 < need)
		need = (limit->deadline - limit->begin) * 2;
	s->cap_nodes = need + 2 < s->max_nodes ? (uint32_t)need + 2 : s->max_nodes;
	while (slots < 2 * s->cap_nodes)
		slots *= 2;
	memset(s->slots, 0, slots * sizeof *s->slots);
	s->slot_mask = slots - 1;
	s->nodes[0] = (struct node){.next_prior = 1, .mover = (unsigned)MP_CHANCE & 15};
	s->n_nodes = 1;
	s->iterations = 0;
	s->ended = 0;
	memset(s->share, 0, sizeof s->share);
}

/* What others may do in all the worlds that a seat thinks possible can be more than there are moves
 * in any: those that were looked at most are listed. */
static void list_child(struct searcher *s, const struct node *child)
{
	size_t at = s->n_root;

	if (at == MP_MOVES_MAX) {
		at = 0;
		for (size_t i = 1; i < MP_MOVES_MAX; i++)
			at = s->root[i].visits < s->root[at].visits ? i : at;
		if (s->root[at].visits >= child->visits)
			return;
	} else {
		s->n_root++;
	}
	s->root[at] = (struct root_move){.move = child->move,
	                                 .visits = child->visits,
	                                 .reward = child->reward,
	                                 .share = child->share};
}

void tree_search(struct searcher *s, const struct limit *limit)
{
	/* The tree is all there is to know: every walk ends with the game. */
	enum { ENDED_ENOUGH = 512 };

	begin_tree(s, limit);
	while (s->iterations < limit->iterations && s->ended < ENDED_ENOUGH) {
		iterate_tree(s);
		s->iterations++;
		if (s->iterations % 4 == 0 && limit_passed(limit))
			break;
		if (limit->deadline && s->iterations % 256 == 0 && is_decided(s, limit))
			break;
	}
	s->n_root = 0;
	for (uint32_t i = s->nodes[0].first; i; i = s->nodes[i].next)
		list_child(s, &s->nodes[i]);
}

size_t tree_line(const struct searcher *s, mp_move first, uint32_t least, struct mp_played *out,
                 size_t cap)
{
	uint32_t at = find_child(s, 0, first);
	size_t n = 0;

	while (at && n < cap) {
		uint32_t best = 0;

		out[n++] =
			(struct mp_played){.move = s->nodes[at].move, .seat = (int8_t)mover_of(&s->nodes[at])};
		for (uint32_t i = s->nodes[at].first; i; i = s->nodes[i].next)
			if (!best || s->nodes[i].visits >= s->nodes[best].visits)
				best = i;
		at = best && s->nodes[best].visits >= least ? best : 0;
	}
	return n;
}
