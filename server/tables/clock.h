/* SPDX-License-Identifier: MIT
 *
 * Clocks of a table. Only the clock of the seat on turn runs, from when the players were told to
 * when the move came in, so that neither chance nor the disk nor the others' talk costs anyone
 * time. Whatever the number of players, nobody pays for another's turn. Time is the caller's.
 */
#ifndef METROPOLE_SERVER_CLOCK_H
#define METROPOLE_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include <metropole/game.h>

enum clock_kind {
	CLOCK_NONE,
	CLOCK_LIVE, /* a bank for the whole game, and an increment after each turn move */
	CLOCK_DAYS, /* so much for each turn move */
	CLOCKS
};

struct clock {
	uint8_t kind;
	int8_t running; /* seat, or -1 */
	uint64_t since; /* ms, by the caller's clock */
	uint64_t held;  /* since when it stands still, by the caller's clock; 0: it runs */
	int64_t bank, step;
	int64_t left[MP_SEATS];   /* ms, when `running` began */
	int64_t before[MP_SEATS]; /* ms, when the seat last passed the turn on */
};

void clock_init(struct clock *, enum clock_kind, int64_t bank_ms, int64_t step_ms);
/* The seat is on turn from now. */
void clock_run(struct clock *, int seat, uint64_t now);
/* Nobody is on turn; nothing is charged. */
void clock_halt(struct clock *);
/* The time from `since` to `now` counts for nobody. */
void clock_forgive(struct clock *, uint64_t since, uint64_t now);
/* It stands still, or runs again: the time between counts for nobody, whoever is on turn. */
void clock_hold(struct clock *, bool held, uint64_t now);
/* The running seat pays for the time until now; it goes on running. */
void clock_charge(struct clock *, uint64_t now);
/* The running seat, charged, has passed the turn on: it gets its increment, and halts. */
void clock_passed(struct clock *);
/* A turn that the seat had passed on is taken back: the increment goes, what was used stays so. */
void clock_taken_back(struct clock *, int seat);
int64_t clock_left(const struct clock *, int seat, uint64_t now);
bool clock_is_out(const struct clock *, uint64_t now);

#endif
