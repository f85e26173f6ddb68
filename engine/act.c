/* SPDX-License-Identifier: MIT
 *
 * The halves of operations that change the match, each wholly or not at all.
 */
#include "ops.h"

#include <string.h>

int request_mover(const struct request *request, const struct mp_match *match)
{
	int turn = mp_match_turn(match);

	if (request->move[0] == '~')
		return MP_CHANCE;
	if (request->seat != REQUEST_NO_SEAT)
		return request->seat;
	return turn >= 0 ? turn : 0;
}

enum mp_err request_need_move(const struct request *request, struct mp_fault *fault)
{
	if (!request->move)
		return mp_fault_set(fault, MP_BAD_REQUEST, "\"move\" is missing: say which move.");
	return MP_OK;
}

static enum mp_err need_record(const struct request *request, struct mp_fault *fault)
{
	if (!request->record)
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "\"record\" is missing: give the record's text.");
	return MP_OK;
}

static enum mp_err need_seat(int seat, int players, bool views, struct mp_fault *fault)
{
	if (seat == REQUEST_NO_SEAT || (seat >= 0 && seat < players) ||
	    (views && (seat == MP_PUBLIC || seat == MP_ALL)))
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST,
	                    "There is no such seat here. Seats are numbered from 1.");
}

static enum mp_err forbid_others(int named, int follower, struct mp_fault *fault)
{
	if (follower == MP_ALL || named == REQUEST_NO_SEAT || named == follower)
		return MP_OK;
	return mp_fault_set(fault, MP_FORBIDDEN,
	                    "This match is followed by one seat, and only what that seat knows is "
	                    "here. Ask for that seat, or for none.");
}

enum mp_err match_asked(const struct mp_match *match, int named, int usual, bool views, int *asked,
                        struct mp_fault *fault)
{
	enum mp_err err =
		need_seat(named, match->setup->players, views || mp_match_is_followed(match), fault);

	if (!err)
		err = forbid_others(named, match->viewer, fault);
	if (mp_match_is_followed(match))
		usual = match->viewer;
	*asked = named == REQUEST_NO_SEAT ? usual : named;
	return err;
}

/* Each chance event draws from its own stream, so undo and replay draw the same. */
static struct mp_rng *engine_luck(void *ctx, uint32_t k)
{
	struct engine *engine = ctx;

	mp_rng_init(&engine->luck, engine->seed, k);
	return &engine->luck;
}

/* The match is the engine's from here on. A followed one is told what chance does. */
static void take_match(struct engine *engine, struct live *live, const struct request *request,
                       bool manual)
{
	live_replace(&engine->live, live);
	engine->has_match = true;
	engine_name_seats(engine);
	engine->live.match.witness = (struct mp_witness){.saw = report_add, .ctx = &engine->report};
	if (!manual && !mp_match_is_followed(&engine->live.match))
		engine->live.chance = (struct live_chance){.generator = engine_luck, .ctx = engine};
	engine->seed =
		request->has_seed ? (uint64_t)request->seed : engine->entropy(engine->entropy_ctx);
}

static enum mp_err read_chance(const struct request *request, bool *manual, struct mp_fault *fault)
{
	*manual = request->chance && strcmp(request->chance, "manual") == 0;
	if (!request->chance || *manual || strcmp(request->chance, "auto") == 0)
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST, "\"chance\" is \"auto\" or \"manual\".");
}

/* Whose match it will be: the referee's, or who follows it. */
static enum mp_err read_follow(const struct request *request, int players, int *viewer,
                               struct mp_fault *fault)
{
	*viewer = request->follow == REQUEST_NO_SEAT ? MP_ALL : request->follow;
	if (request->follow == MP_ALL)
		return mp_fault_set(fault, MP_BAD_REQUEST, "\"follow\" is a seat's number or \"public\".");
	return need_seat(request->follow, players, true, fault);
}

/* The value must be of the option's own JSON type: 2, true or "expert". */
static enum mp_err set_option(struct mp_setup *setup, const struct request_option *given,
                              struct mp_fault *fault)
{
	int index = mp_option_find(setup->game, given->name);
	enum mp_option_type type = index < 0 ? given->type : setup->game->options[index].type;
	bool fits = type == given->type || (type == MP_CHOICE && given->type == MP_TEXT);

	/* A value of the wrong type is no value of the option: let the setup say which there are. */
	return mp_setup_set(setup, given->name, fits ? given->value : "\x01", fault);
}

enum mp_err request_setup(const struct request *request, struct mp_setup *setup,
                          struct mp_fault *fault)
{
	const struct mp_game *game;
	enum mp_err err;

	if (!request->game)
		return mp_fault_set(fault, MP_BAD_REQUEST, "\"game\" is missing: say which game to play.");
	game = mp_game_find(request->game);
	if (!game)
		return mp_fault_set(fault, MP_UNKNOWN_GAME,
		                    "There is no such game. The operation \"games\" lists them all.");
	if (!request->has_players)
		return mp_fault_set(fault, MP_BAD_PLAYERS, "\"players\" is missing: say how many play.");
	err = mp_setup_begin(
		setup, game, request->players < 0 || request->players > 1000 ? -1 : (int)request->players,
		fault);
	for (size_t i = 0; !err && i < request->n_options; i++)
		err = set_option(setup, &request->option[i], fault);
	return err;
}

enum mp_err act_new(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct mp_setup setup;
	struct live live;
	bool manual;
	int viewer;
	enum mp_err err = read_chance(request, &manual, fault);

	if (!err)
		err = request_setup(request, &setup, fault);
	if (!err)
		err = read_follow(request, setup.players, &viewer, fault);
	if (!err)
		err = need_seat(request->viewer, setup.players, true, fault);
	if (!err)
		err = forbid_others(request->viewer, viewer, fault);
	if (!err)
		err = live_init(&live, &setup, viewer, fault);
	if (err)
		return err;
	take_match(engine, &live, request, manual);
	if (request->names)
		live_name(&engine->live, request->names);
	report_listen(&engine->report, request->viewer == REQUEST_NO_SEAT ? viewer : request->viewer);
	return live_draw(&engine->live, fault);
}

enum mp_err act_load(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct live live;
	bool manual;
	int viewer;
	enum mp_err err = read_chance(request, &manual, fault);

	if (!err)
		err = need_record(request, fault);
	if (!err)
		err = read_follow(request, MP_SEATS, &viewer, fault);
	if (!err)
		err = live_load(&live, request->record, viewer, fault);
	if (err)
		return err;
	/* A record that stops at a chance node is loaded as it is, unless the caller asks for more. */
	if (!request->chance)
		manual = mp_match_turn(&live.match) == MP_CHANCE;
	take_match(engine, &live, request, manual);
	return live_draw(&engine->live, fault);
}

enum mp_err act_play(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct live *live = &engine->live;
	int viewer;
	enum mp_err err = request_need_move(request, fault);

	if (!err)
		err = need_seat(request->seat, live->setup.players, false, fault);
	if (!err)
		err = match_asked(&live->match, request->viewer, MP_ALL, true, &viewer, fault);
	if (err)
		return err;
	report_listen(&engine->report, viewer);
	return live_play(live, request_mover(request, &live->match), request->move, fault);
}

enum mp_err act_undo(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;

	if (request->has_moves) {
		if ((uint64_t)request->moves > match->n_moves)
			return mp_fault_set(fault, MP_BAD_REQUEST,
			                    "The match has not so many moves. Keep fewer.");
		mp_match_rewind(match, (size_t)request->moves);
		return MP_OK;
	}
	if (mp_match_undo(match))
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST, "No player has moved yet: nothing to take back.");
}

enum mp_err act_reveal(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct live *live = &engine->live;
	struct live full;
	enum mp_err err = need_record(request, fault);

	if (err)
		return err;
	if (!mp_match_is_followed(&live->match))
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "Nothing is hidden in this match. Only a followed one is revealed.");
	err = live_reveal(&full, live, request->record, fault);
	if (err)
		return err;
	/* As after load: a match that was given up at a chance node stays there. */
	take_match(engine, &full, request, mp_match_turn(&full.match) == MP_CHANCE);
	return MP_OK;
}

enum mp_err act_bot(struct engine *engine, struct request *request, struct mp_fault *fault)
{
	struct mp_match *match = &engine->live.match;
	int seat;
	enum mp_err err = match_asked(match, request->seat, mp_match_turn(match), false, &seat, fault);

	if (err)
		return err;
	if (!request->has_seed)
		request->seed = (int64_t)(engine->entropy(engine->entropy_ctx) >> 11);
	return bot_room_choose(&engine->bot, match, seat, request, fault);
}
