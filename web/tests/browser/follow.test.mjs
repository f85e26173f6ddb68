// SPDX-License-Identifier: MIT
// A page keeps its seat's match in an engine of its own: the server is asked for moves, and a match
// that differs from the server's is started afresh.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leave, onTurn, playTogether, twoAt } from './meeting.mjs';
import { serveBehind } from './proxy.mjs';
import { axe, played, siteOfSuite, state } from './visit.mjs';

/** What the page says and hears from its next load on. */
function overhear(page) {
  const said = [];
  const heard = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => said.push(JSON.parse(String(payload))));
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload))));
  });
  return { said, heard, ops: () => said.map(({ op }) => op).filter((op) => op !== 'ping') };
}

async function mismatches({ url }) {
  return Number(/^metropole_mismatches_total (\d+)$/m.exec(await (await fetch(new URL('/metrics', url))).text())[1]);
}

/** The record as the page has it. */
async function record(page) {
  // The end opens the score by itself.
  if ((await state(page)).over === 'true') {
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Record' }).click();
  const text = await page.getByLabel('The record as text').inputValue();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  return text;
}

/** A thin client beside the page, with its cookies: asks for its moves and plays any, to the end. */
async function playThin(page) {
  await page.evaluate(async () => {
    const table = location.hash.split('/')[2];
    const socket = new WebSocket(new URL('/ws', location.href.replace('http', 'ws')), 'metropole.1');
    const waiting = new Map();
    let seat = null;
    let now = {};
    let luck = 5;
    let ring = () => undefined;
    let id = 0;
    const ask = (op, body = {}) =>
      new Promise((done) => {
        waiting.set(++id, done);
        socket.send(JSON.stringify({ op, id, table, ...body }));
      });
    await new Promise((open) => {
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'hello') open();
        if (message.type === 'answer') waiting.get(message.id)?.(message);
        if (message.type === 'table') seat = message.seat;
        if (message.now) {
          now = message.now;
          ring();
        }
      };
    });
    await ask('watch');
    for (let moves = 0; moves < 2000 && now.status !== 'over'; moves++) {
      const { moves: list = [], turn_no: turn } = now.turn === seat ? await ask('legal') : {};
      luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
      const move = list[luck % list.length];
      const answer = move ? await ask('play', { move, turn }) : { ok: false };
      if (!answer.ok && now.status !== 'over')
        await new Promise((on) => {
          ring = on;
          setTimeout(on, 100);
        });
    }
    socket.close();
  });
}

describe('a page that follows', () => {
  const site = siteOfSuite(serveBehind);

  it('asks the server for nothing but moves, and starts afresh when its match is not the server’s', async () => {
    const [{ id }] = played;
    const { anna, bruno, url } = await twoAt(site, id);
    const wire = overhear(bruno);
    await bruno.goto(url.replace(site.url, site.network.url));
    await bruno.waitForSelector('.table');
    await playTogether([anna, bruno], id, 6);
    assert.deepEqual([...new Set(wire.ops())].sort(), ['history', 'play', 'watch']);
    assert.equal(wire.ops().filter((op) => op === 'history').length, 1);
    assert.ok(
      wire.heard.some(({ type, digest }) => type === 'events' && digest),
      'there was something to compare with',
    );
    assert.equal(await mismatches(site), 0);

    const altered = site.network.alter(/"digest":"[0-9a-f]{16}"/, '"digest":"0123456789abcdef"');
    for (let moves = 0; moves < 12 && !wire.ops().includes('mismatch'); moves++) await playTogether([anna, bruno], id, 1);
    assert.ok(altered.done, 'a digest was altered on its way');
    await bruno.waitForFunction(() => document.querySelector('.table'));
    for (let tries = 0; tries < 100 && (await mismatches(site)) === 0; tries++) await bruno.waitForTimeout(50);
    assert.equal(await mismatches(site), 1, 'counted');
    assert.equal(wire.ops().filter((op) => op === 'mismatch').length, 1);
    assert.equal(wire.ops().filter((op) => op === 'history').length, 2, 'healed by the history');
    await playTogether([anna, bruno], id, 10);
    assert.equal(await mismatches(site), 1, 'and well since');
    assert.match(await record(bruno), /\?/, 'as the seat may know it');

    const asked = wire.said.length;
    await bruno.getByRole('button', { name: 'Read the board' }).click();
    await bruno.locator('dialog p').first().waitFor();
    await bruno.keyboard.press('Escape');
    await bruno.locator('dialog').waitFor({ state: 'detached' });
    await bruno.getByRole('button', { name: 'Record' }).click();
    await bruno.locator('dialog').getByRole('button', { name: 'Replay' }).click();
    await bruno.waitForSelector('.replay');
    const last = Number(await bruno.locator('.replay').getAttribute('data-stop'));
    assert.ok(last >= 16, 'the game so far');
    await axe(bruno, 'the replay of a game that goes on');
    await bruno.getByRole('button', { name: 'One move back' }).click();
    await bruno.waitForSelector(`.replay[data-stop="${last - 1}"]`);
    const since = wire.said.slice(asked).map(({ op }) => op);
    assert.deepEqual(
      since.filter((op) => op !== 'ping' && op !== 'unwatch'),
      [],
      'reading the board and walking back through the game ask nobody',
    );
    await bruno.goBack();
    await bruno.waitForSelector('.table');
    assert.ok(
      wire.heard.every(({ events = [], view }) => !view && events.every((event) => !event.effects)),
      'what the page works out is not sent',
    );

    const { mover } = await onTurn([anna, bruno]);
    const ply = (await state(mover)).ply;
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('button', { name: 'Really resign' }).click();
    await bruno.waitForSelector('.table[data-over="true"]');
    const whole = await record(bruno);
    assert.doesNotMatch(whole, /\?/, 'given up, and nothing is hidden any more');
    assert.match(whole, /^name 1 Anna$/m);
    assert.equal((await state(bruno)).ply, ply);
    assert.ok(!wire.ops().some((op) => ['view', 'legal', 'preview', 'breakdown'].includes(op)));
    await leave(anna, bruno);
  });

  for (const { id } of played)
    it(`${id}: follows a whole game, and all is revealed at its end`, async () => {
      const { anna, bruno, url } = await twoAt(site, id);
      const before = await mismatches(site);
      const guest = await bruno.context().browser().newContext({ serviceWorkers: 'block' });
      const watcher = await guest.newPage();
      await watcher.addInitScript(() => localStorage.setItem('metropole.lang', 'en'));
      await watcher.goto(url);
      await watcher.waitForSelector('.table');
      await Promise.all([playThin(anna), playThin(bruno)]);
      const records = [];
      for (const page of [anna, bruno, watcher]) {
        await page.waitForSelector('.table[data-over="true"]');
        records.push(await record(page));
      }
      assert.doesNotMatch(records[0], /\?/);
      assert.match(records[0], /^result \d/m);
      assert.equal(records[1], records[0]);
      assert.equal(records[2], records[0]);
      assert.equal(await mismatches(site), before);
      await guest.close();
      await leave(anna, bruno);
    });
});
