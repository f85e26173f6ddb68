/* SPDX-License-Identifier: MIT
 *
 * `metropole games`: what can be played, and with which options.
 */
#include "cli.h"

#include "commands.h"

#include <stdio.h>

static void print_option(const struct mp_option *option)
{
	printf("      %-12s ", option->name);
	switch (option->type) {
	case MP_INT:
		printf("%d … %d (%d)\n", option->min, option->max, option->default_value);
		break;
	case MP_BOOL:
		printf("true | false (%s)\n", option->default_value ? "true" : "false");
		break;
	case MP_CHOICE:
		for (size_t i = 0; option->choices[i]; i++)
			printf("%s%s", i ? " | " : "", option->choices[i][0] ? option->choices[i] : "\"\"");
		printf(" (%s)\n", option->choices[option->default_value][0]
		                      ? option->choices[option->default_value]
		                      : "\"\"");
		break;
	case MP_TEXT:
		printf("%s\n", tr("a text (--text FILE)"));
		break;
	}
}

static const struct argp argp = {.doc = N_("Lists the games with their players and options.")};

int run_games(int argc, char **argv)
{
	cli_parse(&argp, argc, argv, NULL);
	for (size_t i = 0; mp_games[i]; i++) {
		const struct mp_game *game = mp_games[i];

		printf("%-12s %s, ", game->id, game->title[cli_lang()]);
		printf(tr("%d to %d players"), game->players_min, game->players_max);
		putchar('\n');
		for (size_t j = 0; j < game->n_options; j++)
			print_option(&game->options[j]);
	}
	return CLI_OK;
}
