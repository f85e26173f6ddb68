// SPDX-License-Identifier: MIT
// Whole games through the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axe, played, playOn, shot, siteOfSuite, start } from './visit.mjs';

describe('a whole game with bots and clicks', () => {
  const site = siteOfSuite();

  // GAME=<id> plays that one only.
  for (const { id: game, players } of played.filter(({ id }) => (process.env.GAME ?? id) === id)) {
    const seats = ['here', ...Array(players - 1).fill('easy')];
    it(`${game} is played to its end and its score sheet adds up`, () =>
      site.visit({}, async (page) => {
        await start(page, game, seats);
        await playOn(page, game, undefined, 4);
        await shot(page, `${game}-opening`);
        await playOn(page, game);
        await page.waitForSelector('dialog .winner');
        await shot(page, `${game}-score`);
        await axe(page, `the score sheet of ${game}`);
        const sums = await page.$$eval('dialog section', (sections) =>
          sections.map((section) => ({
            total: section.querySelector('h3 span')?.textContent,
            rows: [...section.querySelectorAll('td.n')].map((cell) => cell.textContent),
            causes: [...section.querySelectorAll('td:first-child')].map((cell) => cell.textContent),
          })),
        );
        if ((await page.locator('.people .score').count()) === 0) {
          // Nothing is counted there: it says who won by what.
          assert.equal(sums.length, await page.locator('.people li.won').count());
          for (const { total, rows, causes } of sums) {
            assert.deepEqual([total, rows], [undefined, []]);
            assert.match(causes.join(), /reached|atteint/);
          }
        } else assert.equal(sums.length, seats.length);
        const value = (text) => {
          // ½ is 1⁄2 in its plain form.
          const [, sign, whole, over, under] = /^(−?)(\d*?)\s*(?:(\d+)[⁄/](\d+))?$/.exec(
            text.trim().replace(/[½⅓⅔¼¾⅙⅚]/, (part) => ` ${part.normalize('NFKD')}`),
          );
          return (sign ? -1 : 1) * (Number(whole || 0) + (over ? Number(over) / Number(under) : 0));
        };
        for (const { total = '0', rows } of sums)
          assert.ok(Math.abs(rows.reduce((sum, row) => sum + value(row), 0) - value(total)) < 1e-6, `${rows} make ${total}`);
        assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('metropole.game')).length), 0);
      }));
  }
});
