/* SPDX-License-Identifier: MIT
 *
 * Tables: who is asked next, what is told to whom, and what is taken back.
 */
#include "sitting.h"

#include "host/array.h"
#include "told.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { BOT_BYTES = 32 << 20 };

/* --- the journals --- */

static void journal_add(struct journal *journal, const char *text, size_t after)
{
	size_t n = journal->said.n;

	if (!array_reserve(journal->after, journal->cap, n + 1, SIZE_MAX))
		return;
	lines_add(&journal->said, text);
	if (journal->said.n > n)
		journal->after[n] = after;
}

/* Who hears what happens here: everybody who may look, so that eyes can change. */
static void listen(struct sitting *sitting)
{
	report_clear(&sitting->report, &sitting->voice);
	if (sitting->viewer != MP_ALL) {
		report_listen(&sitting->report, sitting->viewer);
		return;
	}
	for (int seat = 0; seat < sitting->live.setup.players; seat++)
		if (sitting_is_person(sitting, seat))
			report_listen(&sitting->report, seat);
	report_listen(&sitting->report, MP_PUBLIC);
}

static void write_down(struct sitting *sitting)
{
	for (size_t i = 0; i < sitting->report.n; i++) {
		struct told *told = &sitting->report.told[i];
		struct lines said = {0};

		told_effects(told->effects.json.text.buf, told->effects.json.text.len, &said);
		for (size_t line = 0; line < said.n; line++)
			journal_add(&sitting->journal[told->viewer], said.line[line],
			            sitting->live.match.n_moves);
		lines_release(&said);
	}
}

/* A game without words is told by its notation. */
static void note_move(struct sitting *sitting, int seat, const char *move)
{
	const struct mp_game *game = sitting->live.setup.game;
	struct mp_text text;
	char buf[MP_MOVE_TEXT_MAX + MP_NAME_MAX + 8];

	if (game->words || seat < 0)
		return;
	mp_text_init(&text, buf, sizeof buf);
	mp_text_str(&text, sitting_name(sitting, seat));
	mp_text_str(&text, ": ");
	mp_text_str(&text, move);
	for (size_t i = 0; i < sitting->report.n; i++)
		journal_add(&sitting->journal[sitting->report.told[i].viewer], buf,
		            sitting->live.match.n_moves);
}

/* --- opening --- */

/* Each chance event has a stream of its own, so what is taken back and played again is the same. */
static struct mp_rng *luck(void *ctx, uint32_t k)
{
	struct sitting *sitting = ctx;

	mp_rng_init(&sitting->luck, sitting->seed, k);
	return &sitting->luck;
}

static void name_seats(struct sitting *sitting)
{
	for (int seat = 0; seat < sitting->live.setup.players; seat++) {
		text_clean(sitting->live.names[seat]);
		sitting->voice.names[seat] = sitting->live.names[seat];
	}
}

static void settle(struct sitting *sitting, enum mp_lang lang, const char *names)
{
	sitting->voice.lang = lang;
	if (names)
		live_name(&sitting->live, names);
	name_seats(sitting);
	sitting->live.match.witness = (struct mp_witness){.saw = report_add, .ctx = &sitting->report};
}

enum mp_err sitting_open(struct sitting *sitting, const struct mp_setup *begun, enum mp_lang lang,
                         const char *const level[MP_SEATS], const char *names, uint64_t seed,
                         struct mp_fault *fault)
{
	enum mp_err err;

	*sitting = (struct sitting){.seed = seed, .viewer = MP_ALL};
	memcpy(sitting->level, level, sizeof sitting->level);
	err = live_init(&sitting->live, begun, MP_ALL, fault);
	if (err)
		return err;
	settle(sitting, lang, names);
	sitting->live.chance = (struct live_chance){.generator = luck, .ctx = sitting};
	listen(sitting);
	err = live_draw(&sitting->live, fault);
	if (err)
		sitting_release(sitting);
	else
		write_down(sitting);
	return err;
}

enum mp_err sitting_follow(struct sitting *sitting, const struct mp_setup *begun, enum mp_lang lang,
                           int viewer, const char *names, struct mp_fault *fault)
{
	enum mp_err err;

	*sitting = (struct sitting){.viewer = viewer};
	err = live_init(&sitting->live, begun, viewer, fault);
	if (!err)
		settle(sitting, lang, names);
	return err;
}

enum mp_err sitting_repeat(struct sitting *sitting, int seat, mp_move move, struct mp_fault *fault)
{
	enum mp_err err;

	listen(sitting);
	err = live_play_move(&sitting->live, seat, move, fault);
	write_down(sitting);
	return err;
}

/* Played again from its beginning, so that there is a journal of it. */
enum mp_err sitting_load(struct sitting *sitting, const char *record, enum mp_lang lang,
                         struct mp_fault *fault)
{
	struct live loaded;
	enum mp_err err = live_load(&loaded, record, MP_ALL, fault);

	if (err)
		return err;
	*sitting = (struct sitting){.viewer = MP_ALL};
	err = live_init(&sitting->live, &loaded.setup, MP_ALL, fault);
	if (!err) {
		settle(sitting, lang, NULL);
		memcpy(sitting->live.names, loaded.names, sizeof *loaded.names * MP_SEATS);
	}
	for (size_t i = 0; !err && i < loaded.match.n_moves; i++)
		err =
			sitting_repeat(sitting, loaded.match.moves[i].seat, loaded.match.moves[i].move, fault);
	live_release(&loaded);
	if (err)
		sitting_release(sitting);
	return err;
}

void sitting_release(struct sitting *sitting)
{
	live_release(&sitting->live);
	report_release(&sitting->report);
	for (int i = 0; i <= MP_PUBLIC; i++) {
		lines_release(&sitting->journal[i].said);
		free(sitting->journal[i].after);
	}
	mp_bot_free(sitting->bot);
	question_release(&sitting->question);
	*sitting = (struct sitting){0};
}

/* --- playing --- */

enum mp_err sitting_play(struct sitting *sitting, int seat, const char *move,
                         struct mp_fault *fault)
{
	enum mp_err err;

	listen(sitting);
	err = live_play(&sitting->live, seat, move, fault);
	if (err)
		return err;
	note_move(sitting, seat, move);
	write_down(sitting);
	sitting->waived = 0;
	return MP_OK;
}

void sitting_note(struct sitting *sitting, const char *text)
{
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
		journal_add(&sitting->journal[viewer], text, sitting->live.match.n_moves);
}

enum mp_err sitting_reveal(struct sitting *sitting, const char *record, struct mp_fault *fault)
{
	struct live full;
	enum mp_err err = live_reveal(&full, &sitting->live, record, fault);

	if (err)
		return err;
	live_replace(&sitting->live, &full);
	name_seats(sitting);
	return MP_OK;
}

void sitting_rewind(struct sitting *sitting, size_t n)
{
	mp_match_rewind(&sitting->live.match, n);
	for (int i = 0; i <= MP_PUBLIC; i++) {
		struct journal *journal = &sitting->journal[i];

		while (journal->said.n > 0 && journal->after[journal->said.n - 1] > n)
			lines_cut(&journal->said, journal->said.n - 1);
	}
	sitting->waived = 0;
}

bool sitting_undo(struct sitting *sitting)
{
	const struct mp_match *match = &sitting->live.match;

	for (size_t i = match->n_moves; i-- > 0;)
		if (match->moves[i].seat >= 0 && sitting_is_person(sitting, match->moves[i].seat)) {
			sitting_rewind(sitting, i);
			return true;
		}
	return false;
}

/* --- whose word is awaited --- */

bool sitting_is_person(const struct sitting *sitting, int seat)
{
	if (sitting->viewer != MP_ALL)
		return seat == sitting->viewer;
	return seat >= 0 && seat < sitting->live.setup.players && !sitting->level[seat];
}

int sitting_persons(const struct sitting *sitting)
{
	int n = 0;

	for (int seat = 0; seat < sitting->live.setup.players; seat++)
		n += sitting_is_person(sitting, seat);
	return n;
}

/* Has the seat something to answer? Withdrawing one's own offer can be done any time, and waits
 * for nobody. */
static bool is_asked(const struct sitting *sitting, int seat)
{
	const struct mp_setup *setup = &sitting->live.setup;
	mp_move moves[MP_MOVES_MAX];
	size_t n = setup->game->legal(setup, sitting->live.match.state, seat, moves);

	for (size_t i = 0; i < n; i++)
		if (mp_deal_kind(setup->game, moves[i]) != MP_DEAL_WITHDRAW)
			return true;
	return false;
}

/* Does the seat answer for itself here, as a person or as a bot? */
static bool is_here(const struct sitting *sitting, int seat)
{
	return sitting->viewer == MP_ALL || sitting->viewer == seat;
}

int sitting_awaited(struct sitting *sitting)
{
	struct mp_match *match = &sitting->live.match;
	int turn = mp_match_turn(match);
	unsigned actors = mp_match_actors(match);

	if (sitting->has_ended)
		return MP_OVER;
	for (int seat = 0; seat < sitting->live.setup.players; seat++)
		if (seat != turn && actors >> seat & 1 && is_here(sitting, seat) &&
		    !(sitting->waived >> seat & 1) && is_asked(sitting, seat))
			return seat;
	return turn;
}

void sitting_waive(struct sitting *sitting, int seat)
{
	sitting->waived |= 1u << seat;
}

int sitting_eyes(const struct sitting *sitting, int awaited)
{
	if (sitting->viewer != MP_ALL)
		return sitting->viewer;
	if (sitting_is_person(sitting, awaited))
		return awaited;
	for (int seat = 0; sitting_persons(sitting) == 1 && seat < sitting->live.setup.players; seat++)
		if (sitting_is_person(sitting, seat))
			return seat;
	return MP_PUBLIC;
}

bool sitting_has_secrets(const struct sitting *sitting)
{
	return sitting->viewer == MP_ALL && sitting->live.setup.game->redact &&
	       sitting_persons(sitting) > 1;
}

const char *sitting_name(const struct sitting *sitting, int seat)
{
	static const char *const unnamed[MP_LANGS][MP_SEATS] = {
		{"Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6"},
		{"Joueur 1", "Joueur 2", "Joueur 3", "Joueur 4", "Joueur 5", "Joueur 6"}};

	if (seat < 0 || seat >= sitting->live.setup.players)
		return "";
	return sitting->voice.names[seat][0] ? sitting->voice.names[seat]
	                                     : unnamed[sitting->voice.lang][seat];
}

/* --- bots --- */

/* A bot that has nothing to say on its own turn would hold the table up: it does what it may. */
static void first_legal(const struct sitting *sitting, int seat, mp_move *move)
{
	mp_move moves[MP_MOVES_MAX];

	if (sitting->live.setup.game->legal(&sitting->live.setup, sitting->live.match.state, seat,
	                                    moves) > 0)
		*move = moves[0];
}

enum mp_err sitting_think(struct sitting *sitting, int seat, const char *level,
                          char move[MP_MOVE_TEXT_MAX], struct mp_fault *fault)
{
	struct mp_match *match = &sitting->live.match;
	struct mp_bot_answer answer;
	struct mp_text text;
	enum mp_err err = question_take(&sitting->question, match, seat, fault);

	if (!sitting->bot)
		sitting->bot = mp_bot_new((size_t)BOT_BYTES, 1);
	if (!err && !sitting->bot)
		err = mp_fault_set(fault, MP_FULL, "There is not enough memory for a bot.");
	if (err)
		return err;
	sitting->question.request.level = level;
	sitting->question.request.seed = sitting->seed + match->n_moves;
	sitting->question.request.threads = 1;
	err = question_ask(&sitting->question, sitting->bot, &answer, fault);
	if (err)
		return err;
	mp_text_init(&text, move, MP_MOVE_TEXT_MAX);
	if (!answer.has_move && seat == mp_match_turn(match))
		first_legal(sitting, seat, &answer.move);
	else if (!answer.has_move)
		return MP_OK;
	sitting->live.setup.game->print(&sitting->live.setup, answer.move, &text);
	return MP_OK;
}
