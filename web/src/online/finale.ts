// SPDX-License-Identifier: MIT
// The end of a game online in words: who won and why, and the way to the next one.
import { list, t } from '../i18n/lang.svelte';
import type { Question } from '../ui/company';
import type { OnlineTable } from './online.svelte';

function verdict(table: OnlineTable): string {
  const { end } = table;
  if (end?.reason === 'rules_changed') return t('online.end.rules');
  if (!end?.places) return t('note.end.closed');
  const named = (wanted: (place: number) => boolean): string[] =>
    (end.places ?? []).flatMap((place, i) => (wanted(place) ? [table.info.seats[i]?.name ?? ''] : []));
  const won = named((place) => place === 1);
  if (end.reason === 'resigned') return t('online.end.resigned', { loser: list(named((place) => place > 1)), winner: list(won) });
  const winners = end.places.flatMap((place, i) => (place === 1 ? [i + 1] : []));
  const mine = table.info.seats.findIndex((seat) => seat.who === 'here');
  return t('score.won', { winners }, { names: table.info.seats.map((seat) => seat.name), me: mine < 0 ? null : mine + 1 });
}

/** Null while the game is played. */
export function finale(table: OnlineTable, again: () => Promise<void>): Question | null {
  if (table.now.status !== 'over' && table.now.status !== 'aborted') return null;
  if (table.seat === null || table.now.status === 'aborted') return { text: verdict(table), answers: [] };
  const wanted = table.wire?.rematch !== undefined;
  const label = wanted ? (table.rematchBy ? t('online.rematch.join', { name: table.rematchBy }) : t('online.rematch.go')) : t('online.rematch');
  return { text: verdict(table), answers: [{ label, primary: true, run: () => void again() }] };
}
