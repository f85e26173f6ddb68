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

enum { ROWS_MAX = 1 << 20, KINDS_MAX = 1 << 16 };

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

/* Student's, for intervals of 95 %: of few, the spread is known badly, too. */
static double quantile(size_t freedom)
{
	static const double few[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
	double n = (double)freedom;

	if (freedom <= sizeof few / sizeof *few)
		return few[freedom - 1];
	return 1.96 + 2.372 / n + 2.823 / (n * n);
}

double sampled_margin(const struct sampled *sampled)
{
	double n = (double)sampled->n, mean = sampled_mean(sampled);

	if (sampled->n < 2)
		return NAN;
	return quantile(sampled->n - 1) *
	       sqrt(fmax(0, sampled->squares - n * mean * mean) / (n - 1) / n);
}

/* What never came in n may come in one of n/3. */
double sampled_share_margin(const struct sampled *sampled)
{
	return fmin(1, fmax(sampled_margin(sampled), 3 / (double)sampled->n));
}

static void begin_summary(struct summary *summary, const struct mp_setup *setup)
{
	*summary = (struct summary){.game = setup->game, .players = setup->players};
	for (int i = 0; i < SUMMARY_PHASES; i++)
		strcpy(summary->phases[i].name, phase_names[i]);
}

/* The summary that a match belongs to; NULL if memory is short. */
static struct summary *find_summary(struct summaries *summaries, const struct mp_setup *setup)
{
	for (size_t i = 0; i < summaries->n; i++)
		if (summaries->list[i].game == setup->game && summaries->list[i].players == setup->players)
			return &summaries->list[i];
	if (!array_reserve(summaries->list, summaries->cap, summaries->n + 1, KINDS_MAX))
		return NULL;
	begin_summary(&summaries->list[summaries->n], setup);
	return &summaries->list[summaries->n++];
}

void summaries_release(struct summaries *summaries)
{
	for (size_t i = 0; i < summaries->n; i++) {
		free(summaries->list[i].kinds.rows);
		free(summaries->list[i].openings.rows);
		free(summaries->list[i].people.rows);
	}
	free(summaries->list);
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

/* As the JSON of a review has it. */
static double told(double x, int digits)
{
	double scale = 1;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	return floor(fabs(x) * scale + 0.5) / scale * (x < 0 ? -1 : 1);
}

static void add_to_row(struct summary *summary, struct summary_row *row,
                       const struct review *review, size_t n)
{
	const struct review_event *event = &review->events[n];
	int seat = event->played.seat;

	sampled_add(&row->loss, told(event->loss, REVIEW_DIGITS));
	row->mistakes += event->label == REVIEW_MISTAKE || event->label == REVIEW_BLUNDER;
	if (row->told[seat] == summary->games)
		return;
	row->told[seat] = summary->games;
	sampled_add(&row->result, told(review->players[seat].result, REVIEW_DIGITS));
}

static void add_game(struct summary_row *row, const struct review_player *player)
{
	sampled_add(&row->result, told(player->result, REVIEW_DIGITS));
	sampled_add(&row->luck, told(player->luck, REVIEW_DIGITS));
	if (player->decisions)
		sampled_add(&row->accuracy, told(player->accuracy, REVIEW_ACCURACY_DIGITS));
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
		add_to_row(summary, row, review, n);
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
		add_to_row(summary, row, review, n);
	return row != NULL;
}

static bool add_events(struct summary *summary, const struct review *review, struct live *walk,
                       mp_viewers seats)
{
	size_t decisions = 0, done = 0;
	unsigned left = seats; /* whose first decision is to come */
	struct mp_fault fault;

	for (size_t n = 0; n < review->n; n++)
		decisions += review->events[n].is_decision;
	for (size_t n = 0; n < review->n; n++) {
		const struct review_event *event = &review->events[n];
		unsigned seat = event->played.seat < 0 ? 0 : 1u << event->played.seat;
		size_t phase = event->is_decision ? done++ * SUMMARY_PHASES / decisions : 0;

		if (event->is_decision && seats & seat) {
			add_to_row(summary, &summary->phases[phase], review, n);
			if (!add_decision(summary, review, n, walk) ||
			    (left & seat && !add_opening(summary, review, n, walk)))
				return false;
			left &= ~seat;
		}
		if (live_play_move(walk, event->played.seat, event->played.move, &fault))
			return false;
	}
	return true;
}

static bool add_players(struct summary *summary, const struct review *review,
                        const struct live *live, mp_viewers seats)
{
	for (int seat = 0; seat < summary->players; seat++) {
		const struct review_player *player = &review->players[seat];
		struct summary_row *person = NULL;

		if (!(seats >> seat & 1))
			continue;
		if (live->names[seat][0]) {
			person = find_row(&summary->people, live->names[seat]);
			if (!person)
				return false;
			add_game(person, player);
		}
		add_game(&summary->all, player);
		add_game(&summary->seats[seat], player);
	}
	return true;
}

bool summaries_add(struct summaries *summaries, const struct review *review, struct live *live,
                   mp_viewers seats)
{
	mp_viewers there = (mp_viewers)((1 << review->setup->players) - 1);
	struct summary *summary;
	struct mp_fault fault;
	struct live walk;
	void *scratch;
	bool good;

	if (!(seats & there))
		return true;
	summary = find_summary(summaries, review->setup);
	scratch = malloc(mp_match_scratch_size(review->setup->game));
	good = summary && scratch && live_share(&walk, review->setup, scratch, &fault) == MP_OK;
	if (good) {
		summary->games++;
		good =
			add_events(summary, review, &walk, seats) && add_players(summary, review, live, seats);
		live_release(&walk);
	}
	free(scratch);
	return good;
}

static int compare_rows(const void *a, const void *b)
{
	const struct summary_row *x = a, *y = b;

	if (x->loss.n != y->loss.n)
		return x->loss.n < y->loss.n ? 1 : -1;
	if (x->result.n != y->result.n)
		return x->result.n < y->result.n ? 1 : -1;
	return strcmp(x->name, y->name);
}

static void sort_rows(struct summary_rows *rows)
{
	if (rows->n)
		qsort(rows->rows, rows->n, sizeof *rows->rows, compare_rows);
}

void summaries_sort(struct summaries *summaries)
{
	for (size_t i = 0; i < summaries->n; i++) {
		sort_rows(&summaries->list[i].kinds);
		sort_rows(&summaries->list[i].openings);
		sort_rows(&summaries->list[i].people);
	}
}

/* What is not known is null. */
static void write_sampled(struct mp_json *json, const char *key, const struct sampled *sampled,
                          double margin)
{
	mp_json_object(json, key);
	mp_json_fixed(json, "mean", sampled_mean(sampled), REVIEW_DIGITS);
	if (sampled->n < 2)
		mp_json_null(json, "margin");
	else
		mp_json_fixed(json, "margin", margin, REVIEW_DIGITS);
	mp_json_end_object(json);
}

static void write_result(struct mp_json *json, const struct sampled *result)
{
	write_sampled(json, "result", result, sampled_share_margin(result));
}

static void write_measure(struct mp_json *json, const char *key, const struct sampled *sampled)
{
	write_sampled(json, key, sampled, sampled_margin(sampled));
}

static void write_row(struct mp_json *json, const struct summary_row *row)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "name", row->name);
	mp_json_int(json, "decisions", (int64_t)row->loss.n);
	mp_json_int(json, "mistakes", (int64_t)row->mistakes);
	write_measure(json, "loss", &row->loss);
	write_result(json, &row->result);
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
	write_result(json, &row->result);
	write_measure(json, "luck", &row->luck);
	write_measure(json, "accuracy", &row->accuracy);
}

static void write_summary(const struct summary *summary, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "game", summary->game->id);
	mp_json_int(json, "players", summary->players);
	mp_json_int(json, "games", (int64_t)summary->games);
	mp_json_object(json, "all");
	write_games(json, &summary->all);
	mp_json_end_object(json);
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

void summaries_json(const struct summaries *summaries, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_array(json, "summaries");
	for (size_t i = 0; i < summaries->n; i++)
		write_summary(&summaries->list[i], json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}
