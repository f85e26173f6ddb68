// SPDX-License-Identifier: MIT
// Clocks that run on between two messages.
import type { Seat } from '../engine/protocol';
import type { OnlineTable } from './online.svelte';

export class Clocks {
  private tick = $state(Date.now());

  constructor(private readonly table: OnlineTable) {
    $effect(() => {
      if (table.now.clock?.running == null || table.now.clock.held) return;
      const timer = setInterval(() => (this.tick = Date.now()), 250);
      return () => clearInterval(timer);
    });
  }

  /** Milliseconds left to a seat; null without a clock. */
  left(seat: Seat): number | null {
    const clock = this.table.now.clock;
    if (!clock || this.table.now.status !== 'playing') return null;
    return (clock.left[seat - 1] ?? 0) - (clock.running === seat && !clock.held ? Math.max(0, this.tick - this.table.nowAt) : 0);
  }
}
