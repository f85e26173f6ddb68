// SPDX-License-Identifier: MIT
// Every screen: languages, themes, phone, accessibility, offline, weight.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axe, go, myTurn, played, playOn, shot, siteOfSuite, start, state } from './visit.mjs';

const games = played.map(({ id }) => id);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('every screen', () => {
  const site = siteOfSuite();

  const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  for (const [name, context] of [
    ['light desktop', { colorScheme: 'light' }],
    ['dark phone', { colorScheme: 'dark', ...phone }],
  ]) {
    it(`passes axe and fits on a ${name}`, () =>
      site.visit(context, async (page) => {
        const look = async (what) => {
          await axe(page, `${what}, ${name}`);
          assert.ok((await overflow(page)) <= 0, `${what} fits the width, ${name}`);
          await shot(page, `${what}-${name.replace(' ', '-')}`);
        };
        await page.waitForSelector('.posters');
        await look('home');
        await go(page, '#/about');
        await page.waitForSelector('details');
        await look('about');
        await go(page, '#/replay');
        await page.waitForSelector('textarea');
        await look('replay');
        for (const game of games) {
          await go(page, `#/new/${game}`);
          await page.waitForSelector('form details summary');
          await page.click('summary');
          await look(`setup-${game}`);
          await go(page, `#/rules/${game}`);
          await page.waitForSelector('.block');
          await page.waitForTimeout(400);
          await look(`rules-${game}`);
          if (!(await page.locator('.doors a[href^="#/learn/"]').count())) continue;
          await go(page, `#/learn/${game}`);
          await page.waitForSelector('.coach');
          await myTurn(page);
          // It begins with the game in short.
          await look(`short-${game}`);
          await page.click('dialog .primary');
          await look(`learn-${game}`);
          await page.click('[role=toolbar] button >> nth=2');
          await page.waitForSelector('dialog p');
          await look(`read-${game}`);
          await page.keyboard.press('Escape');
          await page.click('button.store');
          await page.waitForSelector('dialog');
          await look(`store-${game}`);
          await page.keyboard.press('Escape');
        }
        await page.click('[role=toolbar] button >> nth=5');
        await page.waitForSelector('dialog select');
        await look('settings');
      }));
  }

  it('starts a game with one click on its poster, with nothing essential below the fold', () =>
    site.visit({}, async (page) => {
      const fold = async () => {
        await page.waitForSelector('.posters');
        for (const what of await page.locator('.posters button, .doors a, .hero a').all()) {
          const { y, height } = await what.boundingBox();
          assert.ok(y >= 0 && y + height <= 800, `${await what.textContent()} ends at ${y + height}`);
        }
      };
      await fold();
      // Each game is begun and left, and none is lost by the next.
      for (const [i, game] of games.entries()) {
        await page.click(`article[aria-labelledby="game-${game}"] button`);
        await page.waitForSelector('.table');
        assert.equal((await state(page)).game, game);
        await myTurn(page);
        await playOn(page, game, undefined, 1);
        await go(page, '#/');
        await page.waitForSelector('.kept');
        assert.equal(await page.locator('.kept li').count(), i + 1);
      }
      await fold();
      await axe(page, 'home with games under way');
      await shot(page, 'home-kept');
      await page.reload();
      for (const game of games) {
        await page.waitForSelector('.kept');
        await page.locator('.kept a').last().click();
        await page.waitForSelector('.table');
        assert.equal((await state(page)).game, game, 'the one that was left longest ago is the last');
        assert.notEqual((await state(page)).ply, '0');
        await myTurn(page);
        await playOn(page, game, undefined, 1);
        await go(page, '#/');
      }
      const drop = page.locator('.kept li').first().locator('button');
      await drop.click();
      await drop.click();
      await page.waitForFunction((n) => document.querySelectorAll('.kept li').length === n, games.length - 1);
    }));

  it('goes on with a game that was kept when there was only one', () =>
    site.visit({}, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await playOn(page, 'metro', undefined, 1);
      const { ply } = await myTurn(page);
      await go(page, '#/');
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((each) => each.startsWith('metropole.game.'));
        const { id: _id, at: _at, ...old } = JSON.parse(localStorage.getItem(key));
        localStorage.removeItem(key);
        localStorage.setItem('metropole.game', JSON.stringify(old));
      });
      await page.reload();
      await page.click('.hero a.primary');
      assert.equal((await myTurn(page)).ply, ply);
    }));

  it('offers nothing that could not be played', () =>
    site.visit({}, async (page) => {
      for (const game of games) {
        await go(page, `#/new/${game}`);
        await page.waitForSelector('form details summary');
        await page.click('summary');
        const counts = await page.locator('label.row option').allTextContents();
        for (const n of [counts.at(-1), counts[0]]) {
          await page.selectOption('label.row select', n);
          // The last choice of every list, one after the other: whatever is offered can be had.
          const lists = page.locator('details select');
          for (let i = 0; i < (await lists.count()); i++) {
            await page.waitForSelector('form[aria-busy=false]');
            await lists.nth(i).evaluate((list) => {
              if (list.disabled) return;
              list.selectedIndex = list.options.length - 1;
              list.dispatchEvent(new Event('change', { bubbles: true }));
            });
          }
          await page.waitForSelector('form[aria-busy=false]');
          await page.click('button.start');
          await page.waitForSelector('.table');
          await go(page, `#/new/${game}`);
          await page.waitForSelector('form details summary');
          await page.click('summary');
        }
      }
    }));

  it('changes language at once, in the middle of a game', () =>
    site.visit({}, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await playOn(page, 'metro', undefined, 1);
      await myTurn(page);
      assert.match(await page.locator('.prompt').textContent(), /Posez votre tuile/);
      assert.match(await page.locator('.journal').textContent(), /Vous posez une tuile en \w\d/);
      await page.click('[role=toolbar] button >> nth=5');
      await page.locator('dialog select').nth(1).selectOption('en');
      await page.waitForFunction(() => document.documentElement.lang === 'en');
      await page.keyboard.press('Escape');
      assert.match(await page.locator('.prompt').textContent(), /Place your tile/);
      assert.match(await page.locator('.journal').textContent(), /You place a tile on \w\d/);
    }));

  it('names the rule that forbids a move, and leads to it', () =>
    site.visit({}, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const inner = page.locator('[data-spot]:not([data-lit])');
      let rule = null;
      for (let i = 0; i < 20 && !rule; i++) {
        const label = await inner.nth(i).getAttribute('aria-label');
        if (!/libre/.test(label)) continue;
        await inner.nth(i).dispatchEvent('click');
        rule = await page.waitForSelector('.note a', { timeout: 3000 });
      }
      assert.match(await rule.textContent(), /ME-3[23]/);
      assert.ok((await page.locator('.note span').textContent()).length > 40, 'the rule is told in words');
      await axe(page, 'a refusal');
      await rule.click();
      await page.waitForSelector('.block.target');
      assert.match(await page.locator('.block.target').textContent(), /ME-3[23]/);
    }));

  it('takes back, undoes, hints, and goes on after a reload, before the first move too', () =>
    site.visit({}, async (page) => {
      const kept = (n) => page.waitForFunction((n) => Object.keys(localStorage).filter((key) => key.startsWith('metropole.game.')).length === n, n);
      const tray = () => page.locator('.tray').innerHTML();
      await start(page, 'metro', ['here', 'here']);
      await kept(1);
      const hand = await tray();
      await page.click('a.rules');
      await page.waitForSelector('.block');
      await page.goBack();
      await page.waitForSelector('.table');
      await page.reload();
      await page.waitForSelector('.table');
      assert.deepEqual([(await state(page)).ply, await tray()], ['0', hand]);
      await go(page, '#/');
      // One that nobody has played makes room for the next.
      await start(page, 'metro', ['here', 'here']);
      await page.waitForFunction(() => `metropole.game.${location.hash.split('/')[2]}` in localStorage);
      await kept(1);
      await go(page, '#/');
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      await page.locator('[data-lit]').first().dispatchEvent('click');
      await page.waitForSelector('.bar .buttons .primary');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.bar .buttons .primary', { state: 'detached' });
      const before = await myTurn(page);
      await playOn(page, 'metro', undefined, 1);
      const later = await myTurn(page);
      assert.notEqual(later.ply, before.ply);
      await page.keyboard.press('z');
      await page.waitForFunction((ply) => document.querySelector('.table').dataset.ply === ply, before.ply);
      await page.keyboard.press('h');
      await page.waitForSelector('.bar .hint', { timeout: 20000 });
      await page.keyboard.press('c');
      await page.waitForFunction((ply) => document.querySelector('.table').dataset.ply !== ply, before.ply);
      const now = await myTurn(page);
      await page.reload();
      await page.waitForSelector('.table');
      assert.equal((await myTurn(page)).ply, now.ply);
      await go(page, '#/');
      await page.click('.hero a.primary');
      assert.equal((await myTurn(page)).ply, now.ply);
    }));

  it('goes on when the site was renewed under an open page', () =>
    site.visit({ forgiven: /404|dynamically imported/ }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await playOn(page, 'metro', undefined, 1);
      const before = await myTurn(page);
      await page.route(/ScoreSheet.*\.js$/, (route) => route.fulfill({ status: 404 }));
      await Promise.all([page.waitForEvent('load'), page.click('[role=toolbar] button >> nth=3')]);
      await page.unrouteAll();
      assert.equal((await myTurn(page)).ply, before.ply, 'the game is where it was');
      await page.click('[role=toolbar] button >> nth=3');
      await page.waitForSelector('dialog >> text=Joueur B');
    }));

  it('works offline after the first visit', () =>
    site.visit({ serviceWorkers: 'allow' }, async (page, profile) => {
      await page.evaluate(() =>
        navigator.serviceWorker.ready.then(
          (registration) =>
            registration.active &&
            new Promise((done) => (registration.active.state === 'activated' ? done() : registration.active.addEventListener('statechange', () => done()))),
        ),
      );
      await profile.setOffline(true);
      await page.reload();
      await start(page, 'jeudumetro', ['here', 'easy']);
      await playOn(page, 'jeudumetro', undefined, 1);
      await go(page, '#/rules/metropolys');
      await page.waitForSelector('.block');
      await profile.setOffline(false);
    }));

  it('does not shift', () =>
    site.visit({}, async (page) => {
      await page.evaluate(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.reload();
      await page.waitForSelector('.posters');
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      await page.waitForTimeout(300);
      const shift = await page.evaluate(() => window.shift ?? 0);
      assert.ok(shift < 0.02, `layout shift ${shift}`);
    }));
});
