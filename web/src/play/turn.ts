// SPDX-License-Identifier: MIT
// Where in a journal the turn of somebody began, and where taking back leads.
import type { Seat } from '../engine/protocol';
import type { Entry } from '../table/table';

const by = (seats: Seat[], { played }: Entry): boolean => seats.includes(played[0]?.seat as Seat);

/** What happened since the turn of `own` began, or since they last moved if it is another's turn. Who
 * only watches a game of `players` has the last round of it. */
export function sinceTurn(log: Entry[], own: Seat[], onTurn: boolean, players: number): Entry[] {
  const moves = log.filter((entry) => entry.played.length > 0);
  const others = onTurn ? moves.findLastIndex((entry) => !by(own, entry)) + 1 : moves.length;
  const mine = moves.slice(0, others).findLastIndex((entry) => by(own, entry));
  return moves.slice(own.length === 0 ? -players : mine + 1);
}

/** The ply before the last move of a seat `here`, in a journal that leads to `ply`; null if there is
 * none after the first `given` plies. */
export function undoPly(log: Entry[], here: Seat[], ply: number, given: number): number | null {
  const moves = log.filter((entry) => typeof entry.played[0]?.seat === 'number');
  const mine = moves.findLastIndex((entry) => by(here, entry));
  const before = mine < 0 ? -1 : ply - (moves.length - mine);
  return before < given ? null : before;
}
