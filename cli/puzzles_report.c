/* SPDX-License-Identifier: MIT
 *
 * A puzzle: who is to move, the best move with what it does, and the refutations.
 */
#include "puzzles_report.h"

#include "cli.h"
#include "said.h"

#include <stdio.h>

void puzzles_report(struct live *live, const struct puzzle *puzzle, size_t number)
{
	struct mp_voice voice = {.lang = cli_lang()};
	struct mp_played played = {.seat = (int8_t)puzzle->seat, .move = puzzle->best};

	printf(tr("Puzzle %zu, grade %d: %d players, player %d has %u moves after %zu events.\n"),
	       number, puzzle->grade, live->setup.players, puzzle->seat + 1, puzzle->choices,
	       puzzle->at);
	printf("    %s ", tr("best:"));
	said_move(&live->match, &voice, puzzle->seat, &played);
	said_line(&live->setup, &puzzle->line);
	printf(
		tr("      %.1f ± %.1f points of win share before the next best; found by %u iterations\n"),
		100 * puzzle->gap, 100 * puzzle->error, puzzle->needs);
	for (size_t i = 0; i < puzzle->n_tries; i++) {
		const struct puzzle_try *wrong = &puzzle->tries[i];

		printf(wrong->move == puzzle->tempting ? tr("    tempting, loses %.1f ± %.1f: ")
		                                       : tr("    loses %.1f ± %.1f: "),
		       100 * wrong->loss, 100 * wrong->error);
		played.move = wrong->move;
		said_move(&live->match, &voice, puzzle->seat, &played);
		said_line(&live->setup, &wrong->line);
	}
	putchar('\n');
}
