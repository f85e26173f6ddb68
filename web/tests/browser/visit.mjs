// SPDX-License-Identifier: MIT
// A visitor with a real browser: opens pages, plays, looks for faults. A console error or a refused
// file fails the visit that saw it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { host } from './host.mjs';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../../build'));
export const shots = resolve(build, 'web-screenshots');
mkdirSync(shots, { recursive: true });
/** The same luck in every run, unless another is asked for. */
const luck = Number(process.env.LUCK ?? 2026);
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A site and a browser for it: the built files on a plain host, or a server. */
export async function openSite(server) {
  const at = server ?? (await host(resolve(build, 'web')));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    ...at,
    browser,
    /** Runs a visit in a fresh profile; `settings` are those of the settings sheet. What the
     * console says is a fault unless it matches `forgiven`. */
    async visit({ settings = {}, lang = 'fr', forgiven = /^$/, ...context }, run) {
      const profile = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        bypassCSP: false,
        ...context,
      });
      const faults = [];
      await profile.addInitScript(
        ([kept, language, seed]) => {
          if (!localStorage.getItem('metropole.settings')) localStorage.setItem('metropole.settings', kept);
          if (!localStorage.getItem('metropole.lang')) localStorage.setItem('metropole.lang', language);
          let luck = seed;
          crypto.getRandomValues = (numbers) => {
            for (let i = 0; i < numbers.length; i++) numbers[i] = luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
            return numbers;
          };
        },
        [JSON.stringify({ pace: 'instant', ...settings }), lang, luck],
      );
      const page = await profile.newPage();
      page.setDefaultTimeout(15000);
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      try {
        await page.goto(at.url);
        await run(page, profile);
        assert.deepEqual(
          faults.filter((fault) => !forgiven.test(fault)),
          [],
          'the console stays clean',
        );
      } catch (error) {
        await shot(page, 'failed');
        error.message += `\nThe page then: failed.png; its console: ${JSON.stringify(faults)}`;
        throw error;
      } finally {
        await profile.close();
      }
    },
    async close() {
      await browser.close();
      await at.close();
    },
  };
}

/** The site of a suite: open before its tests, closed after them. `serve` starts its server. */
export function siteOfSuite(serve) {
  const site = {};
  before(async () => Object.assign(site, await openSite(await serve?.())));
  after(() => site.close());
  return site;
}

export async function go(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** From home to a table through the set-up screen. `seats` are values of the seat selects. */
export async function start(page, game, seats) {
  await page.click(`a[href="#/new/${game}"]`);
  await page.waitForSelector('form');
  await page.waitForFunction(() => document.querySelectorAll('form li select').length >= 4);
  await page.selectOption('label.row select', String(seats.length));
  for (const [i, who] of seats.entries()) {
    const row = page.locator('form ol li').nth(i);
    await row.locator('select').first().selectOption(who);
    await row.locator('input').fill(`Joueur ${'ABCDEF'[i]}`);
  }
  await page.click('button.start');
  await page.waitForSelector('.table');
}

export function state(page) {
  return page.locator('.table').evaluate((table) => ({ ...table.dataset }));
}

/** Waits until a person of this device is to move, or the game is over; opens curtains and answers
 * deals on the way. */
export async function myTurn(page) {
  for (;;) {
    await page.waitForFunction(
      () => {
        const table = document.querySelector('.table');
        return table && (table.dataset.over === 'true' || table.dataset.me !== '' || document.querySelector('.curtain, .bar .question'));
      },
      null,
      { timeout: 60000 },
    );
    const now = await state(page);
    const curtain = page.locator('.curtain button');
    const answer = page.locator('.bar .question button');
    if (await curtain.count()) await curtain.click();
    else if (now.me === '' && (await answer.count())) {
      await answer.nth(dice(await answer.count())).click();
      await page.waitForFunction((ply) => document.querySelector('.table').dataset.ply !== ply, now.ply);
    } else return now;
  }
}

let tick = luck;
export function dice(n) {
  tick = (tick * 1103515245 + 12345) % 2147483648;
  return Math.floor((tick / 2147483648) * n);
}

async function clickOne(locator) {
  await locator.first().waitFor({ timeout: 10000 });
  await clickAt(locator.nth(dice(await locator.count())));
}

/** A point of the page that belongs to the element: the middle of a bent place may be its neighbour's. */
export async function pointOf(locator) {
  const at = await locator.evaluate((element) => {
    const box = element.getBoundingClientRect();
    for (const step of [2, 4, 8, 16])
      for (let i = 1; i < step; i++)
        for (let j = 1; j < step; j++) {
          const [x, y] = [box.left + (box.width * i) / step, box.top + (box.height * j) / step];
          if (document.elementFromPoint(x, y)?.closest('[data-spot], button') === element) return { x, y };
        }
    return null;
  });
  assert.ok(at, 'the place can be hit');
  return at;
}

/** A tap of a finger in the middle of a place. */
export async function tap(page, locator) {
  const at = await pointOf(locator);
  await page.touchscreen.tap(at.x, at.y);
}

/** The move that a hint shows, so that a game goes as players would have it. */
export async function hinted(page) {
  await page.keyboard.press('h');
  await page.locator('.bar .buttons .primary').click();
}

export async function clickAt(locator) {
  await locator.scrollIntoViewIfNeeded();
  const at = await pointOf(locator);
  await locator.page().mouse.click(at.x, at.y);
}

const ready = (page) => page.locator('.bar .buttons button.primary');

/** Points at lit places until the move is whole: a busy page may light them late, or move under the
 * hand. */
async function point(page) {
  const left = page.locator('[data-lit]:not(.picked)');
  for (let tries = 0; tries < 40 && !(await ready(page).count()); tries++) {
    if (await left.count()) await clickOne(left);
    await page.waitForTimeout(10 + 10 * tries);
  }
}

async function confirm(page) {
  await ready(page).click({ timeout: 10000 });
}

const games = resolve(import.meta.dirname, '../../../games');
const folders = resolve(import.meta.dirname, '../../src/games');

/** Every game of the build, and how many play it in a test; a game may say how it is clicked. */
export const played = await Promise.all(
  readdirSync(games)
    .filter((id) => existsSync(resolve(games, id, 'RULES.en.md')))
    .map(async (id) => {
      const file = resolve(folders, id, 'tests/click.mjs');
      return { id, players: 2, move: clickListed, ...(existsSync(file) ? await import(file) : {}) };
    }),
);

/** For a game that does not say: one of the listed moves, or whatever is lit. */
async function clickListed(page) {
  const listed = page.locator('[data-move]');
  if (await listed.count()) await clickOne(listed);
  else await point(page);
  await confirm(page);
}

/** One move of the person on turn, by mouse. */
export async function clickMove(page, game) {
  await played.find(({ id }) => id === game).move(page, { clickOne, confirm, dice, point, ready });
}

/** Plays to the end with `move`, or for at most so many moves of our own. */
export async function playOn(page, game, move = (at) => clickMove(at, game), moves = Infinity) {
  for (let i = 0; i < moves; i++) {
    const now = await myTurn(page);
    if (now.over === 'true') return i;
    try {
      await move(page);
    } catch (error) {
      // Somebody's answer to a deal may have ended the turn under our hand.
      if ((await state(page)).ply === now.ply) throw error;
      continue;
    }
    await page.waitForFunction((ply) => document.querySelector('.table').dataset.ply !== ply || document.querySelector('.curtain'), now.ply);
  }
  return moves;
}

/** axe-core on the whole page. */
export async function axe(page, what) {
  await page.evaluate(axeSource.replace(/^/, ''), undefined).catch(async () => page.addScriptTag({ content: axeSource }));
  const violations = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ['violations'] });
    return result.violations.map(
      (each) =>
        `${each.id}: ${each.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
  });
  assert.deepEqual(violations, [], `axe finds nothing on ${what}`);
}

/** What has happened so far is on the screen. */
export async function painted(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export async function shot(page, name) {
  await page.screenshot({ path: resolve(shots, `${name}.png`) });
}
