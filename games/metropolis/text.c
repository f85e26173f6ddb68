/* SPDX-License-Identifier: MIT
 *
 * Notation, both directions. A list of plots is ascending and names each plot once; what is
 * written otherwise is not notation.
 */
#include "state.h"

#include <metropole/text.h>

static const char *const words[] = {
	[OP_START] = "~start",    [OP_DEAL] = "~deal",        [OP_OPEN] = "~open",
	[OP_TAKE] = "take",       [OP_GIVE] = "give",         [OP_BUILD] = "build",
	[OP_JOINT] = "joint",     [OP_END] = "end",           [OP_ACCEPT] = "accept",
	[OP_DECLINE] = "decline", [OP_WITHDRAW] = "withdraw", [OP_OFFER] = "offer",
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
	uint16_t building = move_building(move);
	int plots[DIGITS], n = 0;

	mp_text_char(text, ' ');
	if (move_is_stray(move)) {
		mp_text_str(text, metropolis_kind_names[building & 7]);
		while (n < STRAY_PLOTS && stray_plot(move, n) >= 0) {
			plots[n] = stray_plot(move, n);
			n++;
		}
	} else {
		mp_text_str(text, metropolis_kind_names[building_kind(building)]);
		for (unsigned mask = building_mask(building); mask; mask &= mask - 1)
			plots[n++] = (int)building_district(building) * DIGITS + lowest(mask);
	}
	print_plots(text, plots, n);
}

static void print_offer(struct mp_text *text, mp_move move)
{
	int plots[OFFER_PLOTS], n = 0, given = offer_given(move);

	while (n < OFFER_PLOTS && offer_plot(move, n) >= 0) {
		plots[n] = offer_plot(move, n);
		n++;
	}
	print_seat(text, move_seat(move));
	print_plots(text, plots, given);
	mp_text_str(text, " for");
	print_plots(text, plots + given, n - given);
}

void metropolis_print(const struct mp_setup *setup, mp_move move, struct mp_text *text)
{
	enum operation op = move_op(move);

	(void)setup;
	mp_text_str(text, words[op]);
	switch (op) {
	case OP_START:
	case OP_ACCEPT:
	case OP_DECLINE:
		print_seat(text, move_seat(move));
		break;
	case OP_DEAL:
		print_seat(text, move_seat(move));
		print_plots(text, &(int){move_plot(move)}, 1);
		break;
	case OP_OPEN:
	case OP_TAKE:
		print_plots(text, &(int){move_plot(move)}, 1);
		break;
	case OP_GIVE:
		print_plots(text, &(int){move_plot(move)}, 1);
		print_seat(text, move_seat(move));
		break;
	case OP_BUILD:
	case OP_JOINT:
		print_building(text, move);
		break;
	case OP_OFFER:
		print_offer(text, move);
		break;
	case OP_END:
	case OP_WITHDRAW:
		break;
	}
}

static bool parse_seat(struct mp_scan *scan, int *seat)
{
	uint32_t n;

	if (!mp_scan_char(scan, ' ') || !mp_scan_uint(scan, PLAYERS_MAX, &n) || n == 0)
		return false;
	*seat = (int)n - 1;
	return true;
}

static bool parse_number(struct mp_scan *scan, int *plot)
{
	uint32_t n;

	if (!mp_scan_uint(scan, PLOTS + 9, &n) || n < 10)
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

static bool parse_building(struct mp_scan *scan, enum operation op, mp_move *move)
{
	int plots[DIGITS], n;
	unsigned kind, mask = 0;

	if (!mp_scan_char(scan, ' ') || !mp_scan_name(scan, metropolis_kind_names, KINDS, &kind))
		return false;
	n = parse_plots(scan, plots, DIGITS);
	if (n == 0)
		return false;
	if (plot_district(plots[0]) == plot_district(plots[n - 1])) {
		for (int i = 0; i < n; i++)
			mask |= plot_bit(plots[i]);
		*move =
			move_pack_building(op, building_pack(kind, (unsigned)plot_district(plots[0]), mask));
		return true;
	}
	if (n > STRAY_PLOTS)
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
	int plots[OFFER_PLOTS], to, given, asked;

	if (!parse_seat(scan, &to) || !parse_side(scan, plots, OFFER_PLOTS, &given) ||
	    !mp_scan_str(scan, " for") || !parse_side(scan, plots + given, OFFER_PLOTS - given, &asked))
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
	for (op = OP_START; op <= OP_OFFER && !mp_scan_str(scan, words[op]); op++)
		;
	switch (op) {
	case OP_START:
	case OP_ACCEPT:
	case OP_DECLINE:
		if (!parse_seat(scan, &seat))
			return false;
		break;
	case OP_DEAL:
		if (!parse_seat(scan, &seat) || !parse_plot(scan, &plot))
			return false;
		break;
	case OP_OPEN:
	case OP_TAKE:
		if (!parse_plot(scan, &plot))
			return false;
		break;
	case OP_GIVE:
		if (!parse_plot(scan, &plot) || !parse_seat(scan, &seat))
			return false;
		break;
	case OP_BUILD:
	case OP_JOINT:
		return parse_building(scan, (enum operation)op, move);
	case OP_OFFER:
		return parse_offer(scan, move);
	case OP_END:
	case OP_WITHDRAW:
		break;
	default:
		return false;
	}
	*move = move_pack((enum operation)op, seat, plot);
	return true;
}
