/* SPDX-License-Identifier: MIT
 *
 * Priors for moves, from a quick look at the board (policy.h) and trained weights.
 */
#include "policy.h"

#include "nets.h"

/* Where a building would do a seat good: what cards want by itself, and neighbourhoods that
 * complete a group of the expert area card, or bring it to one short. */
struct wishes {
	uint64_t want, one, two;
	float want_points, group_points;
	float subway, site;
};

static void wish_sets(const uint64_t *sets, unsigned n, uint64_t own, uint64_t free,
                      struct wishes *wishes)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned have = metropolys_set_size(sets[i] & own),
				 room = metropolys_set_size(sets[i] & free);

		if (have == 2)
			wishes->one |= sets[i] & free;
		else if (have == 1 && room >= 2)
			wishes->two |= sets[i] & free;
	}
}

static void wish_groups(unsigned card, uint64_t own, uint64_t free, struct wishes *wishes)
{
	static const uint8_t points[METROPOLYS_AREAS + 1] = {[METROPOLYS_BRIDGES] = 4,
	                                                     [METROPOLYS_STATUE] = 7,
	                                                     [METROPOLYS_LAKE] = 5,
	                                                     [METROPOLYS_DISTRICT] = 4,
	                                                     [METROPOLYS_CHAINS] = 4};

	wishes->group_points = points[card];
	switch (card) {
	case METROPOLYS_BRIDGES:
		for (uint64_t rest = own & metropolys_map.by_bridge; rest; rest &= rest - 1)
			if (!(metropolys_map.bridged[metropolys_set_first(rest)] & own))
				wishes->one |= metropolys_map.bridged[metropolys_set_first(rest)] & free;
		wishes->two = metropolys_map.by_bridge & free;
		return;
	case METROPOLYS_STATUE:
		wish_sets(metropolys_map.statue, METROPOLYS_STATUES, own, free, wishes);
		return;
	case METROPOLYS_LAKE:
		wish_sets(metropolys_map.lake, METROPOLYS_LAKES, own, free, wishes);
		return;
	case METROPOLYS_DISTRICT:
		wish_sets(metropolys_map.district, METROPOLYS_DISTRICTS, own, free, wishes);
		return;
	case METROPOLYS_CHAINS:
		for (uint64_t rest = own; rest; rest &= rest - 1) {
			uint64_t near = metropolys_map.near[metropolys_set_first(rest)];

			if (near & own)
				wishes->one |= near & free;
			else
				wishes->two |= near & free;
		}
		return;
	default:
		return;
	}
}

static void make_wishes(const struct mp_setup *setup, const struct metropolys_state *s,
                        unsigned seat, struct wishes *wishes)
{
	*wishes = (struct wishes){.subway = s->subway_card == seat + 1 ? 1.0f : 2.5f,
	                          .site = s->site_card == seat + 1 ? -1.0f : -3.0f};
	if (setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY) {
		wishes->want = metropolys_area_places(s->area[seat]);
		wishes->want_points = 3;
		return;
	}
	if (s->kind[seat] && s->kind[seat] != METROPOLYS_UNKNOWN)
		wishes->want = metropolys_map.kind[s->kind[seat] - 1];
	wishes->want_points = 2;
	wish_groups(s->area[seat], s->built[seat], s->free, wishes);
}

/* Points that a neighbourhood is worth to a seat, roughly. */
static float worth(const struct metropolys_state *s, const struct wishes *wishes, uint64_t bit)
{
	float points = 0;

	if (s->token[METROPOLYS_TRENDY] & bit)
		points = 3;
	else if (s->token[METROPOLYS_SUBWAY] & bit)
		points = wishes->subway;
	else if (s->token[METROPOLYS_SITE] & bit)
		points = wishes->site;
	if (wishes->want & bit)
		points += wishes->want_points;
	if (wishes->one & bit)
		points += wishes->group_points;
	else if (wishes->two & bit)
		points += wishes->group_points * 0.25f;
	return points;
}

/* What places are worth, to the seat and to the best of the others. */
struct worths {
	float own[METROPOLYS_PLACES], others[METROPOLYS_PLACES];
};

static void find_worths(const struct mp_setup *setup, const struct metropolys_state *s,
                        unsigned seat, uint64_t places, struct wishes *own, struct worths *worths)
{
	struct wishes wishes[METROPOLYS_PLAYERS_MAX];

	for (unsigned i = 0; i < (unsigned)setup->players; i++)
		make_wishes(setup, s, i, &wishes[i]);
	*own = wishes[seat];
	for (uint64_t rest = places; rest; rest &= rest - 1) {
		unsigned at = metropolys_set_first(rest);
		float best = -3;

		worths->own[at] = worth(s, own, rest & -rest);
		for (unsigned i = 0; i < (unsigned)setup->players; i++) {
			float points = i == seat ? best : worth(s, &wishes[i], rest & -rest);

			best = points > best ? points : best;
		}
		worths->others[at] = best;
	}
}

static void look_at_place(const struct metropolys_state *s, const struct wishes *wishes,
                          const struct worths *worths, unsigned at, float *look)
{
	uint64_t bit = metropolys_place_bit(at), around = metropolys_map.near[at] & s->free;
	float offered = 0, beyond = 0;

	for (uint64_t rest = around; rest; rest &= rest - 1) {
		unsigned next = metropolys_set_first(rest);

		offered = worths->others[next] > offered ? worths->others[next] : offered;
		beyond = worths->own[next] > beyond ? worths->own[next] : beyond;
	}
	look[0] = s->token[METROPOLYS_TRENDY] & bit ? 1.0f : 0.0f;
	look[1] = s->token[METROPOLYS_SUBWAY] & bit ? wishes->subway / 3 : 0.0f;
	look[2] = s->token[METROPOLYS_SITE] & bit ? wishes->site / 3 : 0.0f;
	look[3] = wishes->want & bit ? 1.0f : 0.0f;
	look[4] = wishes->one & bit ? 1.0f : 0.0f;
	look[5] = wishes->two & bit ? 1.0f : 0.0f;
	look[6] = offered / 4;
	look[7] = beyond / 4;
	look[8] = (float)metropolys_set_size(around) / 4;
	look[9] = worths->others[at] / 4;
	look[10] = worths->own[at] / 4;
	look[11] = worths->own[at] > 2 ? 1.0f : 0.0f;
}

static void look_at_pass(const struct mp_setup *setup, const struct metropolys_state *s,
                         unsigned seat, float *look)
{
	unsigned last = metropolys_last(s), leader = metropolys_bid_seat(s, last);
	uint64_t bit = metropolys_place_bit(metropolys_bid_place(s, last));
	struct wishes wishes;

	make_wishes(setup, s, leader, &wishes);
	look[0] = 1;
	look[1] = worth(s, &wishes, bit) / 4;
	look[2] = (float)last / 13;
	look[3] = look[1] * look[2];
	for (unsigned i = 0; i < (unsigned)setup->players; i++)
		if (i != seat && i != leader && !(s->passed >> i & 1))
			look[4] += 0.5f;
	look[5] =
		(float)metropolys_set_size(s->hand[seat] & (unsigned)METROPOLYS_ALL_VALUES << last) / 6;
}

void metropolys_features(const struct mp_setup *setup, const struct metropolys_state *s,
                         unsigned seat, struct metropolys_features *features)
{
	struct metropolys_choice choice = metropolys_choices(s, seat);
	uint64_t around = choice.places;
	struct wishes wishes;
	struct worths worths;
	unsigned others = 1;

	*features = (struct metropolys_features){.opening = s->bids == 0};
	for (unsigned i = 0; i < (unsigned)setup->players; i++)
		if (i != seat && !(s->passed >> i & 1))
			others |= s->hand[i];
	features->ceiling = 31 - (unsigned)__builtin_clz(others);
	features->lowest = choice.values ? metropolys_set_first(choice.values) : 0;
	for (uint64_t rest = choice.places; rest; rest &= rest - 1)
		around |= metropolys_map.near[metropolys_set_first(rest)] & s->free;
	find_worths(setup, s, seat, around, &wishes, &worths);
	for (uint64_t rest = choice.places; rest; rest &= rest - 1) {
		unsigned at = metropolys_set_first(rest);

		if (!(metropolys_map.near[at] & s->free))
			features->enclosed |= rest & -rest;
		look_at_place(s, &wishes, &worths, at, features->place[at]);
	}
	if (s->bids)
		look_at_pass(setup, s, seat, features->pass);
}

static float dot(const float *a, const float *b, unsigned n)
{
	float sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

void metropolys_logits(const struct metropolys_policy_weights *weights,
                       const struct metropolys_features *features, const mp_move *moves, size_t n,
                       float *logit)
{
	float places[METROPOLYS_PLACES][2];
	uint64_t known = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned value = metropolys_a(moves[i]), place = metropolys_b(moves[i]), safe;

		if (metropolys_type(moves[i]) == METROPOLYS_MOVE_PASS) {
			logit[i] = dot(weights->pass, features->pass, METROPOLYS_PASS_FEATURES);
			continue;
		}
		if (!(known >> place & 1)) {
			known |= metropolys_place_bit(place);
			for (safe = 0; safe < 2; safe++)
				places[place][safe] =
					dot(weights->place[safe], features->place[place], METROPOLYS_PLACE_FEATURES);
		}
		safe = metropolys_is_safe(features, value, place);
		logit[i] = places[place][safe] + weights->value[features->opening][safe][value] +
		           weights->costly[safe] * features->place[place][10] * (float)value / 13;
		if (value == features->lowest)
			logit[i] += weights->lowest[safe];
	}
}

void metropolys_policy(const struct mp_setup *setup, const void *state, int seat,
                       const mp_move *moves, size_t n, float *prior)
{
	const struct metropolys_policy_weights *weights = metropolys_policy_of(setup);
	struct metropolys_features features;
	float best = -1e9f;

	metropolys_features(setup, state, (unsigned)seat, &features);
	metropolys_logits(weights, &features, moves, n, prior);
	for (size_t i = 0; i < n; i++)
		best = prior[i] > best ? prior[i] : best;
	for (size_t i = 0; i < n; i++)
		prior[i] = metropolys_exp(prior[i] - best) + 1e-6f;
}
