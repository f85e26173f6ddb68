// SPDX-License-Identifier: MIT
// The board stands still: nothing that appears while a move is made, or that others do, shifts or
// shrinks it under the hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { played, playOn, shot, siteOfSuite, start } from './visit.mjs';

const sizes = [
  [1280, 800],
  [1280, 720],
  [360, 640],
  [390, 664],
  [412, 915],
  [802, 293],
];

/** Notes from now on where the board stands on the page, and how high what is below it was when it
 * first stood there. */
const watch = (page) =>
  page.evaluate(() => {
    const places = (window.places = new Map());
    const below = () => [...document.querySelectorAll('.desk > *, .bar > *')].map((each) => `${each.className.split(' ')[0]} ${each.offsetHeight}`).join(', ');
    (function look() {
      if (window.places !== places) return;
      const board = document.querySelector('main svg')?.getBoundingClientRect();
      if (board) {
        const at = [board.left + scrollX, board.top + scrollY, board.width, board.height].map(Math.round).join(' ');
        if (!places.has(at)) places.set(at, below());
      }
      requestAnimationFrame(look);
    })();
  });

const places = (page) => page.evaluate(() => [...window.places].map(([at, below]) => `${at} with ${below}`));

/** Only the button that brings it nearer lies on a board; those that lead back come and go with the
 * zoom, and the focus stays with the first. */
async function zoomInAndBack(page) {
  const shown = page.locator('.zoom button:visible');
  assert.equal(await shown.count(), 1);
  await shown.click();
  await page.locator('svg.zoomed').waitFor();
  assert.equal(await shown.count(), 3);
  await shown.first().focus();
  await page.keyboard.press('Enter');
  await page.locator('main svg:not(.zoomed)').first().waitFor();
  assert.equal(await shown.count(), 1);
  assert.ok(await shown.evaluate((button) => button === document.activeElement), 'the focus stays');
}

describe('a board', () => {
  const site = siteOfSuite();

  for (const { id, players } of played)
    it(`of ${id} stands still while a game goes on`, () =>
      site.visit({}, async (page) => {
        await start(page, id, ['here', ...Array(players - 1).fill('easy')]);
        if (await page.locator('.zoom').count()) await zoomInAndBack(page);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(100);
          await watch(page);
          await playOn(page, id, undefined, 3);
          assert.deepEqual((await places(page)).slice(1), [], `${id}, ${width}×${height}: ${(await places(page))[0]}, and then`);
          await shot(page, `still-${id}-${width}x${height}`);
        }
      }));
});
