/* SPDX-License-Identifier: MIT
 *
 * Growth of arrays: from nothing, from one, to the cap, and where memory is short.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/array.h"

#include <stdlib.h>

/* The linker puts this in realloc's place; above `memory` bytes there is none to be had. */
static size_t memory = SIZE_MAX;

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_realloc(void *p, size_t size)
{
	return size > memory ? NULL : __real_realloc(p, size);
}

struct list {
	uint16_t *items;
	size_t n, cap;
};

static bool add(struct list *list, uint16_t item, size_t most)
{
	if (!array_reserve(list->items, list->cap, list->n + 1, most))
		return false;
	list->items[list->n++] = item;
	return true;
}

static void expect_counted(const struct list *list, size_t n)
{
	assert_int_equal(list->n, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(list->items[i], i);
}

static void an_empty_array_grows_and_keeps_its_items(void **unused)
{
	struct list list = {0};

	(void)unused;
	for (unsigned i = 0; i < 10000; i++)
		assert_true(add(&list, (uint16_t)i, 10000));
	expect_counted(&list, 10000);
	assert_int_equal(list.cap, 10000); /* never above the cap, though doubling would be */
	free(list.items);
}

static void room_that_is_there_is_left_alone(void **unused)
{
	struct list list = {0};
	uint16_t *before;

	(void)unused;
	assert_true(array_reserve(list.items, list.cap, 0, 100));
	assert_null(list.items);
	assert_int_equal(list.cap, 0);
	assert_true(array_reserve(list.items, list.cap, 5, 100));
	before = list.items;
	memory = 0;
	for (size_t need = 0; need <= list.cap; need++)
		assert_true(array_reserve(list.items, list.cap, need, 100));
	memory = SIZE_MAX;
	assert_ptr_equal(list.items, before);
	free(list.items);
}

static void an_array_of_one_grows_to_two(void **unused)
{
	struct list list = {0};

	(void)unused;
	assert_true(add(&list, 0, 1));
	assert_int_equal(list.cap, 1);
	assert_false(add(&list, 1, 1));
	expect_counted(&list, 1);
	assert_true(add(&list, 1, 2));
	assert_int_equal(list.cap, 2);
	expect_counted(&list, 2);
	free(list.items);
}

static void nothing_fits_under_a_cap_of_zero(void **unused)
{
	struct list list = {0};

	(void)unused;
	assert_false(add(&list, 0, 0));
	assert_null(list.items);
	assert_int_equal(list.cap, 0);
}

static void adding_one_by_one_moves_the_items_seldom(void **unused)
{
	struct list list = {0};
	unsigned moved = 0;

	(void)unused;
	for (unsigned i = 0; i < 60000; i++) {
		size_t cap = list.cap;

		assert_true(add(&list, (uint16_t)i, SIZE_MAX));
		moved += list.cap != cap;
	}
	assert_in_range(moved, 1, 14);
	free(list.items);
}

static void without_memory_nothing_changes(void **unused)
{
	(void)unused;
	for (size_t short_at = 0; short_at < 200; short_at++) {
		struct list list = {0};
		uint16_t next = 0;

		memory = short_at;
		while (add(&list, next, 1000))
			next++;
		assert_true(next * sizeof *list.items <= short_at);
		expect_counted(&list, next);
		memory = SIZE_MAX;
		assert_true(add(&list, next, 1000)); /* and goes on when there is memory again */
		expect_counted(&list, next + 1u);
		free(list.items);
	}
}

static void a_size_that_no_number_can_hold_is_refused(void **unused)
{
	struct {
		char bytes[64];
	} *items = NULL;
	size_t cap = 0;

	(void)unused;
	assert_false(array_reserve(items, cap, SIZE_MAX / 64 + 1, SIZE_MAX));
	assert_false(array_reserve(items, cap, SIZE_MAX, SIZE_MAX));
	assert_null(items);
	assert_int_equal(cap, 0);
}

static void trimming_gives_back_and_keeps_the_items(void **unused)
{
	struct list list = {0};

	(void)unused;
	for (unsigned i = 0; i < 9; i++)
		assert_true(add(&list, (uint16_t)i, 1000));
	array_trim(list.items, list.cap, 9);
	assert_int_equal(list.cap, 9);
	expect_counted(&list, 9);
	memory = 0; /* what cannot be made smaller stays */
	array_trim(list.items, list.cap, 1);
	assert_int_equal(list.cap, 9);
	memory = SIZE_MAX;
	array_trim(list.items, list.cap, 0);
	assert_null(list.items);
	assert_int_equal(list.cap, 0);
	array_trim(list.items, list.cap, 0);
	assert_null(list.items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_array_grows_and_keeps_its_items),
		cmocka_unit_test(room_that_is_there_is_left_alone),
		cmocka_unit_test(an_array_of_one_grows_to_two),
		cmocka_unit_test(nothing_fits_under_a_cap_of_zero),
		cmocka_unit_test(adding_one_by_one_moves_the_items_seldom),
		cmocka_unit_test(without_memory_nothing_changes),
		cmocka_unit_test(a_size_that_no_number_can_hold_is_refused),
		cmocka_unit_test(trimming_gives_back_and_keeps_the_items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
