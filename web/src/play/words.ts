// SPDX-License-Identifier: MIT
// A step in words, done or in hand: for the log, for the bar and for those who listen.
import { audience, type GameUi, type Hovered, type Player, type Stage } from '../games/game';
import type { Effect, Preview, Seat, View } from '../engine/protocol';
import { t } from '../i18n/lang.svelte';
import type { Entry } from '../table/table';
import type { Session } from './session.svelte';
import { points } from '../i18n/speak';

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
  /** As a game weighs its effects: 2 if it befalls the reader. */
  weight: number;
}

/** What happened since my turn began, or since I last moved, newest first: the last thing that each did,
 * with what it goes on from, and of what came before it what still counts, as far as there is room for
 * it; of a part of the game that is over, how it ended. Asides are for the journal. */
export function recap({ since, game, players }: { since: Entry[]; game: GameUi; players: Player[] }): Told[] {
  const told: Told[] = [];
  const room = Math.max(6, players.length);
  const lines = new Map<Told['seat'], Told>();
  const weigh = (effects: Effect[]): number => Math.max(0, ...effects.map((effect) => game.weight?.(effect, players) ?? 0));
  /** The entry just looked at, if it is told; `aside`: it would go without saying. */
  let later = null as { move: string; told: Told; aside: boolean } | null;
  const closing = (entry: Entry): number => entry.effects.findIndex((effect) => game.closes?.(effect));
  const over = since.findLastIndex((entry) => closing(entry) >= 0);
  for (const entry of since.slice(over + 1).toReversed()) {
    const first = entry.played[0];
    const effects = entry.effects.filter((effect) => !game.aside?.(effect, players));
    const aside = effects.length === 0 && entry.effects.length > 0;
    const text = entryLines(aside ? entry : { ...entry, effects }, game, players).join(' ');
    const known = first && lines.get(first.seat);
    const goesOn: boolean = known !== undefined && later?.told === known && game.goesOn?.(later.move) === true;
    const weight = weigh(effects);
    if (known && goesOn) Object.assign(known, { text: later?.aside ? text : `${text} ${known.text}`, weight: Math.max(weight, known.weight) });
    else if (known && weight > 0 && told.length < room) told.push(lasting(effects, known.seat, game, players));
    const fresh: Told | null = first && text && !known ? { seat: first.seat, text, weight } : null;
    if (fresh) {
      told.push(fresh);
      lines.set(fresh.seat, fresh);
    }
    const is: Told | null = fresh ?? (goesOn && known ? known : null);
    later = first && is ? { move: first.move, told: is, aside: goesOn ? false : aside } : null;
  }
  for (const entry of since.slice(0, over + 1).toReversed()) {
    const effects = entry.effects.slice(closing(entry));
    if (closing(entry) >= 0 && told.length < room) told.push(lasting(effects, entry.played[0]?.seat ?? 'chance', game, players));
  }
  return told;
}

/** Of effects of an earlier move those that count, by whoever they name. */
function lasting(effects: Effect[], mover: Told['seat'], game: GameUi, players: Player[]): Told {
  const count = effects.filter((effect) => (game.weight?.(effect, players) ?? 0) > 0);
  const named = count.find((effect) => 'seat' in effect) as { seat: Seat } | undefined;
  const text = count.flatMap((effect) => game.tell(effect, players, false) ?? []).join(' ');
  return { seat: named?.seat ?? mover, text, weight: Math.max(...count.map((effect) => game.weight?.(effect, players) ?? 0)) };
}

/** What I can do now, or whom the table waits for, in one sentence; `waits`: as a table online puts it. */
export function whatNow(session: Session, waits?: string | null): string {
  const { view, me, thinking, players } = session;
  if (view.over) return t('table.over');
  if (session.curtain !== null) return t('table.curtain');
  if (session.asked && me === null) return session.asked;
  if (thinking !== null && thinking !== me) return t('table.thinks', { seat: thinking }, audience(players));
  if (me === null) return view.turn === null ? '' : (waits ?? t('table.waits', { seat: view.turn }, audience(players)));
  if (session.fault && session.preview) return t('table.refused');
  return session.ready || session.looking ? t('table.confirm') : session.game.prompt(session);
}

/** What the move in hand would do, a sentence each. */
export function foreseen(session: Stage & { game: GameUi }): string[] {
  const { preview, choice } = session;
  return preview ? consequences(session, { preview, picked: choice?.picked ?? {} }) : [];
}

function consequences(stage: Stage & { game: GameUi }, held: Hovered): string[] {
  const { game, players } = stage;
  return [...held.preview.effects.flatMap((effect) => game.tell(effect, players, true) ?? []), ...(game.foresee?.(stage, held) ?? [])];
}

/** The same, short: for those who listen, who have just been told of the place. */
export function inHand(session: Stage & { game: GameUi }): string {
  const { game, preview, players } = session;
  const gains = worth(session);
  const told = preview?.effects.flatMap((effect) => game.tell(effect, players, true) ?? []) ?? [];
  return [gains.length ? `${gains.join(', ')}.` : '', ...told].filter(Boolean).join(' ') || t('table.quiet');
}

/** What the move under the pointer is worth, in a line; where it changes no score, what it would do. */
export function glimpsed(stage: Stage & { game: GameUi }): string[] {
  const { view, hovered, players, self, game } = stage;
  if (!hovered) return [];
  const { preview } = hovered;
  const changes = worth({ view, preview, players, self, game }).join(' · ');
  // A score that changes tells enough.
  if (scoresChange(view, preview)) return [changes];
  const told = consequences(stage, hovered);
  return changes ? [changes, ...told.slice(1, 2)] : told.slice(0, 2);
}

const scoresChange = (view: View, preview: Preview): boolean => preview.view.scores.some((score, i) => score !== view.scores[i]);

/** What the move in hand is worth, if it changes a score: mine first, then each other that changes. */
export function worth({ view, preview, players, self, game }: Pick<Stage, 'view' | 'preview' | 'players' | 'self'> & { game: GameUi }): string[] {
  if (!preview) return [];
  const scored = view.scores.map((was, i) => ({ seat: i + 1, n: (preview.view.scores[i] ?? was) - was }));
  const gains = game.gains?.(preview.effects) ?? (scoresChange(view, preview) ? scored : []);
  return gains
    .filter(({ seat, n }) => seat === self || n !== 0)
    .sort((a, b) => Number(b.seat === self) - Number(a.seat === self))
    .map(({ seat, n }) => t('table.worth', { seat, n: `${n > 0 ? '+' : n === 0 ? '±' : ''}${points(n, view.score_scale)}` }, audience(players)))
    .map((text, i, all) => (i === all.length - 1 ? (game.provided?.(text, preview.effects) ?? text) : text));
}
