// SPDX-License-Identifier: MIT
// The engine's worker: one WebAssembly engine, one answer for each message, in order.
import { startEngine } from '../../../wasm/engine.js';
import url from '@engine/engine.wasm?url';
import { nets } from 'virtual:nets';
import type { Request } from './protocol';

declare const self: DedicatedWorkerGlobalScope;

/** Compiled while it arrives, where the host says what it is. */
const module = WebAssembly.compileStreaming(fetch(url)).catch(async () => WebAssembly.compile(await (await fetch(url)).arrayBuffer()));
const engine = module.then((compiled) => startEngine(compiled, (numbers) => crypto.getRandomValues(numbers as Uint32Array<ArrayBuffer>)));

// Whoever asks is told; until then it may fail in silence.
engine.catch(() => undefined);

/** The game of the match, and those whose nets are in the engine. */
let game = '';
const loaded = new Set<string>();

/** What was trained for a game comes when the first bot of it is asked. */
async function prepare(request: Request): Promise<void> {
  if (request.op === 'new') game = String(request.game);
  if (request.op === 'load') game = /^game (\S+)/m.exec(String(request.record))?.[1] ?? '';
  const url = nets[game];
  if (request.op !== 'bot' || !url || loaded.has(game)) return;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  (await engine).load(game, await response.arrayBuffer());
  loaded.add(game);
}

let last: Promise<void> = Promise.resolve();

self.onmessage = (event: MessageEvent<Request>) => {
  last = last.then(async () => {
    try {
      await prepare(event.data);
      self.postMessage(JSON.parse((await engine).answer(event.data)));
    } catch (error) {
      self.postMessage({ ok: false, error: { code: 'engine', message: String(error) } });
    }
  });
};
