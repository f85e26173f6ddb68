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

static void print_mean(const struct sampled *sampled, double margin, double scale)
{
	if (sampled->n > 1)
		printf(" %7.1f ± %-5.1f", scale * sampled_mean(sampled), scale * margin);
	else
		printf(" %7.1f        ", scale * sampled_mean(sampled));
}

static void print_sampled(const struct sampled *sampled, double scale)
{
	print_mean(sampled, sampled_margin(sampled), scale);
}

static void print_result(const struct sampled *result)
{
	print_mean(result, sampled_share_margin(result), 100);
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
	print_result(&row->result);
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
		print_result(&rows[i].result);
		printf(" %5.1f %%\n", 100 * (double)rows[i].mistakes / (double)rows[i].loss.n);
	}
	if (n > ROWS)
		printf(tr("… and %zu more\n"), n - ROWS);
}

static void print_summary(const struct summary *summary)
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

void summaries_report(const struct summaries *summaries)
{
	for (size_t i = 0; i < summaries->n; i++)
		print_summary(&summaries->list[i]);
}

bool summaries_print_json(const struct summaries *summaries)
{
	struct buffer buffer = {0};

	do {
		if (!buffer_grow(&buffer)) {
			buffer_release(&buffer);
			return false;
		}
		buffer_clear(&buffer);
		summaries_json(summaries, &buffer.json);
	} while (buffer.json.text.overflow);
	puts(buffer.json.text.buf);
	buffer_release(&buffer);
	return true;
}
