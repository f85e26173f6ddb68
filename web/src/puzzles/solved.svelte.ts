// SPDX-License-Identifier: MIT
// Which puzzles somebody has solved on this device, kept in the browser.
import type { GameId } from '../games/ids';

/** Found at the first try and alone; or after other tries, a hint or the answer. */
export type Solved = 'alone' | 'helped';

const kept = 'metropole.puzzles.';

function read(game: GameId): Record<string, Solved> {
  try {
    return JSON.parse(localStorage.getItem(kept + game) ?? '{}') as Record<string, Solved>;
  } catch {
    return {};
  }
}

class SolvedList {
  private games = $state.raw<Record<GameId, Record<string, Solved>>>({});

  of(game: GameId): Record<string, Solved> {
    return this.games[game] ?? read(game);
  }

  /** Keeps the better of two. */
  add(game: GameId, id: string, how: Solved): void {
    // Another page may have solved some meanwhile.
    const now = read(game);
    if (now[id] !== 'alone') now[id] = how;
    this.games = { ...this.games, [game]: now };
    try {
      localStorage.setItem(kept + game, JSON.stringify(now));
    } catch {
      // A full or forbidden store only means that it is not remembered.
    }
  }
}

export const solved = new SolvedList();
