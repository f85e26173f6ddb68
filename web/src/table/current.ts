// SPDX-License-Identifier: MIT
// The table that the play screen shows, handed over from the screen that made it.
import { keptGame } from './kept';
import { LocalTable } from './local';
import type { Table } from './table';

let seated: Table | null = null;

export function sitDown(table: Table): void {
  seated?.close();
  seated = table;
}

/** The table in hand, or the game kept in this browser. */
export async function currentTable(): Promise<Table | null> {
  if (seated) return seated;
  const kept = keptGame();
  if (kept) seated = await LocalTable.resume({ game: kept.game, options: kept.options, seats: kept.seats }, kept.record, kept.seed);
  return seated;
}

export function standUp(): void {
  seated?.close();
  seated = null;
}
