/* SPDX-License-Identifier: MIT
 *
 * Reading, writing and adding up the arena's file.
 */
#include "ledger.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX = MP_TEXT_OPTION_MAX * 2 + 4096, LINE_MAX_BYTES = 512 };

/* Everything that a game depends on; a file with another header is another match. */
static void print_header(const struct arena_pairing *pairing, char *buf, size_t cap)
{
	const struct mp_setup *setup = pairing->setup;
	struct mp_json json;
	int n;

	n = snprintf(buf, cap, "metropole arena 1\ngame %s %d\nplayers %d\nseed %llu\nbots",
	             setup->game->id, setup->game->rules_version, setup->players,
	             (unsigned long long)pairing->seed);
	for (int i = 0; i < setup->players; i++)
		n += snprintf(buf + n, cap - (size_t)n, " %s", pairing->bots[i].text);
	n += snprintf(buf + n, cap - (size_t)n, "\noptions ");
	mp_json_init(&json, buf + n, cap - (size_t)n);
	mp_setup_json(setup, NULL, &json);
	mp_text_str(&json.text, "\n");
}

size_t ledger_index(const struct ledger *ledger, uint32_t board, uint32_t rotation)
{
	return (size_t)board * (size_t)ledger->pairing->setup->players + rotation;
}

static void print_game(const struct ledger *ledger, const struct arena_game *game, FILE *out)
{
	int players = ledger->pairing->setup->players;

	fprintf(out, "%u %u %u %u", game->board, game->rotation, game->plies, game->over_us);
	for (int i = 0; i < players; i++)
		fprintf(out, " %.6g %d %.3f", (double)game->share[i], game->score[i], (double)game->ms[i]);
	fputc('\n', out);
}

static bool read_game(const struct ledger *ledger, const char *line, struct arena_game *game)
{
	int used;

	*game = (struct arena_game){0};
	if (sscanf(line, "%u %u %u %u%n", &game->board, &game->rotation, &game->plies, &game->over_us,
	           &used) != 4)
		return false;
	for (int i = 0; i < ledger->pairing->setup->players; i++) {
		line += used;
		if (sscanf(line, " %f %d %f%n", &game->share[i], &game->score[i], &game->ms[i], &used) != 3)
			return false;
	}
	return line[used] == '\n' && game->rotation < (unsigned)ledger->pairing->setup->players;
}

/* Reads the games; where the last line was cut short the file ends before it. */
static void read_games(struct ledger *ledger)
{
	char line[LINE_MAX_BYTES];
	struct arena_game game;
	long end = ftell(ledger->file);

	while (fgets(line, sizeof line, ledger->file) && read_game(ledger, line, &game)) {
		end = ftell(ledger->file);
		if (game.board < ledger->boards) {
			ledger->games[ledger_index(ledger, game.board, game.rotation)] = game;
			ledger->played[ledger_index(ledger, game.board, game.rotation)] = true;
		}
	}
	fseek(ledger->file, end, SEEK_SET);
}

static enum ledger_err open_file(struct ledger *ledger, const char *path)
{
	char *header = malloc(HEADER_MAX), *found = calloc(1, HEADER_MAX);
	enum ledger_err err = LEDGER_SYSTEM;
	size_t len;

	if (!header || !found)
		goto done;
	print_header(ledger->pairing, header, HEADER_MAX);
	len = strlen(header);
	ledger->file = fopen(path, "r+");
	if (!ledger->file)
		ledger->file = fopen(path, "w+");
	if (!ledger->file)
		goto done;
	err = LEDGER_OK;
	if (fread(found, 1, len, ledger->file) == 0) {
		fputs(header, ledger->file);
		err = fflush(ledger->file) == 0 ? LEDGER_OK : LEDGER_SYSTEM;
	} else if (strcmp(found, header) != 0) {
		err = LEDGER_OTHER_MATCH;
	} else {
		read_games(ledger);
	}
done:
	free(header);
	free(found);
	return err;
}

enum ledger_err ledger_open(struct ledger *ledger, const struct arena_pairing *pairing,
                            uint32_t boards, const char *path)
{
	size_t games = (size_t)boards * (size_t)pairing->setup->players;
	enum ledger_err err = LEDGER_OK;

	*ledger = (struct ledger){.pairing = pairing, .boards = boards};
	ledger->games = calloc(games, sizeof *ledger->games);
	ledger->played = calloc(games, sizeof *ledger->played);
	if (!ledger->games || !ledger->played)
		err = LEDGER_SYSTEM;
	else if (path)
		err = open_file(ledger, path);
	if (err)
		ledger_close(ledger);
	return err;
}

void ledger_close(struct ledger *ledger)
{
	if (ledger->file)
		fclose(ledger->file);
	free(ledger->games);
	free(ledger->played);
	*ledger = (struct ledger){0};
}

bool ledger_add(struct ledger *ledger, const struct arena_game *game)
{
	size_t at = ledger_index(ledger, game->board, game->rotation);

	ledger->games[at] = *game;
	ledger->played[at] = true;
	if (!ledger->file)
		return true;
	print_game(ledger, game, ledger->file);
	return fflush(ledger->file) == 0;
}

static bool is_complete(const struct ledger *ledger, uint32_t board)
{
	for (int r = 0; r < ledger->pairing->setup->players; r++)
		if (!ledger->played[ledger_index(ledger, board, (uint32_t)r)])
			return false;
	return true;
}

static bool was_played_by(const struct arena_pairing *pairing, int i, int contestant)
{
	return strcmp(pairing->bots[i].text, pairing->bots[contestant].text) == 0;
}

/* Adds one game to the sums; returns the share of the contestant's seats together. */
static double add_game(const struct arena_pairing *pairing, const struct arena_game *game,
                       int contestant, struct standing *sum)
{
	int players = pairing->setup->players;
	double share = 0;

	for (int i = 0; i < players; i++) {
		double score = game->score[(i + (int)game->rotation) % players];

		if (was_played_by(pairing, i, contestant)) {
			share += (double)game->share[i];
			sum->score += score;
			sum->ms += (double)game->ms[i];
		} else {
			sum->other_score += score;
		}
	}
	sum->plies += game->plies;
	if (game->over_us > sum->over_us)
		sum->over_us = game->over_us;
	return share;
}

struct standing ledger_standing(const struct ledger *ledger, int contestant, uint32_t boards)
{
	const struct arena_pairing *pairing = ledger->pairing;
	int players = pairing->setup->players;
	struct standing sum = {0};
	double games;

	for (int i = 0; i < players; i++)
		sum.seats += was_played_by(pairing, i, contestant);
	for (uint32_t b = 0; b < boards && b < ledger->boards; b++) {
		double share = 0, fair = 1.0 / players;

		if (!is_complete(ledger, b))
			continue;
		for (int r = 0; r < players; r++)
			share += add_game(pairing, &ledger->games[ledger_index(ledger, b, (uint32_t)r)],
			                  contestant, &sum);
		share /= players * sum.seats;
		stats_add(&sum.stats, share, (size_t)players);
		if (share > fair + 1e-6)
			sum.above++;
		else if (share < fair - 1e-6)
			sum.below++;
		else
			sum.level++;
	}
	games = (double)sum.stats.games;
	if (games > 0) {
		sum.score /= games * sum.seats;
		sum.ms /= games * sum.seats;
		sum.other_score /= games * (players - sum.seats ? players - sum.seats : 1);
		sum.plies /= games;
	}
	return sum;
}
