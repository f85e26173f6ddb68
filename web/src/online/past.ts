// SPDX-License-Identifier: MIT
// One's finished games on the server with their records, and the reviews that it keeps of them.
import type { Review } from '@schema/review';
import { Refusal } from '../engine/protocol';
import { get, getText, type PastGame } from './rest';

export interface PastRecord extends Pick<PastGame, 'table' | 'seat'> {
  record: string;
  /** The review that the server has; null if it has none. It is not asked to make one. */
  review: () => Promise<Review | null>;
}

/** A page of them, before the one of this key, the newest first; one after the other. */
export async function fetchPage(
  before: number | null,
  pace: number,
  each: (game: PastRecord) => Promise<void>,
): Promise<{ last: number | null; size: number }> {
  const { games } = await get<{ games: PastGame[] }>(`/api/me/games${before === null ? '' : `?before=${before}`}`);
  const slowly = (): Promise<void> => new Promise((done) => setTimeout(done, pace));
  for (const { table, seat } of games) {
    await slowly();
    const record = await getText(`/api/tables/${table}/record`);
    const review = async (): Promise<Review | null> => {
      await slowly();
      try {
        const found = await get<Review | { waiting: true }>(`/api/tables/${table}/review`);
        return 'events' in found ? found : null;
      } catch (error) {
        if (error instanceof Refusal && error.fault.code !== 'offline') return null;
        throw error;
      }
    };
    await each({ table, seat, record, review });
  }
  return { last: games.at(-1)?.key ?? before, size: games.length };
}
