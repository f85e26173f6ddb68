/* SPDX-License-Identifier: MIT
 *
 * What a page says and hears, in frames of its own writing: thousands of pages are one process.
 */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static uint32_t dice = 1;

static void send_frame(struct player *p, int opcode, const char *text, size_t len)
{
	static const unsigned char mask[4] = {1, 2, 3, 4};
	unsigned char frame[1024];
	size_t head = len < 126 ? 6 : 8;

	frame[0] = (unsigned char)(0x80 | opcode);
	if (len < 126) {
		frame[1] = (unsigned char)(0x80 | len);
	} else {
		frame[1] = 0x80 | 126;
		frame[2] = (unsigned char)(len >> 8);
		frame[3] = (unsigned char)len;
	}
	load.n_asked++;
	memcpy(frame + head - 4, mask, 4);
	for (size_t i = 0; i < len; i++)
		frame[head + i] = (unsigned char)text[i] ^ mask[i & 3];
	if (send(p->fd, frame, head + len, MSG_NOSIGNAL) != (ssize_t)(head + len))
		load_die("a client cannot write");
}

static void send_text(struct player *p, const char *text)
{
	send_frame(p, 1, text, strlen(text));
}

static long number_after(const char *text, const char *key, long none)
{
	const char *at = strstr(text, key);

	return at ? strtol(at + strlen(key), NULL, 10) : none;
}

enum { LEGAL = 1, PLAY, REMATCH, UNWATCH, WATCH, PREVIEW, HISTORY, VIEW };

static void ask(struct player *p, const char *op, int id)
{
	char text[128];

	snprintf(text, sizeof text, "{\"op\":\"%s\",\"id\":%d,\"table\":\"%s\"}", op, id, p->at);
	send_text(p, text);
}

static void send_move(struct player *p, const char *move, long turn_no)
{
	char text[512];

	snprintf(text, sizeof text,
	         "{\"op\":\"play\",\"id\":2,\"table\":\"%s\",\"turn\":%ld,\"move\":\"%s\"}",
	         p->table->id, turn_no, move);
	p->sent_us = load_now_us();
	p->table->moved_us = p->sent_us;
	p->table->moved_at = p->node;
	send_text(p, text);
}

/* The first event after a move of somebody on another node is that move. */
static void note_delivery(struct player *p, const char *text)
{
	const struct table *t = p->table;

	if (!load.is_counting || p->node == t->moved_at || t->moved_us <= p->noted_us ||
	    load.n_elsewhere == SAMPLES_MAX || !strstr(text, "\"kind\":\"move\""))
		return;
	p->noted_us = t->moved_us;
	load.elsewhere[load.n_elsewhere++] = (uint32_t)(load_now_us() - t->moved_us);
}

static void ask_preview(struct player *p, const char *move)
{
	char text[512];

	snprintf(text, sizeof text, "{\"op\":\"preview\",\"id\":6,\"table\":\"%s\",\"move\":\"%s\"}",
	         p->table->id, move);
	send_text(p, text);
}

static void keep_move(struct player *p, const char *text, size_t len, long turn_no)
{
	free(p->moves);
	p->moves = strndup(text, len);
	p->moves_no = turn_no;
}

static void play(struct player *p, char *moves, long turn_no)
{
	char *at = moves, *chosen = NULL;
	int n = 0;

	/* one of the listed moves, each as likely: the last of n is kept with chance 1/n */
	while (*at == '"') {
		char *end = strchr(at + 1, '"');

		dice = dice * 1664525 + 1013904223;
		if ((dice >> 8) % (uint32_t)++n == 0)
			chosen = at + 1;
		at = end + 1 + (end[1] == ',');
	}
	if (!chosen) {
		p->table->is_asking = false;
		return;
	}
	*strchr(chosen, '"') = '\0';
	if (load.as == BEFORE) {
		ask_preview(p, chosen);
		keep_move(p, chosen, strlen(chosen), turn_no);
	} else {
		send_move(p, chosen, turn_no);
	}
}

void player_choose(struct table *t)
{
	struct player *p = t->player[t->turn];
	char *moves;

	t->is_asking = true;
	if (load.as == THIN) {
		ask(p, "legal", LEGAL);
	} else if (load.as == NOW && p->page) {
		moves = strstr(page_legal(p->page), "\"moves\":[");
		if (moves)
			play(p, moves + strlen("\"moves\":["), t->turn_no);
	} else if (p->moves && p->moves_no == t->turn_no) {
		moves = p->moves;
		p->moves = NULL;
		play(p, moves, t->turn_no);
		free(moves);
	} else {
		t->is_asking = false; /* its list has not come yet */
	}
}

void player_arrive(struct player *p, int seat)
{
	if (load.as == THIN)
		return;
	if (seat > 0 && load.as == NOW) {
		if (!p->page)
			p->page = page_new();
		page_begin(p->page, load.game, load.players, seat);
	}
	ask(p, "history", HISTORY);
	if (load.as == BEFORE)
		ask(p, "view", VIEW);
	if (load.as == BEFORE && seat > 0)
		ask(p, "legal", LEGAL);
}

/* What a page does with what it is told, beside playing. */
static void browse(struct player *p, const char *text)
{
	bool is_table = strncmp(text, "{\"type\":\"table\"", 15) == 0;
	bool is_events = strncmp(text, "{\"type\":\"events\"", 16) == 0;
	const char *now = strstr(text, "\"now\":{");

	if (is_table)
		memcpy(p->at, strstr(text, "\"table\":\"") + strlen("\"table\":\""), 16);
	if (load.as == THIN || (!is_table && !is_events) || !strstr(text, p->at))
		return;
	if (is_table)
		player_arrive(p, (int)number_after(text, "\"seat\":", 0));
	else if (load.as == NOW && p->page && !page_hear(p->page, text))
		load_die("a page cannot follow");
	if (is_table || load.as != BEFORE || !now || !strstr(now, "\"turn_no\"") ||
	    strstr(text, "\"since\":"))
		return;
	ask(p, "view", VIEW);
	for (int i = 0; i < p->table->players; i++)
		if (p->table->player[i] == p && number_after(now, "\"turn\":", 0) == i + 1)
			ask(p, "legal", LEGAL);
}

static void want_rematch(struct player *p)
{
	char text[128];

	if (p->wants_rematch)
		return;
	p->wants_rematch = true;
	memcpy(p->left, p->table->id, sizeof p->left);
	snprintf(text, sizeof text, "{\"op\":\"rematch\",\"id\":3,\"table\":\"%s\"}", p->table->id);
	send_text(p, text);
}

static void move_on(struct player *p, const char *id)
{
	char text[256];

	snprintf(text, sizeof text, "{\"op\":\"unwatch\",\"id\":4,\"table\":\"%s\"}", p->left);
	send_text(p, text);
	snprintf(text, sizeof text, "{\"op\":\"watch\",\"id\":5,\"table\":\"%s\",\"follow\":%s}", id,
	         load.as == NOW ? "true" : "false");
	send_text(p, text);
	if (strcmp(id, p->table->id) != 0)
		memcpy(p->table->next, id, 17);
}

/* The rematch: everyone has moved up a seat. */
static void begin_again(struct table *t)
{
	struct player *first = t->player[0];

	memcpy(t->id, t->next, sizeof t->id);
	t->next[0] = '\0';
	for (int i = 0; i < t->players; i++) {
		t->player[i] = i + 1 < t->players ? t->player[i + 1] : first;
		t->player[i]->wants_rematch = false;
	}
	load.n_games++;
}

/* Whose turn it is, from the part of a message that says how things stand. */
static void read_now(struct table *t, const char *text)
{
	const char *now = strstr(text, "\"now\":{");

	if (!now)
		return;
	t->turn = (int)number_after(now, "\"turn\":", 0) - 1;
	t->turn_no = number_after(now, "\"turn_no\":", 0);
	t->is_asking = false;
	if (strstr(now, "\"status\":\"over\"")) {
		t->turn = -1;
		for (int i = 0; i < t->players; i++)
			want_rematch(t->player[i]);
	}
}

static void hear(struct player *p, char *text)
{
	struct table *t = p->table;
	bool is_answer = strncmp(text, "{\"type\":\"answer\"", 16) == 0;
	long id = is_answer ? number_after(text, "\"id\":", 0) : 0;
	char *at;

	if (is_answer && strstr(text, "\"ok\":false")) {
		load.n_refused++;
		t->is_asking = false;
		p->sent_us = 0;
	} else if (id == LEGAL && (at = strstr(text, "\"moves\":["))) {
		at += strlen("\"moves\":[");
		if (load.as == THIN)
			play(p, at, number_after(text, "\"turn_no\":", 0));
		else
			keep_move(p, at, strlen(at), number_after(text, "\"turn_no\":", 0));
	} else if (id == PREVIEW && p->moves) {
		send_move(p, p->moves, p->moves_no);
	} else if (id == PLAY && p->sent_us) {
		if (load.is_counting && load.n_samples < SAMPLES_MAX)
			load.sample[load.n_samples++] = (uint32_t)(load_now_us() - p->sent_us);
		p->sent_us = 0;
	} else if (id == REMATCH && (at = strstr(text, "\"table\":\""))) {
		char fresh[17] = {0};

		memcpy(fresh, at + strlen("\"table\":\""), 16);
		move_on(p, fresh);
	} else if (!is_answer && p->keeps_books && (at = strstr(text, "\"table\":\""))) {
		/* one of the players keeps the books of the table */
		at += strlen("\"table\":\"");
		if (t->next[0] && strncmp(at, t->next, 16) == 0)
			begin_again(t);
		if (strncmp(at, t->id, 16) == 0)
			read_now(t, text);
	}
	if (!is_answer)
		browse(p, text);
	if (!is_answer && strncmp(text, "{\"type\":\"events\"", 16) == 0) {
		load.n_events++;
		note_delivery(p, text);
		load.n_bytes += strlen(text);
	}
}

/* Takes whole frames out of what has been read. */
static void take_frames(struct player *p)
{
	size_t at = 0;

	while (p->in_len - at >= 2) {
		unsigned char *head = (unsigned char *)p->in + at;
		size_t len = head[1] & 127, skip = 2;
		char kept;

		if (len == 126) {
			if (p->in_len - at < 4)
				break;
			len = (size_t)head[2] << 8 | head[3];
			skip = 4;
		} else if (len == 127) {
			if (p->in_len - at < 10)
				break;
			len = 0;
			for (int i = 2; i < 10; i++)
				len = len << 8 | head[i];
			skip = 10;
		}
		if (p->in_len - at < skip + len)
			break;
		kept = p->in[at + skip + len];
		p->in[at + skip + len] = '\0';
		load.n_messages++;
		load.n_all_bytes += skip + len;
		if ((head[0] & 15) == 1)
			hear(p, p->in + at + skip);
		else if ((head[0] & 15) == 9)
			send_frame(p, 10, p->in + at + skip, len);
		else if ((head[0] & 15) == 8)
			load_die("the server closed a connection");
		p->in[at + skip + len] = kept;
		at += skip + len;
	}
	memmove(p->in, p->in + at, p->in_len - at);
	p->in_len -= at;
}

void player_read(struct player *p)
{
	ssize_t n;

	if (p->in_cap - p->in_len < 16384 + 1) {
		p->in_cap = p->in_cap ? p->in_cap * 2 : 32768 + 1;
		p->in = realloc(p->in, p->in_cap);
		if (!p->in)
			load_die("memory");
	}
	n = recv(p->fd, p->in + p->in_len, p->in_cap - p->in_len - 1, 0);
	if (n <= 0)
		load_die("a connection was lost");
	p->in_len += (size_t)n;
	take_frames(p);
}
