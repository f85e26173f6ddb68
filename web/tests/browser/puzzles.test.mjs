// SPDX-License-Identifier: MIT
// Puzzles: found, missed and refuted, by mouse and by keys, without a network; and what they weigh.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { axe, clickAt, go, played, shot, siteOfSuite } from './visit.mjs';

const most = 40000;
const folderOf = (game) => resolve(import.meta.dirname, '../../../games', game);
const filesOf = (game) => readdirSync(folderOf(game)).filter((file) => /^puzzles(-\d+)?\.json$/.test(file));
const bytesOf = (game, file) => readFileSync(resolve(folderOf(game), file));
const packOf = (game, file = 'puzzles.json') => JSON.parse(bytesOf(game, file));
const games = played.map(({ id }) => id).filter((id) => filesOf(id).length > 0);
const pack = packOf('metropolys');
const coach = (page) => page.locator('.coach > p');

async function open(page, game, puzzle) {
  await go(page, `#/puzzles/${game}/${puzzle.id}`);
  await page.locator('.coach').waitFor();
}

/** A move of Metropolys, by mouse. */
async function bid(page, move) {
  if (move === 'pass') await page.getByRole('button', { name: 'Pass' }).click();
  else {
    const [value, place] = move.split('@');
    await page.getByRole('button', { name: new RegExp(`^Building ${value}\\b`) }).click();
    await clickAt(page.locator(`[data-spot][aria-label^="${place}"]`).first());
  }
  await page.locator('.bar .buttons button.primary').click();
}

describe('puzzles', () => {
  const site = siteOfSuite();

  it('weigh little, and are not fetched before somebody asks for them', async () => {
    for (const id of games)
      for (const file of filesOf(id)) {
        const size = gzipSync(bytesOf(id, file), { level: 9 }).length;
        console.log(`${id}, ${file}: ${packOf(id, file).puzzles.length} puzzles, ${(size / 1000).toFixed(1)} kB gzipped`);
        assert.ok(size <= most, `${id}, ${file}: ${size} bytes`);
      }
    await site.visit({ lang: 'en' }, async (page) => {
      const asked = [];
      page.on('request', (request) => /puzzles-.*\.json/.test(request.url()) && asked.push(request.url()));
      await page.reload();
      await page.locator('.posters').waitFor();
      assert.deepEqual(asked, []);
      await page.getByRole('link', { name: 'Puzzles', exact: true }).last().click();
      await page.waitForFunction(() => document.title.startsWith('Puzzles'));
      await page.locator('main li a').first().waitFor();
      assert.ok(asked.length > 0);
      await axe(page, 'the list of puzzles');
      await shot(page, 'puzzles');
    });
  });

  it('of all packs of a game are listed together, and those of the last can be opened', () =>
    site.visit({ lang: 'en' }, async (page) => {
      for (const game of games) {
        const packs = filesOf(game).map((file) => packOf(game, file).puzzles);
        await go(page, `#/puzzles/${game}`);
        const numbers = page.locator(`main li a[href*="#/puzzles/${game}/"]`);
        await numbers.first().waitFor();
        const listed = await numbers.count();
        assert.equal(listed, packs.flat().length, game);
        for (const puzzles of packs) await open(page, game, puzzles.at(-1));
      }
    }));

  it('are solved: what is right is explained, and remembered', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const puzzle = pack.puzzles.find(({ best }) => best !== 'pass');
      await open(page, 'metropolys', puzzle);
      assert.match(await coach(page).innerText(), /Find the best move/);
      await bid(page, puzzle.best);
      await coach(page).getByText('That is it!').waitFor();
      assert.match(await coach(page).innerText(), /Every other move costs at least \d+ chances? in 100.*You bid building/s);
      await axe(page, 'a puzzle that is solved');
      await page.getByRole('button', { name: 'All puzzles' }).click();
      await page.locator(`a[href$="${puzzle.id}"][data-solved=alone]`).waitFor();
      await page.reload();
      await page.locator(`a[href$="${puzzle.id}"][data-solved=alone]`).waitFor();
    }));

  it('answer what is wrong: the refutation is played and told, and one tries again', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const puzzle = pack.puzzles.find(({ tries }) => tries.some(({ line }) => line.length > 0));
      const wrong = puzzle.tries.find(({ line }) => line.length > 0);
      await open(page, 'metropolys', puzzle);
      const before = await page.locator('.table').getAttribute('data-ply');
      await bid(page, wrong.move);
      await coach(page).getByText('That is not it.').waitFor();
      await page.waitForFunction(() => document.querySelector('.coach > p')?.getAttribute('aria-busy') === 'false');
      const said = await coach(page).innerText();
      assert.match(said, new RegExp(`Your move costs ${Math.max(1, Math.round(wrong.loss * 100))} chances? in 100`));
      assert.match(said, /What can follow: .*(bid|pass|win)/s);
      assert.ok(Number(await page.locator('.table').getAttribute('data-ply')) > Number(before) + 1, 'it is played on the board');
      await shot(page, 'puzzle-refuted');
      await axe(page, 'a puzzle that is not solved');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.waitForSelector(`.table[data-ply="${before}"]`);
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.locator('.bar .buttons button.primary').click();
      await coach(page).getByText('That is it!').waitFor();
      await page.getByRole('button', { name: 'All puzzles' }).click();
      await page.locator(`a[href$="${puzzle.id}"][data-solved=helped]`).waitFor();
    }));

  for (const game of games)
    it(`of ${game} are done by keys on a phone, with a hint and the answer, and nothing is cut off`, () =>
      site.visit({ lang: 'en', viewport: { width: 390, height: 664 } }, async (page) => {
        const [puzzle] = packOf(game).puzzles;
        await open(page, game, puzzle);
        const inSight = await page.evaluate(() =>
          [...document.querySelectorAll('.tray button, .coach, .coach button, .bar button')].every((each) => {
            const { bottom, width } = each.getBoundingClientRect();
            return width === 0 || bottom <= innerHeight + 60;
          }),
        );
        assert.ok(inSight, 'the hand and what is said are on the first screen');
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        await page.getByRole('button', { name: 'Hint' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => !/Find the best move/.test(document.querySelector('.coach > p').textContent));
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Show the answer' }).focus();
        await page.keyboard.press('Enter');
        await page.locator('.bar.ready').waitFor();
        await page.keyboard.press('c');
        await coach(page).getByText('That is it!').waitFor();
        await page.waitForFunction(() => document.activeElement?.closest('.coach'));
      }));

  it('stay on the device once their page was opened', () =>
    site.visit({ lang: 'en', serviceWorkers: 'allow', forgiven: /ERR_INTERNET_DISCONNECTED|Failed to load/ }, async (page, profile) => {
      await go(page, '#/puzzles');
      await page.locator('main li a').first().waitFor();
      const kept = () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).map(
            async (key) => (await (await caches.open(key)).keys()).filter(({ url }) => /puzzles-.*\.json/.test(url)).length,
          );
          return (await Promise.all(names)).reduce((sum, each) => sum + each, 0);
        });
      const all = games.flatMap(filesOf).length;
      for (let tries = 0; tries < 300 && (await kept()) < all; tries++) await page.waitForTimeout(200);
      assert.equal(await kept(), all, 'all packs are kept, not only those that were opened');
      await profile.setOffline(true);
      await page.reload();
      await open(page, 'metropolys', pack.puzzles[0]);
      assert.match(await coach(page).innerText(), /Find the best move/);
    }));
});
