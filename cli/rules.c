/* SPDX-License-Identifier: MIT
 *
 * `metropole rules GAME`: the game's RULES.en.md or RULES.fr.md, which the build embeds.
 */
#include "cli.h"

#include "commands.h"

#include <stdio.h>
#include <string.h>

struct rules {
	const char *id;
	const unsigned char *text[MP_LANGS];
	size_t len[MP_LANGS];
};

#include "rules_embedded.h"

const char *cli_rules(const struct mp_game *game, enum mp_lang lang, size_t *len)
{
	for (size_t i = 0; all_rules[i].id; i++)
		if (strcmp(all_rules[i].id, game->id) == 0) {
			*len = all_rules[i].len[lang];
			return (const char *)all_rules[i].text[lang];
		}
	return NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct rules **rules = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*rules)
			argp_usage(state);
		for (size_t i = 0; all_rules[i].id; i++)
			if (strcmp(all_rules[i].id, arg) == 0)
				*rules = &all_rules[i];
		if (!*rules)
			argp_error(state, tr("there is no game %s; `metropole games` lists them"), arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "GAME",
	.doc =
		N_("Prints the rules of a game, each with the id that the engine names when it refuses a "
           "move."),
};

int run_rules(int argc, char **argv)
{
	const struct rules *rules = NULL;
	enum mp_lang lang = cli_lang();

	cli_parse(&argp, argc, argv, &rules);
	if (fwrite(rules->text[lang], 1, rules->len[lang], stdout) != rules->len[lang])
		return cli_fail(CLI_SYSTEM, "%s", tr("the rules could not be written"));
	return CLI_OK;
}
