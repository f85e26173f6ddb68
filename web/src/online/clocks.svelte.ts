// SPDX-License-Identifier: MIT
// Clocks that run on between two messages. Whose own is nearly out is told once.
import { untrack } from 'svelte';
import type { Seat } from '../engine/protocol';
import type { OnlineTable } from './online.svelte';

/** With less than this one has to hurry. */
export const lowMs = 30000;

export class Clocks {
  private tick = $state(Date.now());
  private isTold = false;

  constructor(private readonly table: OnlineTable) {
    $effect(() => {
      if (table.now.clock?.running == null || table.now.clock.held) return;
      const timer = setInterval(() => (this.tick = Date.now()), 250);
      return () => clearInterval(timer);
    });
    $effect(() => {
      const { seat, wire, now } = this.table;
      if (this.isTold || seat === null || wire?.clock.kind !== 'live' || now.clock?.running !== seat || now.clock.held) return;
      const left = this.left(seat) ?? 0;
      if (left <= 0 || left >= lowMs) return;
      this.isTold = untrack(() => this.table.add('low', seat));
    });
  }

  /** Milliseconds left to a seat; null without a clock. */
  left(seat: Seat): number | null {
    const clock = this.table.now.clock;
    if (!clock || this.table.now.status !== 'playing') return null;
    return (clock.left[seat - 1] ?? 0) - (clock.running === seat && !clock.held ? Math.max(0, this.tick - this.table.nowAt) : 0);
  }
}
