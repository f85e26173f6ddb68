/* SPDX-License-Identifier: MIT
 *
 * What many games have in common, as tables.
 */
#include "summary_report.h"

#include "cli.h"

#include "host/buffer.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 12 }; /* shown of a table that may be long */

void review_line(const struct review *review, const struct live *live, const char *file)
{
	printf("%s:", file);
	for (int seat = 0; seat < review->setup->players; seat++) {
		const struct review_player *player = &review->players[seat];

		if (live->names[seat][0])
			printf(" %s", live->names[seat]);
		else
			printf(tr(" player %d"), seat + 1);
		printf(tr(" %.0f (luck %+.0f, accuracy %.0f%%)%s"), 100 * player->result,
		       100 * player->luck, player->accuracy, seat + 1 < review->setup->players ? "," : "");
	}
	putchar('\n');
}

/* As wide as its column, whatever its letters weigh in bytes. */
static void print_cell(const char *text, int width)
{
	int shown = 0;

	for (const char *at = text; *at; at++)
		shown += (*at & 0xc0) != 0x80;
	printf("%s%*s", text, shown < width ? width - shown : 1, "");
}

static void print_name(const char *name)
{
	print_cell(name, 26);
}

static void print_sampled(const struct sampled *sampled, double scale)
{
	if (sampled->n > 1)
		printf(" %7.1f ± %-5.1f", scale * sampled_mean(sampled), scale * sampled_margin(sampled));
	else
		printf(" %7.1f        ", scale * sampled_mean(sampled));
}

static void print_head(const char *name, const char *count, const char *const columns[3])
{
	print_name(name);
	print_cell(count, 8);
	for (int i = 0; i < 3; i++)
		print_cell(columns[i], 16);
	putchar('\n');
}

static void print_games(const char *name, const struct summary_row *row)
{
	print_name(name);
	printf("%5zu ", row->result.n);
	print_sampled(&row->result, 100);
	print_sampled(&row->luck, 100);
	print_sampled(&row->accuracy, 1);
	putchar('\n');
}

static void print_rows(const char *title, const struct summary_row *rows, size_t n)
{
	if (n == 0)
		return;
	putchar('\n');
	print_head(title, tr("times"), (const char *[]){tr("loss"), tr("result"), tr("mistakes")});
	for (size_t i = 0; i < n && i < ROWS; i++) {
		print_name(tr(rows[i].name));
		printf("%5zu ", rows[i].loss.n);
		print_sampled(&rows[i].loss, 100);
		print_sampled(&rows[i].result, 100);
		printf(" %5.1f %%\n", 100 * (double)rows[i].mistakes / (double)rows[i].loss.n);
	}
	if (n > ROWS)
		printf(tr("… and %zu more\n"), n - ROWS);
}

void summary_report(const struct summary *summary)
{
	char name[32];

	printf("\n%s, ", summary->game->title[cli_lang()]);
	printf(tr("%d players, %zu games; in points of win share, ± 95 %%\n\n"), summary->players,
	       summary->games);
	print_head("", tr("games"), (const char *[]){tr("result"), tr("luck"), tr("accuracy")});
	for (int seat = 0; seat < summary->players; seat++) {
		snprintf(name, sizeof name, tr("seat %d"), seat + 1);
		print_games(name, &summary->seats[seat]);
	}
	for (size_t i = 0; i < summary->people.n && i < ROWS; i++)
		print_games(summary->people.rows[i].name, &summary->people.rows[i]);
	print_rows(tr("phase"), summary->phases, SUMMARY_PHASES);
	print_rows(tr("kind of decision"), summary->kinds.rows, summary->kinds.n);
	print_rows(tr("first move"), summary->openings.rows, summary->openings.n);
}

bool summary_print_json(const struct summary *summaries, size_t n)
{
	struct buffer buffer = {0};

	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return false;
		}
		buffer_clear(&buffer);
		mp_json_object(&buffer.json, NULL);
		mp_json_array(&buffer.json, "summaries");
		for (size_t i = 0; i < n; i++)
			summary_json(&summaries[i], &buffer.json);
		mp_json_end_array(&buffer.json);
		mp_json_end_object(&buffer.json);
	} while (buffer.json.text.overflow);
	puts(buffer.json.text.buf);
	buffer_release(&buffer);
	return true;
}
