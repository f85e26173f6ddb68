/* SPDX-License-Identifier: MIT
 *
 * Moves into a match: the one pipeline parse, check, witness, apply, record; and back out by
 * replaying from the start, which needs no undo code in any game (a move costs some tens of
 * nanoseconds).
 */
#include <metropole/match.h>

#include <metropole/text.h>

#include <assert.h>
#include <string.h>

const struct mp_rule mp_rule_turn = {NULL, "It is not this seat's turn.", NULL};

static size_t stride(const struct mp_game *game)
{
	return (game->state_size + 15) & ~(size_t)15;
}

size_t mp_match_scratch_size(const struct mp_game *game)
{
	return 2 * stride(game);
}

static void start_match(struct mp_match *match)
{
	const struct mp_game *game = match->setup->game;

	memset(match->state, 0, game->state_size);
	game->init(match->setup, match->state);
	if (mp_match_is_followed(match))
		mp_redact(match->setup, match->state, match->viewer);
	match->n_moves = 0;
	match->plies = 0;
	match->chance = 0;
}

void mp_match_init(struct mp_match *match, const struct mp_setup *setup, void *state, void *scratch,
                   struct mp_played *moves, size_t cap)
{
	*match = (struct mp_match){.setup = setup,
	                           .state = state,
	                           .scratch = scratch,
	                           .moves = moves,
	                           .cap = cap,
	                           .viewer = MP_ALL};
	start_match(match);
}

void mp_match_follow(struct mp_match *match, int viewer)
{
	assert(match->n_moves == 0);
	match->viewer = viewer;
	start_match(match);
}

bool mp_match_is_followed(const struct mp_match *match)
{
	return match->viewer != MP_ALL;
}

int mp_match_turn(const struct mp_match *match)
{
	return match->setup->game->turn(match->setup, match->state);
}

unsigned mp_match_actors(const struct mp_match *match)
{
	const struct mp_game *game = match->setup->game;
	int turn = mp_match_turn(match);

	if (turn < 0)
		return 0;
	return game->actors ? game->actors(match->setup, match->state) : 1u << turn;
}

unsigned mp_answerers(const struct mp_setup *setup, const void *state)
{
	const struct mp_game *game = setup->game;
	unsigned actors = game->actors ? game->actors(setup, state) : 0, seats = 0;
	mp_move moves[MP_MOVES_MAX];

	if (!game->deal_kind || !(actors & (actors - 1)))
		return 0; /* a deal has two sides, and both are actors */
	for (int seat = 0; seat < setup->players; seat++) {
		size_t n = actors >> seat & 1 ? game->legal(setup, state, seat, moves) : 0;

		for (size_t i = 0; i < n; i++)
			if (game->deal_kind(moves[i]) == MP_DEAL_DECLINE)
				seats |= 1u << seat;
	}
	return seats;
}

unsigned mp_match_answerers(const struct mp_match *match)
{
	return mp_answerers(match->setup, match->state);
}

bool mp_match_is_over(const struct mp_match *match)
{
	return mp_match_turn(match) == MP_OVER;
}

static void apply_move(struct mp_match *match, int seat, mp_move move)
{
	match->setup->game->apply(match->setup, match->state, seat, move);
	match->n_moves++;
	if (seat == MP_CHANCE)
		match->chance++;
	else
		match->plies++;
}

/* Whose move is due: MP_OK, or why this seat cannot move whatever the move is. */
static enum mp_err check_turn(const struct mp_match *match, int seat, struct mp_fault *fault)
{
	int turn = mp_match_turn(match);

	if (turn == MP_OVER)
		return mp_fault_set(fault, MP_GAME_OVER,
		                    "The game is over. Undo, or start a new one, to play on.");
	if (seat == turn)
		return MP_OK;
	if (turn == MP_CHANCE)
		return mp_fault_set(fault, MP_NOT_YOUR_TURN,
		                    "Chance moves now. Play one of its outcomes (~…) first.");
	if (seat == MP_CHANCE)
		return mp_fault_set(fault, MP_NOT_YOUR_TURN,
		                    "No chance move is due now. It is a player's turn.");
	if (seat < 0 || seat >= match->setup->players || !match->setup->game->actors)
		return mp_fault_set(
			fault, MP_NOT_YOUR_TURN,
			"It is another seat's turn. Wait for it, or name the seat whose turn it is.");
	return MP_OK;
}

/* The parameters of the refusal's sentence, from what the seat knows. Without them, rather than cut
 * short, if they are too long. */
static void explain_refusal(const struct mp_match *match, int seat, mp_move move,
                            const struct mp_rule *rule, struct mp_fault *fault)
{
	const struct mp_game *game = match->setup->game;
	struct mp_json json;

	fault->key = rule->key;
	/* Who follows a match knows nothing of why another seat could not do it. */
	if (!rule->key || !game->explain || seat < 0 ||
	    (mp_match_is_followed(match) && seat != match->viewer))
		return;
	mp_match_redacted(match, seat, match->scratch);
	mp_json_init(&json, fault->args, sizeof fault->args);
	mp_json_object(&json, NULL);
	game->explain(match->setup, match->scratch, seat, move, rule, &json);
	mp_json_end_object(&json);
	if (json.text.overflow || json.text.len == 2)
		fault->args[0] = '\0';
}
static enum mp_err check_move(const struct mp_match *match, bool cut, int seat, mp_move move,
                              struct mp_fault *fault)
{
	const struct mp_game *game = match->setup->game;
	const struct mp_rule *rule =
		cut && game->check_cut
			? game->check_cut(match->setup, match->state, match->viewer, seat, move)
			: game->check(match->setup, match->state, seat, move);

	if (!rule)
		return MP_OK;
	if (rule == &mp_rule_turn)
		return mp_fault_set(
			fault, MP_NOT_YOUR_TURN,
			"It is another seat's turn, and this move is for the seat whose turn it is.");
	mp_fault_set(fault, MP_ILLEGAL_MOVE, rule->message);
	fault->rule = rule->id;
	explain_refusal(match, seat, move, rule, fault);
	return MP_ILLEGAL_MOVE;
}

/* Reads notation. A text must be the one spelling of its move. */
static enum mp_err parse_move(const struct mp_match *match, bool cut, const char *text,
                              mp_move *move, struct mp_fault *fault)
{
	const struct mp_game *game = match->setup->game;
	char back[MP_MOVE_TEXT_MAX];
	struct mp_text printed;
	struct mp_scan scan;
	size_t len = strnlen(text, MP_MOVE_TEXT_MAX);

	mp_scan_init(&scan, text, len);
	scan.cut = cut;
	mp_text_init(&printed, back, sizeof back);
	if (len < MP_MOVE_TEXT_MAX && game->parse(match->setup, &scan, move) && mp_scan_end(&scan)) {
		game->print(match->setup, *move, &printed);
		if (!printed.overflow && strcmp(back, text) == 0)
			return MP_OK;
	}
	return mp_fault_set(fault, MP_BAD_MOVE,
	                    "This is not the notation of a move of this game. Ask for the legal moves "
	                    "to see how they are written.");
}

static enum mp_err check_text(struct mp_match *match, bool cut, int seat, const char *text,
                              mp_move *move, struct mp_fault *fault)
{
	enum mp_err err = parse_move(match, cut, text, move, fault);

	if (!err)
		err = check_turn(match, seat, fault);
	if (!err)
		err = check_move(match, cut, seat, *move, fault);
	return err;
}

enum mp_err mp_match_check(struct mp_match *match, int seat, const char *text, mp_move *move,
                           struct mp_fault *fault)
{
	return check_text(match, mp_match_is_followed(match), seat, text, move, fault);
}

enum mp_err mp_match_try(struct mp_match *match, int seat, const char *text, mp_move *move,
                         struct mp_fault *fault)
{
	return check_text(match, false, seat, text, move, fault);
}

static enum mp_err record_move(struct mp_match *match, int seat, mp_move move,
                               struct mp_fault *fault)
{
	if (match->n_moves >= match->cap)
		return mp_fault_set(fault, MP_FULL, "The match has as many moves as it can hold.");
	match->moves[match->n_moves] = (struct mp_played){.move = move, .seat = (int8_t)seat};
	if (match->witness.saw)
		match->witness.saw(match->witness.ctx, match, seat, move);
	apply_move(match, seat, move);
	return MP_OK;
}

enum mp_err mp_match_play(struct mp_match *match, int seat, const char *text,
                          struct mp_fault *fault)
{
	mp_move move;
	enum mp_err err = mp_match_check(match, seat, text, &move, fault);

	return err ? err : record_move(match, seat, move, fault);
}

enum mp_err mp_match_play_move(struct mp_match *match, int seat, mp_move move,
                               struct mp_fault *fault)
{
	enum mp_err err = check_turn(match, seat, fault);

	if (!err)
		err = check_move(match, mp_match_is_followed(match), seat, move, fault);
	return err ? err : record_move(match, seat, move, fault);
}

enum mp_err mp_match_draw(struct mp_match *match, struct mp_rng *rng, struct mp_fault *fault)
{
	assert(!mp_match_is_followed(match));
	if (mp_match_turn(match) != MP_CHANCE)
		return mp_fault_set(fault, MP_NOT_YOUR_TURN, "No chance move is due now.");
	return record_move(match, MP_CHANCE, mp_chance_draw(match->setup, match->state, rng), fault);
}

void mp_match_rewind(struct mp_match *match, size_t n)
{
	assert(n <= match->n_moves);
	start_match(match);
	for (size_t i = 0; i < n; i++)
		apply_move(match, match->moves[i].seat, match->moves[i].move);
}

bool mp_match_undo(struct mp_match *match)
{
	size_t n = match->n_moves;

	if (match->plies == 0)
		return false;
	while (match->moves[n - 1].seat == MP_CHANCE)
		n--;
	mp_match_rewind(match, n - 1);
	return true;
}

uint64_t mp_match_hash(const struct mp_match *match)
{
	return mp_hash(MP_HASH, match->state, match->setup->game->state_size);
}

void mp_match_redacted(const struct mp_match *match, int viewer, void *state)
{
	const struct mp_game *game = match->setup->game;

	memcpy(state, match->state, game->state_size);
	if (!mp_match_is_followed(match))
		mp_redact(match->setup, state, viewer);
}

mp_move mp_match_cut(const struct mp_match *match, int seat, mp_move move, int viewer)
{
	if (mp_match_is_followed(match))
		return move;
	return mp_cut(match->setup, match->state, seat, move, viewer);
}

void mp_match_print_move(struct mp_match *match, int seat, mp_move move, int viewer,
                         struct mp_text *text)
{
	match->setup->game->print(match->setup, mp_match_cut(match, seat, move, viewer), text);
}
