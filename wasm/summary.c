/* SPDX-License-Identifier: MIT
 *
 * What reviews have in common, for a host that calls WebAssembly. It has kept what the reviews say
 * as JSON: a game is opened by its record, and what the sum takes of its review is written beside.
 */
#include "host/buffer.h"
#include "host/review/summary.h"

#include <metropole/text.h>

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* What is written of an event, and of a player. */
enum { IS_DECISION, LOSS, LABEL, EVENT_FIGURES };
enum { RESULT, LUCK, ACCURACY, DECISIONS, PLAYER_FIGURES };

static struct summaries summaries;
static struct live live; /* the game that is open */
static double *figures;  /* of its events, then of its players */
static struct buffer told;

EXPORT(mp_summary_open) double *mp_summary_open(const char *record);
EXPORT(mp_summary_events) int mp_summary_events(void);
EXPORT(mp_summary_players) int mp_summary_players(void);
EXPORT(mp_summary_add) int mp_summary_add(int seats);
EXPORT(mp_summary_json) const char *mp_summary_json(void);
EXPORT(mp_summary_json_len) size_t mp_summary_json_len(void);

static void close_game(void)
{
	if (figures)
		live_release(&live);
	free(figures);
	figures = NULL;
}

/* Where its figures are to be written; NULL if this is no whole record. */
double *mp_summary_open(const char *record)
{
	struct mp_fault fault;

	close_game();
	if (live_load(&live, record, MP_ALL, &fault) != MP_OK)
		return NULL;
	figures =
		calloc(live.match.n_moves * EVENT_FIGURES + MP_SEATS * PLAYER_FIGURES, sizeof *figures);
	if (!figures)
		live_release(&live);
	return figures;
}

int mp_summary_events(void)
{
	return (int)live.match.n_moves;
}

int mp_summary_players(void)
{
	return live.setup.players;
}

static void read_figures(struct review *review)
{
	const double *at = figures;

	for (size_t n = 0; n < review->n; n++, at += EVENT_FIGURES) {
		review->events[n].played = live.match.moves[n];
		review->events[n].is_decision = at[IS_DECISION] != 0;
		review->events[n].loss = at[LOSS];
		review->events[n].label = (enum review_label)at[LABEL];
	}
	for (int seat = 0; seat < live.setup.players; seat++, at += PLAYER_FIGURES) {
		review->players[seat].result = at[RESULT];
		review->players[seat].luck = at[LUCK];
		review->players[seat].accuracy = at[ACCURACY];
		review->players[seat].decisions = (unsigned)at[DECISIONS];
	}
}

/* Adds the game that is open, and closes it; of it, what these seats (bits) did and got. False if
 * memory is short. */
int mp_summary_add(int seats)
{
	struct review review = {.setup = &live.setup, .n = live.match.n_moves};
	bool good;

	review.events = calloc(review.n + 1, sizeof *review.events);
	if (!review.events)
		return false;
	read_figures(&review);
	good = summaries_add(&summaries, &review, &live, (mp_viewers)seats);
	free(review.events);
	close_game();
	return good;
}

/* Of all games that were added. NULL if memory is short. */
const char *mp_summary_json(void)
{
	summaries_sort(&summaries);
	do {
		if (!buffer_grow(&told))
			return NULL;
		buffer_clear(&told);
		summaries_json(&summaries, &told.json);
	} while (told.json.text.overflow);
	return told.json.text.buf;
}

size_t mp_summary_json_len(void)
{
	return told.json.text.len;
}
