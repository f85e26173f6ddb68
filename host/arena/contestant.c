/* SPDX-License-Identifier: MIT
 *
 * Contestants of the arena from their texts.
 */
#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse_budget(struct arena_bot *bot, const char *text)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (end == text || value == 0 || value > 100000000)
		return false;
	if (strcmp(end, "ms") == 0)
		bot->ms = (uint32_t)value;
	else if (strcmp(end, "it") == 0)
		bot->iterations = (uint32_t)value;
	else
		return false;
	return true;
}

static bool parse_change(struct arena_bot *bot, const char *text)
{
	struct mp_search_plan scratch;
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : 0;
	char *end;

	if (strcmp(text, "refuse") == 0) {
		bot->refuses_deals = true;
		return true;
	}
	if (strcmp(text, "deal") == 0) {
		bot->deals = true;
		return true;
	}
	if (strcmp(text, "try") == 0) {
		bot->tries_net = true;
		return true;
	}
	if (len == 0 || len >= sizeof bot->changes[0].name || bot->n_changes == ARENA_CHANGES_MAX)
		return false;
	memcpy(bot->changes[bot->n_changes].name, text, len);
	bot->changes[bot->n_changes].name[len] = '\0';
	bot->changes[bot->n_changes].value = strtof(equals + 1, &end);
	if (end == equals + 1 || *end)
		return false;
	if (strcmp(bot->changes[bot->n_changes].name, "threads") == 0) {
		bot->threads = (int)bot->changes[bot->n_changes].value;
		return bot->threads >= 1;
	}
	return plan_set(&scratch, bot->changes[bot->n_changes++].name, 0);
}

/* The last `@…ms` is the budget; all before it is the command. */
static bool parse_contestant_program(struct arena_bot *bot, const char *command)
{
	char *at;

	strcpy(bot->command, command);
	strcpy(bot->level, "easy"); /* for what every contestant has */
	bot->is_outside = true;
	at = strrchr(bot->command, '@');
	if (at && parse_budget(bot, at + 1))
		*at = '\0';
	if (bot->ms == 0)
		bot->ms = ARENA_OUTSIDE_MS;
	return bot->command[0] && bot->iterations == 0;
}

bool arena_bot_parse(struct arena_bot *bot, const char *text)
{
	char copy[ARENA_SPEC_MAX], *rest = copy, *head, *at;

	*bot = (struct arena_bot){.threads = 1};
	if (strlen(text) >= sizeof copy)
		return false;
	strcpy(copy, text);
	strcpy(bot->text, text);
	bot->is_told_all = strncmp(text, "all:", 4) == 0;
	if (bot->is_told_all || strncmp(text, "ext:", 4) == 0)
		return parse_contestant_program(bot, text + 4);
	head = strsep(&rest, "/");
	at = strchr(head, '@');
	if (at)
		*at++ = '\0';
	bot->peeks = strcmp(head, "b+") == 0;
	if (bot->peeks)
		head = "hard";
	if (!mp_bot_has_level(head) || strlen(head) >= sizeof bot->level)
		return false;
	strcpy(bot->level, head);
	if (at && !parse_budget(bot, at))
		return false;
	while (rest)
		if (!parse_change(bot, strsep(&rest, "/")))
			return false;
	return true;
}

struct mp_search_plan arena_bot_plan(const struct arena_bot *bot, const struct mp_setup *setup)
{
	struct mp_search_plan plan = plan_for(plan_level(bot->level), setup);

	plan.net |= bot->tries_net;
	for (size_t k = 0; k < bot->n_changes; k++)
		plan_set(&plan, bot->changes[k].name, bot->changes[k].value);
	plan_fit(&plan, setup->game);
	return plan;
}

void arena_name_nets(struct arena_pairing *pairing)
{
	for (int i = 0; i < pairing->setup->players; i++) {
		struct arena_bot *bot = &pairing->bots[i];
		struct net net = bot->tries_net ? pairing->net : net_shipped(pairing->setup);
		size_t n = strlen(bot->text);

		if (!bot->is_outside && net.weights && arena_bot_plan(bot, pairing->setup).net)
			snprintf(bot->text + n, sizeof bot->text - n, "#%08x", net_hash(&net));
	}
}
