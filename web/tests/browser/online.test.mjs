// SPDX-License-Identifier: MIT
// People who meet online: real pages, a real server, real connections.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { serve } from './server.mjs';
import { axe, clickMove, go, openHouse, shot, state } from './visit.mjs';

describe('online', () => {
  let server;
  let house;
  const open = [];

  before(async () => {
    server = await serve();
    house = await openHouse(server);
  });
  after(() => house.close());

  /** A person with a browser of their own. Lost connections may be told on the console, nothing else. */
  async function person(context = {}, lang = 'en') {
    const profile = await house.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block', ...context });
    await profile.addInitScript((language) => {
      localStorage.setItem('metropole.settings', JSON.stringify({ pace: 'instant' }));
      if (!localStorage.getItem('metropole.lang')) localStorage.setItem('metropole.lang', language);
    }, lang);
    const page = await profile.newPage();
    page.setDefaultTimeout(20000);
    page.faults = [];
    page.on(
      'console',
      (message) => message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text()) && page.faults.push(message.text()),
    );
    page.on('pageerror', (error) => page.faults.push(error.message));
    open.push(page);
    return page;
  }

  async function leave(...pages) {
    for (const page of pages) {
      assert.deepEqual(page.faults, [], 'the console stays clean');
      await page.context().close();
    }
  }

  /** Opens a table of a game; the address to send to friends. */
  async function makeTable(page, name, game, players) {
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Play with friends online' }).click();
    await page.locator(`a[href="#/host/${game}"]`).click();
    await page.waitForFunction(() => document.querySelectorAll('form select option').length > 4);
    await page.locator('form select').first().selectOption(String(players));
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForSelector('main[data-room="open"]');
    return page.url();
  }

  async function joinTable(page, url, name) {
    await page.goto(url);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Leave my seat' }).waitFor();
  }

  /** The page whose turn it is, and the ply it stands at; nothing once the game is over. */
  async function onTurn(pages) {
    for (let tries = 0; tries < 400; tries++) {
      for (const page of pages) {
        const now = await state(page);
        if (now.over === 'true') return {};
        if (now.me !== '') return { mover: page, ply: now.ply };
      }
      await pages[0].waitForTimeout(25);
    }
    assert.fail('somebody is on turn');
  }

  /** So many moves, each by the page whose turn it is; all pages see each of them. */
  async function playTogether(pages, game, moves) {
    for (let i = 0; i < moves; i++) {
      const { mover, ply } = await onTurn(pages);
      if (!mover) return;
      await clickMove[game](mover);
      for (const page of pages) await page.waitForFunction((before) => Number(document.querySelector('.table').dataset.ply) > Number(before), ply);
    }
  }

  it('two play by a link, one on a phone, through a restart of the server', async () => {
    const anna = await person();
    const bruno = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const url = await makeTable(anna, 'Anna', 'metro', 2);
    await axe(anna, 'the waiting room');
    await joinTable(bruno, url, 'Bruno');
    await shot(bruno, 'online-room-phone');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
    await playTogether([anna, bruno], 'metro', 4);
    await anna.getByLabel('Say something').fill('Bonjour <b>Bruno</b>');
    await anna.getByRole('button', { name: 'Send' }).click();
    await bruno.getByText('Bonjour <b>Bruno</b>').waitFor();
    await shot(anna, 'online-table');
    await axe(anna, 'an online table');

    const times = (page) => page.locator('.panel').evaluate((panel) => Number(panel.dataset.times));
    const had = await Promise.all([times(anna), times(bruno)]);
    await server.restart();
    for (const [i, page] of [anna, bruno].entries()) await page.waitForFunction((n) => Number(document.querySelector('.panel').dataset.times) > n, had[i]);
    await playTogether([anna, bruno], 'metro', 4);
    assert.equal(await anna.getByText('Bonjour <b>Bruno</b>').count(), 1);

    await bruno.reload();
    await bruno.waitForSelector('.table');
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('three play and one watches, who sees nothing that is not public', async () => {
    const people = [await person(), await person(), await person()];
    const watcher = await person({}, 'fr');
    const url = await makeTable(people[0], 'Chloé', 'jeudumetro', 3);
    await joinTable(people[1], url, 'David');
    await joinTable(people[2], url, 'Emma');
    const sent = [];
    watcher.on('websocket', (socket) => socket.on('framereceived', (frame) => sent.push(String(frame.payload))));
    await watcher.goto(url);
    await people[0].getByRole('button', { name: 'Start' }).click();
    await Promise.all([...people, watcher].map((page) => page.waitForSelector('.table')));
    await playTogether(people, 'jeudumetro', 6);
    await watcher.waitForFunction((ply) => document.querySelector('.table').dataset.ply === ply, (await state(people[0])).ply);
    assert.equal((await state(watcher)).me, '');
    await shot(watcher, 'online-spectator');
    const deals = sent.join('\n').match(/~deal \d \S+?"/g) ?? [];
    assert.ok(deals.length > 0 && deals.every((deal) => deal.endsWith('?"')), 'dealt cards are not shown to a spectator');
    await leave(...people, watcher);
  });

  it('one resigns, both play again', async () => {
    const anna = await person();
    const bruno = await person();
    const url = await makeTable(anna, 'Anna', 'metro', 2);
    await joinTable(bruno, url, 'Bruno');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    await anna.getByText('A player has resigned.').waitFor();
    await anna.getByRole('button', { name: 'Rematch' }).click();
    await anna.waitForURL((to) => to.href !== url);
    await bruno.getByRole('button', { name: 'Rematch' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table[data-ply="0"]')));
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('the lobby shows a public table to others at once', async () => {
    const anna = await person();
    const carla = await person({}, 'fr');
    await carla.goto(`${server.url}#/online`);
    await carla.waitForSelector('h1');
    await axe(carla, 'the lobby');
    await anna.goto(`${server.url}#/host/metropolys`);
    await anna.getByLabel('List it in the lobby').check();
    await axe(anna, 'the form for a table');
    await anna.getByLabel('Your name').fill('Anna');
    await anna.getByRole('button', { name: 'Open the table' }).click();
    await anna.waitForSelector('main[data-room="open"]');
    await carla.getByRole('link', { name: 'Rejoindre' }).waitFor();
    await shot(carla, 'online-lobby');
    await anna.getByRole('button', { name: 'Close the table' }).click();
    await carla.getByRole('link', { name: 'Rejoindre' }).waitFor({ state: 'detached' });
    await leave(anna, carla);
  });

  it('an account is made, left, entered again and deleted', async () => {
    const page = await person();
    await page.goto(`${server.url}#/account`);
    await page.getByRole('button', { name: 'Sign up' }).first().click();
    await page.getByLabel('Your name').fill('Frida');
    await page.getByLabel('Password').fill('correct horse');
    await axe(page, 'the account screen');
    await page.locator('form button.primary').click();
    const code = await page.locator('output').textContent();
    assert.match(code, /^\w{5}-\w{5}-\w{5}-\w{5}$/);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Your name').fill('Frida');
    await page.getByLabel('Password').fill('wrong horses');
    await page.locator('form button.primary').click();
    await page.getByText('do not belong together').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.locator('form button.primary').click();
    await page.getByText('Signed in as Frida').waitFor();
    await axe(page, 'the account of somebody signed in');
    await page.getByRole('link', { name: 'Games and ratings' }).click();
    await page.getByRole('heading', { name: 'Frida' }).waitFor();
    await axe(page, 'a profile');
    await go(page, '#/account');
    await page.getByText('Delete my account').click();
    await page.getByLabel('Password', { exact: true }).last().fill('correct horse');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'Sign up' }).first().waitFor();
    await leave(page);
  });
});
