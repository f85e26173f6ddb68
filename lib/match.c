/* SPDX-License-Identifier: MIT
 *
 * Matches: how they begin, are copied and end.
 */
#include "lib.h"

#include "host/array.h"

#include <stdlib.h>
#include <string.h>

struct lib_match *lib_match(const struct mp_match *match)
{
	const char *at = (const char *)match - offsetof(struct lib_match, live.match);

	return (struct lib_match *)(uintptr_t)at;
}

bool lib_is_viewer(const struct mp_match *match, int viewer)
{
	if (mp_match_is_followed(match) && viewer != match->viewer) {
		lib_fail(MP_FORBIDDEN, "A followed match can tell nothing but what its viewer knows.");
		return false;
	}
	if ((viewer >= 0 && viewer < match->setup->players) || viewer == MP_PUBLIC || viewer == MP_ALL)
		return true;
	lib_fail(MP_BAD_REQUEST, "There is no such viewer: name a seat, MP_PUBLIC or MP_ALL.");
	return false;
}

bool lib_is_seat(const struct mp_match *match, int seat)
{
	if (seat >= 0 && seat < match->setup->players)
		return true;
	lib_fail(MP_BAD_REQUEST, "There is no such seat: seats are counted from 0.");
	return false;
}

static struct mp_rng *generator(void *ctx, uint32_t k)
{
	struct lib_match *match = ctx;

	mp_rng_init(&match->rng, match->seed, k);
	return &match->rng;
}

static void draw_from(struct lib_match *match, uint64_t seed)
{
	match->seed = seed;
	match->live.chance = (struct live_chance){.generator = generator, .ctx = match};
}

/* Memory for a match, without the lists that need no beginning. */
static struct lib_match *allocate(void)
{
	struct lib_match *match = malloc(sizeof *match);

	if (!match) {
		lib_no_memory();
		return NULL;
	}
	memset(match, 0, offsetof(struct lib_match, moves));
	return match;
}

static struct lib_match *begin(const struct mp_setup *setup, int viewer)
{
	struct lib_match *match = allocate();

	if (match && live_init(&match->live, setup, viewer, lib_fault())) {
		free(match);
		return NULL;
	}
	return match;
}

struct mp_match *mp_match_open(const struct mp_setup *setup, uint64_t seed)
{
	struct lib_match *match = begin(setup, MP_ALL);

	if (!match)
		return NULL;
	draw_from(match, seed);
	if (live_draw(&match->live, lib_fault())) {
		mp_match_close(&match->live.match);
		return NULL;
	}
	return &match->live.match;
}

struct mp_match *mp_match_open_dealt(const struct mp_setup *setup)
{
	struct lib_match *match = begin(setup, MP_ALL);

	return match ? &match->live.match : NULL;
}

struct mp_match *mp_match_open_followed(const struct mp_setup *setup, int viewer)
{
	struct lib_match *match;

	if (viewer < 0 || (viewer >= setup->players && viewer != MP_PUBLIC)) {
		lib_fail(MP_BAD_REQUEST, "Nobody of this number can follow: name a seat or MP_PUBLIC.");
		return NULL;
	}
	match = begin(setup, viewer);
	return match ? &match->live.match : NULL;
}

struct mp_match *mp_match_open_record(const char *record, int viewer)
{
	struct lib_match *match;

	if (viewer < 0 || viewer > MP_ALL) {
		lib_fail(MP_BAD_REQUEST, "There is no such viewer: name a seat, MP_PUBLIC or MP_ALL.");
		return NULL;
	}
	match = allocate();
	if (match && live_load(&match->live, record, viewer, lib_fault())) {
		free(match);
		return NULL;
	}
	return match ? &match->live.match : NULL;
}

struct mp_match *mp_match_reveal(const struct mp_match *followed, const char *record)
{
	struct lib_match *match;

	if (!mp_match_is_followed(followed)) {
		lib_fail(MP_FORBIDDEN, "Only a followed match can be revealed.");
		return NULL;
	}
	match = allocate();
	if (match && live_reveal(&match->live, &lib_match(followed)->live, record, lib_fault())) {
		free(match);
		return NULL;
	}
	return match ? &match->live.match : NULL;
}

struct mp_match *mp_match_clone(const struct mp_match *handle)
{
	const struct lib_match *from = lib_match(handle);
	struct lib_match *match = allocate();

	if (match && live_clone(&match->live, &from->live, lib_fault())) {
		free(match);
		return NULL;
	}
	if (!match)
		return NULL;
	match->is_sampled = from->is_sampled;
	if (from->live.chance.generator)
		draw_from(match, from->seed);
	return &match->live.match;
}

struct mp_match *mp_match_sample(const struct mp_match *handle, int seat, uint64_t seed)
{
	const struct mp_setup *setup = handle->setup;
	struct mp_match *world;
	struct mp_rng rng;

	if (!lib_is_seat(handle, seat) || !lib_is_viewer(handle, seat))
		return NULL;
	world = mp_match_clone(handle);
	if (!world)
		return NULL;
	mp_match_redacted(handle, seat, world->state);
	mp_rng_init(&rng, seed, UINT64_MAX);
	if (!mp_guess(setup, world->state, seat, &rng)) {
		mp_match_close(world);
		lib_fail(MP_GAME_OVER, "Nothing fits what this seat has seen: the game is over.");
		return NULL;
	}
	world->viewer = MP_ALL;
	world->n_moves = 0; /* the counts of plies and chance go on: they are no secret */
	lib_match(world)->is_sampled = true;
	draw_from(lib_match(world), seed);
	if (live_draw(&lib_match(world)->live, lib_fault())) {
		mp_match_close(world);
		return NULL;
	}
	return world;
}

void mp_match_close(struct mp_match *handle)
{
	struct lib_match *match;

	if (!handle)
		return;
	match = lib_match(handle);
	live_release(&match->live);
	buffer_release(&match->text);
	free(match->log);
	free(match);
}

const char *mp_match_game(const struct mp_match *match)
{
	return match->setup->game->id;
}

int mp_match_players(const struct mp_match *match)
{
	return match->setup->players;
}
