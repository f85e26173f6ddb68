// SPDX-License-Identifier: MIT
// One engine in a worker: requests in, answers out, in order. The page never waits on it.
import { Refusal, type Fault, type Request } from './protocol';

interface Waiting {
  resolve(answer: Record<string, unknown>): void;
  reject(error: Error): void;
}

export interface Answer {
  ok: boolean;
  error?: Fault;
  [member: string]: unknown;
}

const gone: Fault = { code: 'closed', message: 'The table is closed.' };

/** Workers that nobody asks: to start one takes longer than to answer, so one is kept for whoever is next. */
const idle: Worker[] = [];

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** An engine will soon be asked for: it starts meanwhile. */
export function warmUp(): void {
  if (idle.length === 0) idle.push(startWorker());
}

export class Engine {
  private readonly worker: Worker = idle.pop() ?? startWorker();
  private readonly waiting: Waiting[] = [];
  private closed = false;
  private broken = false;

  constructor() {
    this.worker.onmessage = (event: MessageEvent<Answer>) => {
      const next = this.waiting.shift();
      if (!next) return;
      if (event.data.error?.code === 'engine') this.broken = true;
      if (event.data.ok) next.resolve(event.data);
      else next.reject(new Refusal(event.data.error ?? { code: 'engine', message: 'no answer' }));
    };
    this.worker.onerror = (event) => {
      this.broken = true;
      for (const waiting of this.waiting.splice(0)) waiting.reject(new Refusal({ code: 'engine', message: event.message }));
    };
  }

  ask<T>(request: Request): Promise<T> {
    if (this.closed) return Promise.reject(new Refusal(gone));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ resolve: (answer) => resolve(answer as T), reject });
      this.worker.postMessage(request);
    });
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    // One that owes no answer serves the next match: that begins with a match of its own.
    if (!this.broken && this.waiting.length === 0 && idle.length === 0) idle.push(this.worker);
    else this.worker.terminate();
    for (const waiting of this.waiting.splice(0)) waiting.reject(new Refusal(gone));
  }
}
