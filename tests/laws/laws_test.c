/* SPDX-License-Identifier: MIT
 *
 * The laws themselves, tried: the honest toy game keeps them, each of its mutants is caught, by
 * the law that is meant and with the sentence that is meant.
 */
#include "laws.h"

#include "../toy/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* This program's registry: the honest game and, in the second place, the mutant of the moment. */
static struct mp_game mutant;
const struct mp_game *const mp_games[] = {&toy_game, &mutant, NULL};

static void test_honest(void **state)
{
	struct laws laws = {.game = &toy_game, .families = LAWS_ALL, .seed = 1, .positions = 20000};
	bool held = laws_run(&laws);

	(void)state;
	if (!held)
		print_message("%s\n%s\n%s\n", laws.failure, laws.context, laws.record);
	laws_release(&laws);
	assert_true(held);
	assert_true(laws.seen >= 20000);
	assert_true(laws.pair_differing > 1000);
	assert_true(laws.followed > 20000 && laws.refused > 10000);
}

static void test_mutant(void **state)
{
	const struct toy_mutant *kind = *state;
	struct laws laws = {.game = &mutant, .families = kind->laws, .seed = 1, .positions = 4000};
	bool held, said;

	mutant = toy_game;
	mutant.id = "mutant";
	kind->swap(&mutant);
	held = laws_run(&laws);
	said = strstr(laws.failure, kind->said) != NULL;
	if (!said)
		print_message("said: %s\n", laws.failure);
	laws_release(&laws);
	assert_false(held);
	assert_true(said);
}

int main(void)
{
	struct CMUnitTest tests[64] = {
		{"an honest game keeps every law", test_honest, NULL, NULL, NULL}};

	if (toy_n_mutants >= sizeof tests / sizeof *tests)
		return 2;
	for (size_t i = 0; i < toy_n_mutants; i++)
		tests[i + 1] = (struct CMUnitTest){toy_mutants[i].title, test_mutant, NULL, NULL,
		                                   (void *)(uintptr_t)&toy_mutants[i]};
	return _cmocka_run_group_tests("the laws catch it when", tests, toy_n_mutants + 1, NULL, NULL);
}
