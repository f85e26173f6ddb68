// SPDX-License-Identifier: MIT
// The packs of puzzles, one for each game: what is in them, and how they are fetched and kept for use
// without a network.
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

async function fetchPack(game: GameId): Promise<Pack> {
  const response = await fetch(packs[game] ?? '');
  if (!response.ok) throw new Error(`${packs[game]}: ${response.status}`);
  const pack = (await response.json()) as Pack;
  // The easy ones first; their numbers follow.
  return { ...pack, puzzles: pack.puzzles.toSorted((a, b) => a.grade - b.grade) };
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
  for (const game of puzzled) await fetch(packs[game] ?? '').catch(() => undefined);
}
