// SPDX-License-Identifier: MIT
// What cannot be done says why, in the game's own sentence for this very try: whole, on the first
// screen, with no Confirm of another move beside it. What can be done shows what it would do while the
// pointer is over it, and the same place chosen again does it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { axe, clickAt, myTurn, played, playOn, shot, siteOfSuite, start, state } from './visit.mjs';

/** Games with a board of their own: where moves are listed, nothing else can be tried. */
const drawn = (id) => existsSync(resolve(import.meta.dirname, '../../src/games', id, 'Board.svelte'));
const games = played.filter(({ id }) => drawn(id) && (process.env.GAME ?? id) === id);
const seatsOf = ({ players }) => ['here', ...Array(players - 1).fill('easy')];
const note = '.bar .note';

/** Something in the hand that leads to places on the board, if the board has none yet. */
async function inHand(page) {
  const lit = page.locator('[data-lit]');
  if (await lit.count()) return;
  for (const piece of await page.locator('.tray [role=group] button:not([disabled]):not(.dim):not([aria-disabled=true])').all()) {
    await piece.click();
    await page.waitForTimeout(150);
    if (await lit.count()) return;
  }
}

/** Tries what is not lit, with each piece in hand: the first try must be refused. */
async function tryForbidden(page) {
  const pieces = page.locator('.tray [role=group] button:not([disabled])');
  const dark = page.locator('[data-spot]:not([data-lit]):not(.picked):not([aria-disabled=true])');
  for (let i = 0; i < Math.max(1, await pieces.count()); i++) {
    const piece = pieces.nth(i);
    if (await pieces.count()) {
      const is = await piece.evaluate(({ ariaPressed, classList }) => ({ held: ariaPressed === 'true', forbidden: classList.contains('dim') }));
      if (!is.held) await piece.dispatchEvent('click');
      if (!is.forbidden && !is.held) await page.waitForFunction((button) => button.ariaPressed === 'true', await piece.elementHandle());
      if (is.forbidden) return true;
    }
    if (await dark.count()) {
      await dark.first().dispatchEvent('click');
      return true;
    }
  }
  return false;
}

/** Plays until something can be tried that is not allowed: in another game if this one ends first. */
async function comeToRefusal(page, game) {
  for (let turn = 0; turn < 40; turn++) {
    if ((await myTurn(page)).over === 'true') {
      await page.goto(page.url().split('#')[0]);
      await start(page, game.id, seatsOf(game));
      continue;
    }
    if (await tryForbidden(page)) return page.waitForSelector(note);
    await page.keyboard.press('Escape');
    await playOn(page, game.id, undefined, 1);
  }
  assert.fail(`nothing was refused in ${game.id}`);
}

/** Whole and in sight: no part of it lies under an edge, and nothing lies over it. */
const whole = (page) =>
  page.locator(note).evaluate((element) => {
    const box = element.getBoundingClientRect();
    const room = element.closest('.more');
    const inside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    const cut = room.scrollHeight > room.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
    const under = [0.1, 0.5, 0.9].some((part) => !element.contains(document.elementFromPoint(box.left + 12, box.top + box.height * part)));
    return inside && !cut && !under ? 'whole' : JSON.stringify({ box, inside, cut, under });
  });

describe('what cannot be done', () => {
  const site = siteOfSuite();

  for (const game of games)
    it(`is refused in ${game.id} with a sentence, whole on a desk and on a phone, in both languages`, () =>
      site.visit({}, async (page) => {
        await start(page, game.id, seatsOf(game));
        await playOn(page, game.id, undefined, 1);
        for (const lang of ['fr', 'en']) {
          if (lang === 'en') {
            await page.setViewportSize({ width: 1280, height: 800 });
            await page.evaluate(() => localStorage.setItem('metropole.lang', 'en'));
            await page.reload();
          }
          await comeToRefusal(page, game);
          for (const [width, height] of [
            [1280, 800],
            [390, 664],
          ]) {
            await page.setViewportSize({ width, height });
            await page.waitForTimeout(150);
            const said = await page.locator(`${note} span`).first().innerText();
            assert.ok(said.split(/\s+/).length < 60, `a sentence, not a page: ${said}`);
            assert.equal(await page.locator(`${note}[data-refused]`).count(), 1, `the game's own sentence: ${said}`);
            assert.equal(await whole(page), 'whole', `${lang} ${width}×${height}: ${said}`);
            const [text, frame] = [await page.locator(`${note} p`).boundingBox(), await page.locator(note).boundingBox()];
            assert.ok(width < 861 || text.width > 0.85 * frame.width, `it has the width that there is: ${text.width} of ${frame.width}`);
            assert.equal(await page.locator('.bar .buttons .primary').count(), 0, 'no Confirm beside it');
            assert.match(await page.locator(`${note} a`).getAttribute('href'), /#\/rules\/\w+\/[A-Z]+-\d+/);
            await shot(page, `refused-${game.id}-${lang}-${width}`);
          }
        }
        await axe(page, `a refusal in ${game.id}`);
      }));

  it('leaves the move in hand: closing the refusal brings its Confirm back', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      await page.locator('[data-lit]').first().dispatchEvent('click');
      const confirm = page.locator('.bar .buttons .primary');
      await confirm.waitFor();
      await page.locator('[aria-label^="d3,"]').dispatchEvent('click');
      await page.waitForSelector(note);
      assert.equal(await confirm.count(), 0);
      const { ply } = await state(page);
      await page.keyboard.press('c');
      await page.waitForTimeout(200);
      assert.equal((await state(page)).ply, ply, 'nothing is confirmed beside a refusal');
      await page.locator(`${note} button`).click();
      await confirm.waitFor();
      await confirm.click();
      await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
    }));

  it('says nothing untrue of the move in hand, and leads back to it', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metropolis', ['here', ...Array(4).fill('easy')]);
      await myTurn(page);
      await page.locator('.board [data-lit], main [data-lit]').first().dispatchEvent('click');
      const keep = page.locator('.give button', { hasText: 'Keep it' });
      const give = page.locator('.give button').first();
      const confirm = page.locator('.bar .buttons .primary');
      await confirm.or(give).first().waitFor();
      if (!(await confirm.count())) await give.click();
      await confirm.waitFor();
      const kept = await keep.count();
      await page.locator('[data-spot]:not([data-lit]):not(.picked)').first().dispatchEvent('click');
      await page.waitForSelector(note);
      assert.match(await page.locator('.prompt').innerText(), /That cannot be done\. The move you were preparing is kept\.$/);
      assert.deepEqual(await page.locator('.bar .buttons button').allInnerTexts(), ['Back to my move', 'Cancel']);
      assert.equal(await keep.count(), kept);
      await shot(page, 'refused-in-hand');
      await page.getByRole('button', { name: 'Back to my move' }).click();
      await confirm.waitFor();
      assert.equal(await page.locator(note).count(), 0);
    }));

  it('is said of a cell while a draw is in hand', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const draw = page.getByRole('button', { name: 'Draw another tile' });
      const drawn = page.locator('.bar .more').getByText('You draw a tile');
      const fits = (await page.locator('[data-lit]').first().getAttribute('aria-label')).slice(0, 2);
      await draw.click();
      await drawn.waitFor();
      await page.locator('[aria-label^="d3,"]').dispatchEvent('click');
      await page.waitForSelector(note);
      await page.getByRole('button', { name: 'Back to my move' }).click();
      await drawn.waitFor();
      await page.locator(`[aria-label^="${fits}"]`).dispatchEvent('click');
      await page.locator('.bar .more').getByText(`You place a tile on ${fits}`).waitFor();
    }));

  it('says so of the central station, and of a train before a card', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const hall = await page.locator('[data-hall]').boundingBox();
      await page.mouse.click(hall.x + hall.width / 2, hall.y + hall.height / 2);
      await page.locator(note).getByText('central station, which takes no tile').waitFor();
      await page.goto(page.url().split('#')[0]);
      await start(page, 'jeudumetro', ['here', 'easy', 'easy']);
      await myTurn(page);
      await clickAt(page.locator('[data-spot]').first());
      await page.locator(note).getByText('A card comes first.').waitFor();
    }));

  it('speaks of one plot as of one', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      await myTurn(page);
      await clickAt(page.locator('[data-lit]').first());
      await page.locator('.bar .buttons .primary').click();
      const house = page.locator('.stock button.can').first();
      await house.click();
      await page.locator('[aria-label*="nobody’s"]').first().dispatchEvent('click');
      await page
        .locator(note)
        .getByText(/own empty plots, and \d+ is not one\./)
        .waitFor();
    }));

  for (const game of games)
    it(`what can be done in ${game.id} is shown under the pointer, and done by a second click`, () =>
      site.visit({ lang: 'en' }, async (page) => {
        await start(page, game.id, seatsOf(game));
        const glimpse = page.locator('.glimpse');
        let shown = null;
        let ply;
        // Not every hand has something that one place makes whole.
        for (let turn = 0; turn < 8 && !shown; turn++) {
          if (turn > 0) {
            await page.keyboard.press('Escape');
            await playOn(page, game.id, undefined, 1);
          }
          ({ ply } = await myTurn(page));
          await inHand(page);
          for (const place of (await page.locator('[data-lit]').all()).slice(0, 6)) {
            await place.hover({ force: true });
            const seen = await glimpse.waitFor({ timeout: 1000 }).then(
              () => true,
              () => false,
            );
            if (seen) {
              shown = place;
              break;
            }
          }
        }
        assert.ok(shown, 'a place says what a click would do');
        assert.ok((await glimpse.innerText()).length > 3);
        assert.equal(await page.locator('.bar .buttons .primary').count(), 0, 'nothing is chosen by pointing');
        await shot(page, `glimpse-${game.id}`);
        await clickAt(shown);
        await page.locator('.bar .buttons .primary').waitFor();
        const cut = await page
          .locator('.bar .more')
          .evaluate((more) =>
            [...more.querySelectorAll('.worth, ul')].map((each) => each.getBoundingClientRect().bottom - more.getBoundingClientRect().bottom),
          );
        assert.ok(
          cut.every((by) => by <= 1),
          `what it would do is whole: ${cut}`,
        );
        // A click that comes at once is half of a double one.
        await page.waitForTimeout(450);
        await clickAt(shown);
        await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
      }));
});
