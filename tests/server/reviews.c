/* SPDX-License-Identifier: MIT
 *
 * Reviews of finished games: asked for by whoever played, made behind the bots' work, kept with the
 * game, and never of a game that runs.
 */
#include "visit.h"

#include "host/review/steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <metropole/record.h>

static int ask(const char *method, const char *id, const char *cookie, char **body)
{
	char path[128];
	struct reply reply;
	int status;

	snprintf(path, sizeof path, "/api/tables/%s/review", id);
	reply = *method == 'P' ? client_post(premises.port, path, cookie, "{}")
	                       : client_http(premises.port, "GET", path, cookie, "", "");
	status = reply.status;
	if (body)
		*body = strdup(reply.body ? reply.body : "");
	reply_release(&reply);
	return status;
}

/* Two of them play until there are so many moves, or the end. */
static void play(struct client *a, struct client *b, const char *id, int moves)
{
	for (int i = 0; i < moves; i++)
		if (!visit_play_first(a, id) && !visit_play_first(b, id))
			return;
}

static void wait_for_review(const char *id, const char *cookie, char **body)
{
	for (int i = 0; i < 4000; i++) {
		int status = ask("GET", id, cookie, body);

		if (status == 200)
			return;
		assert_int_equal(status, 202);
		free(*body);
		usleep(10000);
	}
	fail_msg("there is no review");
}

/* What a review of this record says, its names apart, which nobody sees. */
static char *review_of(const char *record)
{
	struct review_steps *steps = review_steps_new(record);
	char *text;

	assert_non_null(steps);
	while (review_steps_go(steps) == REVIEW_GOES_ON)
		;
	text = review_steps_text(steps);
	review_steps_free(steps);
	return text;
}

static void without_names(json_t *review)
{
	size_t i;
	json_t *player;

	json_array_foreach(json_object_get(review, "players"), i, player)
		json_object_del(player, "name");
}

static void a_finished_game_is_reviewed_once_and_kept(void **state)
{
	struct client a, b;
	char id[17], *body, *again, *own;
	json_t *answer, *server, *here;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Basile");
	visit_start_two(&a, &b, id, "jeudumetro");
	play(&a, &b, id, 6);
	assert_int_equal(ask("POST", id, a.cookie, NULL), 404);
	assert_int_equal(visit_count("SELECT count(*) FROM reviews"), 0);
	assert_string_equal(visit_code(&b, "resign", id), "ok");

	assert_int_equal(ask("GET", id, a.cookie, NULL), 404);
	assert_int_equal(ask("POST", id, "", NULL), 401);
	assert_int_equal(ask("POST", id, a.cookie, NULL), 202);
	wait_for_review(id, b.cookie, &body);
	assert_int_equal(ask("POST", id, b.cookie, &again), 200);
	assert_string_equal(body, again);
	assert_int_equal(visit_metric("metropole_reviews_total"), 1);
	assert_null(strstr(body, "Anna"));

	answer = client_do(&a, "record", "{s:s}", "table", id);
	own = review_of(text_of(answer, "record"));
	server = json_loads(body, 0, NULL);
	here = json_loads(own, 0, NULL);
	without_names(server);
	without_names(here);
	assert_true(json_equal(server, here));
	json_decref(server);
	json_decref(here);
	json_decref(answer);
	free(body);
	free(again);
	free(own);
	client_close(&a);
	client_close(&b);
}

/* Of what the budget allows, a review that is there already takes nothing. */
static void who_has_used_up_the_budget_waits(void **state)
{
	char id[3][17], *body;
	struct client a, b;

	(void)state;
	premises_close(&premises);
	premises.config.reviews_per_day = 2;
	premises_open(&premises, NULL);
	client_open(&a, premises.port, "Ada");
	client_open(&b, premises.port, "Bruno");
	for (int i = 0; i < 3; i++) {
		visit_start_two(&a, &b, id[i], "metropolys");
		play(&a, &b, id[i], 4);
		assert_string_equal(visit_code(&b, "resign", id[i]), "ok");
	}
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ask("POST", id[i], a.cookie, NULL), 202);
		wait_for_review(id[i], a.cookie, &body);
		free(body);
		assert_int_equal(ask("POST", id[i], a.cookie, NULL), 200);
	}
	assert_int_equal(ask("POST", id[2], a.cookie, NULL), 429);
	assert_int_equal(ask("POST", id[2], b.cookie, NULL), 202);
	wait_for_review(id[2], a.cookie, &body);
	free(body);
	client_close(&a);
	client_close(&b);
}

/* The server ends while one is asked for; the next one makes it. */
static void what_was_asked_for_outlives_the_server(void **state)
{
	struct client a, b;
	char id[17], *body, cookie[CLIENT_COOKIE_MAX];

	(void)state;
	client_open(&a, premises.port, "Aline");
	client_open(&b, premises.port, "Boris");
	visit_start_two(&a, &b, id, "metro");
	play(&a, &b, id, 12);
	assert_string_equal(visit_code(&b, "resign", id), "ok");
	strcpy(cookie, a.cookie);
	client_close(&a);
	client_close(&b);
	premises_close(&premises);
	premises.config.workers = 0;
	premises_open(&premises, NULL);
	assert_int_equal(ask("POST", id, cookie, NULL), 202);
	premises_close(&premises);
	premises.config.workers = 1;
	premises_open(&premises, NULL);
	wait_for_review(id, cookie, &body);
	free(body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finished_game_is_reviewed_once_and_kept),
		cmocka_unit_test(who_has_used_up_the_budget_waits),
		cmocka_unit_test(what_was_asked_for_outlives_the_server),
	};

	return cmocka_run_group_tests(tests, visit_open, premises_end);
}
