// SPDX-License-Identifier: MIT
// The real server with a data file of its own, for pages that meet online.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../../build'));

/** `more`: flags of a server that is to be otherwise. */
export async function serve(...more) {
  const folder = mkdtempSync(join(tmpdir(), 'metropole-'));
  let child;
  let port = 0;

  async function start(...changed) {
    const flags = [
      'serve',
      `--port=${port}`,
      `--data=${join(folder, 'data.db')}`,
      '--log-level=0',
      '--abandon-seconds=0',
      '--bot-ms=50',
      '--connections-per-address=500',
      '--requests-per-minute=100000',
      ...more,
      ...changed,
    ];
    child = spawn(join(build, 'cli/metropole'), flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await new Promise((done, fail) => {
      child.once('error', fail);
      child.once('exit', () => fail(new Error('the server ended')));
      child.stdout.once('data', (bytes) => done(String(bytes)));
    });
    child.removeAllListeners('exit');
    port = Number(/localhost:(\d+)/.exec(line)[1]);
  }

  async function stop(signal) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    url: `http://localhost:${port}/`,
    /** Killed and started again on the same port and data; `changed`: flags that are new. */
    async restart(...changed) {
      await stop('SIGKILL');
      await start(...changed);
    },
    async close() {
      await stop('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}
