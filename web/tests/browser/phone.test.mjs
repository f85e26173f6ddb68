// SPDX-License-Identifier: MIT
// Phones and tablets, by touch: nothing covers what a move needs, and what is tapped is big enough.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address, engine, playedBy, showStop, stops } from '../party.mjs';
import { axe, go, myTurn, painted, played, playOn, shot, siteOfSuite, start, state, tap } from './visit.mjs';

const sizes = [
  [360, 640],
  [390, 664],
  [412, 915],
  [802, 293],
  [820, 1180],
];
/** As few and as many as the set-up offers; back home afterwards. */
async function numbers(page, game) {
  await go(page, `#/new/${game}`);
  await page.waitForSelector('form details summary');
  const offered = (await page.locator('label.row select option').allTextContents()).map(Number);
  await go(page, '#/');
  await page.waitForSelector('.posters');
  return [Math.max(2, offered[0]), Math.min(6, offered.at(-1))];
}

const fingertip = 43.5;

/** What a move needs and cannot be seen, or cannot be hit, on the first screen. */
const hidden = (page) =>
  page.evaluate((least) => {
    const faults = [];
    const needed =
      'header a, header button, .strip button, .tray button:not([disabled]), .tray .objective, .tray .own .card, .bar .prompt, .bar button, .bar .more';
    for (const element of document.querySelectorAll(needed)) {
      const name = `${element.className} ${element.textContent.trim().slice(0, 30)}`;
      const box = element.getBoundingClientRect();
      if (box.width <= 2) continue;
      if (box.top < -0.5 || box.left < -0.5 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5) faults.push(`${name} is off the screen`);
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!at || !(element.contains(at) || at.contains(element))) faults.push(`${name} is covered by ${at?.className}`);
      if (element.matches('a, button') && (box.width < least || box.height < least))
        faults.push(`${name} is ${Math.round(box.width)}×${Math.round(box.height)}`);
      if (element.scrollWidth > element.clientWidth + 1 && !element.matches('.more, .seats')) faults.push(`${name} is cut`);
    }
    const bar = document.querySelector('.bar').getBoundingClientRect();
    for (const element of document.querySelectorAll('.tray button, .tray p')) {
      const box = element.getBoundingClientRect();
      if (box.width > 2 && box.bottom > bar.top + 1 && box.top < bar.bottom) faults.push(`${element.textContent.trim().slice(0, 30)} reaches under the bar`);
    }
    // What happened ends with a whole line, and says how many there are below it.
    const more = document.querySelector('.bar .more:not(:focus)');
    const bottom = more?.getBoundingClientRect().bottom;
    const told = [...(more?.querySelectorAll('.since li') ?? [])].map((line) => line.getBoundingClientRect()).filter(({ height }) => height > 0);
    if (told.some((line) => line.top < bottom - 2 && line.bottom > bottom + 2)) faults.push('half a line of what happened is seen');
    const below = told.filter((line) => line.top > bottom - 2).length;
    const says = more?.querySelector('.since')?.dataset.more;
    if (told.length > 0 && says !== (below > 0 ? `+${below}` : undefined)) faults.push(`${below} are below what is seen, and it says ${says}`);
    const [does] = [...document.querySelectorAll('.bar .more > ul')];
    const button = document.querySelector('.bar .buttons button');
    if (does && button.getBoundingClientRect().top < bottom - 1) faults.push('the buttons stand beside what the move would do');
    const board = document.querySelector('main svg').getBoundingClientRect();
    if (Math.min(board.width, board.height) < 140) faults.push(`the board is ${Math.round(board.width)}×${Math.round(board.height)}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
    return faults;
  }, fingertip);

/** Taps a place that can be chosen and is in sight; false if there is none. */
async function tapLit(page) {
  const lit = page.locator('[data-lit]:not(.picked)');
  if (!(await lit.count())) return false;
  const visible = await lit.evaluateAll((spots) =>
    spots.findIndex((spot) => {
      const box = spot.getBoundingClientRect();
      const board = spot.ownerSVGElement.getBoundingClientRect();
      return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom;
    }),
  );
  await tap(page, lit.nth(Math.max(0, visible)));
  await page.waitForTimeout(120);
  return true;
}

describe('on a small screen', () => {
  const site = siteOfSuite();

  const tables = played.flatMap(({ id, crowd }) => [
    { game: id, what: 'few', of: ([least]) => least },
    { game: id, what: 'all its', of: ([, most]) => crowd ?? most },
  ]);
  for (const { game, what: many, of } of tables)
    it(`${game} with ${many} players shows everything and is played by touch`, () =>
      site.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        await start(page, game, ['here', ...Array(of(await numbers(page, game)) - 1).fill('easy')]);
        await playOn(page, game, undefined, game === 'jeudumetro' ? 0 : 2);
        const looks = async (what) => {
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => scrollTo(0, 0));
            await page.waitForTimeout(60);
            assert.deepEqual(await hidden(page), [], `${game}, ${what}, ${width}×${height}`);
            await shot(page, `phone-${game}-${many.split(' ')[0]}-${what}-${width}x${height}`);
          }
          await page.setViewportSize({ width: 360, height: 640 });
          await page.waitForTimeout(60);
        };
        const { ply } = await myTurn(page);
        await looks('choosing');
        await axe(page, `${game} on a phone`);
        const piece = page.locator('.card:not([disabled]):not(.dim), .building:not([disabled]):not(.dim), .tile:not([disabled])');
        const lift = async () => {
          if ((await piece.count()) && game !== 'metro') await tap(page, piece.first());
        };
        const small = () =>
          page.$$eval('[data-lit]', (spots) =>
            Math.min(...spots.map((spot) => Math.min(spot.getBoundingClientRect().width, spot.getBoundingClientRect().height))),
          );
        // What can be chosen is as big as a fingertip at once, or after the first tap.
        for (const [width, height] of sizes.slice(0, 3)) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(60);
          await lift();
          const lit = page.locator('[data-lit]');
          if ((await lit.count()) < 2) {
            await page.keyboard.press('Escape');
            continue;
          }
          const before = await small();
          await tap(page, lit.first());
          await page.waitForTimeout(120);
          const after = (await lit.count()) < 2 ? fingertip : await small();
          console.log(`${game}, ${width}×${height}: places of ${before.toFixed(0)} px, of ${after.toFixed(0)} px after a tap`);
          assert.ok(after >= fingertip, `${game}, ${width}×${height}: places of ${after} px after a tap`);
          await page.keyboard.press('Escape');
          const whole = page.locator('.zoom button:not([disabled])').first();
          if (await whole.isVisible()) await whole.tap();
        }
        await page.setViewportSize({ width: 360, height: 640 });
        await page.waitForTimeout(60);
        await lift();
        for (let taps = 0; taps < 6 && !(await page.locator('.bar .buttons .primary').count()); taps++) {
          if (!(await tapLit(page))) break;
          assert.ok((await page.locator('[data-lit]').count()) < 2 || (await small()) >= fingertip, `places of ${await small()} px after a tap`);
        }
        await page.locator('.bar .buttons .primary').waitFor();
        await looks('ready');
        await tap(page, page.locator('.bar .buttons .primary'));
        await page.waitForFunction((before) => document.querySelector('.table').dataset.ply !== before, ply);
        assert.notEqual((await state(page)).ply, ply);
      }));

  /** Plays on in the middle of a game between two bots, the same one in every run. */
  async function playOnHalfway(page, id) {
    const bots = engine();
    const record = await playedBy(bots, { id, players: [2, 2] });
    bots.close();
    await page.goto(address(site.url, record));
    await page.waitForSelector('.replay');
    await showStop(page, Math.round((await stops(page)) / 2));
    await page.locator('.scrub button.primary').tap();
    await page.locator('.takes .primary').tap();
    await myTurn(page);
  }

  it('five cards and two objectives of Le Jeu du Métro are read whole', () =>
    site.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
      await playOnHalfway(page, 'jeudumetro');
      assert.ok((await page.locator('.own .card').count()) >= 5, 'the hand is full');
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await painted(page);
        await shot(page, `phone-full-hand-${width}`);
        assert.deepEqual(await hidden(page), [], `${width}×${height}`);
        await page.locator('.own > button').tap();
        await painted(page);
        assert.deepEqual(await hidden(page), [], `discarding, ${width}×${height}`);
        await page.locator('.own > button').tap();
      }
    }));

  it('a piece that is dragged is seen under the finger by a magnifier, and dropped where it shows', () =>
    site.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, lang: 'en' }, async (page, profile) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      const touch = await profile.newCDPSession(page);
      const middle = (locator) =>
        locator.first().evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        });
      const from = await middle(page.locator('.tile:not([disabled])'));
      const to = await middle(page.locator('[data-lit]'));
      const name = await page.locator('[data-lit]').first().getAttribute('aria-label');
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (const part of [0.2, 0.6, 1]) {
        const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      }
      const lens = await page.locator('.lens').boundingBox();
      assert.ok(lens && lens.width > 100, 'there is a magnifier');
      // It follows the finger with the next frame.
      await page.waitForFunction(
        ({ y }) => {
          const { top, bottom } = document.querySelector('.lens').getBoundingClientRect();
          return bottom < y || top > y;
        },
        to,
        { timeout: 5000 },
      );
      await shot(page, 'phone-magnifier');
      await axe(page, 'the magnifier');
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await page.locator('.bar .buttons .primary').waitFor();
      assert.equal((await page.locator('.spot.picked').first().getAttribute('aria-label')).slice(0, 2), name.slice(0, 2));
      assert.equal(await page.locator('.lens').count(), 0);
    }));

  it('a building of Metropolis on several plots is seen whole where the board was brought nearer', () =>
    site.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, lang: 'en' }, async (page) => {
      await playOnHalfway(page, 'metropolis');
      await tap(page, page.locator('.stock button.can:has(.form rect:nth-child(3))').first());
      for (let taps = 0; taps < 3 && !(await page.locator('.bar .buttons .primary').count()); taps++) await tapLit(page);
      await page.waitForSelector('svg.zoomed');
      const picked = page.locator('.spot.picked .shape');
      for (let other = 0; other < 8; other++) {
        await page.locator('.bar .buttons .primary').waitFor();
        const out = await picked.evaluateAll((plots) => {
          const frame = plots[0].ownerSVGElement.getBoundingClientRect();
          return plots.map((plot) => {
            const { left, top, right, bottom } = plot.getBoundingClientRect();
            return Math.max(frame.left - left, frame.top - top, right - frame.right, bottom - frame.bottom);
          });
        });
        assert.ok(out.length > 2 && Math.max(...out) <= 0, `of its plots so many px are cut: ${out.map(Math.round)}`);
        const next = page.getByRole('button', { name: 'Another position' });
        if (await next.count()) await next.tap();
      }
    }));

  it('the full list and the rules are a tap away', () =>
    site.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, lang: 'en' }, async (page) => {
      await start(page, 'metro', ['here', 'easy']);
      await myTurn(page);
      await tap(page, page.locator('.strip .seats'));
      await page.waitForFunction(() => document.querySelector('.people').getBoundingClientRect().top < innerHeight / 2);
      await page.evaluate(() => scrollTo(0, 0));
      for (const name of ['Read the board', 'Settings', 'Score sheet']) {
        await page.getByRole('button', { name }).tap();
        await page.waitForSelector('dialog');
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
      }
      await page.locator('[role=toolbar] .rules').tap();
      await page.waitForSelector('.block');
    }));
});
