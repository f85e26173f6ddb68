// SPDX-License-Identifier: MIT
// What the board promises to somebody who looks at it: the plan lights what is traded, and values open into their sums.
import assert from 'node:assert/strict';
import { clickAt, go, myTurn, playOn, pointOf, shot, start } from '../../../../tests/browser/visit.mjs';

export default [
  {
    name: 'says to two why no trade can help both, and lights what others may trade',
    visit: { lang: 'en' },
    async test(page) {
      await start(page, 'metropolis', ['here', 'easy']);
      await myTurn(page);
      await page.getByText('With two players a trade cannot help both').waitFor();
      await go(page, '#/');
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      await myTurn(page);
      await page.locator('.propose button').first().click();
      const lit = page.locator('[data-lit]');
      await page.locator('[data-lit][aria-label*="your plot"]').first().waitFor();
      const whose = await lit.evaluateAll((plots) => plots.map((plot) => plot.getAttribute('aria-label')));
      assert.ok(
        whose.every((label) => /your plot|Joueur B’s plot/.test(label)),
        `${whose}`,
      );
      await clickAt(page.locator('[data-lit][aria-label*="your plot"]').first());
      await clickAt(page.locator('[data-lit][aria-label*="Joueur B’s plot"]').first());
      await page.locator('.deal .sides li').nth(1).waitFor();
      assert.equal(await page.locator('[data-spot][aria-label*="would go to Joueur B"]').count(), 1, 'what goes is marked');
      assert.equal(await page.locator('[data-spot][aria-label*="would become yours"]').count(), 1, 'what comes is marked');
      for (const side of await page.locator('.deal .sides li').all()) assert.match(await side.innerText(), /gives[\s\S]*[+−±]\d+/, 'what each gains');
      await page.locator('.bar .primary').waitFor();
      const drop = page.getByRole('button', { name: 'Drop this offer' });
      assert.ok(
        await drop.evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height - 4) === button;
        }),
        'nothing lies over the offer',
      );
      await shot(page, 'metropolis-offer');
    },
  },
  {
    name: 'says of a plot that is taken what stands there or what it is good for',
    visit: { lang: 'en' },
    async test(page) {
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      const mine = page.locator('[data-lit]:not([aria-label*="plot"])').first();
      for (let turn = 0; ; turn++) {
        await myTurn(page);
        if (await mine.count()) {
          await clickAt(mine);
          await page.waitForTimeout(400);
          if (await page.getByText('could build').count()) break;
        }
        assert.ok(turn < 12, 'some open plot may be mine');
        await page.keyboard.press('Escape');
        await playOn(page, 'metropolis', undefined, 1);
      }
      await page
        .locator('.bar .more')
        .getByText(/could build an? .* worth \d+ on plots?/)
        .waitFor();
      await page.keyboard.press('Escape');
      const theirs = page.locator('[data-spot][aria-label*="Joueur B’s plot"]').first();
      assert.match(await theirs.getAttribute('aria-label'), /at best|value \d+/);
      const at = await pointOf(theirs);
      await page.mouse.move(at.x, at.y);
      await page.locator('.panel').waitFor();
      await page.mouse.move(0, 0);
      await page.locator('.panel').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'opens a value into its sum, and closes it by Escape or a click elsewhere',
    visit: { lang: 'en' },
    async test(page) {
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      const tag = page.locator('.tag').first();
      for (let turn = 0; turn < 12 && !(await tag.count()); turn++) await playOn(page, 'metropolis', undefined, 1);
      await myTurn(page);
      const sum = page.getByText('Base value');
      await tag.click();
      await sum.waitFor();
      await page.keyboard.press('Escape');
      await sum.waitFor({ state: 'detached' });
      await tag.click();
      await sum.waitFor();
      await page.locator('.bar .prompt').click();
      await sum.waitFor({ state: 'detached' });
    },
  },
];
