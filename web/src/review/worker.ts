// SPDX-License-Identifier: MIT
// A worker of a review: opens the record, does the tasks it is given, and one of them sums up. Another sums up
// many reviews.
import { openReview } from '../../../wasm/review.js';
import { openSummary } from '../../../wasm/summary.js';
import url from '@engine/review.wasm?url';
import { nets } from 'virtual:nets';
import type { Review, Summaries, Summary } from '@schema/review';

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
/** A game with its review, and the seats that were one's own, if any were. */
export interface Reviewed {
  record: string;
  review: Review;
  mine: number[];
}
/** What games have in common: of everybody, and of those that somebody played, their part and the others'. */
export interface Sums {
  all: Summary[];
  mine: Summary[];
  others: Summary[];
}
export type Task = { sumUp: Reviewed[] } | { open: Wanted } | { weigh: number } | { sum: Uint8Array[] } | { n: number; move: string; against: string };
export type Done = { tasks: number } | { task: number; found: Uint8Array } | { review: Review } | { compared: Compared } | { sums: Sums } | { failed: string };

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

async function sumUp(games: Reviewed[]): Promise<Sums> {
  const module = await WebAssembly.compile(await fetchBytes(url));
  const [all, mine, others] = await Promise.all([openSummary(module), openSummary(module), openSummary(module)]);
  for (const { record, review, mine: own } of games) {
    const seats = review.players.map(({ seat }) => seat);
    all.add(record, review);
    if (own.length === 0) continue;
    mine.add(record, review, own);
    others.add(
      record,
      review,
      seats.filter((seat) => !own.includes(seat)),
    );
  }
  const told = (sum: typeof all): Summary[] => (JSON.parse(sum.json()) as Summaries).summaries;
  return { all: told(all), mine: told(mine), others: told(others) };
}

let review: Awaited<ReturnType<typeof openReview>> | null = null;

async function answer(task: Task): Promise<Done> {
  if ('sumUp' in task) return { sums: await sumUp(task.sumUp) };
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
