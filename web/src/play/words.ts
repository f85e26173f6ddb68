// SPDX-License-Identifier: MIT
// A step in words: for the log and for the live region.
import { t } from '../i18n/lang.svelte';
import type { GameUi, Player } from '../games/game';
import type { Entry } from '../table/table';

export function entryLines(entry: Entry, game: GameUi, players: Player[]): string[] {
  if (entry.note) return [entry.note()];
  const lines: string[] = [];
  const first = entry.played[0];
  if (first?.seat === 'chance') {
    const begins = /^~start (\d+)$/.exec(first.move);
    if (begins) lines.push(t('log.begins', { name: players[Number(begins[1]) - 1]?.name ?? '' }));
    lines.push(...(game.laid?.(entry.played, players) ?? []));
    return lines;
  }
  if (first) {
    const who = typeof first.seat === 'number' ? (players[first.seat - 1]?.name ?? '') : '';
    const what = game.say(first, players);
    lines.push(who ? t('log.line', { who, what }) : what);
  }
  for (const effect of entry.effects) {
    const line = game.tell(effect, players, false);
    if (line) lines.push(line);
  }
  return lines;
}
