// SPDX-License-Identifier: MIT
// A finished game of this device is watched again with one click, with its secrets open or from one
// seat's eyes, and played on from any move in a seat of one's own choice.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { address } from '../party.mjs';
import { axe, go, played, playOn, shot, siteOfSuite, start, state } from './visit.mjs';

/** The game that is over soonest. */
const quick = played.find(({ id }) => id === 'jeudumetro') ?? played[0];

/** Whole games, one of each that has one to show. */
const folders = resolve(import.meta.dirname, '../../src/games');
const ends = played.flatMap(({ id }) => {
  const boards = resolve(folders, id, 'boards');
  const end = existsSync(boards) ? readdirSync(boards).find((name) => name.endsWith('-end.metropole')) : undefined;
  return end ? [{ id, record: readFileSync(resolve(boards, end), 'utf8') }] : [];
});

describe('a finished game', () => {
  const site = siteOfSuite();

  it('is listed among your games, replayed, and played on in the seat one chooses', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await go(page, '#/games');
      await page.getByText('No game has been played on this device yet').waitFor();
      await go(page, '#/');
      await start(page, quick.id, ['here', 'easy', 'easy']);
      await playOn(page, quick.id);
      const { ply } = await state(page);
      const address = await page.evaluate(() => location.hash);
      await go(page, '#/');
      await page.waitForSelector('.posters');
      assert.equal(await page.locator('.kept li').count(), 0, 'it is no longer under way');
      await page.click('footer a[href="#/games"]');
      const game = page.locator('.finished li');
      await game.first().waitFor();
      assert.equal(await game.count(), 1);
      assert.match(await game.innerText(), /with Joueur B and Joueur C[\s\S]*(You win!|wins!)/);
      await axe(page, 'your games');
      await shot(page, 'games');
      await game.locator('a').click();
      await page.waitForSelector('.replay');
      assert.equal(await page.locator('input[type=range]').evaluate((range) => range.value === range.max), true, 'it opens at its end');
      await page.locator('.eyes select').selectOption('2');
      await page.locator('input[type=range]').fill('3');
      await page.waitForSelector('.replay[data-stop="3"]');
      await page.getByRole('button', { name: 'Play on from here' }).click();
      assert.equal(await page.locator('.takes button').count(), 3);
      await page.locator('.takes button').nth(1).click();
      await page.waitForSelector('.table');
      assert.equal(await page.locator('.table').evaluate((table) => Number(table.dataset.ply) < 20), true);
      // The address of the finished game leads to its replay.
      await go(page, address);
      await page.waitForSelector('.replay');
      assert.ok(Number(ply) > 3);
      await go(page, '#/games');
      await page.locator('.finished button').click();
      await page.waitForFunction(() => document.querySelectorAll('.finished li').length === 0);
      await go(page, address.replace('#/play/', '#/replay/played/'));
      await page.getByText('is not kept on this device').waitFor();
    }));

  it('tells who won no earlier at the side than in the sheet, and knows in its replay who watches', () =>
    site.visit({ lang: 'en', reducedMotion: 'no-preference' }, async (page) => {
      await start(page, quick.id, ['here', 'easy', 'easy']);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'main', 'the keyboard begins on the board');
      await page.addStyleTag({ content: '.score.slowly .banner { animation-play-state: paused !important }' });
      await playOn(page, quick.id);
      const banner = page.locator('dialog .banner');
      await banner.waitFor({ state: 'attached' });
      assert.equal(await page.locator('.people li.won').count(), 0);
      assert.equal(await page.locator('.bar .prompt').innerText(), 'The game is over.');
      await banner.evaluate((element) => element.getAnimations().forEach((each) => each.finish()));
      await page.locator('.people li.won').first().waitFor();
      await page.locator('dialog').getByRole('button', { name: 'Replay' }).click();
      await page.waitForSelector('.replay');
      assert.match(await page.evaluate(() => location.hash), /^#\/replay\/played\//);
    }));

  for (const { id, record } of ends)
    it(`${id} says in its replay which moment decided it, leads there, and is read out`, () =>
      site.visit({ lang: 'en' }, async (page) => {
        await page.goto(address(site.url, record));
        await page.waitForSelector('.replay');
        await page.getByRole('button', { name: 'Score sheet' }).click();
        const moment = page.locator('dialog .moment');
        await moment.waitFor();
        const done = await moment.locator('p > span').innerText();
        assert.match(done, /^\w.+[.!]$/);
        assert.match(await moment.locator('b').innerText(), /here|nearer/);
        await axe(page, `the moment that decided ${id}`);
        await moment.getByRole('button', { name: 'Show it' }).click();
        await page.waitForSelector('dialog', { state: 'detached' });
        await page
          .locator('.step p')
          .first()
          .getByText(done.slice(0, done.search(/[.!]/)))
          .waitFor();
        await page.getByRole('button', { name: 'Read the board' }).click();
        assert.ok((await page.locator('dialog p').count()) > 2, 'the board in sentences');
      }));

  it('makes room for newer ones, and is none when its last move is taken back', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await page.evaluate(() => {
        for (let i = 0; i < 30; i++)
          localStorage.setItem(`metropole.played.old${i}`, JSON.stringify({ id: `old${i}`, at: i, game: 'x', seats: [], winners: [], record: 'metropole 1' }));
      });
      await start(page, quick.id, ['here', 'easy', 'easy']);
      await playOn(page, quick.id);
      const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('metropole.played.')));
      assert.equal((await keys()).length, 30);
      assert.ok(!(await keys()).includes('metropole.played.old0'), 'the oldest went');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('z');
      await page.waitForSelector('.table[data-over="false"]');
      await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith('metropole.played.')).length === 29);
    }));
});
