// SPDX-License-Identifier: MIT
// A finished game is reviewed on the page, in workers: what each move cost, how much was luck. It can be
// stopped and goes on, is kept, is read move by move, and its record carries it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { ask, playWhole } from '../../../tests/wasm/game.mjs';
import { startEngine } from '../../../wasm/engine.js';
import { leave, playTogether, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, clickMove, myTurn, shot, siteOfSuite } from './visit.mjs';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../../build'));
const engine = await startEngine(readFileSync(resolve(build, 'wasm/engine.wasm')), (numbers) => numbers.fill(7));

describe('a review', () => {
  const site = siteOfSuite();
  const record = playWhole(engine, 'metropolys', 2);
  const link = (page, text) => `${page.url().split('#')[0]}#/record/${deflateRawSync(text).toString('base64url')}`;
  /** The record that carries its review. */
  let carried = '';
  const address = (page) => link(page, record);

  it('is made on the page, can be stopped, says what each move cost, and is kept', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await page.goto(address(page));
      const review = page.locator('.review');
      await review.getByRole('button', { name: 'Review this game' }).click();
      await page.waitForFunction(() => document.querySelector('.review progress')?.value > 1, null, { timeout: 60000 });
      await review.getByRole('button', { name: 'Stop' }).click();
      const before = await review.locator('progress').evaluate(({ value, max }) => ({ value, max }));
      assert.ok(before.value > 1 && before.value < before.max, 'it stops on the way');
      await review.getByRole('button', { name: 'Go on' }).click();
      await page.waitForSelector('[data-review=done]', { timeout: 180000 });

      const rows = await review.locator('tbody tr').allInnerTexts();
      assert.equal(rows.length, 2);
      for (const row of rows) assert.match(row, /\d+\s+[+−]?\d+\s+\d+$/);
      const bad = review.locator('li button', { hasText: /mistake|blunder/ }).first();
      const stop = Number(/\d+/.exec(await bad.innerText())[0]);
      await bad.click();
      await page.waitForSelector(`.replay[data-stop="${stop}"]`);
      await review.getByRole('button', { name: 'Show it on the board' }).waitFor();
      assert.match(await review.locator('.here').innerText(), /Chances of winning.*It costs \d+ chances? in 100, give or take \d+\.\s+Better: .*\./s);
      await axe(page, 'a review');
      await shot(page, 'review');
      await review.getByRole('button', { name: 'Show it on the board' }).click();
      await page.waitForSelector(`.replay[data-stop="${stop - 1}"]`);
      assert.match(await review.locator('.here').innerText(), /Better: .*\./s, 'what is shown is still said');

      await page.getByRole('button', { name: 'Record' }).click();
      const told = await page.locator('dialog textarea').inputValue();
      assert.match(told, /# \d+ \d+, (mistake|blunder), −\d+ against /);
      assert.equal(ask(engine, { op: 'load', record: told }).over, true, 'whoever loads it passes over the comments');
      carried = told;

      await page.goto(address(page));
      await page.reload();
      await page.waitForSelector('[data-review=done]');

      await review
        .getByRole('button', { name: /^Learn from/ })
        .first()
        .click();
      const coach = page.locator('.coach');
      assert.match(await coach.innerText(), /It cost \d+ chances? in 100\. Find a better move\./);
      const { ply } = await myTurn(page);
      await clickMove(page, 'metropolys');
      await coach.getByText(/Well found|This costs \d+/).waitFor();
      await axe(page, 'a mistake taken once more');
      if (await coach.getByRole('button', { name: 'Try again' }).count()) {
        await coach.getByRole('button', { name: 'Try again' }).click();
        await page.waitForSelector(`.table[data-ply="${ply}"]`);
        await page.waitForFunction(() => document.activeElement?.closest('.coach'), null, { timeout: 5000 });
        await coach.getByRole('button', { name: 'Show the better move' }).click();
        await page.locator('.bar .buttons button.primary').click();
        await coach.getByText(/Well found/).waitFor();
      }
      await shot(page, 'review-learn');
      await coach.getByRole('button', { name: 'Back to the review' }).click();
      await page.waitForSelector('[data-review=done]');
    }));

  it('comes with the record to whoever opens its link, and nothing is made anew', () =>
    site.visit({ lang: 'en', forgiven: /ERR_FAILED/ }, async (page) => {
      await page.route(/review[^/]*\.wasm/, (route) => route.abort());
      await page.goto(link(page, carried));
      await page.waitForSelector('[data-review=done]', { timeout: 10000 });
      const review = page.locator('.review');
      assert.match(await review.innerText(), /This review came with the game\./);
      const bad = review.locator('li button', { hasText: /mistake|blunder/ }).first();
      await bad.click();
      await review.getByRole('button', { name: 'Show it on the board' }).waitFor();
      assert.match(await review.locator('.here').innerText(), /Chances of winning.*It costs \d+ chances? in 100, give or take \d+\.\s+Better: .*\./s);
      await page.getByRole('button', { name: 'Record' }).click();
      assert.equal(await page.locator('dialog textarea').inputValue(), carried, 'it is carried on as it came');

      // Of another game, or torn: it is no review of this one.
      for (const wrong of [carried.replace(/^.*\n(?=# review )/m, ''), carried.replace(/(# review .{40})./, '$1')]) {
        await page.goto(site.url);
        await page.goto(link(page, wrong));
        await page.waitForSelector('.replay, [role=alert] span');
        assert.equal(await page.locator('[data-review=done]').count(), 0);
      }
    }));

  it('is one page on a disk, with the replay, whatever the players are called', async () => {
    const folder = mkdtempSync(resolve(tmpdir(), 'metropole-page-'));
    const [game, out] = [resolve(folder, 'game.txt'), resolve(folder, 'review.html')];
    writeFileSync(game, record.replace(/^players 2\n/m, 'players 2\nname 1 </script><b>Zoé\n'));
    execFileSync(resolve(build, 'cli/metropole'), ['review', '--iterations', '16', '--html', out, game]);
    try {
      await site.visit({ lang: 'en' }, async (_, profile) => {
        const page = await profile.newPage();
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`file://${out}`);
        await page.waitForSelector('[data-review=done]');
        assert.match(await page.locator('.review tbody').innerText(), /<\/script><b>Zoé/);
        await page.getByRole('button', { name: 'One move back' }).click();
        await page.locator('.review .here p').first().waitFor();
        assert.deepEqual(
          asked.filter((url) => !/^(data|blob):/.test(url) && url !== `file://${out}`),
          [],
          'it asks for nothing',
        );
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is read on a phone, in French, without anything cut off', () =>
    site.visit({ lang: 'fr', viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
      await page.goto(address(page));
      await page.getByRole('button', { name: 'Analyser cette partie' }).tap();
      await page.waitForSelector('[data-review=done]', { timeout: 180000 });
      // What is said of a moment comes into sight, and what is shown on the board, too.
      const sees = (what) => page.waitForFunction((at) => document.querySelector(at).getBoundingClientRect().top >= -1, what, { timeout: 5000 });
      const bad = page.locator('.review li button', { hasText: /erreur|gaffe/ }).first();
      await bad.tap();
      await page.locator('.review .here .verdict').waitFor();
      await sees('.review .here');
      await page.locator('.review .here button').tap();
      await sees('#main');
      await page.locator('.review .here .verdict').waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      const small = await page
        .locator('.review button')
        .evaluateAll((all) => all.filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.innerText));
      assert.deepEqual(small, [], 'large enough to tap');
      await axe(page, 'a review on a phone');
      await page.screenshot({ path: resolve(build, 'web-screenshots/review-phone.png'), fullPage: true });
    }));
});

describe('a review of a game online', () => {
  const site = siteOfSuite(serve);

  it('comes from the server where the page cannot make it, and is there for the other player', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolys');
    await playTogether([anna, bruno], 'metropolys', 3);
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    for (const page of [anna, bruno]) {
      await page.locator('dialog .winner').waitFor();
      await page.keyboard.press('Escape');
      await page.route(/review[^/]*\.wasm/, (route) => route.abort());
      await page.locator('.bar').getByRole('button', { name: 'Review' }).click();
      await page.waitForSelector('[data-review=done]', { timeout: 60000 });
      assert.equal((await page.locator('.review tbody tr').allInnerTexts()).length, 2);
    }
    await leave(anna, bruno);
  });
});
