/* SPDX-License-Identifier: MIT
 *
 * Notation, both directions.
 */
#include "state.h"

#include <metropole/text.h>

void metro_print_cell(unsigned cell, char name[3])
{
	name[0] = (char)('a' + (cell & 7));
	name[1] = (char)('1' + (cell >> 3));
	name[2] = '\0';
}

static void print_tile(unsigned tile, struct mp_text *text)
{
	mp_text_str(text, tile == METRO_UNKNOWN ? "?" : metro_tile_names[tile - METRO_TILE]);
}

static void print_place(mp_move move, struct mp_text *text)
{
	char cell[3];

	metro_print_cell(metro_move_cell(move), cell);
	print_tile(metro_move_tile(move), text);
	mp_text_char(text, '-');
	mp_text_str(text, cell);
	if (metro_move_turn(move)) {
		mp_text_char(text, '-');
		mp_text_int(text, metro_move_turn(move) * 90);
	}
}

void metro_print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	(void)setup;
	switch (metro_move_type(move)) {
	case METRO_PLACE:
		print_place(move, text);
		break;
	case METRO_DRAW:
		mp_text_str(text, "draw");
		break;
	case METRO_CHANCE_START:
		mp_text_str(text, "~start ");
		mp_text_int(text, metro_move_seat(move) + 1);
		break;
	case METRO_CHANCE_DEAL:
		mp_text_str(text, "~deal ");
		mp_text_int(text, metro_move_seat(move) + 1);
		mp_text_char(text, ' ');
		print_tile(metro_move_tile(move), text);
		break;
	case METRO_CHANCE_DRAW:
		mp_text_str(text, "~draw ");
		print_tile(metro_move_tile(move), text);
		break;
	}
}

static bool parse_tile(struct mp_scan *scan, unsigned *tile)
{
	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		if (mp_scan_str(scan, metro_tile_names[kind])) {
			*tile = METRO_TILE + kind;
			return true;
		}
	}
	return false;
}

/* A tile that chance deals or draws: unseen by most. */
static bool parse_drawn(struct mp_scan *scan, unsigned *tile)
{
	if (!mp_scan_unseen(scan))
		return parse_tile(scan, tile);
	*tile = METRO_UNKNOWN;
	return true;
}

static bool parse_seat(struct mp_scan *scan, unsigned *seat)
{
	uint32_t number;

	if (!mp_scan_uint(scan, MP_SEATS, &number) || number == 0)
		return false;
	*seat = number - 1;
	return true;
}

static bool parse_cell(struct mp_scan *scan, unsigned *cell)
{
	for (unsigned column = 0; column < 8; column++) {
		uint32_t row;

		if (!mp_scan_char(scan, (char)('a' + column)))
			continue;
		if (!mp_scan_uint(scan, 8, &row) || row == 0)
			return false;
		*cell = (row - 1) * 8 + column;
		return true;
	}
	return false;
}

static bool parse_place(struct mp_scan *scan, mp_move *move)
{
	unsigned tile, cell;
	uint32_t degrees = 0;

	if (!parse_tile(scan, &tile) || !mp_scan_char(scan, '-') || !parse_cell(scan, &cell))
		return false;
	if (mp_scan_char(scan, '-') && !mp_scan_uint(scan, 270, &degrees))
		return false;
	*move = metro_move(METRO_PLACE, tile, degrees / 90, cell, 0);
	return true;
}

bool metro_parse(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	unsigned tile = 0, seat = 0;

	(void)setup;
	if (mp_scan_str(scan, "~start ")) {
		if (!parse_seat(scan, &seat))
			return false;
		*move = metro_move(METRO_CHANCE_START, 0, 0, 0, seat);
	} else if (mp_scan_str(scan, "~deal ")) {
		if (!parse_seat(scan, &seat) || !mp_scan_char(scan, ' ') || !parse_drawn(scan, &tile))
			return false;
		*move = metro_move(METRO_CHANCE_DEAL, tile, 0, 0, seat);
	} else if (mp_scan_str(scan, "~draw ")) {
		if (!parse_drawn(scan, &tile))
			return false;
		*move = metro_move(METRO_CHANCE_DRAW, tile, 0, 0, 0);
	} else if (mp_scan_str(scan, "draw")) {
		*move = metro_move(METRO_DRAW, 0, 0, 0, 0);
	} else {
		return parse_place(scan, move);
	}
	return true;
}
