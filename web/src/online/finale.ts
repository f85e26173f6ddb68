// SPDX-License-Identifier: MIT
// The end of a game online in words: who won and why, and the way to the next one.
import { has, t, word } from '../i18n/lang.svelte';
import type { Question } from '../ui/company';
import type { OnlineTable } from './online.svelte';
import { get, type PastGame } from './rest';

function verdict(table: OnlineTable): string {
  const { end } = table;
  if (end?.reason === 'rules_changed') return t('online.end.rules');
  if (end && !end.places && has(`online.end.${end.reason}`)) return word('online.end', end.reason);
  if (!end?.places) return t('note.end.closed');
  const placed = (wanted: (place: number) => boolean): number[] => (end.places ?? []).flatMap((place, i) => (wanted(place) ? [i + 1] : []));
  const winners = placed((place) => place === 1);
  const mine = table.info.seats.findIndex((seat) => seat.who === 'here');
  const audience = { names: table.info.seats.map((seat) => seat.name), me: mine < 0 ? null : mine + 1 };
  if (end.reason === 'resigned') return t('online.end.resigned', { losers: placed((place) => place > 1), winners }, audience);
  if (end.reason === 'abandoned') return t('online.end.left', { winners }, audience);
  return t('score.won', { winners }, audience);
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** Everybody begins with it. */
const firstRating = 1500;

export interface Rated {
  before: number;
  now: number;
}

/** What the game did to one's rating; null if it was not rated. */
export async function ratingOf(table: string): Promise<Rated | null> {
  const { games } = await get<{ games: PastGame[] }>('/api/me/games');
  const at = games.findIndex((game) => game.table === table);
  const played = games[at];
  if (played?.rating === undefined) return null;
  const alike = games.slice(at + 1).find((game) => game.game === played.game && game.players === played.players && game.rating !== undefined);
  return { before: alike?.rating ?? firstRating, now: played.rating };
}

/** Null while the game is played. */
export function finale(table: OnlineTable, rated: Rated | null, again: () => Promise<void>): Question | null {
  if (table.now.status !== 'over' && table.now.status !== 'aborted') return null;
  if (table.seat === null || table.now.status === 'aborted') return { text: verdict(table), answers: [] };
  const change = rated ? ` ${t('online.end.rating', { n: Math.round(rated.now), by: signed(Math.round(rated.now) - Math.round(rated.before)) })}` : '';
  const wanted = table.wire?.rematch !== undefined;
  const label = wanted ? (table.rematchBy ? t('online.rematch.join', { name: table.rematchBy }) : t('online.rematch.go')) : t('online.rematch');
  return { text: verdict(table) + change, answers: [{ label, primary: true, run: () => void again() }] };
}
