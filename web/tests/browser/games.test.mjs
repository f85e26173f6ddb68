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
            total: section.querySelector('h3 span').textContent,
            rows: [...section.querySelectorAll('td.n')].map((cell) => cell.textContent),
          })),
        );
        assert.equal(sums.length, seats.length);
        const value = (text) => {
          const [, sign, whole, over, under] = /^(−?)(\d*)\s*(?:(\d+)⁄(\d+))?$/.exec(text.replace(/[\s\u202f\u00a0]/g, ' ').trim());
          return (sign ? -1 : 1) * (Number(whole || 0) + (over ? Number(over) / Number(under) : 0));
        };
        for (const { total, rows } of sums) assert.ok(Math.abs(rows.reduce((sum, row) => sum + value(row), 0) - value(total)) < 1e-6, `${rows} make ${total}`);
        assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('metropole.game')).length), 0);
      }));
  }
});
