/* SPDX-License-Identifier: MIT
 *
 * Many reviews, summed up.
 */
#include "summary.h"

#include "host/array.h"
#include "host/buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 1 << 20, DIGITS = 5 };

static const char *const phase_names[SUMMARY_PHASES] = {"beginning", "middle", "end"};

static void sampled_add(struct sampled *sampled, double x)
{
	sampled->n++;
	sampled->sum += x;
	sampled->squares += x * x;
}

double sampled_mean(const struct sampled *sampled)
{
	return sampled->n ? sampled->sum / (double)sampled->n : 0;
}

double sampled_margin(const struct sampled *sampled)
{
	double n = (double)sampled->n, mean = sampled_mean(sampled);

	if (sampled->n < 2)
		return 0;
	return 1.96 * sqrt(fmax(0, sampled->squares - n * mean * mean) / (n - 1) / n);
}

void summary_init(struct summary *summary, const struct mp_setup *setup)
{
	*summary = (struct summary){.game = setup->game, .players = setup->players};
	for (int i = 0; i < SUMMARY_PHASES; i++)
		strcpy(summary->phases[i].name, phase_names[i]);
}

void summary_release(struct summary *summary)
{
	free(summary->kinds.rows);
	free(summary->openings.rows);
	free(summary->people.rows);
}

static void copy_name(char *to, const char *from)
{
	size_t len = strnlen(from, SUMMARY_NAME - 1);

	memcpy(to, from, len);
	to[len] = 0;
}

/* The row of this name, which is made if there is none; NULL if memory is short. */
static struct summary_row *find_row(struct summary_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->n; i++)
		if (strncmp(rows->rows[i].name, name, SUMMARY_NAME - 1) == 0)
			return &rows->rows[i];
	if (!array_reserve(rows->rows, rows->cap, rows->n + 1, ROWS_MAX))
		return NULL;
	rows->rows[rows->n] = (struct summary_row){0};
	copy_name(rows->rows[rows->n].name, name);
	return &rows->rows[rows->n++];
}

static void add_to_row(struct summary_row *row, const struct review *review, size_t n)
{
	const struct review_event *event = &review->events[n];

	sampled_add(&row->loss, event->loss);
	sampled_add(&row->result, review->players[event->played.seat].result);
	row->mistakes += event->label == REVIEW_MISTAKE || event->label == REVIEW_BLUNDER;
}

static void add_game(struct summary_row *row, const struct review_player *player)
{
	sampled_add(&row->result, player->result);
	sampled_add(&row->luck, player->luck);
	if (player->decisions)
		sampled_add(&row->accuracy, player->accuracy);
}

/* What a move does first: the type of its first effect. */
static bool name_kind(struct live *walk, const struct mp_played *played, char *name)
{
	static const char before[] = "\"type\":\"";
	struct buffer buffer = {0};
	const char *type = NULL;
	bool grown;

	do {
		grown = buffer_grow(&buffer);
		if (!grown)
			break;
		buffer_clear(&buffer);
		mp_match_effects(&walk->match, played->seat, played->move, MP_ALL, &buffer.json);
	} while (buffer.json.text.overflow);
	if (grown)
		type = strstr(buffer.json.text.buf, before);
	name[0] = 0;
	if (type) {
		copy_name(name, type + strlen(before));
		name[strcspn(name, "\"")] = 0;
	}
	buffer_release(&buffer);
	return grown;
}

static bool add_decision(struct summary *summary, const struct review *review, size_t n,
                         struct live *walk)
{
	const struct mp_played *played = &review->events[n].played;
	char kind[SUMMARY_NAME];
	struct summary_row *row;

	if (!name_kind(walk, played, kind))
		return false;
	row = find_row(&summary->kinds, kind);
	if (row)
		add_to_row(row, review, n);
	return row != NULL;
}

static bool add_opening(struct summary *summary, const struct review *review, size_t n,
                        struct live *walk)
{
	const struct mp_played *played = &review->events[n].played;
	char move[MP_MOVE_TEXT_MAX];
	struct summary_row *row;
	struct mp_text text;

	mp_text_init(&text, move, sizeof move);
	mp_match_print_move(&walk->match, played->seat, played->move, MP_ALL, &text);
	row = find_row(&summary->openings, move);
	if (row)
		add_to_row(row, review, n);
	return row != NULL;
}

static bool add_events(struct summary *summary, const struct review *review, struct live *walk)
{
	size_t decisions = 0, done = 0;
	unsigned opened = 0;
	struct mp_fault fault;

	for (size_t n = 0; n < review->n; n++)
		decisions += review->events[n].is_decision;
	for (size_t n = 0; n < review->n; n++) {
		const struct review_event *event = &review->events[n];
		unsigned seat = event->played.seat < 0 ? 0 : 1u << event->played.seat;

		if (event->is_decision) {
			add_to_row(&summary->phases[done++ * SUMMARY_PHASES / decisions], review, n);
			if (!add_decision(summary, review, n, walk) ||
			    (!(opened & seat) && !add_opening(summary, review, n, walk)))
				return false;
			opened |= seat;
		}
		if (live_play_move(walk, event->played.seat, event->played.move, &fault))
			return false;
	}
	return true;
}

bool summary_add(struct summary *summary, const struct review *review, struct live *live)
{
	void *scratch = malloc(mp_match_scratch_size(review->setup->game));
	struct mp_fault fault;
	struct live walk;
	bool good = scratch && live_share(&walk, review->setup, scratch, &fault) == MP_OK;

	if (good) {
		good = add_events(summary, review, &walk);
		live_release(&walk);
	}
	free(scratch);
	for (int seat = 0; good && seat < summary->players; seat++) {
		struct summary_row *person =
			live->names[seat][0] ? find_row(&summary->people, live->names[seat]) : NULL;

		good = person || !live->names[seat][0];
		add_game(&summary->seats[seat], &review->players[seat]);
		if (person)
			add_game(person, &review->players[seat]);
	}
	summary->games += good;
	return good;
}

static int compare_rows(const void *a, const void *b)
{
	const struct summary_row *x = a, *y = b;

	if (x->result.n != y->result.n)
		return x->result.n < y->result.n ? 1 : -1;
	return strcmp(x->name, y->name);
}

static void sort_rows(struct summary_rows *rows)
{
	if (rows->n)
		qsort(rows->rows, rows->n, sizeof *rows->rows, compare_rows);
}

void summary_sort(struct summary *summary)
{
	sort_rows(&summary->kinds);
	sort_rows(&summary->openings);
	sort_rows(&summary->people);
}

static void write_sampled(struct mp_json *json, const char *key, const struct sampled *sampled)
{
	mp_json_object(json, key);
	mp_json_fixed(json, "mean", sampled_mean(sampled), DIGITS);
	mp_json_fixed(json, "margin", sampled_margin(sampled), DIGITS);
	mp_json_end_object(json);
}

static void write_row(struct mp_json *json, const struct summary_row *row)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "name", row->name);
	mp_json_int(json, "decisions", (int64_t)row->loss.n);
	mp_json_int(json, "mistakes", (int64_t)row->mistakes);
	write_sampled(json, "loss", &row->loss);
	write_sampled(json, "result", &row->result);
	mp_json_end_object(json);
}

static void write_rows(struct mp_json *json, const char *key, const struct summary_row *rows,
                       size_t n)
{
	mp_json_array(json, key);
	for (size_t i = 0; i < n; i++)
		write_row(json, &rows[i]);
	mp_json_end_array(json);
}

static void write_games(struct mp_json *json, const struct summary_row *row)
{
	mp_json_int(json, "games", (int64_t)row->result.n);
	write_sampled(json, "result", &row->result);
	write_sampled(json, "luck", &row->luck);
	write_sampled(json, "accuracy", &row->accuracy);
}

void summary_json(const struct summary *summary, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "game", summary->game->id);
	mp_json_int(json, "players", summary->players);
	mp_json_int(json, "games", (int64_t)summary->games);
	mp_json_array(json, "seats");
	for (int seat = 0; seat < summary->players; seat++) {
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		write_games(json, &summary->seats[seat]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	write_rows(json, "phases", summary->phases, SUMMARY_PHASES);
	write_rows(json, "kinds", summary->kinds.rows, summary->kinds.n);
	write_rows(json, "openings", summary->openings.rows, summary->openings.n);
	mp_json_array(json, "people");
	for (size_t i = 0; i < summary->people.n; i++) {
		mp_json_object(json, NULL);
		mp_json_str(json, "name", summary->people.rows[i].name);
		write_games(json, &summary->people.rows[i]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_end_object(json);
}
