// SPDX-License-Identifier: MIT
// What just happened stays in sight: a line for each opponent, each move seen before the next begins,
// marks until I move, and a journal that a reload does not empty.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axe, go, myTurn, painted, played, playOn, shot, siteOfSuite, start } from './visit.mjs';

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

/** How many lines of the journal are in sight, or may be when there are so many. */
const journalLines = (page) =>
  page.locator('.log').evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect();
    const end = Math.min(bottom, innerHeight, log.closest('aside').getBoundingClientRect().bottom);
    const line = parseFloat(getComputedStyle(log.querySelector('.journal')).lineHeight);
    const texts = [...log.querySelectorAll('li > span > span')].flatMap((text) => {
      const box = text.getBoundingClientRect();
      return Array.from({ length: Math.round(box.height / line) }, (_, i) => box.top + (i + 1) * line);
    });
    const seen = texts.filter((y) => y > top && y <= end + 1).length;
    return seen === texts.length ? Infinity : seen;
  });

/** Are they whole: is no line of them cut, and do they stand in the room they are in? */
const clear = (page, selector) =>
  page.locator(selector).evaluateAll((lines) =>
    lines.every((line) => {
      const text = line.querySelector('span');
      const { bottom } = line.closest('.since').parentElement.getBoundingClientRect();
      return text.scrollHeight <= text.clientHeight + 1 && line.getBoundingClientRect().bottom <= bottom + 1;
    }),
  );

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

  it('stays while my turn goes on, beside what I did', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await playOn(page, 'metro', undefined, 1);
      await myTurn(page);
      const lines = page.locator('.bar .since li');
      const [other] = await lines.allInnerTexts();
      await page.getByRole('button', { name: 'Draw another tile' }).click();
      await page.locator('.bar .buttons .primary').click();
      await page.locator('.bar .since').getByText('You draw a tile').waitFor();
      assert.ok((await lines.allInnerTexts()).includes(other), 'what the other did is told beside it');
    }));

  for (const { id } of played)
    it(`is told for each opponent at a full table of ${id}, and kept over a reload`, () =>
      site.visit({}, async (page) => {
        const seats = await mostSeats(page, id);
        const lines = page.locator('.bar .since li');
        // Chance may end a game after a few moves: then another.
        for (let over = 'true'; over === 'true';) {
          await go(page, '#/');
          await start(page, id, seats);
          await myTurn(page);
          assert.doesNotMatch((await entries(page)).join(), /~/, 'no notation of chance');
          await playOn(page, id, undefined, 2);
          ({ over } = await myTurn(page));
          // It may be my turn again before anybody else has moved.
          for (let i = 0; i < 6 && (await lines.count()) === 0; i++) {
            await playOn(page, id, undefined, 1);
            ({ over } = await myTurn(page));
          }
        }
        const told = await lines.allInnerTexts();
        const others = await entries(page);
        assert.ok(told.length >= 1 && told.length < 2 * seats.length, `${told}`);
        const flat = (text) => text.replace(/\s+/g, ' ').trim();
        // What goes without saying is in the journal only.
        const newest = others.slice(0, 2).flatMap((text) => text.split('\n').slice(1).map(flat));
        assert.ok(
          newest.some((sentence) => sentence && told.some((line) => flat(line).includes(sentence))),
          `the newest is told: ${told}, of ${newest}`,
        );
        const room = await page.locator('.bar .more').boundingBox();
        for (const line of await lines.all()) {
          const { y, height } = await line.boundingBox();
          assert.ok(y >= room.y && y + height <= room.y + room.height + 1, `${await line.innerText()} is in sight`);
        }
        assert.ok(await clear(page, '.since .mine'), 'what befalls me is whole');
        console.log(`${id}: ${await journalLines(page)} lines of the journal in sight`);
        await page.keyboard.press('h');
        await page.locator('.bar .buttons .primary').waitFor();
        await painted(page);
        await shot(page, `recap-${id}-hint`);
        console.log(`${id}: ${await journalLines(page)} beside a move in hand`);
        await page.keyboard.press('Escape');
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
