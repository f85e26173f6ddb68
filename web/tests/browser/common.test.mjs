// SPDX-License-Identifier: MIT
// What games have in common, on the page: one's own and records from files, reviewed one after the other,
// with the numbers of the command line.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { playWhole } from '../../../tests/wasm/game.mjs';
import { startEngine } from '../../../wasm/engine.js';
import { leave, playTogether, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, go, played, shot, siteOfSuite } from './visit.mjs';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../../build'));
const engine = await startEngine(readFileSync(resolve(build, 'wasm/engine.wasm')), (numbers) => numbers.fill(7));
const folder = mkdtempSync(resolve(tmpdir(), 'metropole-common-'));
after(() => rmSync(folder, { recursive: true }));

/** What the command line says of a folder, or of one player in it. */
function summaries(of, ...args) {
  const lines = execFileSync(resolve(build, 'cli/metropole'), ['review', '--json', ...args, of], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(lines.trim().split('\n').at(-1)).summaries;
}

const minus = (n) => `${Object.is(n, -0) ? 0 : n}`.replace('-', '−');
const round = (n, decimals = 0) => Math.round(n * 10 ** decimals) / 10 ** decimals;
/** A measure as the page writes it. */
function written({ mean, margin }, unit, decimals = 0, signed = false) {
  const sign = signed && Math.round(mean * unit) > 0 ? '+' : '';
  return `${sign}${minus(round(mean * unit, decimals))} ± ${margin === null ? '?' : minus(round(margin * unit, decimals))}`;
}
const games = ({ result, luck, accuracy }) => [written(result, 100), written(luck, 100, 0, true), written(accuracy, 1)];

/** The measures in the tables of a kind of game, by row. */
async function shown(page, kind) {
  const tables = page.locator(`[data-kind="${kind}"] table`);
  await tables.first().waitFor();
  return tables.evaluateAll((all) =>
    all.map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => ({
        name: [...row.querySelectorAll('th > span')].at(-1).innerText.trim(),
        said: [...row.querySelectorAll('td')].map((cell) =>
          cell.querySelector('.figure') ? `${cell.querySelector('.figure').innerText} ${cell.querySelector('.margin').innerText}` : cell.innerText,
        ),
      })),
    ),
  );
}

const ready = (page) =>
  page.waitForFunction(() => document.querySelector('[data-common=ready]') && !document.querySelector('.state .primary'), null, { timeout: 240000 });

describe('what your games have in common', () => {
  const site = siteOfSuite();
  const records = [21, 22].map((seed) => playWhole(engine, 'metropolys', 2, seed, '\nBastille'));
  mkdirSync(resolve(folder, 'own'));
  for (const [i, record] of records.entries()) writeFileSync(resolve(folder, 'own', `${i}.txt`), record);

  /** As if they had been played here. */
  const keep = (page) =>
    page.evaluate((all) => {
      const seats = [
        { name: '', who: 'here', look: 0 },
        { name: 'Bastille', who: 'normal', look: 1 },
      ];
      for (const [i, record] of all.entries())
        localStorage.setItem(`metropole.played.g${i}`, JSON.stringify({ id: `g${i}`, at: i + 1, game: 'metropolys', seats, winners: [1], record }));
    }, records);

  it('says so while there are none', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await go(page, '#/games');
      await page.getByRole('link', { name: 'What your games have in common' }).click();
      await page.getByText('No game has been finished yet.').waitFor();
      await axe(page, 'no games in common');
    }));

  it('is summed up from reviews that are made one after the other, stopped, gone on with and kept', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await keep(page);
      await go(page, '#/common');
      const state = page.locator('.state');
      await state.getByText('2 games, 0 reviewed so far.').waitFor();
      await state.getByRole('button', { name: 'Review the 2 missing games' }).click();
      await page.waitForFunction(() => document.querySelector('.state progress')?.value > 0.1, null, { timeout: 60000 });
      await state.getByRole('button', { name: 'Stop' }).click();
      await state.getByRole('button', { name: /^Review the/ }).click();
      await page.waitForFunction(() => document.querySelector('.state progress')?.value > 0.1, null, { timeout: 60000 });
      await ready(page);
      await state.getByText('2 games, 2 reviewed so far.').waitFor();

      const [sum] = summaries(resolve(folder, 'own'));
      const [results, costs, openings] = await shown(page, 'metropolys 2');
      assert.deepEqual(
        results.map(({ name, said }) => [name, said]),
        [
          ['You', games(sum.seats[0])],
          ['The others', games(sum.people[0])],
          ['Seat 1', games(sum.seats[0])],
          ['Seat 2', games(sum.seats[1])],
          ['Bastille', games(sum.people[0])],
        ],
      );
      const [others] = summaries(resolve(folder, 'own'), '--player', 'Bastille');
      assert.deepEqual(
        costs.map(({ said }) => said[1]),
        [...others.phases, ...sum.kinds.map(({ name }) => others.kinds.find((kind) => kind.name === name))].map(({ loss }) => written(loss, 100, 1)),
      );
      assert.deepEqual(
        openings.map(({ said }) => said),
        sum.openings.slice(0, 8).map(({ result, loss }) => [written(result, 100), written(loss, 100, 1)]),
      );
      assert.match(await page.locator('[data-kind]').innerText(), /These are few/);
      assert.match(await page.locator('[data-kind] tbody tr').first().textContent(), /between −?\d+ and \d+/, 'the interval is said');
      await axe(page, 'games in common');
      await shot(page, 'common');

      await page.reload();
      await ready(page);
      await page.getByText('2 games, 2 reviewed so far.').waitFor();
      assert.deepEqual((await shown(page, 'metropolys 2'))[0], results, 'it is kept');
    }));

  it('is read of a folder of records; what is broken is named, and the rest goes on', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const all = resolve(folder, 'all');
      mkdirSync(all);
      for (const { id, players } of played) writeFileSync(resolve(all, `${id}.txt`), playWhole(engine, id, players, 23, 'Anna\nBruno'));
      const sums = summaries(all);
      const [{ id: first }] = played;
      const whole = readFileSync(resolve(all, `${first}.txt`), 'utf8');
      writeFileSync(resolve(all, 'torn.txt'), whole.replace(/\n\n[^]*/, '\n\nnonsense\n'));
      writeFileSync(resolve(all, 'cut.txt'), 'metropole 1\ngame metro\nrules 1\nplayers 2\nresult *\n\n~start 1; ~deal 1 srls; ~deal 2 ?\n');
      writeFileSync(resolve(all, 'readme'), 'no record');
      await go(page, '#/common/files');
      await page.locator('input[webkitdirectory]').setInputFiles(all);
      await page.getByText('1 file is no record and was passed over.').waitFor();
      const dropped = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(['nor this'], 'picture.txt'));
        return data;
      });
      await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped });
      await page.getByText('2 files are no records and were passed over.').waitFor();
      const broken = await page.locator('main > ul').innerText();
      assert.match(broken, /cut\.txt: it is only what one player saw/);
      assert.match(broken, /torn\.txt: This record cannot be replayed: line \d+/);
      await page.locator('.state .primary').click();
      await ready(page);
      for (const sum of sums) {
        const kind = `${sum.game} ${sum.players}`;
        const details = page.locator(`[data-kind="${kind}"]`);
        if (!(await details.evaluate((each) => each.open))) await details.locator('summary').click();
        await details.locator('table').first().waitFor();
        const [results, costs] = await shown(page, kind);
        assert.deepEqual(
          results.map(({ said }) => said),
          [sum.all, ...sum.seats, ...sum.people].map(games),
          `${kind}: results`,
        );
        assert.deepEqual(
          costs.map(({ said }) => said[0]),
          [...sum.phases, ...sum.kinds].map(({ loss }) => written(loss, 100, 1)),
          `${kind}: costs`,
        );
        assert.deepEqual(
          costs.filter(({ name }) => /^[a-z_]+$/.test(name)),
          [],
          'kinds of decision have names',
        );
      }
      const last = sums.at(-1);
      await page.getByLabel('“You” are').selectOption('Anna');
      await page.locator(`[data-kind="${last.game} ${last.players}"] tbody th`, { hasText: 'The others' }).waitFor();
      await axe(page, 'records in common');
    }));

  it('is read on a phone, in French, in the dark, and by keyboard', () =>
    site.visit({ lang: 'fr', settings: { theme: 'dark' }, viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
      await keep(page);
      await go(page, '#/common');
      await page.getByRole('button', { name: 'Analyser les 2 parties qui manquent' }).press('Enter');
      await ready(page);
      await page.locator('[data-kind] table').first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      const wide = await page
        .locator('[data-kind] th, [data-kind] td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.innerText));
      assert.deepEqual(wide, [], 'nothing is cut off');
      await page.locator('summary').press('Enter');
      assert.equal(await page.locator('[data-kind]').evaluate((each) => each.open), false);
      await page.locator('summary').press('Enter');
      await axe(page, 'games in common on a phone');
      await page.screenshot({ path: resolve(build, 'web-screenshots/common-phone.png'), fullPage: true });
    }));
});

describe('what games online have in common', () => {
  const site = siteOfSuite(serve);

  it('is read from the history, with the reviews that the server keeps', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolys');
    await playTogether([anna, bruno], 'metropolys', 3);
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    await anna.locator('dialog .winner').waitFor();
    await anna.keyboard.press('Escape');
    await anna.locator('.bar').getByRole('button', { name: 'Review' }).click();
    await anna.waitForSelector('[data-review=done]', { timeout: 60000 });
    await go(bruno, '#/common');
    await bruno.getByText(/^1 game, [01] reviewed so far\./).waitFor();
    if (await bruno.locator('.state .primary').count()) await bruno.locator('.state .primary').click();
    await ready(bruno);
    const [results] = await shown(bruno, 'metropolys 2');
    assert.deepEqual(
      results.slice(0, 2).map(({ name }) => name),
      ['You', 'The others'],
    );
    await bruno.route(/\/api\//, (route) => route.abort());
    await bruno.reload();
    await bruno.getByText(/Your games online could not be read/).waitFor();
    await leave(anna, bruno);
  });
});
