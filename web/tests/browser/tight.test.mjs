// SPDX-License-Identifier: MIT
// A table online on a phone when there is most to show: the end while another game waits, an offer
// beside another, a connection that is lost. Nothing is cut, nothing lies over something else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, playTogether, twoAt } from './meeting.mjs';
import { serveBehind } from './proxy.mjs';
import { clickAt, painted, shot, siteOfSuite } from './visit.mjs';

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const sizes = [
  [390, 664],
  [360, 640],
  [802, 293],
];

/** What of these is off the first screen, cut, covered or, a button, too small for a finger. */
const faults = (page, needed) =>
  page.evaluate((selector) => {
    const found = [];
    for (const element of document.querySelectorAll(selector)) {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width <= 2) continue;
      const name = element.textContent.trim().slice(0, 30) || element.className;
      if (top < -0.5 || left < -0.5 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5) found.push(`${name} is off the screen`);
      for (const y of [top + 4, (top + bottom) / 2, bottom - 4]) {
        const at = document.elementFromPoint((left + right) / 2, y);
        if (!at || !(element.contains(at) || at.contains(element))) found.push(`${name} is covered by ${at?.className}`);
      }
      if (element.matches('button') && (width < 43.5 || height < 43.5 || height > 60)) found.push(`${name} is ${Math.round(width)}×${Math.round(height)}`);
      if (element.scrollWidth > element.clientWidth + 1 || (element.matches('.more') && element.scrollHeight > element.clientHeight + 1))
        found.push(`${name} is cut`);
    }
    return found;
  }, needed);

/** The same at every size. */
async function fits(page, needed, what) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await painted(page);
    await shot(page, `tight-${what}-${width}`);
    assert.deepEqual(await faults(page, needed), [], `${what}, ${width}×${height}`);
  }
}

/** Puts plots into an offer to somebody: one of one's own for one of theirs. */
async function draft(page, to) {
  await page.locator('.propose').getByRole('button', { name: to }).click();
  await page.waitForSelector('.deals .deal:not(.behind)');
  const picked = (n) => page.waitForFunction((n) => document.querySelectorAll('.picked').length === n, n);
  await clickAt(page.locator('[data-lit][aria-label*="your plot"]').first());
  await picked(1);
  await clickAt(page.locator(`[data-lit][aria-label*="${to}’s plot"]`).first());
  await page.locator('.bar .buttons .primary').waitFor();
}

describe('a phone with much to show', () => {
  const site = siteOfSuite(serveBehind);

  it('ends a game with the way to the next one, nobody on turn, and one’s own hand', async () => {
    const { anna, bruno } = await twoAt(site, 'metro', [phone, {}]);
    if ((await onTurn([anna, bruno])).mover === bruno) await playTogether([anna, bruno], 'metro', 1);
    const made = await anna.evaluate(
      () =>
        new Promise((done) => {
          const socket = new WebSocket(new URL('/ws', location.href.replace('http', 'ws')), 'metropole.1');
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === 'hello') socket.send(JSON.stringify({ id: 1, op: 'create', game: 'jeudumetro', players: 2, seats: ['me', 'open'] }));
            if (message.type === 'answer') done(message.table);
          };
        }),
    );
    await bruno.goto(`${site.url}#/table/${made}`);
    await bruno.getByRole('button', { name: 'Join' }).click();
    await anna.goto(`${site.url}#/table/${made}`);
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table[data-game="jeudumetro"]')));
    // Then somebody else is on turn as the game ends.
    if ((await onTurn([anna, bruno])).mover === anna) await playTogether([anna, bruno], 'jeudumetro', 1);
    const hand = () => anna.locator('.tray').evaluate((tray) => tray.textContent);
    const before = await hand();
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    await anna.locator('dialog .winner').waitFor();
    await anna.keyboard.press('Escape');
    await anna.locator('.bar .next').waitFor();
    assert.equal(await hand(), before, 'the hand at the bottom is still hers');
    assert.equal(await anna.locator('.strip .turn, .people .turn').count(), 0, 'nobody is on turn');
    await fits(anna, '.bar .prompt, .bar button, .strip .seat', 'end');
    await leave(anna, bruno);
  });

  it('shows an offer in hand whole while another one stands, and is told no more than that it was declined', async () => {
    const people = [await person(site, phone), await person(site), await person(site)];
    const [anna, bruno, clara] = people;
    const url = await makeTable(anna, site.url, 'Anna', 'metropolis', 3);
    await joinTable(bruno, url, 'Bruno');
    await joinTable(clara, url, 'Clara');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await draft(bruno, 'Clara');
    await bruno.locator('.bar .buttons .primary').click();
    await anna.locator('.deals .stands').waitFor();
    await fits(anna, '.stands, .stands p, .stands button', 'offered');
    await anna.setViewportSize({ width: 390, height: 664 });
    await draft(anna, 'Clara');
    await fits(anna, '.deals .deal, .deals p, .deals li, .deals button, .bar button, .bar .more', 'draft');
    await anna.locator('.bar .buttons .primary').click();
    await anna.locator('.stands button').waitFor();
    await fits(anna, '.stands:has(button), .stands:has(button) p, .stands button', 'sent');
    await clara.locator('.bar .question', { hasText: 'Anna offers' }).getByRole('button', { name: 'Decline' }).click();
    await anna.locator('.bar').getByText('Clara declines your offer').first().waitFor();
    assert.match(await anna.locator('.journal').textContent(), /Clara declines your offer\.(?!:)/, 'people keep their reasons');
    await leave(...people);
  });

  it('leaves the head of the page readable while the connection is lost', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metro', [{}, phone]);
    await bruno.goto(url.replace(site.url, site.network.url));
    await bruno.waitForSelector('.table');
    site.network.freeze();
    await bruno.locator('.lost').waitFor({ timeout: 60000 });
    await fits(bruno, '.lost button, header a, header button, .strip .seat, .bar .prompt', 'lost');
    site.network.thaw();
    await bruno.locator('.lost').waitFor({ state: 'detached', timeout: 60000 });
    await leave(anna, bruno);
  });
});
