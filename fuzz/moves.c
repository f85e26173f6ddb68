/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: any text, sent as a move by any seat in any position of any game. The first bytes
 * choose game, players and seat; each following line is a move to try, and a line that begins
 * with '!' and a byte plays the listed move with that number, so that the fuzzer can walk.
 */
#include <metropole/match.h>
#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

enum { MOVES = 400, OUT = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Plays the n-th thing that may happen. */
static void walk(struct mp_match *match, unsigned n)
{
	const struct mp_game *game = match->setup->game;
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	mp_move moves[MP_MOVES_MAX];
	size_t count = mp_chance_list(match->setup, match->state, outcomes);
	int turn = mp_match_turn(match);
	struct mp_fault fault;

	if (count > 0) {
		mp_match_play_move(match, MP_CHANCE, outcomes[n % count].move, &fault);
	} else if (turn >= 0) {
		count = game->legal(match->setup, match->state, turn, moves);
		if (count > 0)
			mp_match_play_move(match, turn, moves[n % count], &fault);
	}
}

/* Tries a text; what is accepted must print back to itself. */
static void try(struct mp_match *match, int seat, const char *text, char *out)
{
	struct mp_fault fault;
	struct mp_json json;
	struct mp_text back;
	mp_move move;

	if (seat >= 0) {
		mp_json_init(&json, out, OUT);
		mp_match_preview(match, seat, text, &json, &fault);
	}
	if (mp_match_check(match, seat, text, &move, &fault))
		return;
	mp_text_init(&back, out, OUT);
	match->setup->game->print(match->setup, move, &back);
	if (strcmp(out, text) != 0)
		abort();
	mp_match_play(match, seat, text, &fault);
	if (match->setup->game->flaw(match->setup, match->state))
		abort();
}

static void run(const struct mp_setup *setup, int seat, const uint8_t *data, size_t size)
{
	struct mp_played *moves = calloc(MOVES, sizeof *moves);
	void *state = calloc(1, setup->game->state_size);
	void *scratch = calloc(1, mp_match_scratch_size(setup->game));
	char *out = malloc(OUT), *line = malloc(size + 1);
	struct mp_match match;

	mp_match_init(&match, setup, state, scratch, moves, MOVES);
	for (size_t at = 0, n; at < size; at += n + 1) {
		const uint8_t *end = memchr(data + at, '\n', size - at);

		n = end ? (size_t)(end - data) - at : size - at;
		memcpy(line, data + at, n);
		line[n] = '\0';
		if (n == 2 && line[0] == '!')
			walk(&match, (unsigned char)line[1]);
		else
			try(&match, seat < setup->players ? seat : mp_match_turn(&match), line, out);
	}
	free(line);
	free(out);
	free(scratch);
	free(state);
	free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mp_fault fault;
	struct mp_setup setup;
	size_t n_games = 0;
	void *tables;

	while (mp_games[n_games])
		n_games++;
	if (size < 3 || n_games == 0 ||
	    mp_setup_begin(&setup, mp_games[data[0] % n_games], data[1] % 8, &fault))
		return 0;
	tables = calloc(1, setup.game->tables_size + 1);
	if (!mp_setup_finish(&setup, tables, &fault))
		run(&setup, data[2] % 8, data + 3, size - 3);
	free(tables);
	return 0;
}
