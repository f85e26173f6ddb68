/* SPDX-License-Identifier: MIT
 *
 * laws GAME [PATTERN]: the laws on one registered game, and its golden records replayed. The number
 * of positions may be given in LAWS_POSITIONS (sanitized builds look at fewer) and another seed in
 * LAWS_SEED.
 */
#include "laws.h"

#include <metropole/match.h>
#include <metropole/record.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POSITIONS_IN_ALL = 400000, RECORD_MAX = 1 << 20, MOVES_MAX = 100000, BOT_BYTES = 1 << 22 };
enum { ENOUGH = 8000 }; /* positions */

static size_t number_of_games(void)
{
	size_t n = 0;

	while (mp_games[n])
		n++;
	return n;
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *value = getenv(name);

	return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

/* A bot as the laws know one. */
static bool ask_bot(void *ctx, const struct mp_bot_request *request, mp_move *move)
{
	struct mp_bot_answer answer;

	if (!mp_bot_choose(ctx, request, &answer) || !answer.has_move)
		return false;
	*move = answer.move;
	return true;
}

static void test_laws(void **state)
{
	size_t share = (POSITIONS_IN_ALL + number_of_games() - 1) / number_of_games();
	struct laws laws = {
		.game = *state,
		.families = LAWS_ALL,
		.seed = from_environment("LAWS_SEED", 1),
		.positions = from_environment("LAWS_POSITIONS", share),
	};
	struct mp_bot *bot = mp_bot_new(BOT_BYTES, 1);
	bool held;

	assert_non_null(bot);
	laws.choose = ask_bot;
	laws.choose_ctx = bot;
	held = laws_run(&laws);
	mp_bot_free(bot);
	print_message(
		"%s: %zu positions in %zu matches of %zu setups, %zu of them followed; %zu pairs of "
		"worlds, %zu steps, %zu of them apart, %zu choices of the bot\n",
		laws.game->id, laws.seen, laws.matches, laws.setups, laws.followed, laws.pairs,
		laws.pair_steps, laws.pair_differing, laws.choices);
	if (!held)
		print_message("%s\n%s\n%s\n", laws.failure, laws.context, laws.record ? laws.record : "");
	laws_release(&laws);
	assert_true(held);
	assert_true(laws.followed > laws.seen);
	/* Worlds that never come apart, or bots that were never asked, would have proved nothing; a
	 * short run may be so unlucky. */
	if (laws.seen >= ENOUGH) {
		assert_true(laws.choices > 0);
		assert_true(!laws.game->redact == !laws.pair_differing);
	}
}

static char *read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = malloc(RECORD_MAX);

	assert_non_null(file);
	assert_non_null(text);
	*len = fread(text, 1, RECORD_MAX, file);
	fclose(file);
	return text;
}

/* Replays one record; false if it is the record of another game. */
static void replay(const struct mp_game *game, const char *path)
{
	char *option = malloc(MP_TEXT_OPTION_MAX + 1);
	struct mp_record *record = malloc(sizeof *record);
	struct mp_played *moves = calloc(MOVES_MAX, sizeof *moves);
	void *tables = calloc(1, game->tables_size + 1), *state = calloc(1, game->state_size);
	void *scratch = calloc(1, mp_match_scratch_size(game));
	struct mp_fault fault = {0};
	struct mp_match match;
	size_t len;
	char *text = read_file(path, &len);
	enum mp_err err = mp_record_header(record, text, len, option, &fault);

	if (!err && record->game != game)
		fail_msg("%s is a record of another game", path);
	if (!err)
		err = mp_setup_finish(&record->setup, tables, &fault);
	if (!err) {
		mp_match_init(&match, &record->setup, state, scratch, moves, MOVES_MAX);
		err = mp_record_replay(record, text, len, &match, &fault);
	}
	if (err)
		fail_msg("%s:%d: %s", path, fault.line, fault.message);
	assert_true(record->has_result);
	free(text);
	free(scratch);
	free(state);
	free(tables);
	free(moves);
	free(record);
	free(option);
}

static bool is_record(const char *path)
{
	char head[12] = "";
	FILE *file = fopen(path, "rb");
	size_t n = file ? fread(head, 1, 11, file) : 0;

	if (file)
		fclose(file);
	return n == 11 && memcmp(head, "metropole 1", 11) == 0;
}

/* Replays every record in a folder and those below it; returns how many. */
static int replay_folder(const struct mp_game *game, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	int n = 0;

	while (dir && (entry = readdir(dir))) {
		char path[1024];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		if (entry->d_type == DT_DIR) {
			n += replay_folder(game, path);
		} else if (is_record(path)) {
			replay(game, path);
			n++;
		}
	}
	if (dir)
		closedir(dir);
	return n;
}

static void test_golden(void **state)
{
	const struct mp_game *game = *state;
	char folder[1024];
	int n;

	snprintf(folder, sizeof folder, SOURCE_ROOT "/games/%s/tests", game->id);
	n = replay_folder(game, folder);
	print_message("%s: %d golden records\n", game->id, n);
	if (n == 0)
		fail_msg("%s has no golden record (a file \"metropole 1\" …) in its tests", game->id);
}

int main(int argc, char **argv)
{
	const struct mp_game *game = argc >= 2 ? mp_game_find(argv[1]) : NULL;
	const struct CMUnitTest tests[] = {
		{"every law holds on random positions", test_laws, NULL, NULL, (void *)(uintptr_t)game},
		{"there are golden records, and they replay to their results", test_golden, NULL, NULL,
	     (void *)(uintptr_t)game},
	};

	if (!game) {
		fprintf(stderr, "usage: laws GAME [PATTERN] (a registered game; of the tests' titles)\n");
		return 2;
	}
	if (argc > 2)
		cmocka_set_test_filter(argv[2]);
	return cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
}
