/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: any bytes, loaded as a record. What loads must print to a record that loads again
 * to the same state.
 */
#include <metropole/record.h>
#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

enum { MOVES = 2000, OUT = 1 << 18 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct table {
	struct mp_record record;
	struct mp_match match;
	struct mp_played *moves;
	void *tables, *state, *scratch;
	char *option;
};

static void table_close(struct table *table)
{
	free(table->moves);
	free(table->tables);
	free(table->state);
	free(table->scratch);
	free(table->option);
}

static bool table_load(struct table *table, const char *text, size_t len)
{
	const struct mp_game *game;
	struct mp_fault fault;

	*table = (struct table){.option = malloc(MP_TEXT_OPTION_MAX + 1)};
	if (mp_record_header(&table->record, text, len, table->option, &fault))
		return false;
	game = table->record.game;
	table->tables = calloc(1, game->tables_size + 1);
	table->state = calloc(1, game->state_size);
	table->scratch = calloc(1, mp_match_scratch_size(game));
	table->moves = calloc(MOVES, sizeof *table->moves);
	if (mp_setup_finish(&table->record.setup, table->tables, &fault))
		return false;
	mp_match_init(&table->match, &table->record.setup, table->state, table->scratch, table->moves,
	              MOVES);
	return mp_record_replay(&table->record, text, len, &table->match, &fault) == MP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct table first, second;
	char *text = malloc(size + 1), *out = malloc(OUT);
	struct mp_text printed;

	memcpy(text, data, size);
	if (table_load(&first, text, size)) {
		mp_text_init(&printed, out, OUT);
		mp_record_print(&first.match, MP_ALL, (const char(*)[MP_NAME_MAX])first.record.names,
		                &printed);
		if (!printed.overflow) {
			if (!table_load(&second, out, printed.len) ||
			    mp_match_hash(&first.match) != mp_match_hash(&second.match))
				abort();
			table_close(&second);
		}
		mp_text_init(&printed, out, OUT);
		mp_record_print(&first.match, 0, NULL, &printed);
	}
	table_close(&first);
	free(out);
	free(text);
	return 0;
}
