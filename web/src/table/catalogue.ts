// SPDX-License-Identifier: MIT
// The games as the engine lists them: for how many, and with which options.
import { Engine } from '../engine/client';
import type { GameInfo, Options } from '../engine/protocol';

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

/** What a game offers, asked again and again while a form is being filled in. */
export class Offers {
  private readonly engine = new Engine();

  constructor(private readonly game: string) {}

  /** The game, its options with the values that so many players and the other options allow. */
  async ask(players: number, options: Options): Promise<GameInfo | undefined> {
    const { games } = await this.engine.ask<{ games: GameInfo[] }>({ op: 'games', game: this.game, players, options });
    return games[0];
  }

  close(): void {
    this.engine.close();
  }
}
