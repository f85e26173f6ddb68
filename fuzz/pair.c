/* SPDX-License-Identifier: MIT
 *
 * Paired worlds: steering the second one, and comparing what is told in both.
 */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/rng.h>
#include <metropole/text.h>

static bool is_lost(const struct pair *pair, const char *id)
{
	for (size_t i = 0; i < pair->n_lost; i++)
		if (strcmp(pair->lost[i], id) == 0)
			return true;
	return false;
}

static void lose(struct pair *pair, const char *id)
{
	if (is_lost(pair, id))
		return;
	must(pair->n_lost < PAIR_TABLES);
	snprintf(pair->lost[pair->n_lost++], sizeof *pair->lost, "%s", id);
}

static void print_cut(struct table *table, int seat, mp_move move, int viewer,
                      char out[MP_MOVE_TEXT_MAX])
{
	struct mp_text text;

	mp_text_init(&text, out, MP_MOVE_TEXT_MAX);
	mp_match_print_move(&table->live.match, seat, move, viewer, &text);
}

/* Are two moves, each at its own table, the same to the viewer and to whoever looks on? What is cut
 * from a move may tell of the state, too: who receives a card looks at it. */
static bool look_alike(struct table *table, mp_move one, struct table *other_table, mp_move other,
                       int viewer, int seat)
{
	const int viewers[] = {viewer, MP_PUBLIC};
	char seen[2][MP_MOVE_TEXT_MAX];

	for (int i = 0; i < 2; i++) {
		print_cut(table, seat, one, viewers[i], seen[0]);
		print_cut(other_table, seat, other, viewers[i], seen[1]);
		if (strcmp(seen[0], seen[1]) != 0)
			return false;
	}
	return true;
}

static uint32_t roll(struct world *world, size_t n)
{
	return (uint32_t)(world_dice(world) >> 20) % (uint32_t)n;
}

/* One that looks like `theirs` at their table, and another if there is one; false if none does. */
static bool other_of(struct world *world, struct table *table, int seat, struct table *their_table,
                     mp_move theirs, const mp_move *from, size_t n, mp_move *out)
{
	struct pair *pair = world->pair;
	int viewer = table_viewer(table, world->people[pair->viewer].person.id);
	static mp_move fit[MP_MOVES_MAX > MP_OUTCOMES_MAX ? MP_MOVES_MAX : MP_OUTCOMES_MAX];
	size_t n_fit = 0;

	for (size_t i = 0; i < n; i++)
		if (look_alike(their_table, theirs, table, from[i], viewer, seat))
			fit[n_fit++] = from[i];
	if (n_fit == 0)
		return false;
	*out = fit[roll(world, n_fit)];
	pair->differing += *out != theirs && !is_lost(pair, table->id);
	return true;
}

static mp_move choose_outcome(struct world *world, struct table *table,
                              const struct mp_outcome *outcomes, size_t n)
{
	struct pair *pair = world->pair;
	static mp_move from[MP_OUTCOMES_MAX];
	const struct table *first = table_find(pair->world[0]->server->tables, table->id);
	size_t at = table->live.match.n_moves;
	mp_move chosen = outcomes[roll(world, n)].move;

	if (world == pair->world[0])
		return chosen;
	for (size_t i = 0; i < n; i++)
		from[i] = outcomes[i].move;
	if (!first || first->live.match.n_moves <= at ||
	    first->live.match.moves[at].seat != MP_CHANCE ||
	    /* theirs has been drawn; what chance brings is cut without a look at the state */
	    !other_of(world, table, MP_CHANCE, table, first->live.match.moves[at].move, from, n,
	              &chosen))
		lose(pair, table->id);
	return chosen;
}

void pair_draw(struct world *world, struct mp_rng *out)
{
	struct table *table = world->server->tables->open;
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = mp_chance_list(&table->shared->setup, table->live.match.state, outcomes);
	mp_move wanted = choose_outcome(world, table, outcomes, n), drawn;
	uint32_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += outcomes[i].weight;
	do {
		struct mp_rng tried;
		uint32_t at;
		size_t i = 0;

		for (int k = 0; k < 4; k++)
			out->s[k] = world_dice(world);
		tried = *out;
		at = mp_rng_below(&tried, total);
		while (at >= outcomes[i].weight)
			at -= outcomes[i++].weight;
		drawn = outcomes[i].move;
	} while (drawn != wanted);
}

bool pair_move(struct pair *pair, struct table *first, int seat, mp_move move, mp_move *second)
{
	static mp_move legal[MP_MOVES_MAX];
	struct table *table = table_find(pair->world[1]->server->tables, first->id);
	size_t n;

	if (!table || !table->live.match.state || mp_match_turn(&table->live.match) < 0)
		return false;
	n = table->shared->setup.game->legal(&table->shared->setup, table->live.match.state, seat,
	                                     legal);
	return other_of(pair->world[1], table, seat, first, move, legal, n, second);
}

bool pair_may_ask(const struct pair *pair, int who, const struct table *table)
{
	return !pair->world[0]->people[who].is_traced || !table || !is_lost(pair, table->id);
}

/* The tables of one world of which more may be known from now on. */
static void find_lost(struct pair *pair, int which)
{
	const struct tables *others = pair->world[!which]->server->tables;

	for (struct table *table = pair->world[which]->server->tables->first; table;
	     table = table->next) {
		if (table->status >= TABLE_OVER || !table_find((struct tables *)others, table->id))
			lose(pair, table->id);
		for (int seat = 0; seat < table->shared->setup.players; seat++)
			if (table->status == TABLE_PLAYING && table_is_bot(table, seat))
				lose(pair, table->id);
	}
}

static void drop_told(struct somebody *one)
{
	for (size_t i = 0; i < one->n_told; i++)
		message_drop(one->told[i].message);
	one->n_told = 0;
}

static const struct told *next_of(const struct pair *pair, const struct somebody *one, size_t *at)
{
	while (*at < one->n_told && is_lost(pair, one->told[*at].table))
		++*at;
	return *at < one->n_told ? &one->told[(*at)++] : NULL;
}

static void differ(const struct told *one, const struct told *other)
{
	fprintf(stderr, "told in one world:   %.*s\n", one ? (int)one->message->len : 0,
	        one ? message_text(one->message) : "");
	fprintf(stderr, "told in the other:   %.*s\n", other ? (int)other->message->len : 0,
	        other ? message_text(other->message) : "");
	fprintf(stderr, "who cannot know the difference was told it\n");
	abort();
}

static void compare(struct pair *pair, int who)
{
	struct somebody *one = &pair->world[0]->people[who], *other = &pair->world[1]->people[who];
	size_t i = 0, j = 0;

	for (;;) {
		const struct told *here = next_of(pair, one, &i), *there = next_of(pair, other, &j);

		if (!here && !there)
			break;
		if (!here || !there || here->message->len != there->message->len ||
		    memcmp(message_text(here->message), message_text(there->message), here->message->len) !=
		        0)
			differ(here, there);
		pair->messages++;
		pair->bytes += here->message->len;
	}
	drop_told(one);
	drop_told(other);
}

void pair_check(struct pair *pair)
{
	for (int i = 0; i < 2; i++)
		world_settle(pair->world[i], true);
	for (int i = 0; i < 2; i++)
		find_lost(pair, i);
	for (int i = 0; i < 2; i++)
		world_check(pair->world[i]);
	for (int who = 0; who < PEOPLE; who++)
		if (pair->world[0]->people[who].is_traced)
			compare(pair, who);
}

void pair_open(struct pair *pair)
{
	*pair = (struct pair){0};
	for (int i = 0; i < 2; i++) {
		pair->world[i] = calloc(1, sizeof *pair->world[i]);
		must(pair->world[i]);
		world_open(pair->world[i], pair);
	}
}

void pair_close(struct pair *pair)
{
	for (int i = 0; i < 2; i++) {
		world_close(pair->world[i]);
		free(pair->world[i]);
	}
}

void pair_begin(struct pair *pair, int viewer)
{
	for (int i = 0; i < 2; i++) {
		world_clear(pair->world[i]);
		world_check(pair->world[i]);
		for (int who = 0; who < PEOPLE; who++) {
			struct somebody *one = &pair->world[i]->people[who];

			drop_told(one);
			one->is_traced = who == viewer || one->person.id == 0;
		}
	}
	pair->viewer = viewer;
	pair->n_lost = 0;
}
