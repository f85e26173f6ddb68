// SPDX-License-Identifier: MIT
// Nothing that a person has in hand is lost when something happens at the table.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leave, onTurn, person, playTogether, takePlot, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, clickAt, painted, siteOfSuite } from './visit.mjs';

describe('a table online', () => {
  const site = siteOfSuite(serve);

  const sayField = (page) => page.getByLabel('Say something');
  const talk = async (page, text) => {
    await sayField(page).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };

  const heard = (page, text) => page.getByRole('log', { name: 'Chat' }).getByText(text).waitFor();

  /** Everything that can happen without a move: talk, a page loaded anew, somebody who watches. */
  async function bustle(one, other, url, word) {
    await talk(other, word);
    await heard(one, word);
    await other.reload();
    await other.waitForSelector('.table');
    const guest = await person(site);
    await guest.goto(url);
    await guest.waitForSelector('.table');
    await leave(guest);
    await talk(other, `${word} again`);
    await heard(one, `${word} again`);
    await painted(one);
  }

  /** What of a person's table could be lost. */
  const inHand = (page) =>
    page.evaluate(() => ({
      ready: !!document.querySelector('.bar .buttons .primary'),
      picked: [...document.querySelectorAll('.picked')].map((spot) => spot.getAttribute('aria-label')),
      pressed: [...document.querySelectorAll('.tray [aria-pressed="true"]')].map((each) => each.textContent + each.ariaLabel),
      zoom: document.querySelector('main svg').getAttribute('viewBox'),
      typed: document.querySelector('form input').value,
      sheet: document.querySelector('dialog h2')?.textContent ?? '',
    }));

  it('keeps a move in every phase of it while others talk, leave, come and watch', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metro');
    const asked = [];
    let loads = 0;
    anna.on('load', () => loads++);
    anna.on('websocket', (socket) => socket.on('framesent', (frame) => asked.push(String(frame.payload))));
    await anna.reload();
    await anna.waitForSelector('.table');
    const { mover } = await onTurn([anna, bruno]);
    const other = mover === anna ? bruno : anna;
    await sayField(mover).fill('half a line');
    await mover.getByRole('button', { name: 'Zoom in' }).click();
    const empty = await inHand(mover);
    await bustle(mover, other, url, 'hello');
    assert.deepEqual(await inHand(mover), empty, 'before anything is picked');
    await clickAt(mover.locator('[data-lit]').first());
    await mover.waitForSelector('.bar .buttons .primary');
    await mover.getByRole('button', { name: 'Settings' }).click();
    await mover.waitForSelector('dialog h2');
    const ready = await inHand(mover);
    assert.equal(ready.picked.length, 1);
    await bustle(mover, other, url, 'hurry');
    assert.deepEqual(await inHand(mover), ready, 'with a move ready to be confirmed');
    await mover.keyboard.press('Escape');
    await sayField(other).fill('while you think');
    await other.getByRole('button', { name: 'Zoom in' }).click();
    const waiting = await inHand(other);
    await mover.locator('.bar .buttons .primary').click();
    await other.waitForFunction(() => document.querySelector('.table').dataset.me !== '');
    const then = await inHand(other);
    assert.deepEqual([then.zoom, then.typed], [waiting.zoom, waiting.typed], 'another’s move leaves talk and zoom alone');
    await playTogether([anna, bruno], 'metro', 4);
    for (const page of [anna, bruno]) assert.equal(await page.locator('.bar .notice').count(), 0, 'one’s own move is not called lost');
    const histories = asked.filter((text) => text.includes('"history"')).length;
    assert.ok(histories <= loads, `the history is asked for once by each of ${loads} pages, not ${histories} times`);
    await leave(anna, bruno);
  });

  it('keeps a discard that is being chosen', async () => {
    const { anna, bruno, url } = await twoAt(site, 'jeudumetro');
    const { mover } = await onTurn([anna, bruno]);
    const other = mover === anna ? bruno : anna;
    await mover.getByRole('button', { name: 'Discard…' }).click();
    await mover.locator('.card').nth(0).click();
    await mover.locator('.card').nth(1).click();
    await mover.waitForSelector('.bar .buttons .primary');
    const chosen = await inHand(mover);
    assert.equal(chosen.pressed.length, 2);
    await bustle(mover, other, url, 'well');
    assert.deepEqual(await inHand(mover), chosen);
    await leave(anna, bruno);
  });

  it('keeps an offer that is being put together while others move', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metropolis');
    await playTogether([anna, bruno], 'metropolis', 8, takePlot);
    const { mover } = await onTurn([anna, bruno]);
    const other = mover === anna ? bruno : anna;
    await other.locator('.propose button').first().click();
    await other.waitForSelector('.deal');
    const them = other === anna ? 'Bruno' : 'Anna';
    const own = other.locator('[data-lit][aria-label*="your plot"]').first();
    // Not just the name: what is given is bound for its new owner.
    const theirs = other.locator(`[data-lit][aria-label*="${them}’s plot"]`).first();
    const picked = (n) => other.waitForFunction((n) => document.querySelectorAll('.picked').length === n, n);
    await clickAt(own);
    await picked(1);
    // Chosen again it is put back: no plot is offered for nothing by a second touch.
    await other.locator('.bar .buttons .primary').waitFor();
    await clickAt(own);
    await picked(0);
    await other.locator('.bar .buttons .primary').waitFor({ state: 'detached' });
    assert.equal(await other.locator('.deal').count(), 1, 'the offer can still be put together');
    assert.equal(await mover.locator('.bar .question').count(), 0);
    await clickAt(own);
    await picked(1);
    await clickAt(theirs);
    await picked(2);
    const composed = await inHand(other);
    await bustle(other, mover, url, 'deal?');
    assert.deepEqual(await inHand(other), composed);
    const ply = await other.locator('.table').getAttribute('data-ply');
    await playTogether([mover], 'metropolis', 1);
    await other.waitForFunction((before) => document.querySelector('.table').dataset.ply !== before, ply);
    await painted(other);
    assert.equal((await inHand(other)).picked.length >= 2, true, 'another’s move leaves the offer alone');
    await leave(anna, bruno);
  });

  /** Is all of it on the first screen, and nothing over it? */
  const inSight = (locator) =>
    locator.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && (element.contains(at) || at.contains(element)) && element.scrollWidth <= element.clientWidth;
    });

  it('lets a line of talk be read on the first screen until it was, or until I move', async () => {
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    const { anna, bruno } = await twoAt(site, 'metro', [{ viewport: { width: 1280, height: 560 } }, phone]);
    // At a desk that is not high, the talk begins on the screen and ends below it.
    await talk(bruno, 'are you there');
    await anna.locator('.bar .said').getByText('Bruno are you there').waitFor();
    await anna.getByRole('log', { name: 'Chat' }).scrollIntoViewIfNeeded();
    await anna.locator('.bar .said').waitFor({ state: 'detached' });
    await playTogether([anna, bruno], 'metro', 1);
    const said = bruno.locator('.bar .said');
    await bruno.evaluate(() => scrollTo(0, 0));
    await talk(anna, 'good luck');
    await said.getByText('Anna good luck').waitFor();
    for (const [width, height] of [
      [360, 640],
      [802, 293],
    ]) {
      await bruno.setViewportSize({ width, height });
      await bruno.evaluate(() => scrollTo(0, 0));
      await bruno.waitForFunction((wide) => document.documentElement.clientWidth === wide, width);
      for (const line of [said, ...(await bruno.locator('.bar .since li').all())])
        assert.ok(await inSight(line), `${width}×${height}: ${await line.innerText()}`);
    }
    await axe(bruno, 'talk in the bar of a phone');
    await bruno.setViewportSize({ width: 360, height: 640 });
    await bruno.locator('.strip .talk').tap();
    await said.waitFor({ state: 'detached' });
    await bruno.evaluate(() => scrollTo(0, 0));
    await talk(anna, 'your turn');
    await said.getByText('your turn').waitFor();
    for (let moves = 0; moves < 2 && (await said.count()); moves++) await playTogether([anna, bruno], 'metro', 1);
    await said.waitFor({ state: 'detached' });
    await leave(anna, bruno);
  });

  it('does not open the score sheet again for a word after the end', async () => {
    const { anna, bruno } = await twoAt(site, 'metro');
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    await anna.locator('.journal').getByText('Bruno resigns.').waitFor();
    if (await anna.locator('dialog').count()) await anna.keyboard.press('Escape');
    if (await bruno.locator('dialog').count()) await bruno.keyboard.press('Escape');
    await talk(bruno, 'gg');
    for (const page of [anna, bruno]) {
      await heard(page, 'gg');
      await painted(page);
    }
    assert.equal(await anna.locator('dialog').count(), 0);
    assert.equal(await bruno.locator('dialog').count(), 0);
    await leave(anna, bruno);
  });
});
