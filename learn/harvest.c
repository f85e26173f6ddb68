/* SPDX-License-Identifier: MIT
 *
 * games.dat is a row of games, each: 8 bytes of its number, 4 of its length, 4 that prove its bytes
 * (FNV-1a), its bytes. Lower bytes first.
 */
#include "harvest.h"

#include <metropole/text.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 16, PATH_CAP = 4096, LONGEST = 1 << 26 };

void harvest_plan(const struct selfplay *selfplay, char out[PLAN_TEXT_MAX])
{
	const struct mp_setup *setup = selfplay->setup;
	struct net net = selfplay->net;
	char options[PLAN_TEXT_MAX / 2];
	struct mp_json json;

	mp_json_init(&json, options, sizeof options);
	mp_json_object(&json, NULL);
	mp_setup_json(setup, "options", &json);
	mp_json_end_object(&json);
	if (!net.weights)
		net = net_shipped(setup);
	snprintf(out, PLAN_TEXT_MAX,
	         "format 2\ngame %s\nrules %d\nplayers %d\nsetup %s\ninputs %d %zu %zu\nhidden %d %d\n"
	         "seed %llu\niterations %u\nwhim %g\nnet %08x\n",
	         setup->game->id, setup->game->rules_version, setup->players, options,
	         setup->game->inputs->version, setup->game->inputs->n, setup->game->inputs->on,
	         MP_NET_HIDDEN, MP_NET_SECOND, (unsigned long long)selfplay->seed, selfplay->iterations,
	         (double)selfplay->whim, net.weights ? net_hash(&net) : 0);
}

static uint32_t proof_of(const uint8_t *bytes, size_t n)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ bytes[i]) * 16777619u;
	return hash;
}

static void put_number(uint8_t *at, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get_number(const uint8_t *at, int bytes)
{
	uint64_t value = 0;

	for (int i = 0; i < bytes; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

/* Reads the next game of the file; false at its end, or where it is broken. */
static bool read_game(struct harvest *harvest, uint64_t *game)
{
	uint8_t head[HEAD], *bytes;
	bool good;
	size_t n;

	if (fread(head, 1, HEAD, harvest->file) != HEAD)
		return false;
	*game = get_number(head, 8);
	n = (size_t)get_number(head + 8, 4);
	bytes = n <= LONGEST ? malloc(n + 1) : NULL;
	good = bytes && fread(bytes, 1, n, harvest->file) == n &&
	       proof_of(bytes, n) == get_number(head + 12, 4);
	free(bytes);
	return good;
}

/* What is whole counts; what comes after the last whole game is cut off. */
static bool read_games(struct harvest *harvest)
{
	long whole = 0;
	uint64_t game;

	while (read_game(harvest, &game)) {
		whole = ftell(harvest->file);
		if (game < harvest->games)
			harvest->there[game] = true;
	}
	return fflush(harvest->file) == 0 && ftruncate(fileno(harvest->file), whole) == 0 &&
	       fseek(harvest->file, 0, SEEK_END) == 0;
}

static enum harvest_err check_plan(const char *path, const char *plan)
{
	char there[PLAN_TEXT_MAX] = {0};
	FILE *file = fopen(path, "r");
	bool good;

	if (file) {
		good = fread(there, 1, sizeof there - 1, file) > 0 && strcmp(there, plan) == 0;
		fclose(file);
		return good ? HARVEST_OK : HARVEST_OTHER_PLAN;
	}
	file = fopen(path, "w");
	good = file && fputs(plan, file) >= 0;
	if (file)
		good &= fclose(file) == 0;
	return good ? HARVEST_OK : HARVEST_SYSTEM;
}

enum harvest_err harvest_open(struct harvest *harvest, const char *dir, const char *plan,
                              uint64_t games)
{
	char path[PATH_CAP];
	enum harvest_err err;

	*harvest = (struct harvest){.games = games};
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return HARVEST_SYSTEM;
	snprintf(path, sizeof path, "%s/plan.txt", dir);
	err = check_plan(path, plan);
	if (err)
		return err;
	snprintf(path, sizeof path, "%s/games.dat", dir);
	harvest->there = calloc(games, sizeof *harvest->there);
	harvest->file = fopen(path, "a+b");
	/* Two runs in one folder would write into each other's games. */
	if (!harvest->there || !harvest->file || flock(fileno(harvest->file), LOCK_EX | LOCK_NB) != 0 ||
	    fseek(harvest->file, 0, SEEK_SET) != 0 || !read_games(harvest)) {
		harvest_close(harvest);
		return HARVEST_SYSTEM;
	}
	return HARVEST_OK;
}

void harvest_close(struct harvest *harvest)
{
	if (harvest->file)
		fclose(harvest->file);
	free(harvest->there);
	*harvest = (struct harvest){0};
}

bool harvest_add(struct harvest *harvest, uint64_t game, const struct game_bytes *bytes)
{
	uint8_t head[HEAD];

	put_number(head, game, 8);
	put_number(head + 8, bytes->n, 4);
	put_number(head + 12, proof_of(bytes->mem, bytes->n), 4);
	if (fwrite(head, 1, HEAD, harvest->file) != HEAD ||
	    fwrite(bytes->mem, 1, bytes->n, harvest->file) != bytes->n || fflush(harvest->file) != 0)
		return false;
	harvest->there[game] = true;
	return true;
}
