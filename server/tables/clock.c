/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of clocks.
 */
#include "server/tables/clock.h"

void clock_init(struct clock *clock, enum clock_kind kind, int64_t bank_ms, int64_t step_ms)
{
	*clock = (struct clock){.kind = (uint8_t)kind, .running = -1, .bank = bank_ms, .step = step_ms};
	for (int seat = 0; seat < MP_SEATS; seat++)
		clock->left[seat] = kind == CLOCK_DAYS ? step_ms : bank_ms;
}

void clock_run(struct clock *clock, int seat, uint64_t now)
{
	if (clock->kind == CLOCK_NONE || clock->running == seat)
		return;
	clock->running = (int8_t)seat;
	clock->since = now;
}

void clock_halt(struct clock *clock)
{
	clock->running = -1;
}

void clock_forgive(struct clock *clock, uint64_t since, uint64_t now)
{
	if (!clock->held) /* what is held is forgiven already */
		clock->since += now - (clock->since > since ? clock->since : since);
}

void clock_hold(struct clock *clock, bool held, uint64_t now)
{
	if (held && !clock->held) {
		clock->held = now;
	} else if (!held && clock->held) {
		uint64_t since = clock->held;

		clock->held = 0;
		clock_forgive(clock, since, now);
	}
}

int64_t clock_left(const struct clock *clock, int seat, uint64_t now)
{
	int64_t left = clock->left[seat];

	if (clock->held && clock->held < now)
		now = clock->held;
	if (clock->running == seat && now > clock->since)
		left -= (int64_t)(now - clock->since);
	return left > 0 ? left : 0;
}

void clock_charge(struct clock *clock, uint64_t now)
{
	if (clock->running < 0)
		return;
	clock->left[clock->running] = clock_left(clock, clock->running, now);
	clock->since = now;
}

void clock_passed(struct clock *clock)
{
	int seat = clock->running;

	if (seat < 0)
		return;
	clock->before[seat] = clock->left[seat];
	clock->left[seat] = clock->kind == CLOCK_DAYS ? clock->step : clock->left[seat] + clock->step;
	clock->running = -1;
}

void clock_taken_back(struct clock *clock, int seat)
{
	if (clock->kind == CLOCK_LIVE)
		clock->left[seat] = clock->left[seat] > clock->step ? clock->left[seat] - clock->step : 0;
	if (clock->kind == CLOCK_DAYS)
		clock->left[seat] = clock->before[seat];
}

bool clock_is_out(const struct clock *clock, uint64_t now)
{
	return clock->running >= 0 && clock_left(clock, clock->running, now) == 0;
}
