// SPDX-License-Identifier: MIT
// A worker of a review: opens the record, does the tasks it is given, and one of them sums up.
import { openReview } from '../../../wasm/review.js';
import url from '@engine/review.wasm?url';
import { nets } from 'virtual:nets';
import type { Review } from '@schema/review';

export interface Wanted {
  game: string;
  record: string;
  open: boolean;
  /** 0: what is quick for this game. */
  iterations: number;
}
/** What a move loses against another, by whoever was to move at event n. */
export interface Compared {
  loss: number;
  error: number;
}
export type Task = { open: Wanted } | { weigh: number } | { sum: Uint8Array[] } | { n: number; move: string; against: string };
export type Done = { tasks: number } | { task: number; found: Uint8Array } | { review: Review } | { compared: Compared } | { failed: string };

declare const self: DedicatedWorkerGlobalScope;
const seed = 1;

async function fetchBytes(from: string): Promise<ArrayBuffer> {
  const response = await fetch(from);
  if (!response.ok) throw new Error(`${from}: ${response.status}`);
  return response.arrayBuffer();
}

async function open({ game, ...wanted }: Wanted): Promise<Awaited<ReturnType<typeof openReview>>> {
  const trained = nets[game];
  const [module, bytes] = await Promise.all([fetchBytes(url), trained ? fetchBytes(trained) : null]);
  return openReview(module, { ...wanted, seed }, bytes ? { game, bytes } : null);
}

let review: Awaited<ReturnType<typeof openReview>> | null = null;

async function answer(task: Task): Promise<Done> {
  if ('open' in task) review = await open(task.open);
  if (!review) throw new Error('nothing is open');
  if ('weigh' in task) return { task: task.weigh, found: review.weigh(task.weigh) };
  if ('sum' in task) {
    task.sum.forEach((found, i) => review?.put(i, found));
    return { review: JSON.parse(review.json()) as Review };
  }
  if ('against' in task) return { compared: review.compare(task.n - 1, task.move, task.against) };
  return { tasks: review.tasks };
}

self.onmessage = (event: MessageEvent<Task>) => {
  answer(event.data).then(
    (done) => self.postMessage(done),
    (error: unknown) => self.postMessage({ failed: String(error) } satisfies Done),
  );
};
