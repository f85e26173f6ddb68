/* SPDX-License-Identifier: MIT
 *
 * `metropole replay FILE`: is this record right, and how did it end?
 */
#include "cli.h"

#include "commands.h"
#include "record.h"

#include <metropole/text.h>

#include <stdio.h>

struct arguments {
	const char *path;
	bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->path)
			argp_usage(state);
		arguments->path = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"json", 'j', NULL, 0, N_("print the final status as JSON"), 0},
	{0},
};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE",
	.doc = N_(
		"Replays a record move by move, checks every move and the result, and shows how it ended. "
		"FILE may be - for standard input."),
};

static void print_json(struct live *live)
{
	static char
		buf[65536]; /* a status is about 1 kB; an embedded text option at most 16 kB escaped */
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_match_status(&live->match, &json);
	mp_json_end_object(&json);
	puts(json.text.buf);
}

static void print_seat(const struct live *live, int seat, int32_t score, bool won)
{
	const struct mp_game *game = live->setup.game;

	printf("  %d  %-20s ", seat + 1, live->names[seat]);
	if (game->score_scale == 1)
		printf("%5d", score);
	else
		printf("%8.3f", (double)score / game->score_scale);
	printf("%s\n", won ? tr("  wins") : "");
}

static void print_summary(struct live *live)
{
	const struct mp_setup *setup = &live->setup;
	const struct mp_game *game = setup->game;
	bool over = mp_match_is_over(&live->match);
	unsigned winners = over ? game->winners(setup, live->match.state) : 0;
	int32_t score[MP_SEATS];

	printf("%s, ", game->title[cli_lang()]);
	printf(tr("%d players, %u moves of players, %u of chance: "), setup->players, live->match.plies,
	       live->match.chance);
	puts(over ? tr("over") : tr("not finished"));
	game->score(setup, live->match.state, score);
	for (int seat = 0; seat < setup->players; seat++)
		print_seat(live, seat, score[seat], winners >> seat & 1);
}

int run_replay(int argc, char **argv)
{
	struct arguments arguments = {0};
	struct live live;
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	code = record_load(arguments.path, &live);
	if (code != CLI_OK)
		return code;
	if (arguments.json)
		print_json(&live);
	else
		print_summary(&live);
	live_release(&live);
	return CLI_OK;
}
