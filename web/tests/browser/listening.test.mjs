// SPDX-License-Identifier: MIT
// Whole games by keyboard, from the accessibility tree and what is said alone.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { listen, playByEar } from './listener.mjs';
import { played, siteOfSuite, start } from './visit.mjs';

const folders = resolve(import.meta.dirname, '../../src/games');
const games = played.filter(({ id }) => (process.env.GAME ?? id) === id && existsSync(resolve(folders, id, 'tests/keys.mjs')));

describe('somebody who listens', () => {
  const site = siteOfSuite();

  async function hearGame(id) {
    const keys = await import(resolve(folders, id, 'tests/keys.mjs'));
    await site.visit({ lang: 'en' }, async (page) => {
      // From the beginning: whoever begins hears it.
      const ear = await listen(page);
      await start(page, id, ['here', ...Array(keys.players - 1).fill('easy')]);
      await page.keyboard.press('b');
      const decisions = await playByEar(ear, keys);
      assert.ok(decisions >= keys.least, `${decisions} decisions`);
      // The end is where the focus is: the winner, and what was secret.
      assert.ok(await ear.soon(async () => /wins?!|share the win/.test((await ear.focused())?.name ?? '')), 'the winner has the focus');
      const said = await ear.said();
      for (const pattern of keys.heard)
        assert.ok(
          said.some((text) => pattern.test(text)),
          `${pattern} is heard`,
        );
      const twice = said.filter((text, i) => i > 0 && text === said[i - 1] && !keys.repeats?.test(text));
      assert.deepEqual(twice, [], 'nothing is said twice in a row');
    });
  }

  for (const { id } of games) it(`plays ${id} to its end by keyboard, and hears it all`, () => hearGame(id));
});
