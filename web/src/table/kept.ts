// SPDX-License-Identifier: MIT
// The unfinished local games, kept in the browser so that they can go on after a reload: one entry of
// its store for each, so that two pages never write over each other's games.
import type { TableInfo } from './table';

const prefix = 'metropole.game.';
/** Where the one game was kept when there could be only one. */
const alone = 'metropole.game';

export interface Kept extends TableInfo {
  id: string;
  /** When it was last played, in ms. */
  at: number;
  record: string;
  seed: number;
}

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && typeof kept.record === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** All of them, the one last played first. */
export function keptGames(): Kept[] {
  const first = read(alone);
  if (first) {
    keepGame({ ...first, id: 'first', at: 0 });
    localStorage.removeItem(alone);
  }
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map(read)
    .filter((kept) => kept !== null)
    .sort((a, b) => b.at - a.at);
}

export function keepGame(game: Kept): void {
  try {
    localStorage.setItem(prefix + game.id, JSON.stringify(game));
  } catch {
    // A full or forbidden store only means that the game cannot be continued later.
  }
}

export function dropGame(id: string): void {
  localStorage.removeItem(prefix + id);
}
