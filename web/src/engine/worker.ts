// SPDX-License-Identifier: MIT
// The engine's worker: one WebAssembly engine, one answer for each message, in order. Another engine,
// made for speed, answers what bots are asked as soon as it is here. Nobody waits for it.
import { startEngine } from '../../../wasm/engine.js';
import { canRunThinker, isLong, withThinker } from '../../../wasm/thinker.js';
import url from '@engine/engine.wasm?url';
import thinkerUrl from '@engine/thinker.wasm?url';
import { nets } from 'virtual:nets';
import type { Request } from './protocol';

declare const self: DedicatedWorkerGlobalScope;

type Started = Awaited<ReturnType<typeof startEngine>>;

/** Compiled while it arrives, where the host says what it is. */
async function start(from: string): Promise<Started> {
  const compiled = await WebAssembly.compileStreaming(fetch(from)).catch(async () => WebAssembly.compile(await (await fetch(from)).arrayBuffer()));
  return startEngine(compiled, (numbers) => crypto.getRandomValues(numbers as Uint32Array<ArrayBuffer>));
}

const engine = start(url);
const both = engine.then(withThinker);

// Whoever asks is told; until then it may fail in silence.
both.catch(() => undefined);

/** The game of the match, and the nets that came. */
let game = '';
const loaded = new Map<string, ArrayBuffer>();
let thinker: Started | null = null;
let isHiring = false;

/** What was trained for a game comes when the first bot of it is asked. */
async function prepare(request: Request): Promise<void> {
  if (request.op === 'new') game = String(request.game);
  if (request.op === 'load') game = /^game (\S+)/m.exec(String(request.record))?.[1] ?? '';
  const from = nets[game];
  if (request.op !== 'bot' || !from || loaded.has(game)) return;
  const response = await fetch(from);
  if (!response.ok) throw new Error(`${from}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  (await engine).load(game, bytes);
  thinker?.load(game, bytes);
  loaded.set(game, bytes);
}

/** Fetches the thinker once, where the build has it; without it the engine thinks, too. */
async function hire(): Promise<void> {
  if (isHiring || !thinkerUrl || !canRunThinker()) return;
  isHiring = true;
  const hired = await start(thinkerUrl);
  for (const [id, bytes] of loaded) hired.load(id, bytes);
  thinker = hired;
  (await both).hire(hired);
}

let last: Promise<void> = Promise.resolve();

self.onmessage = (event: MessageEvent<Request>) => {
  last = last.then(async () => {
    try {
      await prepare(event.data);
      self.postMessage(JSON.parse((await both).answer(event.data)));
      if (isLong(event.data)) hire().catch(() => undefined);
    } catch (error) {
      self.postMessage({ ok: false, error: { code: 'engine', message: String(error) } });
    }
  });
};
