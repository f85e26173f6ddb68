// SPDX-License-Identifier: MIT
// The packs of puzzles of each game: what is in them, and how they are fetched and kept for use without
// a network.
import { packs } from 'virtual:puzzles';
import type { Puzzle } from '@schema/puzzles';
import type { Options } from '../engine/protocol';
import { gameIds, type GameId } from '../games/ids';

export type { Puzzle } from '@schema/puzzles';

/** docs/puzzles.schema.json */
export interface Pack {
  game: GameId;
  games: { players: number; options: Options; record: string }[];
  puzzles: Puzzle[];
}

/** The games that have puzzles. */
export const puzzled: GameId[] = gameIds.filter((id) => id in packs);

const fetched = new Map<GameId, Promise<Pack>>();

async function fetchPart(url: string): Promise<Pack> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as Pack;
}

/** All packs of a game as one. */
async function fetchPack(game: GameId): Promise<Pack> {
  const parts = await Promise.all((packs[game] ?? []).map(fetchPart));
  const games = parts.flatMap((part) => part.games);
  const puzzles: Puzzle[] = [];
  let before = 0;
  for (const part of parts) {
    for (const puzzle of part.puzzles) puzzles.push({ ...puzzle, game: puzzle.game + before });
    before += part.games.length;
  }
  // The easy ones first; their numbers follow.
  return { game, games, puzzles: puzzles.toSorted((a, b) => a.grade - b.grade) };
}

export function loadPack(game: GameId): Promise<Pack> {
  const known = fetched.get(game);
  if (known) return known;
  const pack = fetchPack(game);
  fetched.set(game, pack);
  pack.catch(() => fetched.delete(game));
  return pack;
}

/** Has the service worker keep all packs: whoever came here once solves them anywhere. What was
 * fetched before it was there is asked for once more. */
export async function keepPacks(): Promise<void> {
  const worker = globalThis.navigator?.serviceWorker;
  if (!worker) return;
  await worker.ready;
  if (!worker.controller) await new Promise((done) => worker.addEventListener('controllerchange', done, { once: true }));
  for (const url of puzzled.flatMap((game) => packs[game] ?? [])) await fetch(url).catch(() => undefined);
}
