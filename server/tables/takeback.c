/* SPDX-License-Identifier: MIT
 *
 * Taking back: who may, who is asked, and what it does to clocks and deals.
 */
#include "server/log.h"
#include "server/notify/notify.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

/* The moves beyond the take-back are still in the match's memory: whose turn each of them passed on
 * is seen by playing them on a copy. No chance is among them. */
void table_clocks_back(struct server *server, struct table *table, size_t before)
{
	const struct mp_setup *setup = &table->shared->setup;
	void *state = server->tables->replay;

	memcpy(state, table->live.match.state, setup->game->state_size);
	for (size_t i = table->live.match.n_moves; i < before; i++) {
		const struct mp_played *played = &table->live.match.moves[i];
		int turn = setup->game->turn(setup, state);

		if (turn < 0 || played->seat < 0)
			return;
		setup->game->apply(setup, state, played->seat, played->move);
		if (setup->game->turn(setup, state) != turn)
			clock_taken_back(&table->clock, turn);
	}
}

/* The numbers of the events of those moves that stand, n of them, to be freed. */
static uint32_t *events_of_moves(const struct table *table, size_t *n)
{
	uint32_t *seq = malloc((table->n_of[EVENT_MOVE] + 1) * sizeof *seq);

	if (!seq)
		log_out_of_memory();
	*n = 0;
	for (uint32_t i = 0; i < table->n_events; i++) {
		if (table->events[i].kind == EVENT_MOVE)
			seq[(*n)++] = i + 1;
		else if (table->events[i].kind == EVENT_UNDO)
			*n = table->events[i].undo;
	}
	return seq;
}

/* Deals are known by the events that opened them: by those of the moves that are left. */
void table_deals_back(struct table *table)
{
	const struct mp_game *game = table->shared->setup.game;
	size_t n;
	uint32_t *seq = events_of_moves(table, &n);

	for (int seat = 0; seat < MP_SEATS; seat++)
		table->seats[seat].deal = 0;
	for (size_t i = 0; i < n; i++) {
		const struct event *event = &table->events[seq[i] - 1];
		enum mp_deal_kind kind = mp_deal_kind(game, event->move);

		if (event->seat >= 0 && (kind == MP_DEAL_OFFER || kind == MP_DEAL_PROPOSE))
			table->seats[event->seat].deal = seq[i];
	}
	free(seq);
}

static bool is_about(const struct event *event, int seat)
{
	char about[16];

	snprintf(about, sizeof about, "\"seat\":%d", seat + 1);
	return strstr(event->text, about) != NULL;
}

/* Had a bot played for the seat when the event came? One that has the seat, until it is given back;
 * one that stands in for whoever ran out of time, as long as that turn lasts. */
static bool bot_played(const struct table *table, int seat, uint32_t seq)
{
	const struct mp_game *game = table->shared->setup.game;
	bool same_turn = true;

	for (uint32_t i = seq - 1; i-- > 0;) {
		const struct event *event = &table->events[i];

		if (event->kind == EVENT_UNDO)
			same_turn = false;
		else if (event->kind == EVENT_MOVE && event->seat != seat)
			same_turn &= event->seat >= 0 && mp_deal_kind(game, event->move) != MP_DEAL_NONE;
		else if (event->kind == EVENT_NOTE && same_turn && is_about(event, seat) &&
		         strstr(event->text, "\"what\":\"timeout\""))
			return true;
		else if (event->kind == EVENT_SEAT && is_about(event, seat))
			return strstr(event->text, "\"occupant\":\"bot\"") != NULL;
	}
	return false;
}

/* Who is on turn before and after has the same clock running on. Otherwise who takes back has paid
 * for the time until now; whom it interrupts has not. */
static void take_back_to(struct server *server, struct table *table, size_t n)
{
	size_t before = table->live.match.n_moves;
	int turn = mp_match_turn(&table->live.match);
	char buf[32];
	struct mp_text text;

	table_note(server, table, "takeback_done", table->undo_by);
	mp_match_rewind(&table->live.match, n);
	if (mp_match_turn(&table->live.match) != turn) {
		if (turn == table->undo_by)
			clock_charge(&table->clock, server->now);
		clock_halt(&table->clock);
		turn = -1;
	}
	table_clocks_back(server, table, before);
	mp_text_init(&text, buf, sizeof buf);
	mp_text_int(&text, (int64_t)n);
	table_event(server, table, EVENT_UNDO, 0, buf);
	table_deals_back(table);
	table->turn_no++;
	table->stand_in = 0;
	table_go_on(server, table, turn);
	table_tell_presence(server, table); /* nothing is asked any more */
}

static bool all_agree(const struct table *table)
{
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (seat != table->undo_by && !table_is_bot(table, seat) && !(table->undo_yes >> seat & 1))
			return false;
	return true;
}

/* Where the seat's last move stands, if nothing was drawn since: what chance has shown cannot be
 * unseen. */
static bool last_move_of(const struct table *table, int seat, size_t *at)
{
	size_t i = table->live.match.n_moves;

	while (i > 0 && table->live.match.moves[i - 1].seat != MP_CHANCE) {
		i--;
		if (table->live.match.moves[i].seat == seat) {
			*at = i;
			return true;
		}
	}
	return false;
}

static bool is_own(const struct table *table, int seat, size_t at)
{
	size_t n;
	uint32_t *seq = events_of_moves(table, &n);
	bool is_own = at < n && !bot_played(table, seat, seq[at]);

	free(seq);
	return is_own;
}

/* What is asked now, and what was said to it. */
static void tell_asking(struct server *server, struct table *table, const char *what, int seat)
{
	table_note(server, table, what, seat);
	table_commit(server, table);
	table_tell_presence(server, table);
}

static void ask_others(struct server *server, struct table *table, const char *what, int by)
{
	tell_asking(server, table, what, by);
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (seat != by)
			notify_seat(server, table, seat, NOTIFY_TAKEBACK, by);
}

bool table_take_back(struct server *server, struct table *table, int seat, struct refusal *refusal)
{
	size_t at;

	if (!table_has_player(table, seat))
		return refuse(refusal, "not_playing", "There is no move of yours to take back.");
	if (!last_move_of(table, seat, &at))
		return refuse(refusal, "too_late",
		              "Your last move cannot be taken back: chance has shown something since.");
	if (!is_own(table, seat, at))
		return refuse(refusal, "not_yours",
		              "A bot has played since your last move: only your own can be taken back.");
	if (table->n_of[EVENT_UNDO] >= TABLE_UNDO_MAX)
		return refuse(refusal, "too_many",
		              "At this table moves have been taken back as often as they can be.");
	if (table_is_out_of_time(server, table, seat)) {
		table_tick(server, table);
		return refuse(refusal, "too_late", "Your time has run out: a bot plays on for you.");
	}
	if (table->undo_by == seat)
		return true;
	table->undo_by = (int8_t)seat;
	table->undo_yes = 0;
	if ((at + 1 == table->live.match.n_moves && !table_is_rated(table)) || all_agree(table))
		take_back_to(server, table, at);
	else
		ask_others(server, table, "takeback_asked", seat);
	return true;
}

bool table_answer_undo(struct server *server, struct table *table, int seat, bool yes,
                       struct refusal *refusal)
{
	size_t at;

	if (!table_has_player(table, seat) || table->undo_by < 0 || seat == table->undo_by)
		return refuse(refusal, "stale", "Nobody asks to take a move back.");
	if (!yes) {
		table->undo_by = -1;
		tell_asking(server, table, "takeback_refused", seat);
		return true;
	}
	table->undo_yes |= (uint8_t)(1u << seat);
	if (all_agree(table) && last_move_of(table, table->undo_by, &at))
		take_back_to(server, table, at);
	else
		table_tell_presence(server, table);
	return true;
}
