/* SPDX-License-Identifier: MIT
 *
 * Paired worlds: two matches in lock-step that a viewer cannot tell apart, because every event is
 * the same to it once cut, must show it the same bytes everywhere. The twin starts either with the
 * match, what the viewer does not see being drawn apart from there on, or in the middle as a guess.
 * The referee's status is not compared: it knows everything.
 */
#include "walk.h"

#include <metropole/record.h>

#include <stdlib.h>
#include <string.h>

struct event {
	int seat;
	mp_move move, cut;
};

struct events {
	struct event *at;
	size_t n;
};

enum { EVENTS_MAX = MP_SEATS * MP_MOVES_MAX + 16 };

static void add(const struct walk *w, struct world *world, int viewer, int seat, mp_move move,
                struct events *out)
{
	if (out->n < EVENTS_MAX)
		out->at[out->n++] =
			(struct event){seat, move, mp_cut(&w->setup, world->state, seat, move, viewer)};
}

/* All that may happen in a world now, as the viewer would see it. */
static void list_events(struct walk *w, struct world *world, int viewer, struct events *out)
{
	const struct mp_game *game = w->game;
	unsigned actors = mp_match_actors(&world->match);
	size_t n = mp_chance_list(&w->setup, world->state, w->outcomes);

	out->n = 0;
	for (size_t i = 0; i < n; i++)
		add(w, world, viewer, MP_CHANCE, w->outcomes[i].move, out);
	for (int seat = 0; seat < w->setup.players; seat++) {
		if (!(actors >> seat & 1))
			continue;
		n = game->legal(&w->setup, world->state, seat, w->second);
		for (size_t i = 0; i < n; i++)
			add(w, world, viewer, seat, w->second[i], out);
	}
}

/* A free move for one world; it counts for the other if it is allowed there. */
static bool free_event(struct walk *w, int viewer, struct event *a, struct event *b)
{
	const struct mp_game *game = w->game;
	int seat = (int)mp_rng_below(&w->rng, (uint32_t)w->setup.players);

	if (!game->sample_free || mp_match_turn(&w->world.match) < 0 ||
	    !game->can_offer(&w->setup, w->world.state, seat) ||
	    !game->sample_free(&w->setup, w->world.state, seat, &w->rng, &a->move) ||
	    game->check(&w->setup, w->twin.state, seat, a->move))
		return false;
	a->seat = seat;
	a->cut = mp_cut(&w->setup, w->world.state, seat, a->move, viewer);
	*b = *a;
	b->cut = mp_cut(&w->setup, w->twin.state, seat, b->move, viewer);
	return a->cut == b->cut;
}

/* One event for each world that the viewer sees as the same. False if there is none: the worlds
 * part here, for a reason that the viewer will see. */
static bool choose(struct walk *w, int viewer, struct events list[2], struct event *a,
                   struct event *b)
{
	if (walk_dice(w, 4) && free_event(w, viewer, a, b))
		return true;
	for (int tries = 0; tries < 16; tries++) {
		uint32_t same = 0;
		bool alike = !walk_dice(w, 3);

		*a = list[0].at[mp_rng_below(&w->rng, (uint32_t)list[0].n)];
		for (size_t i = 0; i < list[1].n; i++) {
			struct event *other = &list[1].at[i];

			if (other->seat != a->seat || other->cut != a->cut)
				continue;
			/* Mostly the same move, so that the worlds stay together for long. */
			if (alike && other->move == a->move) {
				*b = *other;
				return true;
			}
			if (mp_rng_below(&w->rng, ++same) == 0)
				*b = *other;
		}
		if (same > 0)
			return true;
	}
	return false;
}

static bool differ(struct walk *w, const char *what)
{
	return broken(w,
	              "Two worlds that the viewer cannot tell apart give it another %s:\n  %.160s\n  "
	              "%.160s",
	              what, w->json[0], w->json[1]);
}

/* Shows the first difference, with what stands before it. */
static bool compare(struct walk *w, const char *what)
{
	size_t at = 0;

	if (strcmp(w->json[0], w->json[1]) == 0)
		return true;
	while (w->json[0][at] == w->json[1][at])
		at++;
	at = at > 60 ? at - 60 : 0;
	memmove(w->json[0], w->json[0] + at, strlen(w->json[0] + at) + 1);
	memmove(w->json[1], w->json[1] + at, strlen(w->json[1] + at) + 1);
	return differ(w, what);
}

static struct mp_match *match_of(struct walk *w, int i)
{
	return i ? &w->twin.match : &w->world.match;
}

static bool same_view(struct walk *w, int viewer)
{
	for (int i = 0; i < 2; i++) {
		struct mp_json json;

		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_match_view(match_of(w, i), viewer, NULL, &json);
		mp_match_breakdown(match_of(w, i), viewer, "breakdown", &json);
		mp_match_read(match_of(w, i), viewer, &json);
	}
	return compare(w, "view");
}

static bool same_legal(struct walk *w, int viewer)
{
	if (viewer >= w->setup.players)
		return true;
	for (int i = 0; i < 2; i++) {
		size_t n = w->game->legal(&w->setup, match_of(w, i)->state, viewer, w->second);
		struct mp_text text;

		mp_text_init(&text, w->json[i], WALK_JSON);
		for (size_t k = 0; k < n; k++) {
			w->game->print(&w->setup, w->second[k], &text);
			mp_text_char(&text, '\n');
		}
	}
	return compare(w, "list of legal moves");
}

/* A text sent by the viewer's seat: the same answer of check and preview, fault or not. */
static bool same_answer(struct walk *w, int viewer, const char *move)
{
	for (int i = 0; i < 2; i++) {
		struct mp_fault fault = {0};
		struct mp_json json;

		mp_json_init(&json, w->json[i], WALK_JSON);
		if (mp_match_preview(match_of(w, i), viewer, move, &json, &fault) == MP_OK)
			continue;
		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_json_str(&json, NULL, mp_err_name(fault.code));
		mp_json_str(&json, NULL, fault.rule ? fault.rule : "");
		mp_json_str(&json, NULL, fault.message);
	}
	return compare(w, "answer (preview or error)");
}

static bool same_answers(struct walk *w, int viewer)
{
	char text[MP_MOVE_TEXT_MAX];
	size_t n;

	if (viewer >= w->setup.players)
		return true;
	n = w->game->legal(&w->setup, w->world.state, viewer, w->second);
	for (size_t i = 0; i < 2 && n > 0; i++) {
		walk_print(w, w->second[mp_rng_below(&w->rng, (uint32_t)n)], text);
		if (!same_answer(w, viewer, text))
			return false;
	}
	for (size_t i = 0; i < 3 && w->n_pool > 0; i++) {
		walk_print(w, w->pool[mp_rng_below(&w->rng, (uint32_t)w->n_pool)], text);
		if (!same_answer(w, viewer, text))
			return false;
	}
	return !walk_altered_text(w, text) || same_answer(w, viewer, text);
}

/* What the viewer's bot says, if there is a bot and the seat has a choice. */
static bool same_bot(struct walk *w, int viewer, bool from_start)
{
	mp_move move;

	if (!w->laws->choose || !from_start || viewer >= w->setup.players ||
	    !(mp_match_actors(&w->world.match) >> viewer & 1) || !walk_dice(w, 16))
		return true;
	w->laws->choices++;
	for (int i = 0; i < 2; i++) {
		struct mp_match *match = match_of(w, i);
		struct mp_played *log = calloc(match->n_moves + 1, sizeof *log);
		struct mp_bot_request request = {
			.setup = &w->setup,
			.redacted = w->spare[i],
			.log = log,
			.n_log = match->n_moves,
			.seat = viewer,
			.level = "normal",
			.iterations = 50,
			.seed = 1,
		};

		mp_match_redacted(match, viewer, w->spare[i]);
		mp_match_log(match, viewer, log);
		if (w->laws->choose(w->laws->choose_ctx, &request, &move))
			walk_print(w, move, w->json[i]);
		else
			strcpy(w->json[i], "nothing");
		free(log);
	}
	return compare(w, "choice of the bot");
}

static bool same_history(struct walk *w, int viewer)
{
	size_t n = w->world.match.n_moves;
	struct mp_played *log[2];
	bool same;

	for (int i = 0; i < 2; i++) {
		struct mp_text text;

		log[i] = calloc(n + 1, sizeof *log[i]);
		mp_match_log(match_of(w, i), viewer, log[i]);
		mp_text_init(&text, w->json[i], WALK_JSON);
		mp_record_print(match_of(w, i), viewer, NULL, &text);
	}
	same = n == w->twin.match.n_moves;
	for (size_t i = 0; same && i < n; i++)
		same = log[0][i].move == log[1][i].move && log[0][i].seat == log[1][i].seat;
	free(log[0]);
	free(log[1]);
	return compare(w, "cut record") && (same || differ(w, "log"));
}

static bool same_effects(struct walk *w, int viewer, const struct event *a, const struct event *b)
{
	for (int i = 0; i < 2; i++) {
		const struct event *event = i ? b : a;
		struct mp_json json;

		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_json_array(&json, NULL);
		mp_match_effects(match_of(w, i), event->seat, event->move, viewer, &json);
		mp_json_end_array(&json);
		mp_match_print_move(match_of(w, i), event->seat, event->move, viewer, &json.text);
	}
	return compare(w, "list of effects");
}

static bool ends(struct walk *w, struct world *world, const struct event *event)
{
	void *after = walk_copy(w, 0, world->state);

	w->game->apply(&w->setup, after, event->seat, event->move);
	return w->game->turn(&w->setup, after) == MP_OVER;
}

static bool play(struct walk *w, struct world *world, const struct event *event)
{
	struct mp_fault fault;
	char text[MP_MOVE_TEXT_MAX];

	return mp_match_play_move(&world->match, event->seat, event->move, &fault) == MP_OK ||
	       broken(w, "The match refuses \"%s\": %s", walk_print(w, event->move, text),
	              fault.message);
}

static void begin(struct walk *w, int viewer, bool from_start)
{
	if (from_start)
		mp_match_init(&w->world.match, &w->setup, w->world.state, w->world.scratch, w->world.moves,
		              WALK_MOVES + 1);
	mp_match_init(&w->twin.match, &w->setup, w->twin.state, w->twin.scratch, w->twin.moves,
	              WALK_MOVES + 1);
	if (from_start)
		return;
	memcpy(w->twin.state, w->world.state, w->game->state_size);
	mp_redact(&w->setup, w->twin.state, viewer);
	mp_guess(&w->setup, w->twin.state, viewer, &w->rng);
	w->twin.match.plies = w->world.match.plies;
}

/* One event in both worlds; *go_on is false when the pair has come to its end. */
static bool step(struct walk *w, int viewer, struct events list[2], bool from_start, bool *go_on)
{
	struct event a, b;

	*go_on = false;
	if (!same_view(w, viewer) || !same_legal(w, viewer) || !same_answers(w, viewer) ||
	    !same_bot(w, viewer, from_start))
		return false;
	if (from_start && walk_dice(w, 8) && !same_history(w, viewer))
		return false;
	list_events(w, &w->world, viewer, &list[0]);
	list_events(w, &w->twin, viewer, &list[1]);
	if (list[0].n == 0 || list[1].n == 0)
		return broken(w, "Nothing can happen in one of two paired worlds.");
	/* The end is an event of its own, and tells everything. */
	if (!choose(w, viewer, list, &a, &b) || ends(w, &w->world, &a) || ends(w, &w->twin, &b))
		return true;
	if (!same_effects(w, viewer, &a, &b) || !play(w, &w->world, &a) || !play(w, &w->twin, &b))
		return false;
	*go_on = w->world.match.n_moves < WALK_MOVES && w->twin.match.n_moves < WALK_MOVES;
	return true;
}

bool law_paired(struct walk *w, int viewer, bool from_start, size_t *steps)
{
	struct events list[2];
	bool ok = true, go_on = true;

	list[0].at = malloc(EVENTS_MAX * sizeof(struct event));
	list[1].at = malloc(EVENTS_MAX * sizeof(struct event));
	w->viewer = viewer;
	begin(w, viewer, from_start);
	w->laws->pairs++;
	for (; ok && go_on && *steps > 0; --*steps) {
		w->laws->pair_steps++;
		if (!walk_same(w, w->world.state, w->twin.state))
			w->laws->pair_differing++;
		ok = step(w, viewer, list, from_start, &go_on);
	}
	if (ok && from_start)
		ok = same_history(w, viewer);
	if (!walk_guards_hold(w))
		ok = broken(w, "Something wrote beyond the state.");
	free(list[0].at);
	free(list[1].at);
	if (ok)
		w->viewer = WALK_NOBODY;
	return ok;
}
