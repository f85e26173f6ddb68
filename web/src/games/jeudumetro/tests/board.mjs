// SPDX-License-Identifier: MIT
// What the board promises to somebody who looks at it: an arrow leads from an objective to the train it looks at, and notes are kept.
import assert from 'node:assert/strict';
import { go, myTurn, painted, playOn, shot, start, state } from '../../../../tests/browser/visit.mjs';

export default [
  {
    name: 'leads from my objective to its train, and keeps my notes on the others’',
    visit: { lang: 'en' },
    async test(page) {
      await start(page, 'jeudumetro', ['here', 'easy', 'easy', 'easy']);
      await playOn(page, 'jeudumetro', undefined, 1);
      await myTurn(page);
      const [, train] = /It is about (your|\w+(?: \w+)?’s) train/.exec(await page.locator('.objective').innerText());
      const nearest = await page.locator('g.mine path.line').evaluate((line) => {
        const end = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM());
        const far = (spot) => {
          const { left, right, top, bottom } = spot.getBoundingClientRect();
          return Math.hypot((left + right) / 2 - end.x, (top + bottom) / 2 - end.y);
        };
        return [...document.querySelectorAll('[data-spot]')].sort((a, b) => far(a) - far(b))[0].getAttribute('aria-label');
      });
      assert.match(nearest, new RegExp(`^${train} train`, 'i'), 'the arrow ends at the train it looks at');
      assert.ok((await page.locator('.laid').count()) >= 1, 'the card just played lies on the platform');
      await page.getByRole('button', { name: 'Notes, discards and cards' }).click();
      const kind = page.locator('.guesses .kind:not([disabled])').first();
      await kind.click();
      assert.match(await kind.innerText(), /crossed out by you/);
      await page.keyboard.press('Escape');
      await painted(page);
      assert.equal(await page.locator('path.strike.own').count(), 1, 'my note stands below the train');
      assert.equal((await state(page)).over, 'false');
      await shot(page, 'jeudumetro-notes');
    },
  },
  {
    name: 'asks for both trains of Switch, one after the other, whichever comes first',
    visit: { lang: 'en' },
    async test(page) {
      await go(page, '#/learn/jeudumetro');
      await page.locator('.begin').click();
      for (const first of [0, 1, 2]) {
        await page.locator('.card', { hasText: 'Switch' }).click();
        await page.locator('[data-prompt]', { hasText: 'Choose one of them' }).waitFor();
        await page.locator('[data-spot]').nth(first).click();
        await page.locator('[data-prompt]', { hasText: 'and the other train?' }).waitFor();
        assert.equal(await page.locator('.bar .primary').count(), 0, 'nothing is confirmed before both are chosen');
        await page
          .locator('[data-spot]')
          .nth((first + 1) % 3)
          .click();
        await page.locator('.bar li', { hasText: 'Two trains change places: ' }).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.locator('[data-spot]').first().click();
      await page.locator('.note', { hasText: 'A card comes first.' }).waitFor();
      await page.getByRole('button', { name: 'Discard…' }).click();
      assert.equal(await page.locator('.note').count(), 0, 'who discards has answered the refusal');
    },
  },
];
