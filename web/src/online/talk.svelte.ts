// SPDX-License-Identifier: MIT
// How much of a table's talk has not been before this person's eyes, and whose talk never will be.
import { self } from './me.svelte';
import type { OnlineTable } from './online.svelte';
import type { ChatLine } from './wire';

export class Talk {
  /** The last line that was seen; what was said before the page was opened counts as seen. */
  private seen = $state<number | null>(null);
  /** Who is not heard on this device. */
  muted = $state.raw<string[]>([]);
  private written = $state('');
  private readonly place: string;

  constructor(table: string) {
    this.place = `metropole.draft.${table}`;
    this.written = sessionStorage.getItem(this.place) ?? '';
  }

  /** What is being written: it outlasts the waiting room, and the page. */
  get draft(): string {
    return this.written;
  }

  set draft(text: string) {
    this.written = text;
    if (text) sessionStorage.setItem(this.place, text);
    else sessionStorage.removeItem(this.place);
  }

  shown(table: OnlineTable): ChatLine[] {
    return table.chat.filter((line) => !line.removed && !this.muted.includes(line.name ?? ''));
  }

  unread(table: OnlineTable): ChatLine[] {
    const from = this.seen ?? table.opened;
    return this.shown(table).filter((line) => line.seq > from && line.name !== self.me?.name);
  }

  see(table: OnlineTable): void {
    this.seen = table.chat.at(-1)?.seq ?? 0;
  }
}
