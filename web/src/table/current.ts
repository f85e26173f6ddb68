// SPDX-License-Identifier: MIT
// The table that the play screen shows, handed over from the screen that made it.
import type { GameId } from '../games/ids';
import { looksOf } from '../games/looks';
import { Refusal, type Options } from '../engine/protocol';
import { router } from '../shell/route.svelte';
import { keptGames, type Kept } from './kept';
import { LocalTable } from './local';
import { nameless, type SeatPlan, type TableInfo } from './table';

let seated: LocalTable | null = null;

/** Takes a seat at a table of this device, and goes there. */
export function sitDown(table: LocalTable): void {
  seated?.close();
  seated = table;
  router.go('play', table.id);
}

/** Who sits there unless somebody says otherwise: the person here, and bots. */
export function usualSeat(i: number): SeatPlan {
  return i === 0 ? { name: '', who: 'here', look: 0 } : { name: nameless(i), who: 'normal', look: i };
}

export function usualSeats(game: GameId): SeatPlan[] {
  return Array.from({ length: Math.min(3, looksOf(game).length) }, (_, i) => usualSeat(i));
}

export async function startGame(game: GameId, options: Options, seats: SeatPlan[]): Promise<void> {
  sitDown(await LocalTable.start({ game, options, seats }));
}

/** At once, with the usual seats: with as many of them as the game takes. */
export async function startUsual(game: GameId): Promise<void> {
  const seats = usualSeats(game);
  try {
    await startGame(game, {}, seats);
  } catch (error) {
    if (!(error instanceof Refusal) || error.fault.code !== 'bad_players') throw error;
    await startGame(game, {}, seats.slice(0, 2));
  }
}

/** The table in hand, or a game kept in this browser: the one named, or the last played. */
export async function currentTable(id?: string): Promise<LocalTable | null> {
  if (seated && (id === undefined || seated.id === id)) return seated;
  const kept = keptGames().find((each) => id === undefined || each.id === id);
  if (!kept) return null;
  standUp();
  seated = await LocalTable.resume(tableOf(kept), kept.record, kept.seed);
  seated.id = kept.id;
  return seated;
}

function tableOf({ game, options, seats, given }: Kept): TableInfo {
  return { game, options, seats, ...(given === undefined ? {} : { given }) };
}

/** Leaves the table: the one named, if it is still the one in hand. */
export function standUp(id = seated?.id): void {
  if (seated?.id !== id) return;
  seated?.close();
  seated = null;
}
