/* SPDX-License-Identifier: MIT
 *
 * A review for people to read: the events that mattered with what would have been better, then a
 * line for each player.
 */
#include "review_report.h"

#include "cli.h"
#include "said.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reporter {
	const struct review *review;
	struct live *live; /* as it was reviewed: names */
	struct live walk;  /* goes along */
	struct mp_voice voice;
	bool colours;
};

static const char *const colours[] = {[REVIEW_FINE] = "",
                                      [REVIEW_INACCURACY] = "\033[33m",
                                      [REVIEW_MISTAKE] = "\033[31m",
                                      [REVIEW_BLUNDER] = "\033[1;31m",
                                      [REVIEW_BRILLIANT] = "\033[1;32m"};

static const char *seat_name(const struct reporter *reporter, int seat, char *buf, size_t cap)
{
	if (reporter->live->names[seat][0])
		return reporter->live->names[seat];
	snprintf(buf, cap, tr("player %d"), seat + 1);
	return buf;
}

static const char *label_word(enum review_label label)
{
	static const char *const words[] = {N_("fine"), N_("inaccuracy"), N_("mistake"), N_("blunder"),
	                                    N_("brilliant")};

	return tr(words[label]);
}

static void print_shares(const struct reporter *reporter, const struct review_shares *shares)
{
	for (int seat = 0; seat < reporter->review->setup->players; seat++)
		printf(" %3.0f%%±%-2.0f", 100 * shares->mean[seat], 100 * shares->error[seat]);
}

static bool is_turn(const struct review *review, size_t n)
{
	for (size_t i = 0; i < review->n_turns; i++)
		if (review->turns[i] == n)
			return true;
	return false;
}

/* Luck that is worth a line: an eighth of a fair share, and beyond noise. */
static bool is_lucky(const struct review *review, const struct review_event *event)
{
	for (int seat = 0; seat < review->setup->players; seat++)
		if (fabs(event->luck.mean[seat]) > 0.125 / review->setup->players &&
		    fabs(event->luck.mean[seat]) > 2 * event->luck.error[seat])
			return true;
	return false;
}

static void print_luck(const struct reporter *reporter, const struct review_event *event)
{
	printf("      %s", tr("luck:"));
	for (int seat = 0; seat < reporter->review->setup->players; seat++)
		printf(" %+.1f±%.1f", 100 * event->luck.mean[seat], 100 * event->luck.error[seat]);
	putchar('\n');
}

static void print_loss(struct reporter *reporter, const struct review_event *event)
{
	const char *colour = reporter->colours ? colours[event->label] : "";

	printf("      %s%s%s", colour, label_word(event->label), *colour ? "\033[0m" : "");
	if (event->loss > 0) {
		printf(tr(", %.1f ± %.1f points of win share lost; better: "), 100 * event->loss,
		       100 * event->loss_error);
		said_move(&reporter->walk.match, &reporter->voice, MP_ALL,
		          &(struct mp_played){.seat = event->played.seat, .move = event->best});
		said_line(reporter->review->setup, &event->line);
	} else {
		putchar('\n');
	}
}

/* A secret given away, or others led astray, worth a line: half a bit, and beyond noise. */
static bool is_telling(const struct review_event *event)
{
	return fabs(event->told_bits) >= 0.5 && fabs(event->told_bits) > 2 * event->told_error;
}

static void print_telling(const struct review_event *event)
{
	printf(event->told_bits > 0 ? tr("      gives the secret away by %.1f ± %.1f bits;")
	                            : tr("      hides the secret by %.1f ± %.1f bits;"),
	       fabs(event->told_bits), event->told_error);
	printf(tr(" the others find it %.0f %% likely\n"), 100 * event->known[event->played.seat]);
}

static void print_event(struct reporter *reporter, size_t n, bool all)
{
	const struct review *review = reporter->review;
	const struct review_event *event = &review->events[n];
	char buf[32];

	if (!all && event->label == REVIEW_FINE && !is_turn(review, n) && !is_lucky(review, event) &&
	    !is_telling(event))
		return;
	printf("%4zu ", n + 1);
	print_shares(reporter, &event->share);
	printf("  %s%s%s", is_turn(review, n) ? "◆ " : "",
	       event->played.seat < 0 ? tr("chance")
	                              : seat_name(reporter, event->played.seat, buf, sizeof buf),
	       tr(": "));
	said_move(&reporter->walk.match, &reporter->voice, MP_ALL, &event->played);
	if (event->played.seat < 0 && (all || is_lucky(review, event)))
		print_luck(reporter, event);
	if (event->label != REVIEW_FINE)
		print_loss(reporter, event);
	if (is_telling(event))
		print_telling(event);
}

static void print_players(const struct reporter *reporter)
{
	const struct review *review = reporter->review;
	bool learns = !review->options.open && review->setup->game->redact;

	puts(tr("\nIn points of win share (100 = the whole win):"));
	printf("%-18s %7s %13s %8s%s %8s %7s %9s\n", tr("player"), tr("start"), tr("luck"), tr("moves"),
	       learns ? tr("  learned") : "", tr("residual"), tr("result"), tr("accuracy"));
	for (int seat = 0; seat < review->setup->players; seat++) {
		const struct review_player *player = &review->players[seat];
		char buf[32];

		printf("%-18.18s %7.1f %+7.1f±%-5.1f %+8.1f", seat_name(reporter, seat, buf, sizeof buf),
		       100 * player->start, 100 * player->luck, 100 * player->luck_error,
		       100 * player->given);
		if (learns)
			printf(" %+8.1f", 100 * player->learned);
		printf(" %+8.1f %7.1f %8.0f%%\n", 100 * player->residual, 100 * player->result,
		       player->accuracy);
	}
}

static void print_head(const struct reporter *reporter)
{
	const struct review *review = reporter->review;

	printf("%s, ", review->setup->game->title[cli_lang()]);
	printf(tr("%d players, %zu events, %s; %u iterations for each estimate, seed %llu\n"),
	       review->setup->players, review->n,
	       review->options.open ? tr("all cards open") : tr("from what each could know"),
	       review->options.iterations, (unsigned long long)review->options.seed);
	printf(tr("An inaccuracy loses %.1f points, a mistake %.1f, a blunder %.1f or more.\n\n"),
	       100 * review->thresholds[0], 100 * review->thresholds[1], 100 * review->thresholds[2]);
}

void review_report(const struct review *review, struct live *live, bool all)
{
	struct reporter reporter = {.review = review,
	                            .live = live,
	                            .voice = {.lang = cli_lang()},
	                            .colours = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
	void *scratch = malloc(mp_match_scratch_size(review->setup->game));
	struct mp_fault fault;

	for (int seat = 0; seat < review->setup->players; seat++)
		reporter.voice.names[seat] = live->names[seat][0] ? live->names[seat] : NULL;
	print_head(&reporter);
	if (scratch && live_share(&reporter.walk, review->setup, scratch, &fault) == MP_OK) {
		for (size_t n = 0; n < review->n; n++) {
			print_event(&reporter, n, all);
			live_play_move(&reporter.walk, review->events[n].played.seat,
			               review->events[n].played.move, &fault);
		}
		live_release(&reporter.walk);
	}
	free(scratch);
	print_players(&reporter);
}
