// SPDX-License-Identifier: MIT
// What the board promises to somebody who looks at it: a call says who is in it, a building in hand is whole, and a replay says how its game ended.
import assert from 'node:assert/strict';
import { address, engine, playedBy } from '../../../../tests/party.mjs';
import { go, hinted, myTurn, playOn, shot, start, tap } from '../../../../tests/browser/visit.mjs';

export default [
  {
    name: 'says what to beat, who has passed, and what everybody has left, whatever their names',
    visit: { lang: 'fr' },
    async test(page) {
      await go(page, '#/new/metropolys');
      await page.waitForFunction(() => document.querySelectorAll('form li select').length >= 2);
      await page.selectOption('label.row select', '4');
      for (const [i, name] of ['Anne-Marguerite', 'Guillaumette', 'Barthélemy', 'Maximilienne'].entries())
        await page.locator('form ol li').nth(i).locator('input').fill(name);
      await page.click('button.start');
      await page.waitForSelector('.table');
      const seats = page.locator('.call .seat:has(> .who)');
      let outbid = false;
      let won = false;
      for (let turn = 0; turn < 12 && !(outbid && won); turn++) {
        if ((await myTurn(page)).over === 'true') break;
        const said = await seats.evaluateAll((all) =>
          all.map((seat) => {
            const [who, status] = ['.who', '.status'].map((part) => seat.querySelector(part));
            const apart = status.textContent.trim() === '' || who.getBoundingClientRect().right < status.getBoundingClientRect().left;
            return { who: who.textContent, status: status.textContent, out: seat.matches('.out'), left: seat.querySelectorAll('.pip.left').length, apart };
          }),
        );
        assert.equal(said.length, 4);
        assert.ok(
          said.every(({ apart }) => apart),
          `names and what is said stand apart: ${JSON.stringify(said)}`,
        );
        assert.ok(said.every(({ left }) => left > 0));
        for (const { out, status } of said) if (out) assert.match(status, /a passé|a dû passer/);
        const prompt = await page.locator('.bar .prompt').innerText();
        const [, value, place] = /(\d+) en ([A-Z]\d+)/.exec(prompt) ?? [];
        if (value) {
          outbid = true;
          assert.match(await page.locator('.call .beat').textContent(), new RegExp(`${value} en ${place}`));
        }
        if (said.some(({ status }) => /^bâtit/.test(status))) {
          won = true;
          assert.equal(said.filter(({ status }) => /a passé|a dû passer/.test(status)).length, 3, `all the others have passed: ${JSON.stringify(said)}`);
        }
        await shot(page, `metropolys-call-${turn}`);
        await hinted(page);
        await page.waitForTimeout(200);
      }
      assert.ok(outbid || won);
    },
  },
  {
    name: 'has the names of four bots whole beside whatever is said of them, and the numbers that each has left',
    visit: { lang: 'fr' },
    async test(page) {
      await go(page, '#/new/metropolys');
      await page.waitForFunction(() => document.querySelectorAll('form li select').length >= 2);
      await page.selectOption('label.row select', '4');
      await page.click('button.start');
      await page.waitForSelector('.table');
      const said = new Set();
      for (let turn = 0; turn < 6; turn++) {
        if ((await myTurn(page)).over === 'true') break;
        const seats = await page.locator('.call .seat:has(> .who)').evaluateAll((all) =>
          all.map((seat) => {
            const [who, status] = ['.who', '.status'].map((part) => seat.querySelector(part));
            const [left, right] = [who.getBoundingClientRect().right, status.getBoundingClientRect().left];
            return {
              who: who.textContent,
              status: status.textContent,
              apart: status.textContent.trim() === '' || left < right,
              left: [...seat.querySelectorAll('.worth')].map((each) => Number(each.textContent)),
              pips: seat.querySelectorAll('.pip.left').length,
            };
          }),
        );
        for (const { who, status, apart, left, pips } of seats) {
          said.add(status);
          assert.ok(!who.includes('…') && apart, `${who} · ${status}`);
          assert.equal(left.length, pips, 'each building left has its number');
        }
        await shot(page, `metropolys-names-${turn}`);
        await hinted(page);
        await page.waitForTimeout(200);
      }
      assert.ok(
        [...said].some((status) => /passé|dû passer/.test(status)),
        `somebody passed: ${[...said].join(', ')}`,
      );
    },
  },
  {
    name: 'closes the district that is out of the game, and says so on it',
    visit: { lang: 'fr' },
    async test(page) {
      await start(page, 'metropolys', ['here', 'easy', 'easy']);
      await myTurn(page);
      assert.equal(await page.locator('.shut').textContent(), 'hors jeu');
      assert.equal(await page.locator('.closed').count(), 1);
    },
  },
  {
    name: 'a building in hand at the edge of a board that was brought nearer is seen whole',
    visit: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, lang: 'en' },
    async test(page) {
      await start(page, 'metropolys', ['here', 'easy', 'easy']);
      const lit = page.locator('[data-lit]');
      // One place that is left is taken by a tap as it is.
      for (let moves = 2; moves === 2 || (await lit.count()) < 2; moves = 1) {
        await page.keyboard.press('Escape');
        await playOn(page, 'metropolys', undefined, moves);
        await myTurn(page);
        await tap(page, page.locator('.building:not([disabled]):not(.dim)').first());
      }
      const left = await lit.evaluateAll((spots) => {
        const at = spots.map((spot) => spot.getBoundingClientRect().left);
        return at.indexOf(Math.min(...at));
      });
      const place = await lit.nth(left).getAttribute('aria-label');
      const leftmost = page.locator(`[data-spot][aria-label="${place}"]`);
      await tap(page, leftmost);
      await page.waitForSelector('svg.zoomed');
      await tap(page, leftmost);
      await page.locator('.bar .buttons .primary').waitFor();
      const out = await page.locator('[data-held]').evaluate((held) => {
        const [drawn, frame] = [held, held.ownerSVGElement].map((each) => each.getBoundingClientRect());
        return Math.max(frame.left - drawn.left, frame.top - drawn.top, drawn.right - frame.right, drawn.bottom - frame.bottom);
      });
      assert.ok(out <= 0, `${out} px of it are cut`);
      // What it would do is whole when it is touched.
      await page.locator('.bar .more').tap();
      const unread = await page.locator('.bar .more').evaluate((more) => more.scrollHeight - more.clientHeight);
      assert.ok(unread <= 1, `${unread} px of what it would do are out of sight`);
    },
  },
  {
    name: 'says whole in a replay how its game ended',
    visit: { lang: 'fr' },
    async test(page, site) {
      const bots = engine();
      const { games } = await bots.ask({ op: 'games' });
      const game = games.find(({ id }) => id === 'metropolys');
      const record = await playedBy(bots, game);
      bots.close();
      await page.goto(address(site.url, record));
      await page.locator('.step').getByText('La partie est terminée').waitFor();
      const cut = await page.locator('.step').evaluate((step) => step.scrollHeight - step.clientHeight);
      assert.ok(cut <= 0, `${cut} pixels are cut off`);
      await shot(page, 'metropolys-replayed');
    },
  },
];
