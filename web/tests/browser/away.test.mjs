// SPDX-License-Identifier: MIT
// Networks that fail silently, and people who look elsewhere.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leave, onTurn, playTogether, twoAt } from './meeting.mjs';
import { serveBehind } from './proxy.mjs';
import { axe, clickAt, clickMove, shot, siteOfSuite, state } from './visit.mjs';

describe('somebody who is cut off or looks elsewhere', () => {
  const site = siteOfSuite(serveBehind);

  it('is told of a frozen connection within seconds, and the move made meanwhile arrives once', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metro');
    // Bruno comes back through the network that will freeze: another address, the same cookies.
    await bruno.goto(url.replace(site.url, site.network.url));
    await bruno.waitForSelector('.table');
    await playTogether([anna, bruno], 'metro', 2);
    const { mover } = await onTurn([anna, bruno]);
    if (mover !== bruno) await playTogether([anna, bruno], 'metro', 1);
    const before = Number((await state(bruno)).ply);
    await bruno.waitForFunction(() => document.querySelector('[data-lit]'));
    await clickAt(bruno.locator('[data-lit]').first());
    await bruno.waitForSelector('.bar .buttons .primary');
    site.network.freeze();
    const frozen = Date.now();
    await bruno.locator('.bar .buttons .primary').click();
    await bruno.locator('.lost').waitFor({ timeout: 14000 });
    console.log(`a frozen connection was noticed after ${((Date.now() - frozen) / 1000).toFixed(1)} s`);
    assert.match(await bruno.locator('.lost').textContent(), /Your move is kept/);
    await axe(bruno, 'a lost connection');
    await shot(bruno, 'online-lost');
    site.network.thaw();
    await bruno.locator('.lost').getByRole('button').click();
    await bruno.locator('.lost').waitFor({ state: 'detached' });
    for (const page of [anna, bruno]) await page.waitForFunction((ply) => Number(document.querySelector('.table').dataset.ply) > ply, before);
    await anna.waitForTimeout(300);
    assert.equal(Number((await state(anna)).ply), before + 1, 'once');
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('sees an idle frozen connection too', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metro');
    await bruno.goto(url.replace(site.url, site.network.url));
    await bruno.waitForSelector('.table');
    if ((await onTurn([anna, bruno])).mover === anna) await playTogether([anna, bruno], 'metro', 1);
    site.network.freeze();
    const frozen = Date.now();
    await bruno.locator('.lost').waitFor({ timeout: 14000 });
    // The others learn it hardly later, and that he is back.
    const away = anna.locator('.people').getByText('Guest · away').or(anna.locator('.bar .question').getByText('Bruno is away'));
    await away.first().waitFor({ timeout: 30000 });
    const seconds = (Date.now() - frozen) / 1000;
    console.log(`the others noticed it after ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 20, `the others know after ${seconds} s`);
    await anna.locator('.sr[role="log"]').getByText('Bruno is away: a bot may take over now.').waitFor({ state: 'attached' });
    site.network.thaw();
    await bruno.locator('.lost').waitFor({ state: 'detached', timeout: 14000 });
    await away.first().waitFor({ state: 'detached' });
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('goes on playing where notices of the system fail', async () => {
    const hide = (page) =>
      page.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { get: () => true });
        window.rung = 0;
        window.Notification = class {
          static permission = 'granted';
          constructor() {
            window.rung++;
            throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
          }
        };
      });
    const { anna, bruno } = await twoAt(site, 'metro');
    for (const page of [anna, bruno]) {
      await hide(page);
      await page.reload();
      await page.waitForSelector('.table');
    }
    await playTogether([anna, bruno], 'metro', 4);
    assert.ok((await bruno.evaluate(() => window.rung)) > 0, 'it was tried');
    await leave(anna, bruno);
  });

  it('is called by a whole sentence that leads to the table', async () => {
    const { anna, bruno } = await twoAt(site, 'metro');
    await bruno.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, options) {
          window.notices.push({ title, ...options });
        }
      };
    });
    await bruno.reload();
    await bruno.waitForSelector('.table');
    const { mover } = await onTurn([anna, bruno]);
    if (mover === bruno) await clickMove(bruno, 'metro');
    await onTurn([anna]);
    await clickMove(anna, 'metro');
    await bruno.waitForFunction(() => window.notices.some((each) => /Anna places a tile on .*\. Your turn in Metro\.$/.test(each.body)));
    const last = await bruno.evaluate(() => window.notices.at(-1));
    assert.match(last.data.url, /#\/table\//);
    assert.match(await bruno.title(), /^\(1\) /);
    assert.match(await bruno.locator('link[rel=icon][type="image/svg+xml"]').getAttribute('href'), /^data:image\/svg/);
    await leave(anna, bruno);
  });
});
