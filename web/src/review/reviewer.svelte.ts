// SPDX-License-Identifier: MIT
// A review under way: its tasks are shared out among workers, one for each core. It can be stopped, goes
// on where it was, and is kept in the browser's store when it is done. The server is asked for a review of
// a game that was played there: whichever is ready first is shown.
import type { Review } from '@schema/review';
import { get, post } from '../online/rest';
import { keepReview, recallReview } from './kept';
import { startWorker } from './start';
import type { Done, Task, Wanted } from './worker';

const workersMost = 8;
/** Milliseconds between two looks whether the server has it. */
const lookMs = 4000;

export class Reviewer {
  state = $state<'idle' | 'running' | 'stopped' | 'failed' | 'done'>('idle');
  done = $state(0);
  of = $state(0);
  result = $state.raw<Review | null>(null);
  private found: (Uint8Array | undefined)[] = [];
  private workers: Worker[] = [];
  private next = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `table`: where it was played online. `ended`: told once, when it is done or has failed. */
  constructor(
    readonly wanted: Wanted,
    readonly table: string | null = null,
    public ended: () => void = () => undefined,
  ) {}

  /** Shows what was found earlier, if it was kept. */
  async recall(): Promise<void> {
    const review = await recallReview(this.wanted);
    if (review && this.state === 'idle') this.finish(review);
  }

  /** The server's review, or null while it has none. */
  private async fromServer(ask: typeof get): Promise<Review | null> {
    const found = await ask<Review | { waiting: true }>(`/api/tables/${this.table}/review`);
    return 'events' in found ? found : null;
  }

  /** Asks the server, too, and looks now and then. Who cannot have it there has it from here. */
  private async await(ask: typeof get): Promise<void> {
    try {
      const review = await this.fromServer(ask);
      if (this.state === 'done' || this.state === 'idle') return;
      if (review) {
        void keepReview(this.wanted, review);
        this.finish(review);
      } else this.timer = setTimeout(() => void this.await(get), lookMs);
    } catch {
      // Refused, or out of reach.
    }
  }

  /** Begins, or goes on after a stop. */
  start(): void {
    if (this.state === 'running' || this.state === 'done') return;
    const first = this.state === 'idle';
    this.state = 'running';
    this.next = 0;
    if (first && this.table && !this.wanted.open && this.wanted.iterations === 0) void this.await(post);
    const cores = Math.max(1, Math.min(workersMost, navigator.hardwareConcurrency || 1));
    for (let i = 0; i < cores; i++) {
      const worker = startWorker();
      worker.onmessage = (event: MessageEvent<Done>) => this.take(worker, event.data);
      worker.onerror = () => this.fail();
      this.workers.push(worker);
      this.give(worker, { open: this.wanted });
    }
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
    this.dismiss();
  }

  /** Nobody looks any more. */
  close(): void {
    this.dismiss();
    clearTimeout(this.timer);
    if (this.state !== 'done') this.state = 'idle';
  }

  private give(worker: Worker, task: Task): void {
    worker.postMessage(task);
  }

  private take(worker: Worker, done: Done): void {
    if (this.state !== 'running') return;
    if ('failed' in done) return this.fail();
    if ('review' in done) {
      void keepReview(this.wanted, done.review);
      return this.finish(done.review);
    }
    if ('tasks' in done) this.of = done.tasks;
    else if ('task' in done && !this.found[done.task]) {
      this.found[done.task] = done.found;
      this.done++;
    }
    while (this.next < this.of && this.found[this.next]) this.next++;
    if (this.next < this.of) this.give(worker, { weigh: this.next++ });
    else if (this.done === this.of) this.give(worker, { sum: this.found as Uint8Array[] });
  }

  private finish(review: Review): void {
    this.result = review;
    this.state = 'done';
    clearTimeout(this.timer);
    this.dismiss();
    this.ended();
  }

  private fail(): void {
    this.state = 'failed';
    this.dismiss();
    this.ended();
  }

  private dismiss(): void {
    for (const worker of this.workers.splice(0)) worker.terminate();
  }
}
