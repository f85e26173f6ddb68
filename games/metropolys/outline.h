/* SPDX-License-Identifier: MIT
 *
 * Where the neighbourhoods of Metropolys lie on a sheet of 800 by 560, compiled from data/ by
 * generate/outline.py.
 */
#ifndef METROPOLYS_OUTLINE_H
#define METROPOLYS_OUTLINE_H

#include "map.h"

enum { METROPOLYS_SHEET_WIDTH = 800, METROPOLYS_SHEET_HEIGHT = 560, METROPOLYS_CORNERS_MAX = 16 };

struct metropolys_outline {
	int n;
	int16_t corner[METROPOLYS_CORNERS_MAX][2];
	int16_t anchor[2]; /* where its name stands */
};

extern const struct metropolys_outline metropolys_outlines[METROPOLYS_PLACES];

#endif
