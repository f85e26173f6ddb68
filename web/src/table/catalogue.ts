// SPDX-License-Identifier: MIT
// The games as the engine lists them: players and options.
import { Engine } from '../engine/client';
import type { GameInfo } from '../engine/protocol';

let known: Promise<GameInfo[]> | null = null;

export function listGames(): Promise<GameInfo[]> {
  known ??= (async () => {
    const engine = new Engine();
    try {
      return (await engine.ask<{ games: GameInfo[] }>({ op: 'games' })).games;
    } finally {
      engine.close();
    }
  })();
  known.catch(() => (known = null));
  return known;
}
