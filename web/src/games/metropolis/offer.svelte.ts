// SPDX-License-Identifier: MIT
// The trade that a player is putting together by tapping plots. Whether it may be made is the
// engine's word.
import type { Seat } from '../../engine/protocol';

class OfferDraft {
  /** Whom it is for; null while none is being made. */
  to = $state<Seat | null>(null);
  give = $state.raw<number[]>([]);
  ask = $state.raw<number[]>([]);
  /** Whose offer it answers, if it is a counter-offer. */
  counters: Seat | null = null;

  begin(to: Seat): void {
    this.to = to;
    this.give = [];
    this.ask = [];
    this.counters = null;
  }

  /** The same the other way round, to be changed. */
  counter(to: Seat, give: number[], ask: number[]): void {
    this.to = to;
    this.give = give;
    this.ask = ask;
    this.counters = to;
  }

  end(): void {
    if (this.to === null) return;
    this.to = null;
    this.give = [];
    this.ask = [];
    this.counters = null;
  }

  toggle(plot: number, own: boolean): void {
    const flip = (list: number[]): number[] => (list.includes(plot) ? list.filter((each) => each !== plot) : [...list, plot].sort((a, b) => a - b));
    if (own) this.give = flip(this.give);
    else this.ask = flip(this.ask);
  }

  get move(): string | null {
    if (this.to === null || (this.give.length === 0 && this.ask.length === 0)) return null;
    return `offer ${this.to} ${this.give.join(',') || '-'} for ${this.ask.join(',') || '-'}`;
  }
}

export const offer = new OfferDraft();
