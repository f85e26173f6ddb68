// SPDX-License-Identifier: MIT
// A network that can freeze: connections stay open and nothing comes through, as when a phone leaves
// the reach of its mast.
import { connect, createServer } from 'node:net';

export async function proxy(port) {
  const pairs = new Set();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', (bytes) => !frozen && to.write(bytes));
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
    async close() {
      for (const [near] of pairs) near.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
