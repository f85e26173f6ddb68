// SPDX-License-Identifier: MIT
// What each board promises, as somebody at a desk sees it: trains run home while their points count up,
// a call says who is in it, the plan lights what is traded, an arrow leads from an objective to the
// train it looks at.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address, engine, playedBy } from '../party.mjs';
import { clickAt, go, myTurn, painted, playOn, shot, siteOfSuite, start, state } from './visit.mjs';

/** The move that a hint shows, so that a game goes as players would have it. */
async function hinted(page) {
  await page.keyboard.press('h');
  await page.locator('.bar .buttons .primary').click();
}

describe('a board', () => {
  const site = siteOfSuite();

  it('of Metro runs a train along its finished line while the points count up', () =>
    site.visit({ lang: 'en', reducedMotion: 'no-preference' }, async (page) => {
      await start(page, 'metro', ['here', 'easy', 'easy', 'easy', 'easy', 'easy']);
      // Where the first train was, and what stood at the end of its line, frame by frame.
      await page.evaluate(() => {
        const seen = (window.runs = new Map());
        (function look() {
          for (const gain of document.querySelectorAll('.gain text')) {
            const train = gain.closest('.gain').previousElementSibling;
            const all = seen.get(gain) ?? seen.set(gain, { counts: [], places: [] }).get(gain);
            all.counts.push(Number(gain.textContent));
            if (train?.matches('.train')) all.places.push(Math.round(train.getBoundingClientRect().x) + Math.round(train.getBoundingClientRect().y) * 10000);
          }
          requestAnimationFrame(look);
        })();
      });
      const whole = () => [...window.runs.values()].some(({ counts, places }) => new Set(places).size > 3 && counts[0] < counts.at(-1) && counts.length > 3);
      for (let turn = 0; turn < 10; turn++) {
        const { over, ply } = await myTurn(page);
        if (over === 'true') break;
        await hinted(page);
        await page.waitForFunction((was) => document.querySelector('.table').dataset.ply !== was, ply);
        if (await page.waitForFunction(whole, null, { timeout: 2500 }).catch(() => false)) break;
      }
      const runs = await page.evaluate(() => [...window.runs.values()].map(({ counts, places }) => [counts, new Set(places).size]));
      const [counts] = runs.find(([all, places]) => places > 3 && all.length > 3) ?? [];
      assert.ok(counts, `a train has run: ${JSON.stringify(runs)}`);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
        'its points only grow',
      );
    }));

  it('of Metro turns a tile beside the tiles in hand, three of them too', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await go(page, '#/new/metro');
      await page.click('form details summary');
      await page.getByLabel('Tiles in hand').selectOption('3');
      await page.getByLabel('Arrows: tiles are not turned').uncheck();
      await page.click('button.start');
      await myTurn(page);
      const tray = await page.locator('.tray').boundingBox();
      const turn = page.getByRole('button', { name: 'Turn the tile' });
      for (const tile of await page.locator('.hand button.tile').all()) {
        await tile.click();
        if ((await turn.count()) === 0) continue;
        const at = await turn.boundingBox();
        assert.ok(at.x >= tray.x && at.x + at.width <= tray.x + tray.width && at.y + at.height <= tray.y + tray.height, 'inside the tray');
      }
      await shot(page, 'metro-three-tiles');
    }));

  it('of Metro says in one line how many tiles are left', () =>
    site.visit({ lang: 'fr' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const lines = await page.locator('.pile').evaluate((pile) => pile.getBoundingClientRect().height / parseFloat(getComputedStyle(pile).lineHeight));
      assert.ok(lines < 1.5, `${lines} lines`);
    }));

  it('of Metropolys says what to beat, who has passed, and what everybody has left, whatever their names', () =>
    site.visit({ lang: 'fr' }, async (page) => {
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
    }));

  it('of Metropolis says to two why no trade can help both, and lights what others may trade', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metropolis', ['here', 'easy']);
      await myTurn(page);
      await page.getByText('With two players a trade cannot help both').waitFor();
      await go(page, '#/');
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      await myTurn(page);
      await page.locator('.propose button').first().click();
      const lit = page.locator('[data-lit]');
      await page.locator('[data-lit][aria-label*="your plot"]').first().waitFor();
      const whose = await lit.evaluateAll((plots) => plots.map((plot) => plot.getAttribute('aria-label')));
      assert.ok(
        whose.every((label) => /your plot|Joueur B’s plot/.test(label)),
        `${whose}`,
      );
      await clickAt(page.locator('[data-lit][aria-label*="your plot"]').first());
      await clickAt(page.locator('[data-lit][aria-label*="Joueur B’s plot"]').first());
      await page.locator('.deal .sides li').nth(1).waitFor();
      assert.equal(await page.locator('[data-spot][aria-label*="would go to Joueur B"]').count(), 1, 'what goes is marked');
      assert.equal(await page.locator('[data-spot][aria-label*="would become yours"]').count(), 1, 'what comes is marked');
      for (const side of await page.locator('.deal .sides li').all()) assert.match(await side.innerText(), /gives[\s\S]*[+−±]\d+/, 'what each gains');
      await shot(page, 'metropolis-offer');
    }));

  it('of Metropolis opens a value into its sum, and closes it by Escape or a click elsewhere', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      const tag = page.locator('.tag').first();
      for (let turn = 0; turn < 12 && !(await tag.count()); turn++) await playOn(page, 'metropolis', undefined, 1);
      await myTurn(page);
      const sum = page.getByText('Base value');
      await tag.click();
      await sum.waitFor();
      await page.keyboard.press('Escape');
      await sum.waitFor({ state: 'detached' });
      await tag.click();
      await sum.waitFor();
      await page.locator('.bar .prompt').click();
      await sum.waitFor({ state: 'detached' });
    }));

  it('of Le Jeu du Métro leads from my objective to its train, and keeps my notes on the others’', () =>
    site.visit({ lang: 'en' }, async (page) => {
      await start(page, 'jeudumetro', ['here', 'easy', 'easy', 'easy']);
      await playOn(page, 'jeudumetro', undefined, 1);
      await myTurn(page);
      const [, train] = /It looks at [^(]*\((\w+)\)/.exec(await page.locator('.objective').innerText());
      const nearest = await page.locator('g.mine path.line').evaluate((line) => {
        const end = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM());
        const far = (spot) => {
          const { left, right, top, bottom } = spot.getBoundingClientRect();
          return Math.hypot((left + right) / 2 - end.x, (top + bottom) / 2 - end.y);
        };
        return [...document.querySelectorAll('[data-spot]')].sort((a, b) => far(a) - far(b))[0].getAttribute('aria-label');
      });
      assert.match(nearest, new RegExp(`\\(${train}\\)`), 'the arrow ends at the train it looks at');
      assert.ok((await page.locator('.laid').count()) >= 1, 'the card just played lies on the platform');
      await page.getByRole('button', { name: 'Notes, discards and cards' }).click();
      const kind = page.locator('.guesses .kind:not([disabled])').first();
      await kind.click();
      assert.match(await kind.innerText(), /crossed out by you/);
      await page.keyboard.press('Escape');
      await painted(page);
      assert.equal(await page.locator('path.strike.own').count(), 1, 'my note stands below the train');
      assert.equal((await state(page)).over, 'false');
      await shot(page, 'jeudumetro-notes');
    }));

  it('that is replayed says whole how its game ended', async () => {
    const bots = engine();
    const { games } = await bots.ask({ op: 'games' });
    const record = await playedBy(
      bots,
      games.find(({ id }) => id === 'metropolys'),
    );
    bots.close();
    await site.visit({ lang: 'fr' }, async (page) => {
      await page.goto(address(site.url, record));
      await page.locator('.step').getByText('La partie est terminée').waitFor();
      const cut = await page.locator('.step').evaluate((step) => step.scrollHeight - step.clientHeight);
      assert.ok(cut <= 0, `${cut} pixels are cut off`);
      await shot(page, 'metropolys-replayed');
    });
  });
});
