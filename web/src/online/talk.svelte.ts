// SPDX-License-Identifier: MIT
// How much of a table's talk has not been before this person's eyes.
import { self } from './me.svelte';
import type { OnlineTable } from './online.svelte';

export class Talk {
  /** The last line that was seen; what was said before the page was opened counts as seen. */
  private seen = $state<number | null>(null);

  unread(table: OnlineTable): number {
    const from = this.seen ?? table.opened;
    return table.chat.filter((line) => line.seq > from && !line.removed && line.name !== self.me?.name).length;
  }

  see(table: OnlineTable): void {
    this.seen = table.chat.at(-1)?.seq ?? 0;
  }
}
