/* SPDX-License-Identifier: MIT
 *
 * The first line of the comment is checked: it says which game, players and inputs the net is for.
 */
#include "netfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Skips the comment; false if the file begins with another one. */
static bool read_head(FILE *file, const struct mp_setup *setup)
{
	const struct mp_inputs *inputs = setup->game->inputs;
	char want[256], line[256] = {0};

	snprintf(want, sizeof want, "/* metropole net 1: %s, players %d, inputs %d %zu, hidden %d %d\n",
	         setup->game->id, setup->players, inputs->version, inputs->n, MP_NET_HIDDEN,
	         MP_NET_SECOND);
	if (!fgets(line, sizeof line, file) || strcmp(line, want) != 0)
		return false;
	while (!strstr(line, "*/"))
		if (!fgets(line, sizeof line, file))
			return false;
	return true;
}

static bool read_weights(FILE *file, int16_t *weights, size_t n)
{
	char rest[2];

	for (size_t i = 0; i < n; i++) {
		int value;

		if (fscanf(file, "%d", &value) != 1 || value < INT16_MIN || value > INT16_MAX)
			return false;
		weights[i] = (int16_t)value;
		if (i + 1 < n && (fscanf(file, "%1s", rest) != 1 || rest[0] != ','))
			return false;
	}
	return fscanf(file, "%1s", rest) == EOF;
}

const char *netfile_read(const char *path, const struct mp_setup *setup, struct net *net)
{
	const struct mp_inputs *inputs = setup->game->inputs;
	size_t n = inputs ? (size_t)MP_NET_SIZE((size_t)setup->players, inputs->n) : 0;
	int16_t *weights = calloc(n + 1, sizeof *weights);
	FILE *file = fopen(path, "r");
	const char *why = NULL;

	*net = (struct net){.players = setup->players, .weights = weights};
	if (!inputs)
		why = "the game has nothing to tell a net";
	else if (!weights || !file)
		why = "it cannot be read";
	else if (!read_head(file, setup))
		why = "it is no net, or one for another game, other players or other inputs";
	else if (!read_weights(file, weights, n))
		why = "its numbers are not what the first line promises";
	if (!why) {
		net->inputs = inputs->n;
		why = net_is_sound(net, inputs->on) ? NULL : "its sums could overflow";
	}
	if (file)
		fclose(file);
	if (why) {
		free(weights);
		*net = (struct net){0};
	}
	return why;
}
