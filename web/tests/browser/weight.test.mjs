// SPDX-License-Identifier: MIT
// What a person fetches before the first move: 250 kB gzipped at most, in every game, alone or by a
// friend's link; and how long it takes until one can be made, which is printed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { clickMove, myTurn, played, siteOfSuite, start, state } from './visit.mjs';
import { joinTable, leave, makeTable, onTurn, person, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';

const most = 250000;

/** Notes what a page fetches from now on; the function weighs it. A worker's files are asked for
 * again, since a browser does not hand them over. */
function scale(page) {
  const urls = new Set();
  const note = (request) => request.method() === 'GET' && /^http/.test(request.url()) && urls.add(request.url());
  page.context().on('request', note);
  return async (what) => {
    page.context().off('request', note);
    const sizes = await Promise.all(
      [...urls].map(async (url) => {
        const response = await fetch(url);
        return [url, gzipSync(Buffer.from(await response.arrayBuffer())).length];
      }),
    );
    const sum = sizes.reduce((total, [, size]) => total + size, 0);
    console.log(`${what}: ${(sum / 1000).toFixed(1)} kB gzipped in ${sizes.length} files`);
    assert.ok(sizes.some(([url]) => url.endsWith('.wasm')) || sizes.some(([url]) => url.includes('/assets/Room')), 'the page was fetched under our eyes');
    if (process.env.WEIGHTS) for (const [url, size] of sizes.sort((x, y) => y[1] - x[1])) console.log(`${size} ${new URL(url).pathname}`);
    assert.ok(sum <= most, `${what}: ${sum} bytes`);
  };
}

/** Looks from the first moment on, and clicks on `poster` as soon as it is there; the function waits
 * until a move can be made, and says how long all that took and how much of it the page worked. */
async function stopwatch(page, poster) {
  await page.addInitScript((first) => {
    const marks = (window.marks = {});
    (function look() {
      const door = document.querySelector(first);
      const table = document.querySelector('.table');
      if (door && marks.shown === undefined) {
        marks.shown = performance.now();
        door.click();
      }
      if (table) marks.board ??= performance.now();
      if (table && (table.dataset.me !== '' || Number(table.dataset.ply) > 0)) marks.playable = performance.now();
      else requestAnimationFrame(look);
    })();
  }, poster);
  const watch = await page.context().newCDPSession(page);
  await watch.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (what) => {
    await page.waitForFunction(() => window.marks.playable);
    const { metrics } = await watch.send('Performance.getMetrics');
    const { shown, board, playable } = await page.evaluate(() => window.marks);
    const work = metrics.find(({ name }) => name === 'TaskDuration').value;
    const said = [
      ['first page', shown],
      ['board', board],
      ['my turn, or the first move of another', playable],
    ];
    const times = said.filter(([, at]) => at !== undefined).map(([name, at]) => `${name} after ${(at / 1000).toFixed(2)} s`);
    console.log(`${what}: ${times.join(', ')}; ${work.toFixed(2)} s of the page's own work`);
    assert.ok(board > 0 && playable >= board);
  };
}

describe('the weight of a first move', () => {
  const site = siteOfSuite(serve);

  for (const { id, players } of played)
    it(`${id}, against bots`, async () => {
      const page = await person(site);
      const weigh = scale(page);
      await page.goto(site.url);
      await start(page, id, ['here', ...Array(players - 1).fill('easy')]);
      for (;;) {
        const { ply, over } = await myTurn(page);
        if (over === 'true' || Number(ply) > 0) break;
        await clickMove(page, id);
        await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
      }
      await weigh(`${id}, from the first page to the first move and the answer to it`);
      await leave(page);
    });

  for (const { id } of played)
    it(`${id} is played by one click from the first page; how soon is printed`, async () => {
      const page = await person(site);
      const time = await stopwatch(page, `article[aria-labelledby="game-${id}"] .picture`);
      await page.goto(site.url);
      await time(`${id}, from the first page`);
      await leave(page);
    });

  for (const { id } of played)
    it(`${id} is played on by its link in a new browser; how soon is printed`, async () => {
      const { anna, bruno, url } = await twoAt(site, id);
      const { mover } = await onTurn([anna, bruno]);
      const again = await person(site, { storageState: await mover.context().storageState() });
      const time = await stopwatch(again, '#none');
      await again.goto(url);
      await time(`${id}, by its link`);
      await leave(anna, bruno, again);
    });

  it('by a link, on a phone', async () => {
    const [{ id }] = played;
    const anna = await person(site);
    const bruno = await person(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const url = await makeTable(anna, site.url, 'Anna', id, 2);
    const weigh = scale(bruno);
    await joinTable(bruno, url, 'Bruno');
    await anna.getByRole('button', { name: 'Start' }).click();
    await bruno.waitForSelector('.table');
    for (;;) {
      const { mover, ply } = await onTurn([anna, bruno]);
      await clickMove(mover, id);
      await mover.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
      if (mover === bruno) break;
    }
    await weigh(`${id}, from a link to the first move`);
    assert.equal((await state(bruno)).over, 'false');
    await leave(anna, bruno);
  });
});
