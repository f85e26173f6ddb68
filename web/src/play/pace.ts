// SPDX-License-Identifier: MIT
// How long what others did stays on the board before the next of it: a pace that one can hurry.
import { paces, settings } from '../shell/settings.svelte';

export class Pace {
  /** When the last step was shown, in ms. */
  private at = 0;
  private hurry: (() => void) | null = null;

  /** A step is on the board from now on. */
  shown(): void {
    this.at = performance.now();
  }

  /** Until the last step has been on the board for long enough. */
  seen(): Promise<void> {
    const ms = this.at + paces[settings.pace] - performance.now();
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.hurry = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.hurry = done;
    });
  }

  /** Ends that wait. */
  skip(): void {
    this.hurry?.();
  }
}
