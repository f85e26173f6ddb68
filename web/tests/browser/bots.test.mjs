// SPDX-License-Identifier: MIT
// Bots of an account, in the browser: made, given a token, and marked at a table.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { person } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, shot, siteOfSuite } from './visit.mjs';

describe('the bots of an account', () => {
  const site = siteOfSuite(serve);

  it('are made with a token that is shown once, sit down marked, and are revoked and deleted', async () => {
    const page = await person(site);
    await page.goto(`${site.url}#/account`);
    await page.evaluate(() =>
      fetch('/api/signup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Odile', password: 'correct horse battery' }),
      }),
    );
    await page.reload();
    await page.getByLabel('Name of the bot').fill('Robo');
    await page.getByRole('button', { name: 'Make a bot' }).click();
    const token = await page.locator('.token output').textContent();
    assert.match(token, /^mpb_[0-9a-f]{64}$/);
    await axe(page, 'the account with a bot');
    await shot(page, 'bots');
    await page.reload();
    await page.getByText('has not connected yet').waitFor();
    assert.equal(await page.locator('.token').count(), 0, 'it is shown once');

    // A bot of a program's own: here, the few messages that sit it down.
    const table = await page.evaluate(async () => {
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws', 'metropole.1');
      return new Promise((done) => {
        socket.onmessage = ({ data }) => {
          const said = JSON.parse(data);
          if (said.type === 'hello') socket.send(JSON.stringify({ op: 'create', id: 1, game: 'metro', players: 2, seats: ['me', 'open'], public: true }));
          if (said.id === 1) done(said.table);
        };
      });
    });
    await sitDown(site.url, token, table);
    await page.goto(`${site.url}#/table/${table}`);
    await page.getByText('Robo (bot)').first().waitFor();
    await page.goto(`${site.url}#/account`);
    await page.getByRole('button', { name: 'Revoke the token of Robo' }).click();
    await page.getByText('without a token').waitFor();
    await page.getByRole('button', { name: 'Delete Robo' }).click();
    await page.getByText('Robo').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

/** Browsers send no such header: a socket by hand. */
async function sitDown(url, token, table) {
  const { connect } = await import('node:net');
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const text = JSON.stringify({ op: 'sit', id: 7, table });
  assert.ok(text.length < 126);
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
  await new Promise((done, fail) => {
    let heard = '';
    socket.on('error', fail);
    socket.on('data', (bytes) => {
      if (!heard.includes('"hello"') && `${heard}${bytes}`.includes('"hello"')) socket.write(frame);
      heard += bytes;
      if (heard.includes('"id":7')) done();
    });
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: metropole.1\r\n` +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
  });
  socket.destroy();
}
