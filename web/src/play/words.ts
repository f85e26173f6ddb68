// SPDX-License-Identifier: MIT
// A step in words, done or in hand: for the log, for the bar and for those who listen.
import { audience, type GameUi, type Player, type Stage } from '../games/game';
import type { Seat } from '../engine/protocol';
import { t } from '../i18n/lang.svelte';
import type { Entry } from '../table/table';
import { points } from './score';

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

export interface Told {
  seat: Seat | 'chance';
  text: string;
}

/** What the others did since I last moved: the last thing that each did, with what it goes on from,
 * newest first. */
export function recap({ since, game, players }: { since: Entry[]; game: GameUi; players: Player[] }): Told[] {
  const told: Told[] = [];
  /** The entry just looked at, if it is told. */
  let later = null as { move: string; told: Told } | null;
  for (const entry of since.toReversed()) {
    const first = entry.played[0];
    const text = entryLines(entry, game, players).join(' ');
    const known = told.find((each) => each.seat === first?.seat);
    const goesOn: boolean = known !== undefined && later?.told === known && game.goesOn?.(later.move) === true;
    if (known && goesOn) known.text = `${text} ${known.text}`;
    const fresh: Told | null = first && text && !known ? { seat: first.seat, text } : null;
    if (fresh) told.push(fresh);
    const is: Told | null = fresh ?? (goesOn && known ? known : null);
    later = first && is ? { move: first.move, told: is } : null;
  }
  return told;
}

/** What the move in hand would do, a sentence each. */
export function foreseen(session: Stage & { game: GameUi }): string[] {
  const { game, preview, players } = session;
  if (!preview) return [];
  return [...(game.foresee?.(session) ?? []), ...preview.effects.flatMap((effect) => game.tell(effect, players, true) ?? [])];
}

/** What the move under the pointer is worth, in a line; where it changes no score, what it would do. */
export function glimpsed({ view, hovered, players, self, game }: Stage & { game: GameUi }): string[] {
  if (!hovered) return [];
  const changes = worth({ view, preview: hovered.preview, players, self });
  if (changes.length > 0) return [changes.join(' · ')];
  return hovered.preview.effects.flatMap((effect) => game.tell(effect, players, true) ?? []).slice(0, 2);
}

/** What the move in hand is worth: the change of each score that it changes, mine first. */
export function worth({ view, preview, players, self }: Pick<Stage, 'view' | 'preview' | 'players' | 'self'>): string[] {
  const after = preview?.view.scores ?? view.scores;
  const changes = view.scores.map((was, i) => ({ seat: i + 1, n: (after[i] ?? was) - was })).filter(({ n }) => n !== 0);
  return changes
    .sort((a, b) => Number(b.seat === self) - Number(a.seat === self))
    .map(({ seat, n }) => t('table.worth', { seat, n: `${n > 0 ? '+' : ''}${points(n, view.score_scale)}` }, audience(players)));
}
