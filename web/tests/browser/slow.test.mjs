// SPDX-License-Identifier: MIT
// Slow games: told while no page is open, and from one game that waits to the next.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, playTogether, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, shot, siteOfSuite, state } from './visit.mjs';

describe('slow games', () => {
  const site = siteOfSuite(serve);

  it('lead from one table that waits to the next', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metropolys');
    const { mover } = await onTurn([anna, bruno]);
    assert.equal(await mover.getByRole('button', { name: 'waiting for me' }).count(), 0, 'not while only this one waits');
    const other = mover === anna ? bruno : anna;
    // The same two at a second table, where whoever waits here comes to be on turn.
    await other.goto(site.url);
    const second = await person(site);
    await other.evaluate(() => (location.hash = '#/host/metropolys'));
    await other.waitForFunction(() => document.querySelectorAll('form select option').length > 4);
    await other.locator('form select').first().selectOption('2');
    await other.getByRole('button', { name: 'Open the table' }).click();
    await other.waitForSelector('main[data-room="open"]');
    const there = other.url();
    await joinTable(second, there, 'Clara');
    await other.getByRole('button', { name: 'Start' }).click();
    await Promise.all([other, second].map((page) => page.waitForSelector('.table')));
    for (let i = 0; i < 40 && (await onTurn([other, second])).mover !== other; i++) await playTogether([other, second], 'metropolys', 1);
    // Back at the first, where it is not their turn: the second waits.
    await other.goto(url);
    await other.waitForSelector('.table');
    const next = other.locator('.bar').getByRole('button', { name: 'Next game waiting for me' });
    await next.waitFor();
    await axe(other, 'a next game waits');
    await shot(other, 'online-next');
    await next.click();
    await other.waitForFunction((address) => location.href === address, there);
    await other.waitForSelector('.table');
    assert.equal((await onTurn([other])).mover, other);
    await leave(anna, bruno, second);
  });

  it('ring while no page is open, if the person wants it', async () => {
    const page = await person(site, { serviceWorkers: 'allow', permissions: ['notifications'] });
    // The browser's own push service cannot be reached from here; all else is as it is.
    await page.addInitScript(() => {
      const fake = (key) => ({
        endpoint: 'https://push.example.net/send/anna',
        options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint: 'https://push.example.net/send/anna', keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
        unsubscribe: async () => (sessionStorage.removeItem('push'), true),
      });
      const now = () => (sessionStorage.getItem('push') ? fake(sessionStorage.getItem('push')) : null);
      PushManager.prototype.getSubscription = async () => now();
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => (sessionStorage.setItem('push', applicationServerKey), now());
    });
    await makeTable(page, site.url, 'Odette', 'metro', 2);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const told = [];
    page.on('request', (request) => request.url().includes('/api/push') && told.push([new URL(request.url()).pathname, request.postDataJSON()]));
    await page.evaluate(() => (location.hash = '#/account'));
    const ring = page.getByLabel('Notify me on this device, even when Metropole is closed');
    await ring.check();
    await page.waitForFunction(async () => (await (await fetch('/api/me/notify')).json()).browsers === 1);
    assert.deepEqual([told[0][0], told[0][1].lang, told[0][1].quiet], ['/api/push', 'en', []]);
    await axe(page, 'how I am reached');
    await shot(page, 'online-reach');
    // Other settings reach the server with the next page.
    await page.evaluate(() => localStorage.setItem('metropole.settings', JSON.stringify({ quiet: ['deal'] })));
    await page.evaluate(() => localStorage.setItem('metropole.lang', 'fr'));
    const again = page.waitForRequest((request) => request.url().endsWith('/api/push'));
    await page.reload();
    assert.equal((await again).postDataJSON().lang, 'fr');
    await page.getByLabel('M’avertir sur cet appareil').uncheck();
    await page.waitForFunction(async () => (await (await fetch('/api/me/notify')).json()).browsers === 0);
    await leave(page);
  });

  it('show what the server sent as a notice that leads to the table', async () => {
    const page = await person(site, { serviceWorkers: 'allow', permissions: ['notifications'] });
    await page.goto(site.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await page.context().newCDPSession(page);
    const known = new Promise((done) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && done(registrations[0].registrationId)),
    );
    await session.send('ServiceWorker.enable');
    const data = JSON.stringify({ body: 'Anna places a tile at d4. Your turn in Metro.', tag: 'x-turn', url: '#/table/abc' });
    await session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId: await known, data });
    const notices = await page.waitForFunction(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.length > 0 ? all.map(({ title, body, tag, data: more }) => ({ title, body, tag, url: more.url })) : null;
    });
    assert.deepEqual(await notices.jsonValue(), [
      { title: 'Metropole', body: 'Anna places a tile at d4. Your turn in Metro.', tag: 'x-turn', url: `${site.url}#/table/abc` },
    ]);
    await leave(page);
  });

  it('stand still by consent, and while somebody is on holiday', async () => {
    const anna = await person(site);
    const bruno = await person(site, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await anna.goto(site.url);
    await anna.evaluate(async () => {
      await fetch('/api/guest', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Anna"}' });
      location.hash = '#/host/metro';
    });
    await anna.getByRole('button', { name: '3 days' }).click();
    await anna.getByRole('button', { name: 'Open the table' }).click();
    await anna.waitForSelector('main[data-room="open"]');
    await joinTable(bruno, anna.url(), 'Bruno');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
    if ((await onTurn([anna, bruno])).mover === bruno) await playTogether([anna, bruno], 'metro', 1);
    // Bruno looks elsewhere: he is rung, and the title counts that he is asked.
    await bruno.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, options) {
          window.notices.push(options.body);
        }
      };
    });
    await bruno.reload();
    await bruno.waitForSelector('.table');
    assert.doesNotMatch(await bruno.title(), /^\(/);
    await anna.locator('.panel').getByRole('button', { name: 'Pause' }).click();
    await bruno.locator('.question').getByText('Anna asks for a pause').waitFor();
    await bruno.waitForFunction(() => document.title.startsWith('(1) ') && window.notices.includes('Anna asks for a pause in Metro.'));
    assert.equal(await bruno.locator('.bar .notice').count(), 0, 'what is asked is not told beside it');
    await anna.locator('.panel').getByText('You asked for a pause. Waiting for an answer from Bruno.').waitFor();
    await axe(bruno, 'a pause is asked for');
    await bruno.locator('.question').getByRole('button', { name: 'Yes' }).click();
    await anna.locator('.panel').getByText('Paused: the clocks are stopped.').waitFor();
    await anna.locator('.journal').getByText('The game is paused.').waitFor();
    await bruno.locator('.strip').getByText('paused').first().waitFor();
    await bruno.waitForFunction(() => !document.title.startsWith('('));
    await axe(anna, 'a pause');
    await shot(anna, 'online-paused');
    // Why nothing happens, and the way on, are on the first screen of a phone.
    await bruno.locator('.bar .prompt').getByText('The game is paused.').waitFor();
    await shot(bruno, 'online-paused-phone');
    await bruno.locator('.bar').getByRole('button', { name: 'Resume' }).tap();
    await anna.locator('.journal').getByText('Bruno resumes the game.').waitFor();
    await bruno.locator('.journal').getByText('You resume the game.').waitFor();
    const there = anna.url();
    await anna.evaluate(() => (location.hash = '#/account'));
    await anna.getByLabel('Days').fill('5');
    await anna.getByRole('button', { name: 'Go on holiday now' }).click();
    await anna.getByText('You are on holiday until').waitFor();
    await anna.getByText('16 days are left this year.').waitFor();
    await axe(anna, 'a vacation');
    await shot(anna, 'online-vacation');
    await bruno.locator('.panel').getByText('Anna is on holiday until').waitFor();
    // Whoever waits reads for what, beside the last move and not in its place.
    if ((await state(bruno)).me !== '') await playTogether([bruno], 'metro', 1);
    await bruno.locator('.bar .prompt').getByText('Anna is on holiday until').waitFor();
    assert.equal(await bruno.locator('.bar .question').count(), 0);
    await bruno.locator('.strip').getByText('on holiday').first().waitFor();
    await shot(bruno, 'online-vacation-phone');
    await anna.getByRole('button', { name: 'I am back' }).click();
    await bruno.locator('.journal').getByText('Anna is back from holiday.').waitFor();
    await anna.goto(there);
    await leave(anna, bruno);
  });
});
