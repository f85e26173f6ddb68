// SPDX-License-Identifier: MIT
// The reviews that are kept in the browser's store, each under a short name for what was asked.
import type { Review } from '@schema/review';
import { packRecord, unpackRecord } from '../play/link';
import { given } from './given';
import type { Wanted } from './worker';

/** So many characters of reviews are kept, which are some hundred: the oldest make room. */
const room = 2_500_000;
const kept = 'metropole.review.';

function nameOf(wanted: Wanted): string {
  let hash = 5381;
  for (const letter of `${wanted.record}\n${wanted.open}\n${wanted.iterations}`) hash = (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0;
  return `${kept}${wanted.record.length.toString(36)}-${hash.toString(36)}`;
}

/** Throws away the oldest until so much more has room. */
function makeRoom(more: number): void {
  const all = Object.keys(localStorage)
    .filter((key) => key.startsWith(kept))
    .map((key) => {
      const value = localStorage.getItem(key) ?? '';
      return { key, size: value.length, at: Number(value.split(' ', 1)[0]) };
    })
    .sort((a, b) => a.at - b.at);
  let left = all.reduce((sum, { size }) => sum + size, more);
  for (const { key, size } of all) {
    if (left <= room) return;
    localStorage.removeItem(key);
    left -= size;
  }
}

export async function keepReview(wanted: Wanted, review: Review): Promise<void> {
  const text = `${Date.now()} ${await packRecord(JSON.stringify(review))}`;
  try {
    makeRoom(text.length);
    localStorage.setItem(nameOf(wanted), text);
  } catch {
    // A full or forbidden store only means that it will be computed again.
  }
}

/** What was kept of it, or came with the page; null if there is nothing. */
export async function recallReview(wanted: Wanted): Promise<Review | null> {
  if (given.review && given.record === wanted.record && given.review.lens === (wanted.open ? 'open' : 'seat') && wanted.iterations === 0) return given.review;
  try {
    const packed = localStorage.getItem(nameOf(wanted))?.split(' ')[1];
    return packed ? (JSON.parse(await unpackRecord(packed)) as Review) : null;
  } catch {
    return null;
  }
}
