// SPDX-License-Identifier: MIT
// People who meet at tables online, each with a browser of their own.
import assert from 'node:assert/strict';
import { judge, judgeGame } from '../../../tests/schemas/schemas.mjs';
import { clickAt, clickMove, state } from './visit.mjs';

const kinds = { lobby_changed: 'lobbyChanged', your_turn: 'yourTurn' };

/** Holds what a server tells a page against its schema, and what is a game's against the game's. */
function listen(page) {
  const games = new Map();
  let alone = null;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      try {
        const message = JSON.parse(String(payload));
        judge(`metropole:server#/$defs/${kinds[message.type] ?? message.type}`, message, 'what the server tells');
        if (message.type === 'table') {
          games.set(message.table, message.info.game);
          alone = games.size === 1 ? message.info.game : null;
        }
        const game = games.get(message.table) ?? (message.type === 'answer' ? alone : null);
        if (!game) return;
        judgeGame(game, message, 'the server');
        for (const { effects } of message.events ?? []) judgeGame(game, { effects }, 'an event of the server');
      } catch (error) {
        page.faults.push(error.message);
      }
    }),
  );
}

/** A person with a browser of their own. Lost connections may be told on the console, nothing else. */
export async function person(site, context = {}, lang = 'en') {
  const profile = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block', ...context });
  await profile.addInitScript((language) => {
    localStorage.setItem('metropole.settings', JSON.stringify({ pace: 'instant' }));
    if (!localStorage.getItem('metropole.lang')) localStorage.setItem('metropole.lang', language);
  }, lang);
  const page = await profile.newPage();
  page.setDefaultTimeout(20000);
  page.faults = [];
  listen(page);
  page.on(
    'console',
    (message) => message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text()) && page.faults.push(message.text()),
  );
  page.on('pageerror', (error) => page.faults.push(error.message));
  return page;
}

export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, [], 'the console stays clean');
    await page.context().close();
  }
}

/** Opens a table of a game; the address to send to friends. */
export async function makeTable(page, url, name, game, players) {
  await page.goto(url);
  await page.getByRole('link', { name: 'Play with friends online' }).click();
  await page.locator(`a[href="#/host/${game}"]`).click();
  await page.waitForFunction(() => document.querySelectorAll('form select option').length > 4);
  await page.locator('form select').first().selectOption(String(players));
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForSelector('main[data-room="open"]');
  return page.url();
}

export async function joinTable(page, url, name) {
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Leave my seat' }).waitFor();
}

/** The page whose turn it is, and the ply it stands at; nothing once the game is over. */
export async function onTurn(pages) {
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
export async function playTogether(pages, game, moves, move = clickMove) {
  for (let i = 0; i < moves; i++) {
    const { mover, ply } = await onTurn(pages);
    if (!mover) return;
    await move(mover, game);
    for (const page of pages) await page.waitForFunction((before) => Number(document.querySelector('.table').dataset.ply) > Number(before), ply);
  }
}

/** A move of Metropolis: takes a plot and builds nothing, so that there is something to trade. */
export async function takePlot(page) {
  const lit = page.locator('[data-lit]');
  const pass = page.locator('.bar .buttons button:not(.primary)');
  const ready = page.locator('.bar .buttons .primary');
  // Of some plots it is asked who shall have them.
  const give = page.locator('.give button');
  await lit.or(pass).first().waitFor();
  if (await pass.count()) await pass.first().click();
  else {
    await clickAt(lit.first());
    await ready.or(give).first().waitFor();
    if (!(await ready.count())) await give.first().click();
  }
  await ready.click();
}

/** A table of two who have begun. */
export async function twoAt(site, game, contexts = [{}, {}]) {
  const anna = await person(site, contexts[0]);
  const bruno = await person(site, contexts[1]);
  const url = await makeTable(anna, site.url, 'Anna', game, 2);
  await joinTable(bruno, url, 'Bruno');
  await anna.getByRole('button', { name: 'Start' }).click();
  await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
  return { anna, bruno, url };
}
