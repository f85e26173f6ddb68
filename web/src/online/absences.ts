// SPDX-License-Identifier: MIT
// Who of the others is away for more than a moment, and who is back: worth a line each.
import type { Seat } from '../engine/protocol';
import type { SeatState } from './wire';

/** Shorter absences (a page loaded anew) are not worth a word. */
const momentMs = 6000;

export class Absences {
  /** By seat: a timer until the absence is told, null once it is. */
  private readonly waits: (ReturnType<typeof setTimeout> | null | undefined)[] = [];

  constructor(private readonly tell: (what: 'away' | 'here', seat: Seat) => void) {}

  see(seats: SeatState[], own: Seat | null): void {
    for (const { seat, kind, online } of seats) {
      if (seat === own || kind !== 'person') continue;
      const waits = this.waits[seat];
      if (online === false && waits === undefined) {
        this.waits[seat] = setTimeout(() => {
          this.waits[seat] = null;
          this.tell('away', seat);
        }, momentMs);
      } else if (online && waits !== undefined) {
        this.waits[seat] = undefined;
        if (waits === null) this.tell('here', seat);
        else clearTimeout(waits);
      }
    }
  }

  close(): void {
    for (const timer of this.waits) if (timer) clearTimeout(timer);
  }
}
