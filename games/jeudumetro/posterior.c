/* SPDX-License-Identifier: MIT
 *
 * What play tells of the objectives of others: the posterior. Every
 * arrangement that is possible and fits what the seat has seen has a weight: passengers that a
 * player's own cards have brought nearer to a goal speak for it, those farther away against it.
 * Uses the viewer's cut log and redacted states only; of hands it takes the reference.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

enum {
	LOG_MAX = 4000,    /* a longer game is not read again before each choice */
	GAIN_MAX = 3,      /* passengers of one card that count */
	EVIDENCE_MAX = 12, /* and of all cards of a game */
	LASTING = 2,       /* what an attached card counts */
	UNIT = 1 << 12,    /* weight of an arrangement that nothing speaks for */
};

static const float trust = 0.1f; /* of a passenger, in the logarithm of the odds */

struct jeudumetro_posterior {
	uint32_t n;
	uint32_t up_to[JEUDUMETRO_ARRANGEMENTS]; /* sums of weights */
	uint8_t arrangement[JEUDUMETRO_ARRANGEMENTS];
};

_Static_assert(sizeof(struct jeudumetro_posterior) <= JEUDUMETRO_POSTERIOR_SIZE,
               "its room in state.h");

struct evidence {
	int8_t gain[JEUDUMETRO_PLACES][JEUDUMETRO_OBJECTIVES]; /* by origin */
};

/* How much nearer a card brought a train to being full or empty. */
static int gain_of(const struct jeudumetro_state *before, const struct jeudumetro_state *after,
                   mp_move move, unsigned train, bool is_full)
{
	int gain =
		jeudumetro_distance(before, train, is_full) - jeudumetro_distance(after, train, is_full);

	if (jeudumetro_low(move) == train && jeudumetro_op(move) == JEUDUMETRO_STAR)
		return is_full ? LASTING : -LASTING;
	if (jeudumetro_low(move) == train && jeudumetro_op(move) == JEUDUMETRO_INSPECTOR)
		return is_full ? -LASTING : LASTING;
	return gain > GAIN_MAX ? GAIN_MAX : gain < -GAIN_MAX ? -GAIN_MAX : gain;
}

/* What a card that this seat plays says about the objectives before it. */
static void weigh(const struct mp_setup *setup, const struct jeudumetro_state *before,
                  unsigned seat, mp_move move, struct evidence *evidence)
{
	unsigned places = jeudumetro_places(setup);
	struct jeudumetro_state after = *before;

	if (jeudumetro_op(move) == JEUDUMETRO_DISCARD || jeudumetro_op(move) == JEUDUMETRO_DRIVER)
		return;
	jeudumetro_effect(setup, &after, seat, move);
	for (unsigned place = 0; place < places; place++) {
		if (jeudumetro_owner(setup, place) != seat)
			continue;
		for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++) {
			unsigned train = jeudumetro_target(kind, place, places);
			int8_t *sum = &evidence->gain[before->origin[place]][kind];
			int gain = *sum + gain_of(before, &after, move, train, jeudumetro_wants_full(kind));

			*sum = (int8_t)(gain > EVIDENCE_MAX    ? EVIDENCE_MAX
			                : gain < -EVIDENCE_MAX ? -EVIDENCE_MAX
			                                       : gain);
		}
	}
}

/* Plays the log again as the viewer saw it; no evidence if it does not lead here. */
static void gather(const struct mp_setup *setup, const struct jeudumetro_state *here, int viewer,
                   const struct mp_played *log, size_t n, struct evidence *evidence)
{
	struct jeudumetro_state state;

	memset(evidence, 0, sizeof *evidence);
	if (n > LOG_MAX)
		return;
	memset(&state, 0, sizeof state);
	jeudumetro_init(setup, &state);
	jeudumetro_redact(setup, &state, viewer);
	for (size_t i = 0; i < n; i++) {
		if (log[i].seat >= 0 && log[i].seat != viewer)
			weigh(setup, &state, (unsigned)log[i].seat, log[i].move, evidence);
		jeudumetro_apply(setup, &state, log[i].seat, log[i].move);
	}
	if (memcmp(&state, here, sizeof state) != 0)
		memset(evidence, 0, sizeof *evidence);
}

/* e to the x, near enough for |x| up to 8, without a library. */
static float power(float x)
{
	x = 1 + x / 256;
	for (int i = 0; i < 8; i++)
		x *= x;
	return x;
}

void jeudumetro_posterior(const struct mp_setup *setup, const void *redacted, int viewer,
                          const struct mp_played *log, size_t n_log, void *memory)
{
	const struct jeudumetro_tables *tables = setup->tables;
	const struct jeudumetro_state *state = redacted;
	struct jeudumetro_posterior *posterior = memory;
	struct evidence evidence;
	uint32_t total = 0;

	gather(setup, state, viewer, log, n_log, &evidence);
	for (unsigned i = 0; i < JEUDUMETRO_ARRANGEMENTS; i++) {
		bool fits = state->possible[i / 64] >> i % 64 & 1;
		int sum = 0;

		for (unsigned origin = 0; origin < jeudumetro_places(setup) && fits; origin++) {
			unsigned kind = tables->arrangement[i][origin];

			if (state->objective[origin] < JEUDUMETRO_OBJECTIVES)
				fits = state->objective[origin] == kind;
			else
				sum += evidence.gain[origin][kind];
		}
		if (!fits)
			continue;
		sum = sum > 40 ? 40 : sum < -40 ? -40 : sum;
		total += 1 + (uint32_t)(UNIT * power(trust * (float)sum));
		posterior->arrangement[posterior->n] = (uint8_t)i;
		posterior->up_to[posterior->n++] = total;
	}
}

void jeudumetro_guess_posterior(const struct mp_setup *setup, void *memory, int viewer,
                                const void *memory_of_posterior, struct mp_rng *rng)
{
	const struct jeudumetro_tables *tables = setup->tables;
	const struct jeudumetro_posterior *posterior = memory_of_posterior;
	struct jeudumetro_state *state = memory;
	uint32_t at;
	unsigned i = 0;

	if (!state->viewer)
		return;
	if (posterior->n == 0) {
		jeudumetro_guess(setup, memory, viewer, rng);
		return;
	}
	at = mp_rng_below(rng, posterior->up_to[posterior->n - 1]);
	while (posterior->up_to[i] <= at)
		i++;
	for (unsigned origin = 0; origin < JEUDUMETRO_PLACES; origin++)
		if (state->objective[origin] == JEUDUMETRO_UNKNOWN)
			state->objective[origin] = tables->arrangement[posterior->arrangement[i]][origin];
	jeudumetro_guess_hands(state, (unsigned)viewer, rng);
	state->viewer = 0;
}
