/* SPDX-License-Identifier: MIT
 *
 * A page that plays online, as far as the server notices it: a followed match that is fed with the
 * server's events. Knows the two protocols and no connection.
 */
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include <stdbool.h>

struct page;

struct page *page_new(void);
/* Starts afresh: a seat from 1. */
void page_begin(struct page *, const char *game, int players, int seat);
/* Takes an events message: the moves that it has not had. False if it cannot follow. */
bool page_hear(struct page *, const char *events);
/* An answer with the seat's `moves`, good until the page is asked again. */
char *page_legal(struct page *);

#endif
