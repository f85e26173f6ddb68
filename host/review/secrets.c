/* SPDX-License-Identifier: MIT
 *
 * Secrets as others see them.
 */
#include "secrets.h"

#include <metropole/rng.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 256 }; /* for each who looks */

/* Draws worlds as the viewer may imagine them, and counts those that are right about each seat. */
static void count_right(struct estimator *estimator, size_t n, int viewer, void *posterior,
                        unsigned right[MP_SEATS])
{
	const struct course *course = estimator->course;
	const struct mp_setup *setup = course->setup;
	const struct mp_game *game = setup->game;
	struct mp_rng rng;

	memcpy(estimator->redacted, course_state(course, n), game->state_size);
	mp_redact(setup, estimator->redacted, viewer);
	memset(posterior, 0, game->posterior_size);
	if (game->posterior)
		game->posterior(setup, estimator->redacted, viewer, course->logs[viewer], n, posterior);
	mp_rng_init(&rng, course->options->seed + n, 2000 + (uint64_t)viewer);
	for (int i = 0; i < WORLDS; i++) {
		memcpy(estimator->world, estimator->redacted, game->state_size);
		if (game->posterior)
			game->guess_posterior(setup, estimator->world, viewer, posterior, &rng);
		else
			mp_guess(setup, estimator->world, viewer, &rng);
		for (int seat = 0; seat < setup->players; seat++)
			right[seat] += game->secret(setup, estimator->world, seat) ==
			               game->secret(setup, course_state(course, n), seat);
	}
}

bool secrets_known(struct estimator *estimator, size_t n, double known[MP_SEATS])
{
	const struct mp_setup *setup = estimator->course->setup;
	const struct mp_game *game = setup->game;
	const void *state = course_state(estimator->course, n);
	void *posterior;

	memset(known, 0, MP_SEATS * sizeof *known);
	if (!game->secret || game->secret(setup, state, 0) < 0 || game->turn(setup, state) == MP_OVER)
		return true;
	posterior = malloc(game->posterior_size + 1);
	if (!posterior)
		return false;
	for (int viewer = 0; viewer < setup->players; viewer++) {
		unsigned right[MP_SEATS] = {0};

		count_right(estimator, n, viewer, posterior, right);
		for (int seat = 0; seat < setup->players; seat++)
			if (seat != viewer)
				known[seat] += (right[seat] + 0.5) / (WORLDS + 1) / (setup->players - 1);
	}
	free(posterior);
	return true;
}

double secrets_bits(double before, double after, int players, double *error)
{
	double worlds = (double)WORLDS * (players - 1);

	*error = 0;
	if (before <= 0 || after <= 0)
		return 0;
	*error = sqrt((1 - before) / (before * worlds) + (1 - after) / (after * worlds)) / log(2);
	return log2(after / before);
}
