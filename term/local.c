/* SPDX-License-Identifier: MIT
 *
 * The referee of this machine.
 */
#include "referee.h"

static enum mp_err play(void *ctx, int seat, const char *move, struct mp_fault *fault)
{
	struct local *local = ctx;

	return sitting_play(local->sitting, seat, move, fault);
}

static bool undo(void *ctx)
{
	struct local *local = ctx;

	thinker_stop(&local->thinker);
	return sitting_undo(local->sitting);
}

static void waive(void *ctx, int seat)
{
	struct local *local = ctx;

	sitting_waive(local->sitting, seat);
}

/* What the bot answered; on its own turn it does what it may rather than hold everybody up. */
static bool take_answer(struct local *local, struct lines *news)
{
	struct sitting *sitting = local->sitting;
	struct mp_match *match = &sitting->live.match;
	struct mp_fault fault = local->thinker.fault;
	mp_move move = local->thinker.answer.move, moves[MP_MOVES_MAX];
	int seat = local->thinker.seat;
	char text[MP_MOVE_TEXT_MAX];
	struct mp_text out;

	if (local->thinker.err) {
		lines_add(news, fault.message);
		return false;
	}
	if (!local->thinker.answer.has_move && seat != mp_match_turn(match)) {
		sitting_waive(sitting, seat);
		return true;
	}
	if (!local->thinker.answer.has_move) {
		if (match->setup->game->legal(match->setup, match->state, seat, moves) == 0)
			return false;
		move = moves[0];
	}
	mp_text_init(&out, text, sizeof text);
	match->setup->game->print(match->setup, move, &out);
	if (sitting_play(sitting, seat, text, &fault))
		lines_add(news, fault.message);
	return true;
}

static bool poll(void *ctx, struct lines *news)
{
	struct local *local = ctx;
	struct sitting *sitting = local->sitting;
	int seat = sitting_awaited(sitting);
	struct mp_fault fault;

	if (thinker_poll(&local->thinker))
		return take_answer(local, news);
	if (local->thinker.is_busy || seat < 0 || sitting_is_person(sitting, seat))
		return false;
	if (thinker_begin(&local->thinker, &sitting->live.match, seat, sitting->level[seat],
	                  sitting->seed + sitting->live.match.n_moves, &fault))
		lines_add(news, fault.message);
	return false;
}

struct referee local_referee(struct local *local, struct sitting *sitting)
{
	*local = (struct local){.sitting = sitting};
	return (struct referee){.ctx = local, .play = play, .undo = undo, .waive = waive, .poll = poll};
}

void local_release(struct local *local)
{
	thinker_release(&local->thinker);
}
