/* SPDX-License-Identifier: MIT
 *
 * Offers that a bot may want to make: the plots that another seat has in the way of one's best
 * placements, against plots of one's own that are in the way of theirs. What they are worth is for
 * the caller to find out.
 */
#include "state.h"

enum mp_deal_kind metropolis_deal_kind(mp_move move)
{
	switch (metropolis_move_op(move)) {
	case METROPOLIS_OP_OFFER:
		return MP_DEAL_OFFER;
	case METROPOLIS_OP_JOINT:
		return MP_DEAL_PROPOSE;
	case METROPOLIS_OP_ACCEPT:
		return MP_DEAL_ACCEPT;
	case METROPOLIS_OP_DECLINE:
		return MP_DEAL_DECLINE;
	case METROPOLIS_OP_WITHDRAW:
		return MP_DEAL_WITHDRAW;
	default:
		return MP_DEAL_NONE;
	}
}

/* Plots of one owner, all in one district, that a placement of another seat lacks. */
struct wish {
	float points; /* hope that they would add */
	uint16_t mask;
	uint8_t district;
};

enum { WISHES_MAX = 10, LACK_MAX = 2 };

static void keep_best(struct wish *wishes, int *n, struct wish wish)
{
	int at;

	for (int i = 0; i < *n; i++)
		if (wishes[i].mask == wish.mask && wishes[i].district == wish.district) {
			if (wish.points > wishes[i].points)
				wishes[i].points = wish.points;
			return;
		}
	if (*n == WISHES_MAX && wishes[*n - 1].points >= wish.points)
		return;
	at = *n < WISHES_MAX ? (*n)++ : *n - 1;
	for (; at > 0 && wishes[at - 1].points < wish.points; at--)
		wishes[at] = wishes[at - 1];
	wishes[at] = wish;
}

/* What `seat` wants from `owner`, best first. */
static int find_wishes(const struct mp_setup *setup, const struct metropolis_state *state, int seat,
                       int owner, struct wish wishes[WISHES_MAX])
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	float hope[METROPOLIS_FORM_MAX + 1];
	int n = 0;

	metropolis_hope(setup, state, hope);
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		unsigned mine = metropolis_empty_of(state, seat, district),
				 theirs = metropolis_empty_of(state, owner, district);
		unsigned nobodys = METROPOLIS_WHOLE & ~metropolis_owned_in(state, district);

		for (int word = 0; theirs && word < tables->words; word++) {
			uint64_t set = tables->fits[word][mine | theirs | nobodys] &
			               ~tables->fits[word][mine | nobodys] &
			               metropolis_possible(tables, state, district, word);

			for (; set; set &= set - 1) {
				int i = 64 * word + metropolis_lowest(set);
				unsigned mask = tables->placement[i].mask;
				int lack = metropolis_popcount(mask & theirs),
					missing = metropolis_popcount(mask & nobodys);

				if (lack > LACK_MAX || !(mask & mine))
					continue;
				keep_best(wishes, &n,
				          (struct wish){tables->worth[district][i] * hope[missing],
				                        (uint16_t)(mask & theirs), (uint8_t)district});
			}
		}
	}
	return n;
}

static mp_move pack(int to, const struct wish *give, const struct wish *ask)
{
	mp_move offer = (mp_move)1 << 63 | (mp_move)to << 60;
	int at = 0;

	for (unsigned mask = give ? give->mask : 0; mask; mask &= mask - 1)
		offer |= (mp_move)(give->district * METROPOLIS_DIGITS + metropolis_lowest(mask) + 1)
		         << (7 * at++);
	offer |= (mp_move)at << 56;
	for (unsigned mask = ask->mask; mask; mask &= mask - 1)
		offer |= (mp_move)(ask->district * METROPOLIS_DIGITS + metropolis_lowest(mask) + 1)
		         << (7 * at++);
	return offer;
}

/* The best pairs of wishes with one other seat; those of high sum come first. */
size_t metropolis_propose(const struct mp_setup *setup, const void *memory, int seat, mp_move *out,
                          size_t cap)
{
	const struct metropolis_state *state = memory;
	struct wish mine[METROPOLIS_PLAYERS_MAX][WISHES_MAX],
		theirs[METROPOLIS_PLAYERS_MAX][WISHES_MAX];
	int n_mine[METROPOLIS_PLAYERS_MAX] = {0}, n_theirs[METROPOLIS_PLAYERS_MAX] = {0};
	size_t n = 0;

	if (!metropolis_can_offer(setup, state, seat))
		return 0;
	for (int other = 0; other < setup->players; other++) {
		if (other == seat)
			continue;
		n_mine[other] = find_wishes(setup, state, seat, other, mine[other]);
		n_theirs[other] = find_wishes(setup, state, other, seat, theirs[other]);
	}
	/* by ranks: the first wishes of all, then first with second, and so on */
	for (int rank = 0; rank < 2 * WISHES_MAX - 1; rank++)
		for (int other = 0; other < setup->players; other++)
			for (int i = 0; i <= rank && i < n_mine[other]; i++)
				if (rank - i < n_theirs[other] && n < cap)
					out[n++] = pack(other, &theirs[other][rank - i], &mine[other][i]);
	return n;
}
