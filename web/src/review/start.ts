// SPDX-License-Identifier: MIT
// A worker for a review, one of as many as there are cores.
export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
