/* SPDX-License-Identifier: MIT
 *
 * Memory and random choice of a walk, and the sentence when a law is broken.
 */
#include "walk.h"

#include <metropole/record.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char guard[16] = {0xa5, 0x5a, 0xc3, 0x3c, 0xa5, 0x5a, 0xc3, 0x3c,
                                        0xa5, 0x5a, 0xc3, 0x3c, 0xa5, 0x5a, 0xc3, 0x3c};

static void *must(void *memory)
{
	if (!memory) {
		fputs("laws: out of memory\n", stderr);
		exit(2);
	}
	return memory;
}

static void describe(const struct walk *w, struct mp_text *text)
{
	mp_text_str(text, "game ");
	mp_text_str(text, w->game->id);
	mp_text_str(text, ", players ");
	mp_text_int(text, w->setup.players);
	for (size_t i = 0; i < w->game->n_options; i++) {
		mp_text_str(text, ", ");
		mp_text_str(text, w->game->options[i].name);
		mp_text_char(text, ' ');
		if (w->game->options[i].type == MP_TEXT)
			mp_text_int(text, w->setup.option[i]);
		else
			mp_setup_print_option(&w->setup, i, text);
	}
	mp_text_str(text, ", seed ");
	mp_text_int(text, (int64_t)w->laws->seed);
	mp_text_str(text, ", match ");
	mp_text_int(text, (int64_t)w->laws->matches);
	mp_text_str(text, ", viewer ");
	if (w->viewer == WALK_NOBODY)
		mp_text_str(text, "none");
	else if (w->viewer < MP_SEATS)
		mp_text_int(text, w->viewer + 1);
	else
		mp_text_str(text, w->viewer == MP_PUBLIC ? "public" : "all");
}

bool broken(struct walk *w, const char *format, ...)
{
	struct laws *laws = w->laws;
	struct mp_text text;
	va_list args;

	if (laws->failure[0])
		return false;
	va_start(args, format);
	vsnprintf(laws->failure, sizeof laws->failure, format, args);
	va_end(args);
	mp_text_init(&text, laws->context, sizeof laws->context);
	describe(w, &text);
	laws->record = must(calloc(1, WALK_RECORD));
	mp_text_init(&text, laws->record, WALK_RECORD);
	if (w->world.state)
		mp_record_print(&w->world.match, MP_ALL, NULL, &text);
	return false;
}

static void world_open(struct walk *w, struct world *world)
{
	size_t size = w->game->state_size;

	world->state = must(calloc(1, size + sizeof guard));
	memcpy((char *)world->state + size, guard, sizeof guard);
	world->scratch = must(calloc(1, mp_match_scratch_size(w->game)));
	world->moves = must(calloc(WALK_MOVES + 1, sizeof *world->moves));
	mp_match_init(&world->match, &w->setup, world->state, world->scratch, world->moves,
	              WALK_MOVES + 1);
}

static void world_close(struct world *world)
{
	free(world->state);
	free(world->scratch);
	free(world->moves);
}

void walk_open(struct walk *w, struct laws *laws, const struct mp_setup *setup)
{
	size_t size = setup->game->state_size;

	*w = (struct walk){.laws = laws, .game = setup->game, .setup = *setup, .viewer = WALK_NOBODY};
	for (int i = 0; i < WALK_SPARES; i++) {
		w->spare[i] = must(calloc(1, size + sizeof guard));
		memcpy((char *)w->spare[i] + size, guard, sizeof guard);
	}
	w->before = must(malloc((WALK_MOVES + 1) * size));
	/* Twice the room that any game may ask for, so that a wrong bound is seen and not suffered. */
	for (int seat = 0; seat < MP_SEATS; seat++)
		w->list[seat] = must(calloc(2 * MP_MOVES_MAX, sizeof(mp_move)));
	w->second = must(calloc(2 * MP_MOVES_MAX, sizeof(mp_move)));
	w->outcomes = must(calloc(2 * MP_OUTCOMES_MAX, sizeof *w->outcomes));
	w->second_outcomes = must(calloc(2 * MP_OUTCOMES_MAX, sizeof *w->second_outcomes));
	w->json[0] = must(malloc(WALK_JSON));
	w->json[1] = must(malloc(WALK_JSON));
	w->record = must(malloc(2 * WALK_RECORD));
	world_open(w, &w->world);
	world_open(w, &w->twin);
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
		world_open(w, &w->follower[viewer]);
}

void walk_close(struct walk *w)
{
	world_close(&w->world);
	world_close(&w->twin);
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
		world_close(&w->follower[viewer]);
	for (int i = 0; i < WALK_SPARES; i++)
		free(w->spare[i]);
	for (int seat = 0; seat < MP_SEATS; seat++)
		free(w->list[seat]);
	free(w->second);
	free(w->outcomes);
	free(w->second_outcomes);
	free(w->before);
	free(w->json[0]);
	free(w->json[1]);
	free(w->record);
}

void *walk_copy(struct walk *w, int spare, const void *state)
{
	return memcpy(w->spare[spare], state, w->game->state_size);
}

bool walk_same(const struct walk *w, const void *a, const void *b)
{
	return memcmp(a, b, w->game->state_size) == 0;
}

bool walk_guards_hold(const struct walk *w)
{
	size_t size = w->game->state_size;

	for (int i = 0; i < WALK_SPARES; i++)
		if (memcmp((char *)w->spare[i] + size, guard, sizeof guard) != 0)
			return false;
	return memcmp((char *)w->world.state + size, guard, sizeof guard) == 0 &&
	       memcmp((char *)w->twin.state + size, guard, sizeof guard) == 0;
}

bool walk_dice(struct walk *w, uint32_t n)
{
	return mp_rng_below(&w->rng, n) == 0;
}

const char *walk_print(const struct walk *w, mp_move move, char *buf)
{
	struct mp_text text;

	mp_text_init(&text, buf, MP_MOVE_TEXT_MAX);
	w->game->print(&w->setup, move, &text);
	return buf;
}

bool walk_listed(const struct walk *w, int seat, mp_move move)
{
	if (seat == MP_CHANCE) {
		for (size_t i = 0; i < w->n_outcomes; i++)
			if (w->outcomes[i].move == move)
				return true;
		return false;
	}
	for (size_t i = 0; i < w->n_list[seat]; i++)
		if (w->list[seat][i] == move)
			return true;
	return false;
}

bool walk_is_checked(const struct walk *w, int seat)
{
	int turn = mp_match_turn(&w->world.match);

	return seat == turn || (turn >= 0 && seat >= 0 && w->game->actors);
}

/* Alters one character, or takes the head of one text and the tail of another. */
bool walk_altered_text(struct walk *w, char *out)
{
	char a[MP_MOVE_TEXT_MAX], b[MP_MOVE_TEXT_MAX];
	size_t na, nb, at;

	if (w->n_pool == 0)
		return false;
	walk_print(w, w->pool[mp_rng_below(&w->rng, (uint32_t)w->n_pool)], a);
	walk_print(w, w->pool[mp_rng_below(&w->rng, (uint32_t)w->n_pool)], b);
	na = strlen(a);
	nb = strlen(b);
	if (na == 0 || nb == 0)
		return false;
	at = mp_rng_below(&w->rng, (uint32_t)na);
	strcpy(out, a);
	if (walk_dice(w, 2)) {
		out[at] = b[mp_rng_below(&w->rng, (uint32_t)nb)];
		return true;
	}
	nb = at < nb ? at : nb;
	if (at + strlen(b + nb) >= MP_MOVE_TEXT_MAX)
		return false;
	strcpy(out + at, b + nb);
	return true;
}

static mp_move draw(struct walk *w)
{
	uint64_t total = 0, at;

	for (size_t i = 0; i < w->n_outcomes; i++)
		total += w->outcomes[i].weight;
	at = mp_rng_below(&w->rng, (uint32_t)total);
	for (size_t i = 0;; i++) {
		if (at < w->outcomes[i].weight)
			return w->outcomes[i].move;
		at -= w->outcomes[i].weight;
	}
}

bool walk_choose(struct walk *w, int *seat, mp_move *move)
{
	unsigned actors = mp_match_actors(&w->world.match);
	int players = w->setup.players;

	if (w->n_outcomes > 0) {
		*seat = MP_CHANCE;
		*move = draw(w);
		return true;
	}
	if (w->game->sample_free && walk_dice(w, 4)) {
		*seat = (int)mp_rng_below(&w->rng, (uint32_t)players);
		if (w->game->can_offer(&w->setup, w->world.state, *seat) &&
		    w->game->sample_free(&w->setup, w->world.state, *seat, &w->rng, move))
			return true;
	}
	if (!actors)
		return false;
	do
		*seat = (int)mp_rng_below(&w->rng, (uint32_t)players);
	while (!(actors >> *seat & 1));
	*move = w->list[*seat][mp_rng_below(&w->rng, (uint32_t)w->n_list[*seat])];
	return true;
}
