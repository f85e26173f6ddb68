/* SPDX-License-Identifier: MIT
 *
 * Notation, both directions. A list of plots is ascending and names each plot once; what is
 * written otherwise is not notation.
 */
#include "state.h"

#include <metropole/text.h>

static const char *const words[] = {
	[METROPOLIS_OP_START] = "~start",      [METROPOLIS_OP_DEAL] = "~deal",
	[METROPOLIS_OP_OPEN] = "~open",        [METROPOLIS_OP_TAKE] = "take",
	[METROPOLIS_OP_GIVE] = "give",         [METROPOLIS_OP_BUILD] = "build",
	[METROPOLIS_OP_JOINT] = "joint",       [METROPOLIS_OP_END] = "end",
	[METROPOLIS_OP_ACCEPT] = "accept",     [METROPOLIS_OP_DECLINE] = "decline",
	[METROPOLIS_OP_WITHDRAW] = "withdraw", [METROPOLIS_OP_OFFER] = "offer",
};

static void print_plots(struct mp_text *text, const int *plots, int n)
{
	mp_text_char(text, ' ');
	if (n == 0)
		mp_text_char(text, '-');
	for (int i = 0; i < n; i++) {
		if (i > 0)
			mp_text_char(text, ',');
		mp_text_int(text, plots[i] + 10);
	}
}

static void print_seat(struct mp_text *text, int seat)
{
	mp_text_char(text, ' ');
	mp_text_int(text, seat + 1);
}

static void print_building(struct mp_text *text, mp_move move)
{
	uint16_t building = metropolis_move_building(move);
	int plots[METROPOLIS_DIGITS], n = 0;

	mp_text_char(text, ' ');
	if (metropolis_move_is_stray(move)) {
		mp_text_str(text, metropolis_kind_names[building & 7]);
		while (n < METROPOLIS_STRAY_PLOTS && metropolis_stray_plot(move, n) >= 0) {
			plots[n] = metropolis_stray_plot(move, n);
			n++;
		}
	} else {
		mp_text_str(text, metropolis_kind_names[metropolis_building_kind(building)]);
		for (unsigned mask = metropolis_building_mask(building); mask; mask &= mask - 1)
			plots[n++] = (int)metropolis_building_district(building) * METROPOLIS_DIGITS +
			             metropolis_lowest(mask);
	}
	print_plots(text, plots, n);
}

static void print_offer(struct mp_text *text, mp_move move)
{
	int plots[METROPOLIS_OFFER_PLOTS], n = 0, given = metropolis_offer_given(move);

	while (n < METROPOLIS_OFFER_PLOTS && metropolis_offer_plot(move, n) >= 0) {
		plots[n] = metropolis_offer_plot(move, n);
		n++;
	}
	print_seat(text, metropolis_move_seat(move));
	print_plots(text, plots, given);
	mp_text_str(text, " for");
	print_plots(text, plots + given, n - given);
}

void metropolis_print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	enum metropolis_operation op = metropolis_move_op(move);

	(void)setup;
	mp_text_str(text, words[op]);
	switch (op) {
	case METROPOLIS_OP_START:
	case METROPOLIS_OP_ACCEPT:
	case METROPOLIS_OP_DECLINE:
		print_seat(text, metropolis_move_seat(move));
		break;
	case METROPOLIS_OP_DEAL:
		print_seat(text, metropolis_move_seat(move));
		print_plots(text, &(int){metropolis_move_plot(move)}, 1);
		break;
	case METROPOLIS_OP_OPEN:
	case METROPOLIS_OP_TAKE:
		print_plots(text, &(int){metropolis_move_plot(move)}, 1);
		break;
	case METROPOLIS_OP_GIVE:
		print_plots(text, &(int){metropolis_move_plot(move)}, 1);
		print_seat(text, metropolis_move_seat(move));
		break;
	case METROPOLIS_OP_BUILD:
	case METROPOLIS_OP_JOINT:
		print_building(text, move);
		break;
	case METROPOLIS_OP_OFFER:
		print_offer(text, move);
		break;
	case METROPOLIS_OP_END:
	case METROPOLIS_OP_WITHDRAW:
		break;
	}
}

static bool parse_seat(struct mp_scan *scan, int *seat)
{
	uint32_t n;

	if (!mp_scan_char(scan, ' ') || !mp_scan_uint(scan, METROPOLIS_PLAYERS_MAX, &n) || n == 0)
		return false;
	*seat = (int)n - 1;
	return true;
}

static bool parse_number(struct mp_scan *scan, int *plot)
{
	uint32_t n;

	if (!mp_scan_uint(scan, METROPOLIS_PLOTS + 9, &n) || n < 10)
		return false;
	*plot = (int)n - 10;
	return true;
}

static bool parse_plot(struct mp_scan *scan, int *plot)
{
	return mp_scan_char(scan, ' ') && parse_number(scan, plot);
}

/* An ascending list of 1 to max plots; returns how many, 0 if it is none. */
static int parse_plots(struct mp_scan *scan, int *plots, int max)
{
	int n = 0;

	if (!mp_scan_char(scan, ' '))
		return 0;
	do {
		if (n == max || !parse_number(scan, &plots[n]) || (n > 0 && plots[n] <= plots[n - 1]))
			return 0;
		n++;
	} while (mp_scan_char(scan, ','));
	return n;
}

static bool parse_building(struct mp_scan *scan, enum metropolis_operation op, mp_move *move)
{
	int plots[METROPOLIS_DIGITS], n;
	unsigned kind, mask = 0;

	if (!mp_scan_char(scan, ' ') ||
	    !mp_scan_name(scan, metropolis_kind_names, METROPOLIS_KINDS, &kind))
		return false;
	n = parse_plots(scan, plots, METROPOLIS_DIGITS);
	if (n == 0)
		return false;
	if (metropolis_plot_district(plots[0]) == metropolis_plot_district(plots[n - 1])) {
		for (int i = 0; i < n; i++)
			mask |= metropolis_plot_bit(plots[i]);
		*move = metropolis_move_pack_building(
			op, metropolis_building_pack(kind, (unsigned)metropolis_plot_district(plots[0]), mask));
		return true;
	}
	if (n > METROPOLIS_STRAY_PLOTS)
		return false;
	*move = (mp_move)op | (mp_move)1 << 7 | (mp_move)kind << 8;
	for (int i = 0; i < n; i++)
		*move |= (mp_move)(plots[i] + 1) << (11 + 7 * i);
	return true;
}

/* One side of an offer: a list, or `-` for nothing. */
static bool parse_side(struct mp_scan *scan, int *plots, int max, int *n)
{
	*n = 0;
	if (mp_scan_str(scan, " -"))
		return true;
	*n = parse_plots(scan, plots, max);
	return *n > 0;
}

static bool parse_offer(struct mp_scan *scan, mp_move *move)
{
	int plots[METROPOLIS_OFFER_PLOTS], to, given, asked;

	if (!parse_seat(scan, &to) || !parse_side(scan, plots, METROPOLIS_OFFER_PLOTS, &given) ||
	    !mp_scan_str(scan, " for") ||
	    !parse_side(scan, plots + given, METROPOLIS_OFFER_PLOTS - given, &asked))
		return false;
	*move = (mp_move)1 << 63 | (mp_move)to << 60 | (mp_move)given << 56;
	for (int i = 0; i < given + asked; i++)
		*move |= (mp_move)(plots[i] + 1) << (7 * i);
	return true;
}

bool metropolis_parse(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	unsigned op;
	int seat = 0, plot = 0;

	(void)setup;
	for (op = METROPOLIS_OP_START; op <= METROPOLIS_OP_OFFER && !mp_scan_str(scan, words[op]); op++)
		;
	switch (op) {
	case METROPOLIS_OP_START:
	case METROPOLIS_OP_ACCEPT:
	case METROPOLIS_OP_DECLINE:
		if (!parse_seat(scan, &seat))
			return false;
		break;
	case METROPOLIS_OP_DEAL:
		if (!parse_seat(scan, &seat) || !parse_plot(scan, &plot))
			return false;
		break;
	case METROPOLIS_OP_OPEN:
	case METROPOLIS_OP_TAKE:
		if (!parse_plot(scan, &plot))
			return false;
		break;
	case METROPOLIS_OP_GIVE:
		if (!parse_plot(scan, &plot) || !parse_seat(scan, &seat))
			return false;
		break;
	case METROPOLIS_OP_BUILD:
	case METROPOLIS_OP_JOINT:
		return parse_building(scan, (enum metropolis_operation)op, move);
	case METROPOLIS_OP_OFFER:
		return parse_offer(scan, move);
	case METROPOLIS_OP_END:
	case METROPOLIS_OP_WITHDRAW:
		break;
	default:
		return false;
	}
	*move = metropolis_move_pack((enum metropolis_operation)op, seat, plot);
	return true;
}
