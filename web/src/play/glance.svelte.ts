// SPDX-License-Identifier: MIT
// What a pick would do, while the pointer is over its place: nothing is picked by it.
import type { Hovered } from '../games/game';
import type { Choice } from './choice';

export class Glance {
  shown = $state.raw<Hovered | null>(null);
  /** A pick that comes now is only tried. */
  trying = false;
  private tried: Choice | null = null;
  /** What was asked for an earlier place comes too late. */
  private places = 0;

  constructor(private readonly foresee: (next: Choice) => Promise<Hovered | null>) {}

  /** The pointer is over a place that `pick` would choose, or over none. */
  over(pick: (() => void) | null): void {
    this.leave();
    if (!pick) return;
    this.tried = null;
    this.trying = true;
    pick();
    this.trying = false;
    if (this.tried) void this.show(this.tried);
  }

  take(choice: Choice | null): void {
    this.tried = choice;
  }

  leave(): void {
    this.places++;
    this.shown = null;
  }

  private async show(next: Choice): Promise<void> {
    const { places } = this;
    const hovered = await this.foresee(next);
    if (hovered && places === this.places) this.shown = hovered;
  }
}
