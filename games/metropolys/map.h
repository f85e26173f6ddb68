/* SPDX-License-Identifier: MIT
 *
 * The board of Metropolys: who is next to whom and what lies where. The table itself is compiled
 * from data/ by generate/map.py, which proves its counts and symmetry. A neighbourhood is a
 * number 0 … 54 in the order W1–W10, N1–N10, E1–E10, S1–S10, C1–C15; a set of them is 64 bits.
 */
#ifndef METROPOLYS_MAP_H
#define METROPOLYS_MAP_H

#include <stdint.h>

enum metropolys_district { WEST, NORTH, EAST, SOUTH, CENTRE, DISTRICTS };
enum metropolys_kind { PARK, LODGING, MALL, ADMINISTRATION, INDUSTRY, KINDS };
enum metropolys_token { TRENDY, SUBWAY, SITE, TOKENS };
enum { PLACES = 55, STATUES = 11, LAKES = 6, PLAYERS_MAX = 4 };

struct metropolys_map {
	char name[PLACES][4];
	uint8_t district_of[PLACES];
	uint64_t near[PLACES];    /* adjacent by road or bridge (MY-2) */
	uint64_t bridged[PLACES]; /* at the other ends of its bridges */
	uint64_t district[DISTRICTS];
	uint64_t kind[KINDS];
	uint64_t statue[STATUES]; /* the three around each */
	uint64_t lake[LAKES];     /* those around each */
	uint64_t by_bridge, by_statue, by_lake, border, blind_alley;
	uint64_t first_token[TOKENS];       /* the layout for a first game (MY-12) */
	uint8_t first_out[PLAYERS_MAX + 1]; /* districts out of it, by number of players */
};

extern const struct metropolys_map metropolys_map;

#endif
