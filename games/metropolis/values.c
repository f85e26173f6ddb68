/* SPDX-License-Identifier: MIT
 *
 * Reads a table of values (the form is told in data/values.txt). Used at build time for the
 * default table and by prepare() for another one. Trusts no byte; knows nothing of a game.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

enum { VALUE_MAX = 999, CHANGE_MAX = 99, COLUMNS = 5 };

const char *const metropolis_kind_names[] = {
#define KIND(name) #name,
#include "data/values.def"
};
const char *const metropolis_site_names[] = {
#define SITE(name) #name,
#include "data/values.def"
};
_Static_assert(sizeof metropolis_kind_names == METROPOLIS_KINDS * sizeof(char *),
               "MS-10 the buildings");
_Static_assert(sizeof metropolis_site_names == METROPOLIS_SITES * sizeof(char *), "MS-2 the sites");

enum line {
#define LINE(word, form) LINE_##word,
#include "data/values.def"
};

struct reader {
	struct metropolis_values *values;
	struct mp_text *why;
	struct mp_scan scan; /* the line, without comment */
	int line;
	int kind;       /* the building being described, or -1 */
	int buildings;  /* in all */
	int rows;       /* drawn of the last piece */
	int columns;    /* of its first row */
	unsigned sited; /* sites given */
	unsigned known; /* kinds begun */
	unsigned based; /* kinds with a base */
	unsigned on;    /* kinds with a site */
	bool draws;     /* the last `pieces` may have another row */
};

static bool fail(struct reader *reader, const char *message)
{
	mp_text_str(reader->why, "Option values, line ");
	mp_text_int(reader->why, reader->line);
	mp_text_str(reader->why, ": ");
	mp_text_str(reader->why, message);
	return false;
}

static bool fail_about(struct reader *reader, const char *name, const char *message)
{
	fail(reader, name);
	mp_text_str(reader->why, message);
	return false;
}

static void skip_space(struct mp_scan *scan)
{
	while (mp_scan_char(scan, ' ') || mp_scan_char(scan, '\t'))
		;
}

static bool at_end(struct reader *reader)
{
	skip_space(&reader->scan);
	return mp_scan_end(&reader->scan);
}

static bool read_number(struct reader *reader, uint32_t max, uint32_t *number)
{
	skip_space(&reader->scan);
	return mp_scan_uint(&reader->scan, max, number);
}

static bool read_kind(struct reader *reader, unsigned *kind)
{
	skip_space(&reader->scan);
	return mp_scan_name(&reader->scan, metropolis_kind_names, METROPOLIS_KINDS, kind);
}

static bool read_site_name(struct reader *reader, unsigned *site)
{
	skip_space(&reader->scan);
	return mp_scan_name(&reader->scan, metropolis_site_names, METROPOLIS_SITES, site);
}

/* site park 15-19 25 … */
static bool read_site(struct reader *reader)
{
	uint32_t from, to;
	unsigned site;

	if (!read_site_name(reader, &site))
		return fail(reader, "the sites are park, river and centre.");
	if (reader->sited >> site & 1)
		return fail(reader, "this site was given before.");
	reader->sited |= 1u << site;
	while (!at_end(reader)) {
		if (!read_number(reader, 89, &from))
			return fail(reader, "plots are numbers from 10 to 89, or ranges such as 15-19.");
		to = from;
		if (mp_scan_char(&reader->scan, '-') && !mp_scan_uint(&reader->scan, 89, &to))
			return fail(reader, "a range of plots is written 15-19.");
		if (from < 10 || to < from)
			return fail(reader, "plots are numbers from 10 to 89, the smaller first.");
		for (uint32_t plot = from - 10; plot <= to - 10; plot++)
			reader->values->site[site][metropolis_plot_district((int)plot)] |=
				(uint16_t)metropolis_plot_bit((int)plot);
	}
	return true;
}

static bool read_building(struct reader *reader)
{
	unsigned kind;

	if (!read_kind(reader, &kind))
		return fail(reader, "the buildings are house, shop, school, apartment, factory, "
		                    "administration, hospital and store.");
	if (reader->known >> kind & 1)
		return fail_about(reader, metropolis_kind_names[kind], " was described before.");
	reader->known |= 1u << kind;
	reader->kind = (int)kind;
	return true;
}

static bool read_base(struct reader *reader, struct metropolis_kind_values *kind)
{
	uint32_t value;

	if (!read_number(reader, VALUE_MAX, &value))
		return fail(reader, "a value is a whole number from 0 to 999.");
	if (reader->based >> reader->kind & 1)
		return fail(reader, "this building has its base already.");
	reader->based |= 1u << reader->kind;
	kind->base = (uint16_t)value;
	return true;
}

static bool read_on(struct reader *reader, struct metropolis_kind_values *kind)
{
	unsigned site;
	uint32_t value;

	if (!read_site_name(reader, &site))
		return fail(reader, "the sites are park, river and centre.");
	if (!read_number(reader, VALUE_MAX, &value))
		return fail(reader, "a value is a whole number from 0 to 999.");
	if (reader->on >> reader->kind & 1)
		return fail(reader, "this building has its site already; it can have one.");
	reader->on |= 1u << reader->kind;
	kind->site = (uint8_t)site;
	kind->on_site = (uint16_t)value;
	return true;
}

/* plus school 1, shop 1: the sign is +1 or -1. */
static bool read_changes(struct reader *reader, struct metropolis_kind_values *kind, int sign)
{
	unsigned cause;
	uint32_t change;

	do {
		if (!read_kind(reader, &cause) || !read_number(reader, CHANGE_MAX, &change) || change == 0)
			return fail(reader, "a change is a building and a number from 1 to 99: \"shop 1\".");
		if (kind->change[cause])
			return fail_about(reader, metropolis_kind_names[cause], " was named before.");
		kind->change[cause] = (int8_t)(sign * (int)change);
		skip_space(&reader->scan);
	} while (mp_scan_char(&reader->scan, ','));
	return true;
}

static bool read_never(struct reader *reader, struct metropolis_kind_values *kind)
{
	unsigned other;

	do {
		if (!read_kind(reader, &other))
			return fail(reader, "\"never\" is followed by buildings: \"never factory\".");
		kind->never |= (uint8_t)(1u << other);
		reader->values->kind[other].never |= (uint8_t)(1u << reader->kind);
		skip_space(&reader->scan);
	} while (mp_scan_char(&reader->scan, ','));
	return true;
}

static bool read_pieces(struct reader *reader)
{
	struct metropolis_values *values = reader->values;
	uint32_t number;

	if (!read_number(reader, METROPOLIS_BUILDINGS_MAX, &number) || number == 0)
		return fail(reader, "the number of pieces goes from 1 to 40.");
	if (values->n_pieces == METROPOLIS_PIECES_MAX)
		return fail(reader, "there are more than 12 forms.");
	reader->buildings += (int)number;
	if (reader->buildings > METROPOLIS_BUILDINGS_MAX)
		return fail(reader, "there are more than 40 buildings in all.");
	values->piece[values->n_pieces++] =
		(struct metropolis_piece){.kind = (uint8_t)reader->kind, .number = (uint8_t)number};
	reader->draws = true;
	reader->rows = 0;
	return true;
}

/* A row of a drawing: X and dots only. */
static bool read_row(struct reader *reader)
{
	struct metropolis_piece *piece = &reader->values->piece[reader->values->n_pieces - 1];
	int column = 0;

	for (; !mp_scan_end(&reader->scan); column++) {
		bool plot = mp_scan_char(&reader->scan, 'X');

		if (!plot && !mp_scan_char(&reader->scan, '.'))
			return at_end(reader) || fail(reader, "a form is drawn with X and dots.");
		if (column == COLUMNS)
			return fail(reader, "a district is five plots wide.");
		if (plot)
			piece->form |= (uint16_t)(1u << (reader->rows * COLUMNS + column));
	}
	if (reader->rows == 0)
		reader->columns = column;
	else if (column != reader->columns)
		return fail(reader, "both rows of a form have the same width: fill up with dots.");
	if (++reader->rows > 2)
		return fail(reader, "a district is two plots high.");
	return true;
}

static bool read_line(struct reader *reader)
{
	static const char *const words[] = {
#define LINE(word, form) #word,
#include "data/values.def"
	};
	struct metropolis_kind_values *kind =
		reader->kind < 0 ? NULL : &reader->values->kind[reader->kind];
	unsigned word;

	reader->draws = false;
	if (mp_scan_str(&reader->scan, "site "))
		return read_site(reader);
	if (mp_scan_str(&reader->scan, "building "))
		return read_building(reader);
	if (!mp_scan_name(&reader->scan, words, sizeof words / sizeof *words, &word))
		return fail(reader, "a line begins with site, building, base, on, plus, minus, never or "
		                    "pieces, or is a row of a form.");
	if (!kind)
		return fail(reader, "say first which building this is about: \"building house\".");
	switch ((enum line)word) {
	case LINE_base:
		return read_base(reader, kind);
	case LINE_on:
		return read_on(reader, kind);
	case LINE_plus:
		return read_changes(reader, kind, 1);
	case LINE_minus:
		return read_changes(reader, kind, -1);
	case LINE_never:
		return read_never(reader, kind);
	case LINE_pieces:
		return read_pieces(reader);
	}
	return false;
}

static bool is_row(const struct reader *reader)
{
	return reader->draws && (*reader->scan.p == 'X' || *reader->scan.p == '.');
}

/* The plots of a mask that can be reached from its lowest, from side to side. */
static unsigned reached(unsigned mask)
{
	const unsigned left_edge = 1 | 1 << COLUMNS, right_edge = left_edge << (COLUMNS - 1);
	unsigned seen = mask & (0u - mask), before;

	do {
		before = seen;
		seen |= (seen & ~right_edge) << 1 | (seen & ~left_edge) >> 1 | seen << COLUMNS |
		        seen >> COLUMNS;
		seen &= mask;
	} while (seen != before);
	return seen;
}

static unsigned half_turn(unsigned form)
{
	unsigned turned = 0;

	for (int i = 0; i < METROPOLIS_DIGITS; i++)
		if (form >> i & 1)
			turned |= 1u << (METROPOLIS_DIGITS - 1 - i);
	while (!(turned & (METROPOLIS_WHOLE >> COLUMNS))) /* nothing in the upper row */
		turned >>= COLUMNS;
	while (!(turned & (1 | 1 << COLUMNS))) /* nothing in the left column */
		turned >>= 1;
	return turned;
}

/* Called when a drawing is complete: at the line after its last row. */
static bool check_form(struct reader *reader)
{
	struct metropolis_values *values = reader->values;
	const struct metropolis_piece *piece = &values->piece[values->n_pieces - 1];
	struct metropolis_kind_values *kind = &values->kind[piece->kind];
	int size = metropolis_popcount(piece->form);

	if (size == 0)
		return fail(reader, "a form is drawn after \"pieces\", with X for its plots.");
	if (size > METROPOLIS_FORM_MAX)
		return fail(reader, "a building has at most six plots.");
	if (reached(piece->form) != piece->form)
		return fail(reader, "the plots of a form hang together by their sides.");
	if (half_turn(half_turn(piece->form)) != piece->form)
		return fail(reader, "a form is drawn without empty rows above or columns on the left.");
	if (kind->size && kind->size != size)
		return fail(reader, "all pieces of a building have the same number of plots.");
	kind->size = (uint8_t)size;
	for (int i = 0; i < values->n_pieces - 1; i++)
		if (values->piece[i].kind == piece->kind &&
		    (values->piece[i].form == piece->form ||
		     values->piece[i].form == half_turn(piece->form)))
			return fail(reader, "this building has that form already: add the numbers.");
	return true;
}

static bool check_whole(struct reader *reader)
{
	for (int i = 0; i < METROPOLIS_KINDS; i++) {
		struct metropolis_kind_values *kind = &reader->values->kind[i];

		if (!(reader->known >> i & 1))
			return fail_about(reader, metropolis_kind_names[i], " is missing.");
		if (!(reader->based >> i & 1))
			return fail_about(reader, metropolis_kind_names[i], " has no base.");
		if (kind->size == 0)
			return fail_about(reader, metropolis_kind_names[i], " has no pieces.");
		if (!(reader->on >> i & 1)) {
			kind->site = METROPOLIS_NO_SITE;
			kind->on_site = kind->base;
		}
	}
	return true;
}

bool metropolis_values_parse(const char *text, size_t len, struct metropolis_values *values,
                             struct mp_text *why)
{
	struct reader reader = {.values = values, .why = why, .kind = -1};
	const char *end = text + len;

	memset(values, 0, sizeof *values);
	while (text < end) {
		const char *eol = memchr(text, '\n', (size_t)(end - text)), *stop, *comment;

		stop = eol ? eol : end;
		comment = memchr(text, '#', (size_t)(stop - text));
		mp_scan_init(&reader.scan, text, (size_t)((comment ? comment : stop) - text));
		while (reader.scan.end > reader.scan.p &&
		       (reader.scan.end[-1] == '\r' || reader.scan.end[-1] == ' ' ||
		        reader.scan.end[-1] == '\t'))
			reader.scan.end--;
		text = eol ? eol + 1 : end;
		reader.line++;
		if (at_end(&reader))
			continue;
		if (is_row(&reader)) {
			if (!read_row(&reader))
				return false;
			continue;
		}
		if (reader.draws && !check_form(&reader))
			return false;
		if (!read_line(&reader))
			return false;
		if (!at_end(&reader))
			return fail(&reader, "there is more on this line than is understood.");
	}
	if (reader.draws && !check_form(&reader))
		return false;
	return check_whole(&reader);
}
