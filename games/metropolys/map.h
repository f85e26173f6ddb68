/* SPDX-License-Identifier: MIT
 *
 * The board of Metropolys: who is next to whom and what lies where. The table itself is compiled
 * from data/ by generate/map.py, which proves its counts and symmetry. A neighbourhood is a
 * number 0 … 54 in the order W1–W10, N1–N10, E1–E10, S1–S10, C1–C15; a set of them is 64 bits.
 */
#ifndef METROPOLYS_MAP_H
#define METROPOLYS_MAP_H

#include <stdint.h>

enum metropolys_district {
	METROPOLYS_WEST,
	METROPOLYS_NORTH,
	METROPOLYS_EAST,
	METROPOLYS_SOUTH,
	METROPOLYS_CENTRE,
	METROPOLYS_DISTRICTS
};
enum metropolys_kind {
	METROPOLYS_PARK,
	METROPOLYS_LODGING,
	METROPOLYS_MALL,
	METROPOLYS_ADMINISTRATION,
	METROPOLYS_INDUSTRY,
	METROPOLYS_KINDS
};
enum metropolys_token { METROPOLYS_TRENDY, METROPOLYS_SUBWAY, METROPOLYS_SITE, METROPOLYS_TOKENS };
enum {
	METROPOLYS_PLACES = 55,
	METROPOLYS_STATUES = 11,
	METROPOLYS_LAKES = 6,
	METROPOLYS_PLAYERS_MAX = 4
};

struct metropolys_map {
	char name[METROPOLYS_PLACES][4];
	uint8_t district_of[METROPOLYS_PLACES];
	uint64_t near[METROPOLYS_PLACES];    /* adjacent by road or bridge (MY-2) */
	uint64_t bridged[METROPOLYS_PLACES]; /* at the other ends of its bridges */
	uint64_t district[METROPOLYS_DISTRICTS];
	uint64_t kind[METROPOLYS_KINDS];
	uint64_t statue[METROPOLYS_STATUES]; /* the three around each */
	uint64_t lake[METROPOLYS_LAKES];     /* those around each */
	uint64_t by_bridge, by_statue, by_lake, border, blind_alley;
	uint64_t first_token[METROPOLYS_TOKENS];       /* the layout for a first game (MY-12) */
	uint8_t first_out[METROPOLYS_PLAYERS_MAX + 1]; /* districts out of it, by number of players */
};

extern const struct metropolys_map metropolys_map;

#endif
