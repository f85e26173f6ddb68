/* SPDX-License-Identifier: MIT
 *
 * The match at a table: moves of people and bots, chance, clocks, the end.
 */
#include "host/array.h"
#include "server/log.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/nodes/duties.h"
#include "server/notify/notify.h"
#include "server/store/store.h"
#include "server/tables/lobby.h"
#include "server/tables/table.h"

#include <string.h>

#include <metropole/rng.h>
#include <metropole/text.h>

/* Chance comes from the system, fresh for every event: there is no seed that could leak. None where
 * the table can hold no more events. */
static struct mp_rng *draw_luck(void *ctx, uint32_t k)
{
	struct server *server = ctx;
	struct tables *tables = server->tables;

	(void)k;
	if (tables->open->n_events >= TABLE_EVENTS_MAX)
		return NULL;
	server_random(server, &tables->luck, sizeof tables->luck);
	return &tables->luck;
}

bool table_set_match(struct server *server, struct table *table)
{
	struct mp_fault fault;

	table->turn_no = 1;
	return live_share(&table->live, &table->shared->setup, server->tables->scratch, &fault) ==
	       MP_OK;
}

void table_attach(struct server *server, struct table *table)
{
	table->live.match.witness = (struct mp_witness){.saw = table_witness, .ctx = server};
	table->live.chance = (struct live_chance){.generator = draw_luck, .ctx = server};
}

void table_tell_turn(struct server *server, struct table *table, int seat)
{
	int64_t person = table->seats[seat].kept.user;
	struct message *message = NULL;

	if (table_is_bot(table, seat))
		return;
	for (struct conn *conn = conn_of_person(server->conns, person); conn;
	     conn = conn_next_of_person(conn)) {
		bool watches = false;

		for (int i = 0; i < CONN_WATCH_MAX; i++)
			watches |= conn->watch[i] == table;
		if (watches)
			continue;
		if (!message) {
			struct mp_json json = show_begin(server, "your_turn");

			mp_json_str(&json, "table", table->id);
			mp_json_str(&json, "game", table->shared->setup.game->id);
			message = show_end(&json);
		}
		if (message) {
			message->refs++;
			table_send(server, table, conn, message);
		}
	}
	message_drop(message);
}

/* What follows every change of the match: the end, the clocks, the bots. */
void table_go_on(struct server *server, struct table *table, int turn_before)
{
	int turn;

	table->version++;
	table_stop_bots(server, table);
	table->undo_by = -1;
	table->waits_until = server->now + TABLE_DEAL_WAIT_MS;
	turn = mp_match_turn(&table->live.match);
	if (turn == MP_OVER || turn == MP_CHANCE) {
		table_end(server, table, turn == MP_OVER ? "over" : "full", NULL);
	} else if (turn != turn_before) {
		clock_run(&table->clock, turn, server->now);
		table_hold(server, table);
		table_tell_turn(server, table, turn);
	}
	table_commit(server, table);
	notify_actors(server, table, turn, turn != turn_before);
	table_ask_bots(server, table);
}

bool table_begin_match(struct server *server, struct table *table)
{
	struct mp_fault fault;

	if (!table_set_match(server, table))
		return false;
	table->status = TABLE_PLAYING;
	server->tables->n_playing++;
	table_event(server, table, EVENT_START, 0, "");
	table_touch(table);
	lobby_touch(server, table);
	table_attach(server, table);
	live_draw(&table->live, &fault);
	table_go_on(server, table, -1);
	return true;
}

/* Is this still the position that the move was meant for? Turn moves carry the turn's number,
 * answers the number of the event that opened the deal; an offer stands for itself. */
static bool is_fresh(struct table *table, int seat, mp_move move, int64_t turn_no, int64_t deal,
                     struct refusal *refusal)
{
	enum mp_deal_kind kind = mp_deal_kind(table->shared->setup.game, move);
	int by;

	if (kind == MP_DEAL_OFFER)
		return true;
	if (kind == MP_DEAL_NONE || kind == MP_DEAL_PROPOSE) {
		if (turn_no == table->turn_no)
			return true;
		return refuse(refusal, "stale",
		              "The turn has moved on since this move was chosen. Look at the table again.");
	}
	if (deal > 0 && deal <= table->n_events && table->events[deal - 1].kind == EVENT_MOVE) {
		by = table->events[deal - 1].seat;
		if (by >= 0 && table->seats[by].deal == deal && (kind != MP_DEAL_WITHDRAW || by == seat))
			return true;
	}
	return refuse(refusal, "stale",
	              "This deal is no longer open, or another has taken its place. Look again.");
}

static bool may_offer(struct table *table, int seat, mp_move move, struct refusal *refusal)
{
	enum mp_deal_kind kind = mp_deal_kind(table->shared->setup.game, move);

	if (kind != MP_DEAL_OFFER && kind != MP_DEAL_PROPOSE)
		return true;
	if (table->seats[seat].offers < TABLE_OFFERS_MAX)
		return true;
	return refuse(refusal, "too_many",
	              "Three offers between two moves of whoever's turn it is are enough. Wait for the "
	              "next move.");
}

void table_count_move(struct table *table, int seat, int turn, mp_move move, uint32_t seq)
{
	enum mp_deal_kind kind = mp_deal_kind(table->shared->setup.game, move);

	if (kind == MP_DEAL_OFFER || kind == MP_DEAL_PROPOSE) {
		table->seats[seat].offers++;
		table->seats[seat].deal = seq;
	}
	if (seat != turn || (kind != MP_DEAL_NONE && kind != MP_DEAL_PROPOSE))
		return;
	table->turn_no++;
	for (int i = 0; kind == MP_DEAL_NONE && i < MP_SEATS; i++)
		table->seats[i].offers = 0;
}

/* Would the move of another end the turn, as the last word on a deal may? */
static bool ends_turn(struct server *server, const struct table *table, int seat, mp_move move)
{
	const struct mp_setup *setup = &table->shared->setup;
	void *state = server->tables->replay;
	int turn = setup->game->turn(setup, table->live.match.state);

	memcpy(state, table->live.match.state, setup->game->state_size);
	setup->game->apply(setup, state, seat, move);
	return setup->game->turn(setup, state) != turn;
}

/* Plays a move that was checked, and the chance that follows it. */
static void play_move(struct server *server, struct table *table, int seat, mp_move move)
{
	struct mp_match *match = &table->live.match;
	int turn = mp_match_turn(match);
	size_t before = match->n_moves;
	struct mp_fault fault;
	uint32_t seq;

	table_begin(server, table);
	if (seat == turn)
		table_end_pause(server, table, seat);
	if (seat == turn || ends_turn(server, table, seat, move))
		clock_charge(&table->clock, server->now);
	seq = table->n_events + 1;
	if (table->n_events >= TABLE_EVENTS_MAX ||
	    live_play_move(&table->live, seat, move, &fault) != MP_OK) {
		table_end(server, table, "full", NULL);
		table_commit(server, table);
		return;
	}
	table_count_move(table, seat, turn, move, seq);
	/* Whoever is on turn after chance has got it anew. */
	if (mp_match_turn(match) != turn || match->n_moves > before + 1) {
		clock_passed(&table->clock);
		table->stand_in &= (uint8_t) ~(1u << turn);
		turn = -1;
	}
	table_go_on(server, table, turn);
}

bool table_is_out_of_time(const struct server *server, const struct table *table, int seat)
{
	return table->clock.running == seat && table->seats[seat].kept.kind == SEAT_PERSON &&
	       clock_is_out(&table->clock, server->now);
}

bool table_play(struct server *server, struct table *table, int seat, const char *text,
                int64_t turn_no, int64_t deal, struct refusal *refusal)
{
	struct mp_fault fault;
	mp_move move;

	if (table->status != TABLE_PLAYING)
		return refuse(refusal, "not_playing", "No game is being played at this table.");
	if (seat >= 0 && table_is_out_of_time(server, table, seat)) {
		table_tick(server, table);
		return refuse(refusal, "too_late", "Your time has run out: a bot plays on for you.");
	}
	if (seat < 0 || table->seats[seat].kept.kind != SEAT_PERSON)
		return refuse(refusal, "not_seated",
		              "You have no seat in this game, or a bot plays it: sit down again first.");
	if (mp_match_check(&table->live.match, seat, text, &move, &fault)) {
		/* What was legal when it was sent is stale, not wrong. */
		if (turn_no >= 0 && turn_no != table->turn_no && fault.code != MP_BAD_MOVE)
			return refuse(refusal, "stale",
			              "The turn has moved on since this move was chosen. Look again.");
		return refuse_fault(refusal, &fault);
	}
	if (!is_fresh(table, seat, move, turn_no, deal, refusal) ||
	    !may_offer(table, seat, move, refusal))
		return false;
	server->metrics->moves++;
	play_move(server, table, seat, move);
	return true;
}

void table_bot_moved(struct server *server, struct table *table, int seat, uint32_t version,
                     bool has_move, mp_move move)
{
	mp_move legal[MP_MOVES_MAX];

	if (table->status != TABLE_PLAYING || table->version != version || !table_is_bot(table, seat))
		return;
	if (!has_move && mp_match_turn(&table->live.match) != seat)
		return;
	if (!has_move || table->shared->setup.game->check(&table->shared->setup,
	                                                  table->live.match.state, seat, move)) {
		/* A bot on turn must move; its first legal move stands in for none. */
		if (table->shared->setup.game->legal(&table->shared->setup, table->live.match.state, seat,
		                                     legal) == 0)
			return;
		move = legal[0];
	}
	server->metrics->bot_moves++;
	play_move(server, table, seat, move);
}

bool table_has_player(const struct table *table, int seat)
{
	return table->status == TABLE_PLAYING && seat >= 0 &&
	       table->seats[seat].kept.kind == SEAT_PERSON;
}

/* Winners are first; the others by their points, equals together. */
static void places_of(const struct table *table, int place[MP_SEATS])
{
	const struct mp_setup *setup = &table->shared->setup;
	unsigned winners = setup->game->winners(setup, table->live.match.state);
	int32_t score[MP_SEATS];

	setup->game->score(setup, table->live.match.state, score);
	for (int i = 0; i < setup->players; i++) {
		place[i] = 1;
		for (int j = 0; j < setup->players && !(winners >> i & 1); j++)
			place[i] += (winners >> j & 1) || score[j] > score[i];
	}
}

/* Whose seat a bot has for good has left. Those who left share the place behind those who stayed,
 * whatever the bot made of it; when nobody is left, who went last has stayed longest. */
static void leavers_last(const struct table *table, int last, int place[MP_SEATS])
{
	int players = table->shared->setup.players, by_game[MP_SEATS], stayed = 0;
	bool has_left[MP_SEATS];

	memcpy(by_game, place, sizeof by_game);
	for (int i = 0; i < players; i++) {
		has_left[i] = table_has_left(table, i) && i != last;
		stayed += !has_left[i];
	}
	for (int i = 0; i < players; i++) {
		place[i] = has_left[i] ? stayed + 1 : 1;
		for (int j = 0; j < players && !has_left[i]; j++)
			place[i] += !has_left[j] && by_game[j] < by_game[i];
	}
}

void table_end(struct server *server, struct table *table, const char *reason,
               const int place[MP_SEATS])
{
	int by_match[MP_SEATS];
	char buf[256];
	struct mp_json json;
	bool is_result = place || (table->live.match.state && mp_match_is_over(&table->live.match));

	if (!place && is_result) {
		places_of(table, by_match);
		leavers_last(table, -1, by_match);
		place = by_match;
	}
	if (table->status == TABLE_PLAYING)
		server->tables->n_playing--;
	table->status = is_result ? TABLE_OVER : TABLE_ABORTED;
	clock_halt(&table->clock);
	mp_json_init(&json, buf, sizeof buf);
	mp_json_str(&json, "reason", reason);
	if (is_result) {
		mp_json_array(&json, "places");
		for (int seat = 0; seat < table->shared->setup.players; seat++)
			mp_json_int(&json, NULL, place[seat]);
		mp_json_end_array(&json);
	}
	table_event(server, table, EVENT_END, 0, buf);
	array_trim(table->events, table->cap_events, table->n_events);
	live_trim(&table->live);
	if (is_result)
		table_results(table, place);
	table_touch(table);
	table_stop_bots(server, table);
	lobby_touch(server, table);
	server->metrics->games_ended++;
	log_event(LOG_INFO, "table_ended", "table", table->id, "reason", reason, NULL);
}

/* The last of the people goes. In a game among accounts that decides it, so that nobody can undo
 * the others' leaving by leaving too. */
void table_abandon(struct server *server, struct table *table, int last)
{
	int place[MP_SEATS] = {1, 1, 1, 1, 1, 1};

	leavers_last(table, last, place);
	table_end(server, table, "abandoned", table_is_rated(table) ? place : NULL);
}

void table_tick(struct server *server, struct table *table)
{
	int seat = table->clock.running;

	if (table->status > TABLE_PLAYING)
		return;
	table_check_presence(server, table);
	if (table->status != TABLE_PLAYING)
		return;
	table_hold(server, table);
	if (!duties_has(server, table->key))
		return;
	if (clock_is_out(&table->clock, server->now) && !table_is_bot(table, seat)) {
		if (table->passes_on_timeout) {
			table_note(server, table, "timeout_seat", seat);
			table_hand_over(server, table, seat);
			return;
		}
		clock_charge(&table->clock, server->now);
		table->stand_in |= (uint8_t)(1u << seat);
		table_note(server, table, "timeout", seat);
		table_commit(server, table);
	}
	table_ask_bots(server, table);
}
