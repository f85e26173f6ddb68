// SPDX-License-Identifier: MIT
// What the board promises to somebody who looks at it: trains run home while their points count up, tiles are turned in the tray, and the pile says how many are left.
import assert from 'node:assert/strict';
import { go, hinted, myTurn, pointOf, shot, start, state } from '../../../../tests/browser/visit.mjs';

export default [
  {
    name: 'runs a train along its finished line while the points count up',
    visit: { lang: 'en', reducedMotion: 'no-preference' },
    async test(page) {
      await start(page, 'metro', ['here', 'easy', 'easy', 'easy', 'easy', 'easy']);
      // Where the first train was, and what stood at the end of its line, frame by frame.
      await page.evaluate(() => {
        const seen = (window.runs = new Map());
        (function look() {
          for (const gain of document.querySelectorAll('.gain text')) {
            const train = gain.closest('.gain').previousElementSibling;
            const all = seen.get(gain) ?? seen.set(gain, { counts: [], places: [] }).get(gain);
            all.counts.push(Number(gain.textContent));
            if (train?.matches('.train')) all.places.push(Math.round(train.getBoundingClientRect().x) + Math.round(train.getBoundingClientRect().y) * 10000);
          }
          requestAnimationFrame(look);
        })();
      });
      const whole = () => [...window.runs.values()].some(({ counts, places }) => new Set(places).size > 3 && counts[0] < counts.at(-1) && counts.length > 3);
      for (let turn = 0; turn < 10; turn++) {
        const { over, ply } = await myTurn(page);
        if (over === 'true') break;
        await hinted(page);
        await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
        if (await page.waitForFunction(whole, null, { timeout: 2500 }).catch(() => false)) break;
      }
      const runs = await page.evaluate(() => [...window.runs.values()].map(({ counts, places }) => [counts, new Set(places).size]));
      const [counts] = runs.find(([all, places]) => places > 3 && all.length > 3) ?? [];
      assert.ok(counts, `a train has run: ${JSON.stringify(runs)}`);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
        'its points only grow',
      );
    },
  },
  {
    name: 'turns a tile beside the tiles in hand, three of them too',
    visit: { lang: 'en' },
    async test(page) {
      await go(page, '#/new/metro');
      await page.click('form details summary');
      await page.getByLabel('Tiles in hand').selectOption('3');
      await page.getByLabel('Arrows: tiles cannot be turned').uncheck();
      await page.click('button.start');
      await myTurn(page);
      const tray = await page.locator('.tray').boundingBox();
      const turn = page.getByRole('button', { name: 'Turn the tile' });
      for (const tile of await page.locator('.hand button.tile').all()) {
        await tile.click();
        if ((await turn.count()) === 0) continue;
        const at = await turn.boundingBox();
        assert.ok(at.x >= tray.x && at.x + at.width <= tray.x + tray.width && at.y + at.height <= tray.y + tray.height, 'inside the tray');
      }
      await shot(page, 'metro-three-tiles');
    },
  },
  {
    name: 'shows by a double click what a move would do, and plays it by a click after that',
    visit: { lang: 'en' },
    async test(page) {
      await start(page, 'metro', ['here', 'easy']);
      const { ply } = await myTurn(page);
      const { x, y } = await pointOf(page.locator('[data-lit]').first());
      await page.mouse.dblclick(x, y);
      await page.locator('.bar .buttons .primary').waitFor();
      await page.waitForTimeout(450);
      assert.equal((await state(page)).ply, ply, 'nothing was played unseen');
      await page.mouse.click(x, y);
      await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
    },
  },
  {
    name: 'has one black by day and by night, for a player’s mark, stations and lines',
    visit: { lang: 'en', settings: { theme: 'dark' } },
    async test(page) {
      await start(page, 'metro', ['here', 'easy', 'easy', 'easy', 'easy', 'easy']);
      await myTurn(page);
      const blacks = await page.evaluate(() => [
        getComputedStyle(document.querySelector('.people li:last-child svg path')).fill,
        ...[...document.querySelectorAll('main .arch[style*="black"]')].map((arch) => getComputedStyle(arch).fill),
      ]);
      assert.ok(blacks.length > 3, `${blacks.length} places to see it`);
      assert.deepEqual([...new Set(blacks)], ['rgb(42, 46, 51)']);
    },
  },
  {
    name: 'says in one line how many tiles are left',
    visit: { lang: 'fr' },
    async test(page) {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const lines = await page.locator('.pile').evaluate((pile) => pile.getBoundingClientRect().height / parseFloat(getComputedStyle(pile).lineHeight));
      assert.ok(lines < 1.5, `${lines} lines`);
    },
  },
];
