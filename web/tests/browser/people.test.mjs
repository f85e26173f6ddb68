// SPDX-License-Identifier: MIT
// People: keyboard only, several at one device, looking back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axe, go, myTurn, playOn, shot, siteOfSuite, start, state } from './visit.mjs';

describe('people', () => {
  const site = siteOfSuite();

  /** Presses keys until a name in focus fits. */
  async function focusOn(page, key, fits, most = 80) {
    for (let i = 0; i < most; i++) {
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`.trim();
      });
      if (fits.test(name)) return name;
      await page.keyboard.press(key);
    }
    throw new Error(`nothing that fits ${fits} by ${key}`);
  }

  it('play by keyboard alone, from the home page to a few moves', () =>
    site.visit({}, async (page) => {
      await focusOn(page, 'Tab', /^Jouer à Metro /);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.table');
      for (let i = 0; i < 3; i++) {
        const now = await myTurn(page);
        await page.keyboard.press('b');
        assert.equal(await page.evaluate(() => document.activeElement.hasAttribute('data-spot')), true, 'B goes to the board');
        const ring = await page.evaluate(() => getComputedStyle(document.activeElement.querySelector('.shape')).strokeWidth);
        assert.ok(parseFloat(ring) >= 2, 'focus is visible');
        const first = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
        await page.keyboard.press('ArrowRight');
        assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), first);
        await page.keyboard.press('Home');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.bar .buttons .primary');
        await focusOn(page, 'Tab', /^Confirmer/);
        await page.keyboard.press('Enter');
        await page.waitForFunction((ply) => document.querySelector('.table').dataset.ply !== ply, now.ply);
      }
      assert.match(await page.locator('[aria-live="polite"].sr').textContent(), /tuile/);
      await page.keyboard.press('b');
      // As a board does whose places change their order.
      const stays = await page.evaluate(async () => {
        const place = document.activeElement;
        place.parentNode.append(place);
        await new Promise((done) => setTimeout(done, 50));
        return document.activeElement === place;
      });
      assert.ok(stays, 'a place that is put elsewhere keeps the focus');
      const stops = [];
      for (let i = 0; i < 60 && stops.filter((each) => each === 'BODY').length === 0; i++) {
        await page.keyboard.press('Tab');
        await page.waitForTimeout(20);
        stops.push(await page.evaluate(() => document.activeElement.tagName));
      }
      assert.ok(stops.includes('BODY'), 'Tab leads out of the page');
    }));

  it('share a device behind a curtain, and see no hand but their own', () =>
    site.visit({}, async (page) => {
      await start(page, 'jeudumetro', ['here', 'here', 'easy']);
      await page.waitForSelector('.curtain');
      await axe(page, 'the curtain');
      await shot(page, 'curtain');
      assert.equal(await page.locator('.card').count(), 0, 'no card is on the page behind the curtain');
      assert.equal(await page.locator('.objective').count(), 0);
      const first = await myTurn(page);
      // four, or three if the bot began with a pickpocket
      assert.ok([3, 4].includes(await page.locator('.card').count()));
      await playOn(page, 'jeudumetro', undefined, 1);
      const next = await myTurn(page);
      assert.notEqual(next.me, first.me);
    }));

  it('share a device in Metropolis without a curtain: nothing is secret', () =>
    site.visit({}, async (page) => {
      await start(page, 'metropolis', ['here', 'here']);
      const seen = new Set();
      for (let i = 0; i < 6; i++) {
        seen.add((await myTurn(page)).me);
        assert.equal(await page.locator('.curtain').count(), 0);
        await playOn(page, 'metropolis', undefined, 1);
      }
      assert.equal(seen.size, 2);
      await page.locator('.propose button').first().click();
      await page.waitForSelector('.deal');
    }));

  it('look back at a game, move by move, and play on from there', () =>
    site.visit({}, async (page) => {
      await start(page, 'jeudumetro', ['here', 'easy', 'easy']);
      await playOn(page, 'jeudumetro', undefined, 1);
      await myTurn(page);
      await page.click('[role=toolbar] button >> nth=4');
      const running = await page.inputValue('dialog textarea');
      assert.match(running, /~deal 2 \?/, 'while the game runs the record is cut');
      await page.keyboard.press('Escape');
      await playOn(page, 'jeudumetro');
      await page.waitForSelector('dialog .winner');
      assert.equal(await page.locator('dialog .score > ul li').count(), 3, 'every objective is turned over');
      await page.keyboard.press('Escape');
      await page.click('[role=toolbar] button >> nth=4');
      const record = await page.inputValue('dialog textarea');
      assert.match(record, /^metropole 1\ngame jeudumetro\n/);
      assert.doesNotMatch(record, /\?/);
      await page.keyboard.press('Escape');
      // Once the sheet is closed, what comes next is still one click away.
      assert.equal(await page.getByRole('button', { name: 'Revoir la partie' }).count(), 1);
      await page.getByRole('button', { name: 'Analyse' }).click();
      await page.waitForSelector('.replay');
      await page.locator('.review').getByRole('button', { name: 'Arrêter' }).click();
      assert.ok((await page.evaluate(() => location.hash)).startsWith('#/replay/played/'));
      await page.waitForSelector('dialog', { state: 'detached' });
      await axe(page, 'the replay');
      await shot(page, 'replay-jeudumetro');
      const last = Number(await page.locator('.replay').getAttribute('data-stop'));
      assert.ok(last > 3);
      await page.locator('input[type=range]').fill('2');
      await page.waitForFunction(() => document.querySelector('.replay').dataset.stop === '2');
      await page.click('.keys button >> nth=3');
      await page.waitForFunction(() => document.querySelector('.replay').dataset.stop === '3');
      // Secrets lie open, or are seen by one seat.
      const hidden = () => page.locator('main svg text.ask').count();
      assert.equal(await hidden(), 0);
      await page.selectOption('.eyes select', '2');
      await page.waitForFunction(() => document.querySelectorAll('main svg text.ask').length > 0);
      await page.selectOption('.eyes select', 'all');
      await page.waitForFunction(() => document.querySelectorAll('main svg text.ask').length === 0);
      await page.click('.scrub .primary');
      await axe(page, 'the choice of a seat');
      await shot(page, 'replay-seat');
      await page.locator('.takes button').nth(2).click();
      await page.waitForSelector('.table');
      assert.ok(Number((await state(page)).ply) >= 3);
      assert.equal((await myTurn(page)).me, '3', 'the seat that was chosen');
      await playOn(page, 'jeudumetro', undefined, 1);
      await go(page, '#/replay');
      await page.fill('textarea', 'metropole 1\ngame metro\nplayers 2\n\nnonsense');
      await page.click('button.primary');
      await page.waitForSelector('.note');
    }));

  it('play the same again with one click, also once the sheet of the end is closed', () =>
    site.visit({}, async (page) => {
      await start(page, 'jeudumetro', ['here', 'easy', 'easy']);
      await playOn(page, 'jeudumetro');
      await page.waitForSelector('dialog .winner');
      const before = page.url();
      assert.equal(await page.locator('.after .primary').count(), 1);
      await page.keyboard.press('Escape');
      await page.locator('.bar .buttons .primary').click();
      await page.waitForFunction((url) => location.href !== url && document.querySelector('.table[data-over="false"]'), before);
      assert.equal(await page.locator('dialog').count(), 0);
      assert.match((await page.locator('.people').innerText()).replace(/\s+/g, ' '), /Joueur B.*Joueur C/);
    }));
});
