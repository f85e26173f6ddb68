/* SPDX-License-Identifier: MIT
 *
 * A second Metro, slow and from the wording of the rules: ends 0 to 7, rows and columns, lines
 * walked from their departure again after every move. Compared with the engine over random games:
 * lengths, ends, scores, and every listed move.
 */
#include "fixture.h"

static struct fixture t;

/* The tile on a cell as it lies, or "" (row and column from 0). */
struct board {
	char tile[8][8][5];
};

static bool is_outside(int row, int column)
{
	return row < 0 || row > 7 || column < 0 || column > 7;
}

static bool is_central(int row, int column)
{
	return (row == 3 || row == 4) && (column == 3 || column == 4);
}

/* ME-10: the end where the track that enters at `end` leaves. */
static int leaves_at(const char *tile, int end)
{
	static const char letters[] = "ulsr"; /* by how many sides clockwise it leaves */
	int side = end / 2, further = (int)(strchr(letters, tile[side]) - letters);

	return (side + further) % 4 * 2 + 1;
}

/* ME-2: from an odd end into the neighbour. */
static void step(int *row, int *column, int *end)
{
	switch (*end) {
	case 1:
		--*row, *end = 4;
		break;
	case 3:
		++*column, *end = 6;
		break;
	case 5:
		++*row, *end = 0;
		break;
	default:
		--*column, *end = 2;
	}
}

/* ME-3 */
static void depart(int station, int *row, int *column, int *end)
{
	int i = (station - 1) % 8;

	if (station <= 8)
		*row = 0, *column = 7 - i, *end = 0;
	else if (station <= 16)
		*row = i, *column = 0, *end = 6;
	else if (station <= 24)
		*row = 7, *column = i, *end = 4;
	else
		*row = 7 - i, *column = 7, *end = 2;
}

/* Follows a line: tiles crossed, and points for a tile where it ended (0: it has not). */
static int trace(const struct board *board, int station, int *worth)
{
	int row, column, end, length = 0;

	depart(station, &row, &column, &end);
	for (;;) {
		*worth = is_outside(row, column) ? 1 : is_central(row, column) ? 2 : 0;
		if (*worth || !board->tile[row][column][0])
			return length;
		length++;
		end = leaves_at(board->tile[row][column], end);
		step(&row, &column, &end);
	}
}

static void turn_tile(char *tile, int quarters)
{
	for (; quarters > 0; quarters--) {
		char last = tile[3];

		memmove(tile + 1, tile, 3);
		tile[0] = last;
	}
}

/* ME-32 */
static bool is_allowed_cell(const struct board *board, int row, int column)
{
	static const int around[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

	if (is_central(row, column) || board->tile[row][column][0])
		return false;
	for (int i = 0; i < 4; i++) {
		int r = row + around[i][0], c = column + around[i][1];

		if (is_outside(r, c) || board->tile[r][c][0])
			return true;
	}
	return false;
}

/* ME-33: does some station's line begin and end on this one tile? */
static bool is_short_line(const char *tile, int row, int column)
{
	for (int station = 1; station <= 32; station++) {
		int r, c, end;

		depart(station, &r, &c, &end);
		if (r != row || c != column)
			continue;
		end = leaves_at(tile, end);
		step(&r, &c, &end);
		if (is_outside(r, c))
			return true;
	}
	return false;
}

/* All places for one tile, each as turn * 64 + cell; returns how many. */
static int places(const struct board *board, const char *name, bool arrows, bool short_lines,
                  int *out)
{
	char seen[4][5];
	int n = 0;

	for (int turn = 0; turn < (arrows ? 1 : 4); turn++) {
		bool is_new = true;

		strcpy(seen[turn], name);
		turn_tile(seen[turn], turn);
		for (int other = 0; other < turn; other++)
			is_new = is_new && strcmp(seen[other], seen[turn]) != 0;
		for (int cell = 0; is_new && cell < 64; cell++)
			if (is_allowed_cell(board, cell / 8, cell % 8) &&
			    (short_lines || !is_short_line(seen[turn], cell / 8, cell % 8)))
				out[n++] = turn * 64 + cell;
	}
	return n;
}

static void compare_moves(const struct board *board)
{
	static mp_move moves[METRO_MOVES_MAX];
	const uint8_t *hand = t.state.drawn ? &t.state.drawn : t.state.hand[t.state.seat];
	int hand_max = t.state.drawn ? 1 : METRO_HAND_MAX, expected = 0;
	size_t n = metro_legal(&t.setup, &t.state, t.state.seat, moves);

	for (int i = 0; i < hand_max && hand[i]; i++) {
		int found[4 * 64], n_found;
		const char *name = metro_tile_names[hand[i] - METRO_TILE];

		if (i > 0 && hand[i] == hand[i - 1])
			continue;
		n_found = places(board, name, t.setup.option[METRO_ARROWS], false, found);
		if (n_found == 0) /* ME-34 */
			n_found = places(board, name, t.setup.option[METRO_ARROWS], true, found);
		for (int k = 0; k < n_found; k++, expected++) {
			mp_move move = metro_move(METRO_PLACE, hand[i], (unsigned)found[k] / 64,
			                          (unsigned)found[k] % 64, 0);
			bool is_listed = false;

			for (size_t m = 0; m < n; m++)
				is_listed = is_listed || moves[m] == move;
			assert_true(is_listed);
		}
	}
	expected += t.state.pile_left > 0 && !t.state.drawn;
	assert_int_equal(n, expected);
}

static void compare_lines(const struct board *board)
{
	int score[MP_SEATS] = {0};

	for (int station = 1; station <= 32; station++) {
		unsigned gate = t.tables.departure[station - 1], owner = t.tables.owner[gate];
		int worth, length = trace(board, station, &worth);

		assert_int_equal(metro_end_at(&t.state, gate).length, length);
		assert_int_equal(t.tables.worth[metro_end_at(&t.state, gate).other], worth);
		if (owner != METRO_NO_ONE)
			score[owner] += length * worth;
	}
	for (int seat = 0; seat < MP_SEATS; seat++)
		assert_int_equal(t.state.score[seat], score[seat]);
}

static void compare_game(uint64_t seed)
{
	char hand[2] = {(char)('1' + seed % 3), '\0'};
	const char *const options[] = {"hand", hand, "arrows", seed & 1 ? "true" : "false", NULL};
	struct board board = {0};
	struct mp_rng rng;

	fixture_open(&t, 2 + (int)(seed % 5), options);
	mp_rng_init(&rng, seed, 40);
	while (!mp_match_is_over(&t.match)) {
		mp_move moves[METRO_MOVES_MAX], move;
		int turn = mp_match_turn(&t.match);
		unsigned cell;

		if (turn == MP_CHANCE) {
			assert_int_equal(mp_match_draw(&t.match, &rng, &t.fault), MP_OK);
			continue;
		}
		if (seed % 8 == 0)
			compare_moves(&board);
		move = moves[mp_rng_below(&rng, (uint32_t)metro_legal(&t.setup, &t.state, turn, moves))];
		assert_int_equal(mp_match_play_move(&t.match, turn, move, &t.fault), MP_OK);
		if (metro_move_type(move) != METRO_PLACE)
			continue;
		cell = metro_move_cell(move);
		strcpy(board.tile[cell / 8][cell % 8], metro_tile_names[metro_move_tile(move) - 1]);
		turn_tile(board.tile[cell / 8][cell % 8], (int)metro_move_turn(move));
		compare_lines(&board);
	}
}

static void test_tracer(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 3000; seed++)
		compare_game(seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"ME-40 lines joined end by end are those walked from their departure", test_tracer, NULL,
	     NULL, NULL},
	};

	return cmocka_run_group_tests_name("tracer", tests, NULL, NULL);
}
