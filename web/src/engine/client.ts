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

export class Engine {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];

  constructor() {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event: MessageEvent<Answer>) => {
      const next = this.waiting.shift();
      if (!next) return;
      if (event.data.ok) next.resolve(event.data);
      else next.reject(new Refusal(event.data.error ?? { code: 'engine', message: 'no answer' }));
    };
    this.worker.onerror = (event) => {
      for (const waiting of this.waiting.splice(0)) waiting.reject(new Refusal({ code: 'engine', message: event.message }));
    };
  }

  ask<T>(request: Request): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ resolve: (answer) => resolve(answer as T), reject });
      this.worker.postMessage(request);
    });
  }

  close(): void {
    this.worker.terminate();
    for (const waiting of this.waiting.splice(0)) waiting.reject(new Refusal({ code: 'closed', message: 'The table is closed.' }));
  }
}
