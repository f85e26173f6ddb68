// SPDX-License-Identifier: MIT
// A step in words: for the log and for the live region.
import { audience, type GameUi, type Player } from '../games/game';
import { t } from '../i18n/lang.svelte';
import type { Entry } from '../table/table';

export function entryLines(entry: Entry, game: GameUi, players: Player[]): string[] {
  if (entry.note) return [entry.note()];
  const told = entry.effects.flatMap((effect) => game.tell(effect, players, false) ?? []);
  const first = entry.played[0];
  if (first?.seat === 'chance') {
    const begins = /^~start (\d+)$/.exec(first.move);
    const start = begins ? [t('log.begins', { seat: Number(begins[1]) }, audience(players))] : [];
    return [...start, ...(game.laid?.(entry.played, players) ?? [])];
  }
  return told.length === 0 && first ? [game.say(first, players)] : told;
}
