/* SPDX-License-Identifier: MIT
 *
 * What inks look like on this terminal: true colour, 256, 16, 8 or none, on dark or on light; and
 * signs for terminals that have only ASCII.
 */
#ifndef TERM_LOOK_H
#define TERM_LOOK_H

#include <metropole/screen.h>

/* After initscr. Light: the terminal's own ground is. */
void look_init(bool is_light);
/* Is the ground of this terminal light, as far as its environment says? */
bool look_is_light(void);
/* Turns the pen on for what is written next. */
void look_pen(struct mp_pen);
/* Writes a sign, a text of at most so many columns; what is behind the text is not touched. */
void look_sign(int x, int y, uint32_t sign, struct mp_pen);
void look_text(int x, int y, int columns, const char *, struct mp_pen);
/* The same, and spaces up to all of the columns. */
void look_row(int x, int y, int columns, const char *, struct mp_pen);

#endif
