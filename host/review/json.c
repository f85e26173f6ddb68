/* SPDX-License-Identifier: MIT
 *
 * A review as JSON: docs/review.schema.json.
 */
#include "review.h"

#include <metropole/text.h>

static void write_numbers(struct mp_json *json, const char *key, const double *of, int n)
{
	mp_json_array(json, key);
	for (int i = 0; i < n; i++)
		mp_json_fixed(json, NULL, of[i], REVIEW_DIGITS);
	mp_json_end_array(json);
}

/* Shares that add up to one: what each seat knows need not. */
static void write_shares(struct mp_json *json, const struct review_shares *shares, int players)
{
	struct review_shares scaled = *shares;
	double total = 0;

	for (int seat = 0; seat < players; seat++)
		total += shares->mean[seat];
	for (int seat = 0; seat < players && total > 0; seat++) {
		scaled.mean[seat] /= total;
		scaled.error[seat] /= total;
	}
	write_numbers(json, "share", scaled.mean, players);
	write_numbers(json, "error", scaled.error, players);
}

static void write_move(const struct mp_setup *setup, struct mp_json *json, const char *key,
                       mp_move move)
{
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	setup->game->print(setup, move, &text);
	mp_json_str(json, key, buf);
}

/* As in a record: who, and what. */
void review_line_json(const struct review_line *line, const struct mp_setup *setup,
                      struct mp_json *json)
{
	mp_json_array(json, "line");
	for (size_t i = 0; i < line->n; i++) {
		char buf[MP_MOVE_TEXT_MAX + 4];
		struct mp_text text;

		mp_text_init(&text, buf, sizeof buf);
		mp_text_int(&text, line->moves[i].seat + 1);
		mp_text_str(&text, ": ");
		setup->game->print(setup, line->moves[i].move, &text);
		mp_json_str(json, NULL, buf);
	}
	mp_json_end_array(json);
}

static void write_event(const struct review *review, size_t n, struct mp_json *json)
{
	const struct review_event *event = &review->events[n];
	int players = review->setup->players;

	mp_json_object(json, NULL);
	mp_json_int(json, "n", (int64_t)n + 1);
	if (event->played.seat == MP_CHANCE)
		mp_json_str(json, "seat", "chance");
	else
		mp_json_int(json, "seat", event->played.seat + 1);
	write_move(review->setup, json, "move", event->played.move);
	write_shares(json, &event->share, players);
	mp_json_bool(json, "exact", event->is_exact);
	if (review->setup->game->secret)
		write_numbers(json, "known", event->known, players);
	if (event->played.seat == MP_CHANCE) {
		write_numbers(json, "luck", event->luck.mean, players);
		write_numbers(json, "luck_error", event->luck.error, players);
	} else {
		mp_json_fixed(json, "loss", event->loss, REVIEW_DIGITS);
		mp_json_fixed(json, "loss_error", event->loss_error, REVIEW_DIGITS);
		write_move(review->setup, json, "best", event->best);
		review_line_json(&event->line, review->setup, json);
		mp_json_str(json, "label", review_labels[event->label]);
		mp_json_bool(json, "forced", !event->is_decision);
		write_numbers(json, "given", event->given, players);
		if (review->setup->game->secret) {
			mp_json_fixed(json, "told_bits", event->told_bits, REVIEW_DIGITS);
			mp_json_fixed(json, "told_error", event->told_error, REVIEW_DIGITS);
		}
	}
	mp_json_end_object(json);
}

static void write_player(const struct review *review, const struct live *live, int seat,
                         struct mp_json *json)
{
	const struct review_player *player = &review->players[seat];

	mp_json_object(json, NULL);
	mp_json_int(json, "seat", seat + 1);
	mp_json_str(json, "name", live->names[seat]);
	mp_json_fixed(json, "start", player->start, REVIEW_DIGITS);
	mp_json_fixed(json, "luck", player->luck, REVIEW_DIGITS);
	mp_json_fixed(json, "luck_error", player->luck_error, REVIEW_DIGITS);
	mp_json_fixed(json, "given", player->given, REVIEW_DIGITS);
	mp_json_fixed(json, "learned", player->learned, REVIEW_DIGITS);
	mp_json_fixed(json, "residual", player->residual, REVIEW_DIGITS);
	mp_json_fixed(json, "result", player->result, REVIEW_DIGITS);
	mp_json_fixed(json, "loss", player->loss, REVIEW_DIGITS);
	mp_json_fixed(json, "accuracy", player->accuracy, REVIEW_ACCURACY_DIGITS);
	if (review->setup->game->secret)
		mp_json_fixed(json, "told_bits", player->told_bits, REVIEW_DIGITS);
	mp_json_int(json, "decisions", player->decisions);
	mp_json_object(json, "labels");
	for (int i = 0; i <= REVIEW_BRILLIANT; i++)
		mp_json_int(json, review_labels[i], player->labels[i]);
	mp_json_end_object(json);
	mp_json_end_object(json);
}

void review_json(const struct review *review, struct live *live, const char *key, const char *file,
                 struct mp_json *json)
{
	int players = review->setup->players;

	mp_json_object(json, key);
	if (file)
		mp_json_str(json, "file", file);
	mp_json_str(json, "game", review->setup->game->id);
	mp_json_str(json, "lens", review->options.open ? "open" : "seat");
	mp_json_int(json, "iterations", review->options.iterations);
	mp_json_int(json, "seed", (int64_t)review->options.seed);
	mp_json_bool(json, "over", review->is_over);
	mp_json_object(json, "thresholds");
	for (int i = 0; i < 3; i++)
		mp_json_fixed(json, review_labels[i + 1], review->thresholds[i], REVIEW_DIGITS);
	mp_json_end_object(json);
	mp_json_array(json, "events");
	for (size_t n = 0; n < review->n; n++)
		write_event(review, n, json);
	mp_json_end_array(json);
	mp_json_array(json, "players");
	for (int seat = 0; seat < players; seat++)
		write_player(review, live, seat, json);
	mp_json_end_array(json);
	mp_json_array(json, "residual");
	for (int seat = 0; seat < players; seat++)
		mp_json_fixed(json, NULL, review->players[seat].residual, REVIEW_DIGITS);
	mp_json_end_array(json);
	mp_json_array(json, "turning_points");
	for (size_t i = 0; i < review->n_turns; i++)
		mp_json_int(json, NULL, (int64_t)review->turns[i] + 1);
	mp_json_end_array(json);
	mp_json_end_object(json);
}
