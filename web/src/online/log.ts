// SPDX-License-Identifier: MIT
// What happened at a table as lines of the journal: moves with the chance that followed them, and
// what happened around the game.
import { has, t, word } from '../i18n/lang.svelte';
import type { Seat } from '../engine/protocol';
import type { Entry } from '../table/table';
import type { WireEvent } from './wire';

export type NameOf = (seat: Seat) => string;

/** The seat that an event is about, if it is about one. */
function seatOf(event: WireEvent): Seat | undefined {
  return 'seat' in event && typeof event.seat === 'number' ? event.seat : undefined;
}

/** The words for what happened to somebody; to whom it happened, it is said otherwise. */
function happened(what: string, name: string, isOwn: boolean): () => string {
  return () => (isOwn && has(`note.${what}.you`) ? word('note', `${what}.you`) : word('note', what, { name }));
}

/** What an event that is no move says to people, or null if it says nothing. */
function noteOf(event: WireEvent, nameOf: NameOf, own: Seat | null): (() => string) | null {
  const isOwn = own !== null && seatOf(event) === own;
  const name = ('name' in event && event.name) || nameOf(seatOf(event) ?? 0);
  const resigned = (seat: Seat): (() => string) => happened('resigned', nameOf(seat), seat === own);
  switch (event.kind) {
    case 'seat':
      if (event.occupant === 'bot' && event.name) return happened('bot', name, isOwn);
      return event.occupant === 'person' ? happened('back', name, isOwn) : null;
    case 'note':
      return has(`note.${event.what}`) ? happened(event.what, name, isOwn) : null;
    case 'pause':
      return event.paused ? () => t('note.paused') : happened('resumed', name, isOwn);
    case 'end':
      return event.reason === 'resigned'
        ? resigned((event.places ?? []).findIndex((place) => place > 1) + 1)
        : event.reason === 'over'
          ? () => t('table.over')
          : () => t(event.reason === 'abandoned' ? 'note.end.abandoned' : 'note.end.closed');
    case 'rematch':
      if (!event.name) return () => t('note.rematch.somebody');
      return happened('rematch', name, own !== null && name === nameOf(own));
    default:
      return null;
  }
}

/** The journal of the events, in order; moves that were taken back are gone from it. */
export function entriesOf(events: WireEvent[], nameOf: NameOf, own: Seat | null, begun = true): Entry[] {
  let entries: Entry[] = [];
  for (const event of events) {
    if (event.kind === 'start') begun = true;
    if (!begun) continue;
    if (event.kind === 'undo') entries = withMoves(entries, event.moves);
    else if (event.kind === 'move') {
      const last = entries.at(-1);
      const entry = event.seat === 'chance' && last && !last.note ? last : { played: [], effects: [] };
      if (entry !== last) entries.push(entry);
      entry.played.push({ seat: event.seat, move: event.move });
      entry.effects.push(...(event.effects ?? []));
    } else {
      const note = noteOf(event, nameOf, own);
      const seat = seatOf(event);
      if (note) entries.push({ played: [], effects: [], note, ...(seat === undefined ? {} : { seat }) });
    }
  }
  return entries;
}

/** Has `seat` a move of its own that could be taken back: one after which chance has shown nothing, and that no bot played
 * for it. */
export function mayTakeBack(events: WireEvent[], seat: Seat | null): boolean {
  let moves: { seat: Seat | 'chance'; bot: boolean }[] = [];
  let bot = false;
  let late = false;
  for (const event of events) {
    if (event.kind === 'undo') moves = moves.slice(0, event.moves);
    else if (event.kind === 'move') moves.push({ seat: event.seat, bot: bot || late });
    else if (event.kind === 'seat' && event.seat === seat) bot = event.occupant === 'bot';
    else if (event.kind === 'note' && event.what === 'timeout' && event.seat === seat) late = true;
    // The bot that stood in has played.
    if (event.kind === 'undo' || (event.kind === 'move' && event.seat !== seat)) late = false;
  }
  const last = moves.findLast((move) => move.seat === seat || move.seat === 'chance');
  return last?.seat === seat && !last.bot;
}

/** Where the events after the first `from` come apart: behind each move with the chance that followed,
 * and the end if it came with it; behind each of the others. */
export function stepsOf(events: WireEvent[], from: number): number[] {
  const ends: number[] = [];
  for (const [i, event] of events.entries()) {
    if (i < from) continue;
    const joins = (event.kind === 'move' && event.seat === 'chance') || event.kind === 'end';
    if (joins && i > from && events[i - 1]?.kind === 'move') ends.pop();
    ends.push(i + 1);
  }
  return ends;
}

/** The entries up to the first `n` moves; what happened around them stays. */
function withMoves(entries: Entry[], n: number): Entry[] {
  let moves = 0;
  return entries.filter((entry) => {
    moves += entry.played.length;
    return entry.note !== undefined || moves <= n;
  });
}
