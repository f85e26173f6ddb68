// SPDX-License-Identifier: MIT
// What just happened stays in sight: a line for each opponent, each move seen before the next begins,
// marks until I move, and a journal that a reload does not empty.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axe, myTurn, played, playOn, shot, siteOfSuite, start } from './visit.mjs';

/** Seats for as many as the set-up screen lets sit down. */
async function mostSeats(page, game) {
  await page.click(`a[href="#/new/${game}"]`);
  await page.waitForSelector('form details summary');
  const counts = await page.locator('label.row option').allTextContents();
  await page.goBack();
  return ['here', ...Array(Number(counts.at(-1)) - 1).fill('easy')];
}

/** Notes from now on when each position was first on the page. */
const clock = (page) =>
  page.evaluate(() => {
    const seen = (window.seen = new Map());
    (function look() {
      if (window.seen !== seen) return;
      const ply = document.querySelector('.table')?.dataset.ply;
      if (ply !== undefined && !seen.has(ply)) seen.set(ply, performance.now());
      requestAnimationFrame(look);
    })();
  });

describe('what just happened', () => {
  const site = siteOfSuite();

  const entries = (page) => page.locator('.journal li').allInnerTexts();

  it('is seen move by move at normal pace, the answer to mine included', () =>
    site.visit({ settings: { pace: 'normal' } }, async (page) => {
      const { id } = played[0];
      await start(page, id, await mostSeats(page, id));
      await myTurn(page);
      await clock(page);
      await playOn(page, id, undefined, 1);
      await myTurn(page);
      const times = await page.evaluate(() => [...window.seen.values()].slice(1));
      const gaps = times.slice(1).map((at, i) => Math.round(at - times[i]));
      assert.ok(gaps.length >= 2, `several bots move: ${gaps}`);
      assert.ok(
        gaps.every((gap) => gap >= 700),
        `milliseconds from move to move: ${gaps}`,
      );
    }));

  for (const { id } of played)
    it(`is told for each opponent at a full table of ${id}, and kept over a reload`, () =>
      site.visit({}, async (page) => {
        const seats = await mostSeats(page, id);
        await start(page, id, seats);
        await myTurn(page);
        assert.doesNotMatch((await entries(page)).join(), /~/, 'no notation of chance');
        const lines = page.locator('.bar .since li');
        await playOn(page, id, undefined, 2);
        let { over } = await myTurn(page);
        // It may be my turn again before anybody else has moved.
        for (let i = 0; i < 6 && (await lines.count()) === 0; i++) {
          await playOn(page, id, undefined, 1);
          ({ over } = await myTurn(page));
        }
        assert.equal(over, 'false');
        const told = await lines.allInnerTexts();
        const others = (await entries(page)).toReversed();
        assert.ok(told.length >= 1 && told.length < seats.length, `${told}`);
        const flat = (text) => text.replace(/\s+/g, ' ').trim();
        assert.ok(flat(told[0]).endsWith(flat(others[0]).replace(/^\S+ /, '')), `the newest comes first: ${told[0]}`);
        const room = await page.locator('.bar .more').boundingBox();
        for (const line of await lines.all()) {
          const { y, height } = await line.boundingBox();
          assert.ok(y >= room.y && y + height <= room.y + room.height + 1, `${await line.innerText()} is in sight`);
        }
        const journal = await page.locator('.journal').boundingBox();
        assert.ok(journal.y + 40 <= 800, `the journal begins at ${journal.y}`);
        await axe(page, `what happened at a full table of ${id}`);
        await shot(page, `recap-${id}-desk`);
        const before = await entries(page);
        await page.reload();
        await myTurn(page);
        assert.deepEqual(await entries(page), before, 'the journal is what it was');
        assert.deepEqual(await lines.allInnerTexts(), told);
        await page.setViewportSize({ width: 390, height: 664 });
        await page.waitForTimeout(200);
        const { y, height } = await lines.first().boundingBox();
        assert.ok(y >= 0 && y + height <= 664, 'the newest is on the first screen of a phone');
        await shot(page, `recap-${id}-phone`);
        await page.locator('.bar .more').focus();
        const last = await lines.last().boundingBox();
        assert.ok(last.y >= 0 && last.y + last.height <= 664, 'all of them when it is touched');
        await shot(page, `recap-${id}-phone-open`);
      }));
});
