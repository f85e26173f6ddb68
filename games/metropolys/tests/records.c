/* SPDX-License-Identifier: MIT
 *
 * Who wins the golden records: a record states points, and the winner does not follow from them
 * alone (MY-44).
 */
#include "fixture.h"

#include <metropole/record.h>

#include <stdio.h>

static struct fixture t;

static unsigned winners_of(const char *name)
{
	static char text[32768], option[MP_TEXT_OPTION_MAX + 1], path[1024];
	struct mp_record record;
	FILE *file;
	size_t len;

	snprintf(path, sizeof path, SOURCE_ROOT "/games/metropolys/tests/golden/%s.txt", name);
	file = fopen(path, "rb");
	assert_non_null(file);
	len = fread(text, 1, sizeof text, file);
	fclose(file);
	assert_int_equal(mp_record_header(&record, text, len, option, &t.fault), MP_OK);
	assert_int_equal(mp_setup_finish(&record.setup, NULL, &t.fault), MP_OK);
	t.setup = record.setup;
	mp_match_init(&t.match, &t.setup, &t.state, t.scratch, t.moves, 1024);
	assert_int_equal(mp_record_replay(&record, text, len, &t.match, &t.fault), MP_OK);
	return metropolys_winners(&t.setup, &t.state);
}

static void by_points(void **state)
{
	(void)state;
	assert_int_equal(winners_of("family-2"), 1 << 1);
	assert_int_equal(winners_of("expert-4"), 1 << 3);
}

static void by_buildings(void **state)
{
	(void)state;
	assert_int_equal(winners_of("tie-by-buildings"), 1 << 0);
	assert_int_equal(winners_of("family-3"), 1 << 2);
}

static void shared(void **state)
{
	(void)state;
	assert_int_equal(winners_of("shared-win"), 1 << 0 | 1 << 2);
}

/* The breakdown of a finished game adds up to its result, for everybody. */
static void breakdown_adds_up(void **state)
{
	int32_t score[MP_SEATS], sum[MP_SEATS] = {0};
	const char *at;

	(void)state;
	winners_of("expert-chains");
	metropolys_score(&t.setup, &t.state, score);
	for (at = fixture_breakdown(&t, MP_PUBLIC); (at = strstr(at, "{\"seat\":")); at++) {
		int seat, points;
		char rule[8];

		assert_int_equal(
			sscanf(at, "{\"seat\":%d,\"rule\":\"%7[^\"]\",\"points\":%d", &seat, rule, &points), 3);
		sum[seat - 1] += points;
	}
	assert_int_equal(sum[0], score[0]);
	assert_int_equal(sum[1], score[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("MY-44 the most points win", by_points),
		TITLED("MY-44 a tie goes to more buildings", by_buildings),
		TITLED("MY-44 a full tie is a shared win", shared),
		TITLED("MY-43 every group stands in the breakdown", breakdown_adds_up),
	};

	return cmocka_run_group_tests_name("metropolys records", tests, NULL, NULL);
}
