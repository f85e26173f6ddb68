// SPDX-License-Identifier: MIT
// The engine's worker: one WebAssembly engine, one answer for each message, in order.
import { startEngine } from '../../../wasm/engine.js';
import url from '@engine/engine.wasm?url';
import type { Request } from './protocol';

declare const self: DedicatedWorkerGlobalScope;

const engine = fetch(url)
  .then((response) => response.arrayBuffer())
  .then((bytes) => startEngine(bytes, (numbers) => crypto.getRandomValues(numbers as Uint32Array<ArrayBuffer>)));

let last: Promise<void> = Promise.resolve();

self.onmessage = (event: MessageEvent<Request>) => {
  last = last.then(async () => {
    try {
      self.postMessage(JSON.parse((await engine).answer(event.data)));
    } catch (error) {
      self.postMessage({ ok: false, error: { code: 'engine', message: String(error) } });
    }
  });
};
