// SPDX-License-Identifier: MIT
// A first game as a newcomer plays it: the coach lights what it speaks of, follows what was really done,
// asks a question, and sends the player to a game of their own.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { axe, clickMove, go, myTurn, played, shot, siteOfSuite, state } from './visit.mjs';

/** Games whose folder has a lesson. */
const taught = played.filter(({ id }) => existsSync(resolve(import.meta.dirname, '../../src/games', id, 'lesson.ts')));

describe('a first game', () => {
  const site = siteOfSuite();

  const said = (page) => page.locator('.coach p').innerText();
  const lit = (page) => page.locator('.spotlight').boundingBox();

  for (const { id } of taught)
    it(`${id} is taught step by step, up to a question and a game of one's own`, () =>
      site.visit({ lang: 'en' }, async (page) => {
        await go(page, `#/learn/${id}`);
        await page.waitForSelector('.coach');
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
        assert.ok(texts.length >= 4, `one idea each: ${texts.length}`);
        await axe(page, `the question of ${id}`);
        const answers = page.locator('.coach .answers button');
        for (let i = 0; i < (await answers.count()) && !(await page.locator('.coach .primary').count()); i++) await answers.nth(i).click();
        assert.match(await said(page), /^Right\./);
        await shot(page, `lesson-${id}-end`);
        await page.locator('.coach .primary').click();
        await page.waitForFunction(() => location.hash.startsWith('#/play/') && document.querySelector('.table'));
        assert.equal((await state(page)).game, id);
      }));

  it('says what the player really did', () =>
    site.visit({ lang: 'en' }, async (page) => {
      for (const [cell, expected] of [
        ['d3', /Three tiles, and the central station doubles them/],
        ['h8', /You chose another way/],
      ]) {
        await go(page, '#/');
        await go(page, '#/learn/metro');
        await page.locator('.coach > button').click();
        const place = page.locator(`[data-spot][aria-label^="${cell},"]`);
        await place.dispatchEvent('click');
        await page.locator('.bar .buttons .primary').click();
        await page.locator('.coach').getByText(expected).waitFor();
      }
    }));
});
