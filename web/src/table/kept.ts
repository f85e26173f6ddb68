// SPDX-License-Identifier: MIT
// The unfinished local game, kept in the browser so that it can go on after a reload.
import type { TableInfo } from './table';

const key = 'metropole.game';

export interface Kept extends TableInfo {
  record: string;
  seed: number;
}

export function keptGame(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && typeof kept.record === 'string' ? kept : null;
  } catch {
    return null;
  }
}

export function keepGame(game: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(game));
  } catch {
    // A full or forbidden store only means that the game cannot be continued later.
  }
}

export function dropGame(): void {
  localStorage.removeItem(key);
}
