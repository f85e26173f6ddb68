// SPDX-License-Identifier: MIT
// A first game as a newcomer plays it: the coach lights what it speaks of, follows what was really done,
// asks a question, and sends the player to a game of their own.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { axe, clickMove, go, myTurn, played, playOn, shot, siteOfSuite, state } from './visit.mjs';

/** Games whose folder has a lesson. */
const taught = played.filter(({ id }) => existsSync(resolve(import.meta.dirname, '../../src/games', id, 'lesson.ts')));

describe('a first game', () => {
  const site = siteOfSuite();

  const said = (page) => page.locator('.coach p').innerText();
  const begin = (page) => page.locator('dialog .primary').click();
  const lit = (page) => page.locator('.spotlight').boundingBox();

  for (const { id } of taught)
    it(`${id} is taught step by step, up to a question and a game of one's own`, () =>
      site.visit({ lang: 'en' }, async (page) => {
        await go(page, `#/learn/${id}`);
        // It opens with the goal, a turn and what counts, in the words of the rules page.
        await page.locator('dialog dd').nth(2).waitFor();
        await axe(page, `the opening of ${id}`);
        await shot(page, `lesson-${id}-0`);
        const short = await page.locator('dialog dd').allInnerTexts();
        await begin(page);
        const texts = [];
        for (let steps = 0; steps < 24; steps++) {
          if (await page.locator('.coach .answers').count()) break;
          await page.waitForTimeout(250);
          const text = await said(page);
          if (texts.at(-1) !== text) {
            texts.push(text);
            const box = await lit(page);
            assert.ok(box && box.width > 10 && box.height > 10, `there is a light for: ${text}`);
            assert.ok(box.y + Math.min(box.height, 40) <= page.viewportSize().height, `it is in sight: ${text}`);
            await shot(page, `lesson-${id}-${texts.length}`);
          }
          const next = page.locator('.coach > button');
          if (await next.count()) await next.click();
          else if ((await myTurn(page)).over === 'false') {
            const { ply } = await state(page);
            await clickMove(page, id);
            await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
            await myTurn(page);
          }
        }
        assert.ok(texts.length >= 6, `one idea each: ${texts.length}`);
        assert.match(texts.at(-1), / ends? .*(when|once|as soon as|at once|sooner)/, 'the last step says how it ends');
        await axe(page, `the question of ${id}`);
        // A move in hand is told also while the coach asks.
        if ((await myTurn(page)).over === 'false') {
          await page.keyboard.press('h');
          await page.locator('.bar .buttons .primary').waitFor();
          assert.ok(await page.locator('.bar .more li', { hasText: 'what a bot would play' }).isVisible(), 'what would be played');
          await shot(page, `lesson-${id}-question`);
          await page.keyboard.press('Escape');
        }
        const answers = page.locator('.coach .answers button');
        for (let i = 0; i < (await answers.count()) && !(await page.locator('.coach .primary').count()); i++) await answers.nth(i).click();
        assert.match(await said(page), /^Right\./);
        await shot(page, `lesson-${id}-end`);
        await page.locator('.coach .primary').click();
        await page.waitForFunction(() => location.hash.startsWith('#/play/') && document.querySelector('.table'));
        assert.equal((await state(page)).game, id);
        await go(page, `#/rules/${id}`);
        await page.locator('.short dd').nth(3).waitFor();
        assert.deepEqual((await page.locator('.short dd').allInnerTexts()).slice(0, 3), short);
      }));

  it('says what the player really did', () =>
    site.visit({ lang: 'en' }, async (page) => {
      for (const [cell, expected] of [
        ['d3', /Three tiles, and the central station doubles them/],
        ['h8', /You chose another way/],
      ]) {
        await go(page, '#/');
        await go(page, '#/learn/metro');
        await begin(page);
        await page.locator('.coach > button').click();
        const place = page.locator(`[data-spot][aria-label^="${cell},"]`);
        await place.dispatchEvent('click');
        await page.locator('.bar .buttons .primary').click();
        await page.locator('.coach p', { hasText: expected }).waitFor();
      }
    }));

  it('goes on from the plot that was really taken', () =>
    site.visit({ lang: 'en' }, async (page) => {
      for (const [plot, expected] of [
        ['16', /make a square/],
        ['84', /This plot is yours, and 16 is left/],
      ]) {
        await go(page, '#/');
        await go(page, '#/learn/metropolis');
        await begin(page);
        await page.locator('.coach > button').click();
        await page.locator(`[data-spot][aria-label^="${plot},"]`).dispatchEvent('click');
        await page.locator('.bar .buttons .primary').click();
        await page.locator('.coach p', { hasText: expected }).waitFor();
      }
    }));

  it('passes over the steps whose subject is gone when the player plays ahead', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ahead = async (id, places) => {
        await go(page, '#/');
        await go(page, `#/learn/${id}`);
        await begin(page);
        for (const place of places) await page.locator(place).dispatchEvent('click');
        await page.locator('.bar .buttons .primary').click();
      };
      await ahead('metro', ['[data-spot][aria-label^="d3,"]']);
      await page.locator('.coach p', { hasText: 'Three tiles, and the central station' }).waitFor();
      // The move after it: nothing speaks of the first any more, nor of a refusal that never was.
      await myTurn(page);
      await clickMove(page, 'metro');
      await page.locator('.coach p', { hasText: 'cells that are marked' }).waitFor();
      await myTurn(page);
      await clickMove(page, 'metro');
      await page.locator('.coach p', { hasText: 'let the others’ end early' }).waitFor();
      await ahead('metropolys', ['.building >> nth=6', '[data-spot][aria-label^="C9,"]']);
      await page.locator('.coach p', { hasText: 'Your secret card wants bridges' }).waitFor();
      await page.locator('.coach > button').click();
      await page.locator('.coach p', { hasText: 'Nobody went higher' }).waitFor();
      // Two moves of one turn at once: the plot is not said to be given away while the others play.
      await page.evaluate(() => {
        window.saidByCoach = new Set();
        new MutationObserver(() => window.saidByCoach.add(document.querySelector('.coach p')?.textContent)).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
      await ahead('metropolis', ['[data-spot][aria-label^="16,"]']);
      await page.locator('.coach > button').click();
      await page.locator('.coach p', { hasText: 'make a square' }).waitFor();
      await playOn(page, 'metropolis', undefined, 1);
      await page
        .locator('.coach')
        .getByText(/It stands for good|You left the ground free/)
        .waitFor();
      const all = await page.evaluate(() => [...window.saidByCoach].join(' | '));
      assert.doesNotMatch(all, /gave the plot away/);
    }));

  it('lets each symbol of Metropolys be tried, and counts decisions as the player does', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await go(page, '#/learn/metropolys');
      await begin(page);
      const step = (n) => page.locator('.coach small', { hasText: new RegExp(`^${n} of`) }).waitFor();
      for (const n of [1, 2]) {
        await step(n);
        await page.locator('.coach > button').click();
      }
      const place = (id) => page.locator(`[data-spot][aria-label^="${id},"]`).dispatchEvent('click');
      await step(3);
      await page.locator('.building').nth(6).click();
      for (const [n, id] of [
        [3, 'C9'],
        [4, 'E4'],
        [5, 'E8'],
      ]) {
        await step(n);
        await place(id);
      }
      // What the last of them would cost is read, and what was only tried is out of the hand.
      await step(6);
      await page.locator('.coach > button').click();
      await step(7);
      assert.equal(await page.locator('.bar .buttons .primary').count(), 0, 'nothing is left to confirm');
      await page.locator('.building').nth(6).click();
      await place('C9');
      await page.locator('.bar .buttons .primary').click();
      await page.locator('.coach p', { hasText: 'Nobody went higher' }).waitFor();
      await page.locator('.coach > button').click();
      await page.locator('.coach > button').click();
      await step(10);
      const { ply } = await myTurn(page);
      await playOn(page, 'metropolys', undefined, 2);
      await step(11);
      assert.ok(Number((await state(page)).ply) >= Number(ply) + 2);
    }));

  it('is a game like any other when it is played on: kept, and with its final sheet', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await go(page, '#/learn/metro');
      await begin(page);
      for (let steps = 0; steps < 24 && !(await page.locator('.coach .answers').count()); steps++) {
        const next = page.locator('.coach > button');
        if (await next.count()) await next.click();
        else await playOn(page, 'metro', undefined, 1);
        await page.waitForTimeout(50);
      }
      await page.locator('.coach .answers button').nth(1).click();
      await page.getByRole('button', { name: 'Finish this game' }).click();
      await page.waitForFunction(() => location.hash.startsWith('#/play/') && !document.querySelector('.coach'));
      const { ply } = await myTurn(page);
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^metropole\.(game|played)\./.test(key)));
      assert.deepEqual(await kept(), [`metropole.game.${await page.evaluate(() => location.hash.split('/')[2])}`]);
      await page.reload();
      assert.equal((await myTurn(page)).ply, ply);
      await playOn(page, 'metro');
      await page.locator('dialog').getByText('Final').first().waitFor();
      assert.match((await kept()).join(), /^metropole\.played\.[^,]*$/);
    }));

  it('takes back only what its player has done', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      const refused = async (ply) => {
        assert.equal((await myTurn(page)).ply, ply);
        assert.ok(await undo.isDisabled());
        assert.match(await undo.getAttribute('title'), /no move of yours/);
        await page.keyboard.press('z');
        await page.waitForTimeout(200);
        assert.equal((await state(page)).ply, ply);
      };
      await go(page, '#/learn/metropolys');
      await begin(page);
      await refused('3');
      // A game that a bot has opened.
      await page.evaluate(() => {
        const record = 'metropole 1\ngame metro\nrules 1\nplayers 2\noption start 1\nresult *\n\n~deal 1 ssss; ~deal 2 ssss\nssss-d1; ~draw ssss\n';
        const seats = [
          { name: 'Bastille', who: 'easy', look: 0 },
          { name: '', who: 'here', look: 1 },
        ];
        localStorage.setItem('metropole.game.opened', JSON.stringify({ id: 'opened', at: 1, game: 'metro', options: {}, seats, record, seed: 1 }));
      });
      await go(page, '#/play/opened');
      await page.waitForFunction(() => document.querySelector('.table')?.dataset.game === 'metro');
      await refused('1');
      await clickMove(page, 'metro');
      await page.waitForFunction(() => Number(document.querySelector('.table').dataset.ply) >= 3 && document.querySelector('.table').dataset.me !== '');
      await undo.click();
      await page.waitForFunction(() => document.querySelector('.table').dataset.ply === '1');
      await refused('1');
    }));
});
