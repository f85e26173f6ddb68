// SPDX-License-Identifier: MIT
// A network that can freeze: connections stay open and nothing comes through, as when a phone leaves
// the reach of its mast.
import { connect, createServer } from 'node:net';
import { serve } from './server.mjs';

async function proxy(port) {
  const pairs = new Set();
  let frozen = false;
  let change = null;
  /** What comes from the server, once with a change that leaves it as long as it was. */
  function altered(bytes) {
    const text = change && bytes.toString('latin1');
    if (!text || !change.what.test(text)) return bytes;
    const other = Buffer.from(text.replace(change.what, change.by), 'latin1');
    if (other.length !== bytes.length) throw new Error('a frame is as long as it says');
    change.done = true;
    change = null;
    return other;
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', (bytes) => !frozen && to.write(from === far ? altered(bytes) : bytes));
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.on('error', () => undefined);
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${server.address().port}/`,
    freeze() {
      frozen = true;
    },
    /** The network is back; what was lost on the way stays lost. */
    thaw() {
      frozen = false;
      for (const [near] of pairs) near.destroy();
    },
    /** The next that the server says like this comes through as `by`; tells when it is `done`. */
    alter(what, by) {
      change = { what, by, done: false };
      return change;
    },
    async close() {
      for (const [near] of pairs) near.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A server, and a network before it: pages that come by `network.url` meet its failures. */
export async function serveBehind() {
  const server = await serve();
  const network = await proxy(Number(new URL(server.url).port));
  return {
    ...server,
    network,
    async close() {
      await server.close();
      await network.close();
    },
  };
}
