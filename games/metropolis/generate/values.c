/* SPDX-License-Identifier: MIT
 *
 * values FILE: reads a table of values for Metropolis and writes it as C.
 */
#include "../state.h"

#include <metropole/text.h>

#include <stdio.h>

static void print_kinds(const struct metropolis_values *values)
{
	printf("\t.kind = {\n");
	for (int i = 0; i < METROPOLIS_KINDS; i++) {
		const struct metropolis_kind_values *kind = &values->kind[i];

		printf("\t\t{.base = %d, .on_site = %d, .site = %d, .size = %d, .never = %d, .change = {",
		       kind->base, kind->on_site, kind->site, kind->size, kind->never);
		for (int cause = 0; cause < METROPOLIS_KINDS; cause++)
			printf("%d, ", kind->change[cause]);
		printf("}},\n");
	}
	printf("\t},\n");
}

static void print_values(const struct metropolis_values *values)
{
	printf("/* Generated from data/values.txt. */\n#include \"metropolis/state.h\"\n\n");
	printf("const struct metropolis_values metropolis_default_values = {\n\t.site = {\n");
	for (int site = 0; site < METROPOLIS_SITES; site++) {
		printf("\t\t{");
		for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
			printf("%#x, ", values->site[site][district]);
		printf("},\n");
	}
	printf("\t},\n");
	print_kinds(values);
	printf("\t.piece = {\n");
	for (int i = 0; i < values->n_pieces; i++)
		printf("\t\t{.form = %#x, .kind = %d, .number = %d},\n", values->piece[i].form,
		       values->piece[i].kind, values->piece[i].number);
	printf("\t},\n\t.n_pieces = %d,\n};\n", values->n_pieces);
}

int main(int argc, char **argv)
{
	static char text[MP_TEXT_OPTION_MAX + 1];
	char message[240];
	struct mp_text why;
	struct metropolis_values values;
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	size_t len;

	if (!file) {
		fprintf(stderr, "metropolis_values reads one FILE; it was given none that can be read.\n");
		return 1;
	}
	len = fread(text, 1, sizeof text, file);
	fclose(file);
	mp_text_init(&why, message, sizeof message);
	if (len > MP_TEXT_OPTION_MAX || !metropolis_values_parse(text, len, &values, &why)) {
		fprintf(stderr, "%s: %s\n", argv[1], message);
		return 1;
	}
	print_values(&values);
	return 0;
}
