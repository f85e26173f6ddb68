// SPDX-License-Identifier: MIT
// The local games, kept in the browser: the unfinished ones, so that they can go on after a reload, and
// the last finished ones, to be watched again. Each has one entry of the browser's store, so that two
// pages never write over each other's games.
import type { Seat } from '../engine/protocol';
import type { SeatPlan, TableInfo } from './table';

const prefix = 'metropole.game.';
const finished = 'metropole.played.';
/** So many finished games are kept: the oldest make room. */
export const mostFinished = 30;
/** Where the one game was kept when there could be only one. */
const alone = 'metropole.game';

export interface Kept extends TableInfo {
  id: string;
  /** When it was last played, in ms. */
  at: number;
  record: string;
  seed: number;
}

/** A game that is over. */
export interface Finished extends Pick<Kept, 'id' | 'at' | 'game' | 'seats' | 'record'> {
  winners: Seat[];
}

function read<Game extends Finished | Kept>(key: string): Game | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Game | null;
    return kept && typeof kept.record === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** All of them, the one last played first. */
export function keptGames(): Kept[] {
  const first = read<Kept>(alone);
  if (first) {
    keepGame({ ...first, id: 'first', at: 0 });
    localStorage.removeItem(alone);
  }
  return under<Kept>(prefix);
}

/** What is kept under such keys, the newest first. */
function under<Game extends Finished | Kept>(start: string): Game[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => read<Game>(key))
    .filter((kept) => kept !== null)
    .sort((a, b) => b.at - a.at);
}

export function keepGame(game: Kept): void {
  write(prefix + game.id, game);
}

function write(key: string, game: Finished | Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(game));
  } catch {
    // A full or forbidden store only means that the game cannot be opened again later.
  }
}

/** Those that are over, the last one first. */
export function finishedGames(): Finished[] {
  return under<Finished>(finished);
}

export function keepFinished(game: Finished): void {
  write(finished + game.id, game);
  for (const { id } of finishedGames().slice(mostFinished)) dropFinished(id);
}

export function dropFinished(id: string): void {
  localStorage.removeItem(finished + id);
}

/** The seat of the one person who played it here, if there was one. */
export function personOf(seats: SeatPlan[]): Seat | null {
  const here = seats.flatMap((seat, i) => (seat.who === 'here' ? [i + 1] : []));
  return here.length === 1 ? here[0]! : null;
}

export function dropGame(id: string): void {
  localStorage.removeItem(prefix + id);
}
