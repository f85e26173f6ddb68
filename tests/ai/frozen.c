/* SPDX-License-Identifier: MIT
 *
 * The baselines are what they were: on a small game that does not change, every answer of b0 … b3
 * and the visits behind it are those recorded here. A figure that was measured against them keeps
 * its meaning only while this holds; who must change one makes a new baseline instead.
 */
#include "position.h"

#include "../toy/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t mix(uint64_t hash, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		hash = (hash ^ (value >> 8 * i & 0xff)) * 0x100000001b3u;
	return hash;
}

static uint64_t signature(const char *level)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);
	uint64_t hash = 0xcbf29ce484222325u;

	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct position p;

		position_init(&p, &toy_game, seed, false);
		for (bool on = position_play(&p, 0); on; on = position_play(&p, 2)) {
			struct mp_bot_request request = position_request(&p, mp_match_turn(&p.live.match));
			struct mp_bot_answer answer;

			request.level = level;
			request.iterations = 200;
			request.seed = seed;
			assert_true(mp_bot_choose(bot, &request, &answer));
			hash = mix(hash, answer.move);
			for (size_t i = 0; i < answer.n_root; i++)
				hash = mix(mix(hash, answer.root[i].move), answer.root[i].visits);
		}
		position_release(&p);
	}
	mp_bot_free(bot);
	return hash;
}

static void baselines_do_not_change(void **unused)
{
	static const struct {
		const char *level;
		uint64_t signature;
	} frozen[] = {
		{"b0", 0x44e33c0b14d3900du},
		{"b1", 0x92c4b0f6cab5c147u},
		{"b2", 0x9a568f4111a4100cu},
		{"b3", 0x9023f3177a181dffu},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
		uint64_t found = signature(frozen[i].level);

		if (found != frozen[i].signature)
			fail_msg("%s is another bot now: 0x%016llx", frozen[i].level,
			         (unsigned long long)found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(baselines_do_not_change),
	};

	return cmocka_run_group_tests_name("the baselines", tests, NULL, NULL);
}
