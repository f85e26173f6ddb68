/* SPDX-License-Identifier: MIT
 *
 * Counts of all sequences of moves of a length, chance outcomes included, against those in
 * games/GAME/tests/perft.txt. A line of it:
 *
 *   players [option=value]… | moves so far; … | count for length 1, 2, …
 *
 * `perft GAME --print` prints the file with the counts found instead of those written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16, MOVES_MAX = 1000 };

struct table {
	struct mp_setup setup;
	struct mp_match match;
	struct mp_fault fault;
	char *states; /* one for each depth */
	mp_move *moves[DEPTH_MAX];
};

static void *allocate(size_t n)
{
	void *memory = calloc(1, n + 1);

	assert_non_null(memory);
	return memory;
}

static void open_table(struct table *t, const struct mp_game *game, char *head)
{
	char *word = strtok(head, " ");

	*t = (struct table){0};
	if (!word || mp_setup_begin(&t->setup, game, atoi(word), &t->fault))
		fail_msg("players: %s", t->fault.message);
	while ((word = strtok(NULL, " "))) {
		char *value = strchr(word, '=');

		if (!value)
			fail_msg("%s is not option=value", word);
		*value++ = '\0';
		if (mp_setup_set(&t->setup, word, value, &t->fault))
			fail_msg("%s: %s", word, t->fault.message);
	}
	if (mp_setup_finish(&t->setup, allocate(game->tables_size), &t->fault))
		fail_msg("%s", t->fault.message);
	mp_match_init(&t->match, &t->setup, allocate(game->state_size),
	              allocate(mp_match_scratch_size(game)),
	              allocate(MOVES_MAX * sizeof(struct mp_played)), MOVES_MAX);
	t->states = allocate(DEPTH_MAX * game->state_size);
	for (int i = 0; i < DEPTH_MAX; i++)
		t->moves[i] = allocate(MP_MOVES_MAX * sizeof(mp_move));
}

static void close_table(struct table *t)
{
	for (int i = 0; i < DEPTH_MAX; i++)
		free(t->moves[i]);
	free(t->states);
	free(t->match.moves);
	free(t->match.scratch);
	free(t->match.state);
	free((void *)(uintptr_t)t->setup.tables);
}

static void play(struct table *t, char *moves)
{
	for (char *text = strtok(moves, ";"); text; text = strtok(NULL, ";")) {
		text += strspn(text, " ");
		if (text[strlen(text) - 1] == ' ')
			text[strlen(text) - 1] = '\0';
		if (*text && mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault))
			fail_msg("%s: %s", text, t->fault.message);
	}
}

static uint64_t count(struct table *t, const void *state, int depth);

static uint64_t count_after(struct table *t, const void *state, int seat, mp_move move, int depth)
{
	const struct mp_game *game = t->setup.game;
	void *after = t->states + (size_t)depth * game->state_size;

	memcpy(after, state, game->state_size);
	game->apply(&t->setup, after, seat, move);
	return count(t, after, depth - 1);
}

static uint64_t count(struct table *t, const void *state, int depth)
{
	const struct mp_game *game = t->setup.game;
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	int turn = game->turn(&t->setup, state);
	uint64_t total = 0;
	unsigned actors;
	size_t n;

	if (depth == 0)
		return 1;
	if (turn == MP_OVER)
		return 0;
	n = mp_chance_list(&t->setup, state, outcomes);
	for (size_t i = 0; i < n; i++)
		total += count_after(t, state, MP_CHANCE, outcomes[i].move, depth);
	actors = turn < 0 ? 0 : game->actors ? game->actors(&t->setup, state) : 1u << turn;
	for (int seat = 0; seat < t->setup.players; seat++) {
		n = actors >> seat & 1 ? game->legal(&t->setup, state, seat, t->moves[depth]) : 0;
		for (size_t i = 0; i < n; i++)
			total += count_after(t, state, seat, t->moves[depth][i], depth);
	}
	return total;
}

/* One line of the file, with its line end cut off. */
static void count_line(const struct mp_game *game, char *line, bool print)
{
	char *moves = strchr(line, '|'), *counts = moves ? strchr(moves + 1, '|') : NULL;
	struct table t;
	int depth = 0;

	if (!counts)
		fail_msg("players | moves | counts: %s", line);
	if (print)
		printf("%.*s|", (int)(counts - line), line);
	*moves++ = *counts++ = '\0';
	open_table(&t, game, line);
	play(&t, moves);
	for (char *word = strtok(counts, " "); word; word = strtok(NULL, " ")) {
		uint64_t found;

		assert_true(++depth < DEPTH_MAX);
		found = count(&t, t.match.state, depth);
		if (print)
			printf(" %llu", (unsigned long long)found);
		else if (found != strtoull(word, NULL, 10))
			fail_msg("%s…, length %d: %llu, not %s", line, depth, (unsigned long long)found, word);
	}
	if (print)
		printf("\n");
	assert_true(depth > 0);
	close_table(&t);
}

static void count_file(const struct mp_game *game, bool print)
{
	char path[1024], line[4096];
	FILE *file;
	int n = 0;

	snprintf(path, sizeof path, SOURCE_ROOT "/games/%s/tests/perft.txt", game->id);
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s cannot be read", path);
	while (fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!*line || *line == '#') {
			if (print)
				printf("%s\n", line);
			continue;
		}
		count_line(game, line, print);
		n++;
	}
	fclose(file);
	assert_true(n > 0);
}

static void test_counts(void **state)
{
	count_file(*state, false);
}

int main(int argc, char **argv)
{
	const struct mp_game *game = argc >= 2 ? mp_game_find(argv[1]) : NULL;
	const struct CMUnitTest tests[] = {
		{"there are as many sequences of moves as written", test_counts, NULL, NULL,
	     (void *)(uintptr_t)game},
	};

	if (!game) {
		fprintf(stderr, "usage: perft GAME [--print]\n");
		return 2;
	}
	if (argc == 3 && strcmp(argv[2], "--print") == 0) {
		count_file(game, true);
		return 0;
	}
	return cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
}
