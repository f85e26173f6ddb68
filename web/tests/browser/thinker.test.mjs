// SPDX-License-Identifier: MIT
// Who answers what bots are asked: the engine that is there, and the faster one once it has come. A
// bot that plays alone shows it: nobody has to move.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteOfSuite, start, state } from './visit.mjs';

const thinker = /\/thinker-[^/]*\.wasm$/;

/** Waits until so many moves more were made. */
async function goesOn(page, moves) {
  const { ply } = await state(page);
  await page.waitForFunction((least) => Number(document.querySelector('.table').dataset.ply) >= least, Number(ply) + moves, { timeout: 60000 });
}

describe('strong bots in a page', () => {
  const site = siteOfSuite();

  it('are answered by an engine of their own, which comes when they are first asked', async () => {
    await site.visit({}, async (page, profile) => {
      const comes = profile.waitForEvent('response', (response) => thinker.test(response.url()));
      await start(page, 'metro', ['normal', 'normal']);
      assert.equal((await comes).status(), 200);
      await goesOn(page, 6);
    });
  });

  it('think in the first engine where the other one does not come', async () => {
    await site.visit({ forgiven: /thinker|ERR_FAILED/ }, async (page, profile) => {
      const refused = profile.waitForEvent('requestfailed', (request) => thinker.test(request.url()));
      await profile.route(thinker, (route) => route.abort());
      await start(page, 'metropolys', ['normal', 'normal']);
      await refused;
      await goesOn(page, 6);
    });
  });

  it('are not worth it where all are easy', async () => {
    await site.visit({}, async (page, profile) => {
      let asked = false;
      profile.on('request', (request) => (asked ||= thinker.test(request.url())));
      await start(page, 'jeudumetro', ['easy', 'easy']);
      await goesOn(page, 8);
      assert.equal(asked, false);
    });
  });
});
