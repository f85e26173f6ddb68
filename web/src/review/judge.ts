// SPDX-License-Identifier: MIT
// Weighs a move that somebody tries in a position of a game, with the tools of its review.
import { startWorker } from './start';
import type { Compared, Done, Task, Wanted } from './worker';

export class Judge {
  private readonly worker = startWorker();

  constructor(wanted: Wanted) {
    void this.ask({ open: wanted });
  }

  /** What the mover of event n loses by one move against another. Throws if it cannot be told. */
  async compare(n: number, move: string, against: string): Promise<Compared> {
    const done = await this.ask({ n, move, against });
    if (!('compared' in done)) throw new Error('failed' in done ? done.failed : 'no comparison');
    return done.compared;
  }

  close(): void {
    this.worker.terminate();
  }

  private last: Promise<unknown> = Promise.resolve();

  /** One after the other: answers come in the order of the questions. */
  private ask(task: Task): Promise<Done> {
    const answer = this.last.then(
      () =>
        new Promise<Done>((resolve) => {
          this.worker.onmessage = (event: MessageEvent<Done>) => resolve(event.data);
          this.worker.onerror = () => resolve({ failed: 'the worker stopped' });
          this.worker.postMessage(task);
        }),
    );
    this.last = answer;
    return answer;
  }
}
