/* SPDX-License-Identifier: MIT
 *
 * The expert area cards (MY-43): how many groups a set of buildings holds when each building is
 * used at most once. Always the exact optimum; called at every leaf of a search, so each card has
 * the cheapest exact method for at most 13 buildings.
 */
#include "state.h"

/* Pairs over bridges: a maximum matching. A building with one possible partner may take it without
 * loss; what is left without such a building is short (cycles), and is tried both ways. */
static unsigned count_pairs(uint64_t set)
{
	unsigned pairs = 0;
	uint64_t branch;

	for (;;) {
		bool peeled = false;

		branch = 0;
		for (uint64_t rest = set; rest; rest &= rest - 1) {
			unsigned place = metropolys_set_first(rest);
			uint64_t partners = metropolys_map.bridged[place] & set;

			if (!partners) {
				set &= ~metropolys_place_bit(place);
			} else if (!(partners & (partners - 1))) {
				set &= ~(metropolys_place_bit(place) | partners);
				rest &= ~partners;
				pairs++;
				peeled = true;
			} else {
				branch = metropolys_place_bit(place);
			}
		}
		if (!peeled)
			break;
	}
	if (branch) {
		unsigned best = count_pairs(set & ~branch);

		for (uint64_t p = metropolys_map.bridged[metropolys_set_first(branch)] & set; p;
		     p &= p - 1) {
			unsigned with = 1 + count_pairs(set & ~branch & ~(p & -p));

			best = with > best ? with : best;
		}
		pairs += best;
	}
	return pairs;
}

/* Statues with all three sides built, no building twice: take the first such statue or leave it. */
static unsigned count_statues(uint64_t set, unsigned from)
{
	for (unsigned i = from; i < METROPOLYS_STATUES; i++) {
		uint64_t around = metropolys_map.statue[i];
		unsigned with, without;

		if (around & ~set)
			continue;
		with = 1 + count_statues(set & ~around, i + 1);
		without = count_statues(set, i + 1);
		return with > without ? with : without;
	}
	return 0;
}

/* The most of these lakes that can have three buildings each of their own. By Hall's theorem a set
 * of lakes can if every part of it has three times as many buildings around it as it has lakes;
 * `fits` holds that for the sets seen so far, by their index among the lakes that have three. */
static unsigned count_lakes(uint64_t set, unsigned lakes)
{
	uint64_t around[1 << METROPOLYS_LAKES] = {0};
	bool fits[1 << METROPOLYS_LAKES] = {true};
	unsigned n = 0, best = 0;

	for (unsigned i = 0; i < METROPOLYS_LAKES; i++) {
		uint64_t own = metropolys_map.lake[i] & set;

		if (!(lakes >> i & 1) || metropolys_set_size(own) < 3)
			continue;
		for (unsigned part = 0; part < 1u << n; part++)
			around[part | 1u << n] = around[part] | own;
		n++;
	}
	for (unsigned group = 1; group < 1u << n; group++) {
		unsigned size = metropolys_set_size(group);

		fits[group] = metropolys_set_size(around[group]) >= 3 * size;
		for (unsigned rest = group; rest && fits[group]; rest &= rest - 1)
			fits[group] = fits[group & ~(rest & -rest)];
		if (fits[group] && size > best)
			best = size;
	}
	return best;
}

static unsigned count_districts(uint64_t set)
{
	unsigned n = 0;

	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++)
		n += metropolys_set_size(set & metropolys_map.district[d]) >= 3;
	return n;
}

/* All that can be reached inside `set` from one of its members. */
static uint64_t connected(uint64_t set, uint64_t from)
{
	uint64_t reached = from, front = from;

	while (front) {
		uint64_t next = metropolys_map.near[metropolys_set_first(front)] & set & ~reached;

		reached |= next;
		front = (front & (front - 1)) | next;
	}
	return reached;
}

static unsigned count_chains(uint64_t set);

/* The most chains in a connected set that use `place`, or leave it out where it has neighbours that
 * could do without it. With one neighbour only, some optimum has a chain that begins here: whatever
 * chain uses the neighbour can let go of an end and take this place instead. */
static unsigned chains_through(uint64_t set, unsigned place, bool is_end, unsigned bound)
{
	uint64_t self = metropolys_place_bit(place);
	uint64_t first = metropolys_map.near[place] & set;
	unsigned best = is_end ? 0 : count_chains(set & ~self);

	for (uint64_t i = first; i && best < bound; i &= i - 1) {
		uint64_t second = i & -i;
		/* place – second – third, and second – place – third with third after second */
		uint64_t third = metropolys_map.near[metropolys_set_first(second)] & set & ~self;

		for (third |= i & (i - 1); third && best < bound; third &= third - 1) {
			unsigned with = 1 + count_chains(set & ~(self | second | (third & -third)));

			best = with > best ? with : best;
		}
	}
	return best;
}

/* The place where a connected set has the fewest ways to go on. */
static unsigned narrowest(uint64_t set, unsigned *ways)
{
	unsigned place = 0;

	*ways = 8;
	for (uint64_t rest = set; rest && *ways > 1; rest &= rest - 1) {
		unsigned n = metropolys_set_size(metropolys_map.near[metropolys_set_first(rest)] & set);

		if (n < *ways) {
			*ways = n;
			place = metropolys_set_first(rest);
		}
	}
	return place;
}

static unsigned count_chains(uint64_t set)
{
	unsigned chains = 0;

	while (set) {
		uint64_t part = connected(set, set & -set);
		unsigned size = metropolys_set_size(part), ways;

		set &= ~part;
		if (size < 6) { /* three to five connected buildings hold one chain */
			chains += size >= 3;
		} else {
			unsigned place = narrowest(part, &ways);

			chains += chains_through(part, place, ways == 1, size / 3);
		}
	}
	return chains;
}

unsigned metropolys_groups(unsigned card, uint64_t built)
{
	switch (card) {
	case METROPOLYS_BRIDGES:
		return count_pairs(built & metropolys_map.by_bridge);
	case METROPOLYS_STATUE:
		return count_statues(built & metropolys_map.by_statue, 0);
	case METROPOLYS_LAKE:
		return count_lakes(built & metropolys_map.by_lake, (1u << METROPOLYS_LAKES) - 1);
	case METROPOLYS_DISTRICT:
		return count_districts(built);
	case METROPOLYS_CHAINS:
		return count_chains(built);
	default:
		return 0;
	}
}

/* Finding one best choice, for the breakdown: take any group without which one fewer can be had. */
struct search {
	unsigned card;
	uint64_t left;  /* buildings not in a group yet */
	unsigned lakes; /* lakes without a group yet */
};

static unsigned count_left(const struct search *search)
{
	return search->card == METROPOLYS_LAKE ? count_lakes(search->left, search->lakes)
	                                       : metropolys_groups(search->card, search->left);
}

/* Can this group be part of a best choice? Then it is taken. */
static bool take(struct search *search, uint64_t group, unsigned lake)
{
	struct search after = *search;

	after.left &= ~group;
	after.lakes &= ~lake;
	if ((group & ~search->left) || count_left(&after) + 1 != count_left(search))
		return false;
	*search = after;
	return true;
}

/* A group of three of `around`, with all of `with` among them. */
static uint64_t take_three(struct search *search, uint64_t around, uint64_t with, unsigned lake)
{
	if (metropolys_set_size(with) == 3)
		return take(search, with, lake) ? with : 0;
	for (uint64_t rest = around & ~with; rest; rest &= rest - 1) {
		uint64_t group = take_three(search, rest, with | (rest & -rest), lake);

		if (group)
			return group;
	}
	return 0;
}

static uint64_t take_next(struct search *search, unsigned i)
{
	uint64_t near;

	switch (search->card) {
	case METROPOLYS_BRIDGES:
		for (near = metropolys_map.bridged[i] & search->left; near; near &= near - 1)
			if (take(search, metropolys_place_bit(i) | (near & -near), 0))
				return metropolys_place_bit(i) | (near & -near);
		return 0;
	case METROPOLYS_STATUE:
		return i < METROPOLYS_STATUES && take(search, metropolys_map.statue[i], 0)
		           ? metropolys_map.statue[i]
		           : 0;
	case METROPOLYS_LAKE:
		return i < METROPOLYS_LAKES
		           ? take_three(search, metropolys_map.lake[i] & search->left, 0, 1u << i)
		           : 0;
	case METROPOLYS_DISTRICT:
		near = i < METROPOLYS_DISTRICTS ? metropolys_map.district[i] & search->left : 0;
		return take(search, near, 0) ? near : 0;
	default: /* METROPOLYS_CHAINS: i is in the middle */
		return take_three(search, metropolys_map.near[i] & search->left, metropolys_place_bit(i),
		                  0);
	}
}

unsigned metropolys_find_groups(unsigned card, uint64_t built,
                                uint64_t group[METROPOLYS_GROUPS_MAX])
{
	struct search search = {.card = card, .left = built, .lakes = (1u << METROPOLYS_LAKES) - 1};
	unsigned n = 0;

	for (unsigned i = 0; i < METROPOLYS_PLACES && count_left(&search); i++)
		while ((group[n] = take_next(&search, i))) /* more than one group may begin at i */
			n++;
	return n;
}
