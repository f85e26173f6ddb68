/* SPDX-License-Identifier: MIT
 *
 * Between a match and a bot: on this side of the wall the state is redacted and the log is cut.
 */
#include "question.h"

#include "array.h"

#include <metropole/rng.h>

#include <stdlib.h>

void question_release(struct question *question)
{
	free(question->redacted);
	free(question->log);
	*question = (struct question){0};
}

/* Room for the state and the log. States are aligned as malloc aligns. */
static bool question_reserve(struct question *question, const struct mp_match *match)
{
	size_t size = match->setup->game->state_size;
	char *memory = question->redacted;
	bool ok = array_reserve(memory, question->redacted_cap, size, SIZE_MAX);

	question->redacted = memory;
	return ok && array_reserve(question->log, question->log_cap, match->n_moves + 1, SIZE_MAX);
}

/* Does any world fit what was followed? If none does, the game is over and only the referee knows.
 * The question's room serves for the guess. */
static bool is_fitting(struct question *question, const struct mp_match *match)
{
	struct mp_rng rng;

	if (!mp_match_is_followed(match))
		return true;
	mp_rng_init(&rng, 0, 0);
	mp_match_redacted(match, match->viewer, question->redacted);
	return mp_guess(match->setup, question->redacted, match->viewer, &rng);
}

static enum mp_err question_check(struct question *question, const struct mp_match *match, int seat,
                                  struct mp_fault *fault)
{
	if (mp_match_is_over(match) || !is_fitting(question, match))
		return mp_fault_set(fault, MP_GAME_OVER, "The game is over: there is nothing to choose.");
	if (seat < 0 || !(mp_match_actors(match) >> seat & 1))
		return mp_fault_set(fault, MP_NOT_YOUR_TURN,
		                    "This seat has no move to choose now. Name one of the actors.");
	return MP_OK;
}

enum mp_err question_take(struct question *question, struct mp_match *match, int seat,
                          struct mp_fault *fault)
{
	enum mp_err err;

	if (!question_reserve(question, match))
		return mp_fault_set(fault, MP_FULL, "There is not enough memory for a bot.");
	err = question_check(question, match, seat, fault);
	if (err)
		return err;
	mp_match_redacted(match, seat, question->redacted);
	mp_match_log(match, seat, question->log);
	question->request = (struct mp_bot_request){.setup = match->setup,
	                                            .redacted = question->redacted,
	                                            .log = question->log,
	                                            .n_log = match->n_moves,
	                                            .seat = seat};
	return MP_OK;
}

enum mp_err question_need_level(const char *level, struct mp_fault *fault)
{
	if (mp_bot_has_level(level))
		return MP_OK;
	return mp_fault_set(fault, MP_BAD_REQUEST,
	                    "There is no such level. Try \"easy\", \"normal\" or \"hard\".");
}

enum mp_err question_ask(const struct question *question, struct mp_bot *bot,
                         struct mp_bot_answer *answer, struct mp_fault *fault)
{
	enum mp_err err = question_need_level(question->request.level, fault);

	if (err)
		return err;
	mp_bot_choose(bot, &question->request, answer);
	if (answer->is_over)
		return mp_fault_set(fault, MP_GAME_OVER,
		                    "After all that this seat has seen, the game is over.");
	return MP_OK;
}
