/* SPDX-License-Identifier: MIT
 *
 * The few words that everybody shares, those who write games and those who use the library: seats
 * and viewers, moves, languages, and the one list of what can go wrong.
 */
#ifndef METROPOLE_BASE_H
#define METROPOLE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A move, packed by its game. The packing is private to the game. */
typedef uint64_t mp_move;

enum {
	MP_SEATS = 6,   /* seats are 0 … players-1 */
	MP_PUBLIC = 6,  /* the viewer without a seat: knows what everybody knows */
	MP_ALL = 7,     /* the referee: knows everything */
	MP_CHANCE = -1, /* who "plays" at a chance node */
	MP_OVER = -2,   /* nobody: the game is over */
};

/* What chance may do, and how likely against the other outcomes. */
struct mp_outcome {
	mp_move move;
	uint32_t weight; /* > 0 */
};

enum mp_lang { MP_EN, MP_FR, MP_LANGS };

enum mp_err {
	MP_OK = 0,
	MP_BAD_JSON = -1,
	MP_BAD_REQUEST = -2,
	MP_UNKNOWN_OP = -3,
	MP_UNKNOWN_GAME = -4,
	MP_BAD_PLAYERS = -5,
	MP_BAD_OPTION = -6,
	MP_NO_MATCH = -7,
	MP_BAD_MOVE = -8,
	MP_ILLEGAL_MOVE = -9,
	MP_NOT_YOUR_TURN = -10,
	MP_GAME_OVER = -11,
	MP_BAD_RECORD = -12,
	MP_TOO_LONG = -13,
	MP_FULL = -14, /* a buffer of the caller's is too small: nothing changed, enlarge and retry */
	MP_FORBIDDEN = -15,
};

/* The protocol's word for it.
 *   puts(mp_err_name(MP_BAD_JSON)); // bad_json */
const char *mp_err_name(enum mp_err);

#ifdef __cplusplus
}
#endif

#endif
