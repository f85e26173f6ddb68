/* SPDX-License-Identifier: MIT
 *
 * Records: text of a match, and a match from text. Reads any bytes; trusts none.
 */
#include <metropole/record.h>

#include <metropole/text.h>

#include <string.h>

struct line {
	const char *p;
	size_t len;
};

struct reader {
	const char *p, *end;
	int line; /* of the last line read */
};

static bool next_line(struct reader *reader, struct line *line)
{
	const char *eol;

	if (reader->p == reader->end)
		return false;
	eol = memchr(reader->p, '\n', (size_t)(reader->end - reader->p));
	line->p = reader->p;
	line->len = (size_t)((eol ? eol : reader->end) - reader->p);
	reader->p = eol ? eol + 1 : reader->end;
	reader->line++;
	if (line->len > 0 && line->p[line->len - 1] == '\r')
		line->len--;
	return true;
}

static enum mp_err bad_record(struct mp_fault *fault, int line, const char *message)
{
	mp_fault_set(fault, MP_BAD_RECORD, message);
	fault->line = line;
	return MP_BAD_RECORD;
}

/* "key value": copies the value out if the line has this key. */
static bool has_key(const struct line *line, const char *key, char *value, size_t cap)
{
	size_t n = strlen(key);

	if (line->len < n + 1 || memcmp(line->p, key, n) != 0 || line->p[n] != ' ' ||
	    line->len - n - 1 >= cap || memchr(line->p, '\0', line->len))
		return false;
	memcpy(value, line->p + n + 1, line->len - n - 1);
	value[line->len - n - 1] = '\0';
	return true;
}

static bool read_number(const char *value, uint32_t max, int *number)
{
	struct mp_scan scan;
	uint32_t n;

	mp_scan_init(&scan, value, strlen(value));
	if (!mp_scan_uint(&scan, max, &n) || !mp_scan_end(&scan))
		return false;
	*number = (int)n;
	return true;
}

/* FNV-1a over the lines of a text, each with one '\n': the same whether the last line is ended or
 * not, and whatever a transport did to line ends. */
static uint64_t hash_lines(const char *bytes, size_t n)
{
	struct reader reader = {.p = bytes, .end = bytes + n};
	uint64_t hash = MP_HASH;
	struct line line;

	while (next_line(&reader, &line))
		hash = mp_hash(mp_hash(hash, line.p, line.len), "\n", 1);
	return hash;
}

/* The lines `| …` that follow an option of type text, checked against their hash. */
static enum mp_err read_embedded(struct reader *reader, const char *hash, char *out,
                                 struct mp_fault *fault)
{
	struct mp_text text, expected;
	char hex[17];
	struct line line;

	mp_text_init(&text, out, MP_TEXT_OPTION_MAX + 1);
	while (reader->p != reader->end && *reader->p == '|' && next_line(reader, &line)) {
		if (line.len >= 2 && line.p[1] == ' ')
			mp_text_bytes(&text, line.p + 2, line.len - 2);
		else if (line.len > 1)
			return bad_record(fault, reader->line, "A line of embedded text begins with \"| \".");
		mp_text_char(&text, '\n');
	}
	if (text.overflow)
		return bad_record(fault, reader->line,
		                  "The embedded text is longer than an option may be.");
	mp_text_init(&expected, hex, sizeof hex);
	mp_text_hex(&expected, hash_lines(text.buf, text.len), 16);
	if (strcmp(hex, hash) != 0)
		return bad_record(fault, reader->line,
		                  "The embedded text does not match its hash: the record was altered.");
	return MP_OK;
}

static enum mp_err read_option(struct mp_record *record, struct reader *reader, char *value,
                               char *text_option, struct mp_fault *fault)
{
	char *space = strchr(value, ' ');
	const char *content = space ? space + 1 : "";
	int line = reader->line, index;
	enum mp_err err;

	if (space)
		*space = '\0';
	index = mp_option_find(record->game, value);
	if (index >= 0 && record->game->options[index].type == MP_TEXT) {
		err = read_embedded(reader, content, text_option, fault);
		if (err)
			return err;
		content = text_option;
	}
	err = mp_setup_set(&record->setup, value, content, fault);
	if (err) {
		fault->code = MP_BAD_RECORD;
		fault->line = line;
		return MP_BAD_RECORD;
	}
	return MP_OK;
}

static enum mp_err read_name(struct mp_record *record, int line, const char *value,
                             struct mp_fault *fault)
{
	int seat = value[0] - '1';

	if (seat < 0 || seat >= record->players || value[1] != ' ' || strlen(value + 2) >= MP_NAME_MAX)
		return bad_record(fault, line,
		                  "A name is written \"name SEAT NAME\", at most 63 bytes long.");
	strcpy(record->names[seat], value + 2);
	return MP_OK;
}

static enum mp_err read_result(struct mp_record *record, int line, const char *value,
                               struct mp_fault *fault)
{
	struct mp_scan scan;

	if (strcmp(value, "*") == 0)
		return MP_OK;
	mp_scan_init(&scan, value, strlen(value));
	for (int seat = 0; seat < record->players; seat++) {
		bool negative;
		uint32_t n;

		if (seat > 0 && !mp_scan_char(&scan, ' '))
			return bad_record(fault, line, "The result has one score for each seat, or *.");
		negative = mp_scan_char(&scan, '-');
		if (!mp_scan_uint(&scan, INT32_MAX, &n))
			return bad_record(fault, line, "The result has one score for each seat, or *.");
		record->result[seat] = negative ? -(int32_t)n : (int32_t)n;
	}
	if (!mp_scan_end(&scan))
		return bad_record(fault, line, "The result has one score for each seat, or *.");
	record->has_result = true;
	return MP_OK;
}

/* The four fixed lines: metropole, game, rules, players. */
static enum mp_err read_fixed(struct mp_record *record, struct reader *reader,
                              struct mp_fault *fault)
{
	char value[32];
	struct line line;
	int number;

	if (!next_line(reader, &line) || !has_key(&line, "metropole", value, sizeof value) ||
	    strcmp(value, "1") != 0)
		return bad_record(fault, 1, "A record begins with the line \"metropole 1\".");
	if (!next_line(reader, &line) || !has_key(&line, "game", value, sizeof value))
		return bad_record(fault, 2, "The second line of a record is \"game\" and the game's id.");
	record->game = mp_game_find(value);
	if (!record->game)
		return bad_record(fault, 2, "There is no game with this name here.");
	if (!next_line(reader, &line) || !has_key(&line, "rules", value, sizeof value) ||
	    !read_number(value, 1000, &number))
		return bad_record(fault, 3,
		                  "The third line of a record gives the rules' version: \"rules 1\".");
	if (number != record->game->rules_version)
		return bad_record(fault, 3, "The record was played by another version of the rules.");
	if (!next_line(reader, &line) || !has_key(&line, "players", value, sizeof value) ||
	    !read_number(value, 100, &record->players))
		return bad_record(fault, 4,
		                  "The fourth line of a record gives the players: \"players 2\".");
	if (mp_setup_begin(&record->setup, record->game, record->players, fault)) {
		fault->code = MP_BAD_RECORD;
		fault->line = 4;
		return MP_BAD_RECORD;
	}
	return MP_OK;
}

enum mp_err mp_record_header(struct mp_record *record, const char *text, size_t len,
                             char *text_option, struct mp_fault *fault)
{
	struct reader reader = {.p = text, .end = text + len};
	struct line line;
	char value[256];
	enum mp_err err;

	*record = (struct mp_record){0};
	err = read_fixed(record, &reader, fault);
	while (!err && next_line(&reader, &line) && line.len > 0) {
		if (line.p[0] == '#')
			continue;
		if (has_key(&line, "option", value, sizeof value))
			err = read_option(record, &reader, value, text_option, fault);
		else if (has_key(&line, "name", value, sizeof value))
			err = read_name(record, reader.line, value, fault);
		else if (has_key(&line, "result", value, sizeof value))
			err = read_result(record, reader.line, value, fault);
		else
			err = bad_record(fault, reader.line,
			                 "This header line is unknown. An empty line ends the header.");
	}
	record->body = reader.p;
	record->body_line = reader.line + 1;
	return err;
}

/* The moves of a body, one after the other. */
struct body {
	struct reader reader;
	struct line rest; /* of the line being read */
};

static struct body open_body(const struct mp_record *record, const char *text, size_t len)
{
	return (struct body){
		.reader = {.p = record->body, .end = text + len, .line = record->body_line - 1}};
}

static struct line trim_line(struct line line)
{
	while (line.len > 0 && (*line.p == ' ' || *line.p == '\t'))
		line.p++, line.len--;
	while (line.len > 0 && (line.p[line.len - 1] == ' ' || line.p[line.len - 1] == '\t'))
		line.len--;
	return line;
}

static bool next_move(struct body *body, struct line *move)
{
	for (;;) {
		const char *end;

		if (body->rest.len == 0) {
			if (!next_line(&body->reader, &body->rest))
				return false;
			end = memchr(body->rest.p, '#', body->rest.len);
			if (end)
				body->rest.len = (size_t)(end - body->rest.p);
			if (body->rest.len == 0)
				continue;
		}
		end = memchr(body->rest.p, ';', body->rest.len);
		*move = body->rest;
		if (end) {
			move->len = (size_t)(end - body->rest.p);
			body->rest.p += move->len + 1;
			body->rest.len -= move->len + 1;
		} else {
			body->rest.len = 0;
		}
		*move = trim_line(*move);
		if (move->len > 0)
			return true;
	}
}

/* One move with its optional "3: ". */
static enum mp_err replay_move(struct mp_match *match, struct line move, int line,
                               struct mp_fault *fault)
{
	char text[MP_MOVE_TEXT_MAX];
	int seat = mp_match_turn(match);
	enum mp_err err;

	if (move.len >= 3 && move.p[0] >= '1' && move.p[0] <= '6' && move.p[1] == ':' &&
	    move.p[2] == ' ') {
		seat = move.p[0] - '1';
		move.p += 3;
		move.len -= 3;
	}
	if (move.len >= sizeof text || memchr(move.p, '\0', move.len))
		return bad_record(fault, line, "This is not a move.");
	memcpy(text, move.p, move.len);
	text[move.len] = '\0';
	err = mp_match_play(match, seat, text, fault);
	if (err && err != MP_FULL) {
		fault->code = MP_BAD_RECORD;
		fault->line = line;
		return MP_BAD_RECORD;
	}
	return err;
}

static enum mp_err check_result(const struct mp_record *record, struct mp_match *match, int line,
                                struct mp_fault *fault)
{
	int32_t score[MP_SEATS];

	if (!record->has_result)
		return MP_OK;
	if (!mp_match_is_over(match) || mp_match_is_followed(match))
		return bad_record(fault, line,
		                  "The record has a result but its moves do not end the game.");
	match->setup->game->score(match->setup, match->state, score);
	for (int seat = 0; seat < record->players; seat++)
		if (score[seat] != record->result[seat])
			return bad_record(fault, line, "The record's result is not what its moves lead to.");
	return MP_OK;
}

enum mp_err mp_record_replay(const struct mp_record *record, const char *text, size_t len,
                             struct mp_match *match, struct mp_fault *fault)
{
	struct body body = open_body(record, text, len);
	enum mp_err err = MP_OK;
	struct line move;

	while (!err && next_move(&body, &move))
		err = replay_move(match, move, body.reader.line, fault);
	return err ? err : check_result(record, match, body.reader.line, fault);
}

int mp_record_line(const struct mp_record *record, const char *text, size_t len, size_t n)
{
	struct body body = open_body(record, text, len);
	struct line move;

	while (next_move(&body, &move) && n > 0)
		n--;
	return body.reader.line;
}

static void print_embedded(const struct mp_setup *setup, struct mp_text *text)
{
	const char *p = setup->text;

	mp_text_char(text, ' ');
	mp_text_hex(text, hash_lines(p, strlen(p)), 16);
	while (*p) {
		size_t n = strcspn(p, "\n");

		mp_text_str(text, "\n| ");
		mp_text_bytes(text, p, n > 0 && p[n - 1] == '\r' ? n - 1 : n);
		p += n + (p[n] == '\n');
	}
}

static void print_options(const struct mp_setup *setup, struct mp_text *text)
{
	for (size_t i = 0; i < setup->game->n_options; i++) {
		const struct mp_option *option = &setup->game->options[i];

		if (setup->option[i] == (option->type == MP_TEXT ? 0 : option->default_value))
			continue;
		mp_text_str(text, "option ");
		mp_text_str(text, option->name);
		if (option->type == MP_TEXT) {
			print_embedded(setup, text);
		} else {
			mp_text_char(text, ' ');
			mp_setup_print_option(setup, i, text);
		}
		mp_text_char(text, '\n');
	}
}

static void print_header(struct mp_match *match, const char (*names)[MP_NAME_MAX],
                         struct mp_text *text)
{
	const struct mp_setup *setup = match->setup;
	int32_t score[MP_SEATS];

	mp_text_str(text, "metropole 1\ngame ");
	mp_text_str(text, setup->game->id);
	mp_text_str(text, "\nrules ");
	mp_text_int(text, setup->game->rules_version);
	mp_text_str(text, "\nplayers ");
	mp_text_int(text, setup->players);
	mp_text_char(text, '\n');
	print_options(setup, text);
	for (int seat = 0; names && seat < setup->players; seat++) {
		if (!names[seat][0])
			continue;
		mp_text_str(text, "name ");
		mp_text_int(text, seat + 1);
		mp_text_char(text, ' ');
		mp_text_str(text, names[seat]);
		mp_text_char(text, '\n');
	}
	mp_text_str(text, "result");
	if (mp_match_is_over(match) && !mp_match_is_followed(match)) {
		setup->game->score(setup, match->state, score);
		for (int seat = 0; seat < setup->players; seat++) {
			mp_text_char(text, ' ');
			mp_text_int(text, score[seat]);
		}
	} else {
		mp_text_str(text, " *");
	}
	mp_text_str(text, "\n\n");
}

void mp_record_print(struct mp_match *match, int viewer, const char (*names)[MP_NAME_MAX],
                     struct mp_text *text)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_game *game = setup->game;
	struct mp_match again = *match;

	if (mp_match_is_over(match))
		viewer = MP_ALL;
	print_header(match, names, text);
	again.state = match->scratch;
	mp_match_rewind(&again, 0);
	for (size_t i = 0; i < match->n_moves; i++) {
		int seat = match->moves[i].seat;
		mp_move move = match->moves[i].move;

		/* A player's move begins a line; the chance that follows it stands behind it. */
		if (i > 0)
			mp_text_str(text, seat == MP_CHANCE ? "; " : "\n");
		if (seat != MP_CHANCE && seat != mp_match_turn(&again)) {
			mp_text_int(text, seat + 1);
			mp_text_str(text, ": ");
		}
		mp_match_print_move(&again, seat, move, viewer, text);
		game->apply(setup, again.state, seat, move);
	}
	if (match->n_moves > 0)
		mp_text_char(text, '\n');
}
