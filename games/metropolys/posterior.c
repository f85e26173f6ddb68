/* SPDX-License-Identifier: MIT
 *
 * What play tells of the cards of others: the posterior. Every deal that fits
 * one's own cards has a weight: the chance that players with these cards would have moved as they
 * did, by the priors of policy.c. Area and neighbourhood cards are weighed apart. Uses the viewer's
 * cut log and redacted states only.
 */
#include "policy.h"

#include "nets.h"

#include <metropole/rng.h>

enum {
	DEALS_MAX = 120,      /* five cards to four seats */
	WEIGHT_ONE = 1 << 20, /* a deal's weight is a whole number up to this */
};

/* People are not the policy: what their moves say is trusted in part, and no card is ruled out. */
static const float trust = 0.8f, floor_weight = 0.02f;

struct deal {
	uint32_t up_to; /* sum of the weights of the deals up to this one */
	uint8_t card[METROPOLYS_PLAYERS_MAX];
};

struct hand_posterior {
	uint32_t n;
	struct deal deal[DEALS_MAX];
};

struct metropolys_posterior {
	struct hand_posterior area, kind;
};

_Static_assert(sizeof(struct metropolys_posterior) <= METROPOLYS_POSTERIOR_SIZE,
               "its room in state.h");

/* The log-likelihoods of cards, by seat. */
struct evidence {
	const struct mp_setup *setup;
	const struct metropolys_policy_weights *weights;
	float area[METROPOLYS_PLAYERS_MAX][METROPOLYS_UNKNOWN],
		kind[METROPOLYS_PLAYERS_MAX][METROPOLYS_UNKNOWN];
};

/* Natural logarithm of x in 1e-6 … 1, off by less than 0.01. */
static float logarithm(float x)
{
	float log = 0;

	for (; x < 0.5f; x *= 2)
		log -= 0.69314718f;
	x -= 1;
	return log + x * (1 - x * (0.5f - x * (0.33333333f - x * 0.25f)));
}

/* The moves that this one was chosen from, as far as they tell anything: the same value elsewhere
 * for an opening, all moves otherwise. */
static size_t list_rivals(const struct mp_setup *setup, const struct metropolys_state *s, int seat,
                          mp_move move, mp_move *out)
{
	size_t n = 0;

	if (s->bids)
		return metropolys_legal(setup, s, seat, out);
	for (uint64_t rest = s->free; rest; rest &= rest - 1)
		out[n++] =
			metropolys_move(METROPOLYS_MOVE_BID, metropolys_a(move), metropolys_set_first(rest));
	return n;
}

static float likelihood(const struct evidence *evidence, const struct metropolys_state *s, int seat,
                        mp_move move, const mp_move *rivals, size_t n)
{
	float logit[METROPOLYS_VALUES * 6 + METROPOLYS_PLACES], own = 0, best = -1e9f, sum = 0;
	struct metropolys_features features;

	metropolys_features(evidence->setup, s, (unsigned)seat, &features);
	metropolys_logits(evidence->weights, &features, rivals, n, logit);
	for (size_t i = 0; i < n; i++)
		best = logit[i] > best ? logit[i] : best;
	for (size_t i = 0; i < n; i++) {
		float chance = metropolys_exp(logit[i] - best);

		sum += chance;
		own = rivals[i] == move ? chance : own;
	}
	own = own / sum + 1e-5f;
	return logarithm(own < 1 ? own : 1);
}

static void weigh_move(struct evidence *evidence, struct metropolys_state *s, int seat,
                       mp_move move)
{
	const struct mp_setup *setup = evidence->setup;
	mp_move rivals[METROPOLYS_VALUES * 6 + METROPOLYS_PLACES];
	size_t n = list_rivals(setup, s, seat, move, rivals);
	unsigned decks[2] = {metropolys_area_deck(setup),
	                     setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_EXPERT ? 0x3e : 0};
	uint8_t *card[2] = {&s->area[seat], &s->kind[seat]};
	float *sum[2] = {evidence->area[seat], evidence->kind[seat]};

	if (n < 2)
		return;
	for (unsigned i = 0; i < 2; i++) {
		uint8_t held = *card[i];

		for (unsigned c = 1; c < METROPOLYS_UNKNOWN; c++)
			if (decks[i] >> c & 1) {
				*card[i] = (uint8_t)c;
				sum[i][c] += likelihood(evidence, s, seat, move, rivals, n);
			}
		*card[i] = held;
	}
}

/* Weights from log-likelihoods: the best card has 1. */
static void temper(float *sum, unsigned deck)
{
	float best = -1e9f;

	for (unsigned c = 1; c < METROPOLYS_UNKNOWN; c++)
		if (deck >> c & 1 && sum[c] > best)
			best = sum[c];
	for (unsigned c = 1; c < METROPOLYS_UNKNOWN; c++)
		if (deck >> c & 1)
			sum[c] = floor_weight + (1 - floor_weight) * metropolys_exp((sum[c] - best) * trust);
}

/* Lists the deals to the seats from `seat` on that fit what is known. */
static void list_deals(struct hand_posterior *posterior, uint8_t *card, unsigned seat,
                       unsigned deck, float weight, float (*likely)[METROPOLYS_UNKNOWN])
{
	if (seat == METROPOLYS_PLAYERS_MAX) {
		struct deal *deal = &posterior->deal[posterior->n];
		uint32_t before = posterior->n ? deal[-1].up_to : 0;

		deal->up_to = before + 1 + (uint32_t)(weight * WEIGHT_ONE);
		memcpy(deal->card, card, METROPOLYS_PLAYERS_MAX);
		posterior->n++;
		return;
	}
	if (card[seat] != METROPOLYS_UNKNOWN) {
		list_deals(posterior, card, seat + 1, deck, weight, likely);
		return;
	}
	for (unsigned c = 1; c < METROPOLYS_UNKNOWN; c++)
		if (deck >> c & 1) {
			card[seat] = (uint8_t)c;
			list_deals(posterior, card, seat + 1, deck & ~(1u << c), weight * likely[seat][c],
			           likely);
		}
	card[seat] = METROPOLYS_UNKNOWN;
}

static void conclude(struct hand_posterior *posterior, const uint8_t *known, unsigned deck,
                     float (*likely)[METROPOLYS_UNKNOWN])
{
	uint8_t card[METROPOLYS_PLAYERS_MAX];

	memcpy(card, known, sizeof card);
	for (unsigned seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++)
		if (card[seat] && card[seat] != METROPOLYS_UNKNOWN)
			deck &= ~(1u << card[seat]);
	for (unsigned seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++)
		temper(likely[seat], deck);
	list_deals(posterior, card, 0, deck, 1, likely);
}

void metropolys_posterior(const struct mp_setup *setup, const void *redacted, int viewer,
                          const struct mp_played *log, size_t n_log, void *posterior)
{
	const struct metropolys_state *now = redacted;
	struct metropolys_posterior *b = posterior;
	struct metropolys_state s = {0};
	struct evidence evidence = {
		.setup = setup,
		.weights = metropolys_policy_of(setup),
	};

	metropolys_init(setup, &s);
	for (size_t i = 0; i < n_log; i++) {
		if (log[i].seat >= 0 && log[i].seat != viewer)
			weigh_move(&evidence, &s, log[i].seat, log[i].move);
		metropolys_apply(setup, &s, log[i].seat, log[i].move);
	}
	conclude(&b->area, now->area, metropolys_area_deck(setup), evidence.area);
	conclude(&b->kind, now->kind, 0x3e, evidence.kind);
}

static void draw_deal(const struct hand_posterior *posterior, uint8_t *card, struct mp_rng *rng)
{
	uint32_t at = mp_rng_below(rng, posterior->deal[posterior->n - 1].up_to), i = 0;

	while (posterior->deal[i].up_to <= at)
		i++;
	memcpy(card, posterior->deal[i].card, METROPOLYS_PLAYERS_MAX);
}

void metropolys_guess_posterior(const struct mp_setup *setup, void *redacted, int viewer,
                                const void *posterior, struct mp_rng *rng)
{
	const struct metropolys_posterior *b = posterior;
	struct metropolys_state *s = redacted;

	(void)setup, (void)viewer;
	draw_deal(&b->area, s->area, rng);
	draw_deal(&b->kind, s->kind, rng);
}

static double take_deal(const struct hand_posterior *posterior, uint8_t *card, size_t i)
{
	const struct deal *deal = &posterior->deal[i];

	memcpy(card, deal->card, METROPOLYS_PLAYERS_MAX);
	return deal->up_to - (i ? deal[-1].up_to : 0);
}

bool metropolys_world(const struct mp_setup *setup, void *redacted, int viewer,
                      const void *posterior, size_t number, double *weight)
{
	const struct metropolys_posterior *b = posterior;
	struct metropolys_state *s = redacted;

	(void)setup, (void)viewer;
	if (s->phase != METROPOLYS_PHASE_PLAY || number >= (size_t)b->area.n * b->kind.n)
		return false;
	*weight = take_deal(&b->area, s->area, number / b->kind.n) *
	          take_deal(&b->kind, s->kind, number % b->kind.n);
	return true;
}
