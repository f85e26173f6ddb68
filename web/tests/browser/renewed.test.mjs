// SPDX-License-Identifier: MIT
// What stays when something is renewed or gone: the site under a move in hand, the version that kept a
// game, the host of a table that still fills.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, clickAt, go, shot, siteOfSuite, state } from './visit.mjs';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../../build'));

/** The client as another build of it would be: its first file has another name. */
function anotherBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'metropole-web-'));
  cpSync(join(build, 'web'), folder, { recursive: true });
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, first] = /assets\/(index-[\w-]+)\.js/.exec(page);
  for (const file of readdirSync(join(folder, 'assets')).filter((each) => each.endsWith('.js'))) {
    const at = join(folder, 'assets', file);
    writeFileSync(at, readFileSync(at, 'utf8').replaceAll(first, 'index-renewed'));
  }
  renameSync(join(folder, 'assets', `${first}.js`), join(folder, 'assets', 'index-renewed.js'));
  writeFileSync(join(folder, 'index.html'), page.replaceAll(`${first}.js`, 'index-renewed.js'));
  return folder;
}

const script = (page) => page.evaluate(() => document.querySelector('script[type="module"][src]').src);

describe('what stays', () => {
  const site = siteOfSuite(serve);
  let waiting;
  const folder = anotherBuild();

  before(async () => {
    // A minute has to pass for the last of these tests: it passes during the others.
    const host = await person(site);
    const friend = await person(site);
    const url = await makeTable(host, site.url, 'Anna', 'metro', 3);
    await joinTable(friend, url, 'Bruno');
    waiting = { url, friend, since: Date.now() };
    await leave(host);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('a move in hand, while the server is renewed; the page is loaded anew once it is made', async () => {
    const { anna, bruno } = await twoAt(site, 'metro');
    const { mover, ply } = await onTurn([anna, bruno]);
    const other = mover === anna ? bruno : anna;
    for (const page of [mover, other]) await page.evaluate(() => (window.same = true));
    await clickAt(mover.locator('[data-lit]').first());
    await mover.locator('.bar .buttons .primary').waitFor();
    await site.restart(`--web=${folder}`);
    // Who has nothing in hand gets the new page at once.
    await other.waitForFunction(() => !window.same && document.querySelector('.table'));
    assert.match(await script(other), /index-renewed/);
    const told = mover.getByRole('status').filter({ hasText: 'There is a new version.' });
    await told.waitFor();
    await axe(mover, 'a renewed site under a move in hand');
    assert.equal(await mover.evaluate(() => window.same), true, 'the page with a move in hand stays');
    assert.equal((await state(mover)).ply, ply);
    await mover.locator('.bar .buttons .primary').click();
    await mover.waitForFunction(() => !window.same && document.querySelector('.table'));
    assert.match(await script(mover), /index-renewed/);
    assert.equal((await state(mover)).ply, String(Number(ply) + 1), 'the move was made, once');
    await leave(anna, bruno);
  });

  it('a game of this device that the first version kept; one that cannot go on says why', async () => {
    const seats = [
      { name: 'You', who: 'here', look: 0 },
      { name: 'Bastille', who: 'easy', look: 1 },
    ];
    const record = (rules, move) =>
      `metropole 1\ngame metro\nrules ${rules}\nplayers 2\noption hand 2\nresult *\n\n~start 1; ~deal 1 uulr; ~deal 2 sull\n${move}\n`;
    const page = await person(site);
    await page.goto(site.url);
    // The one game there could be, without a name or a time of its own.
    await page.evaluate((kept) => localStorage.setItem('metropole.game', JSON.stringify(kept)), {
      game: 'metro',
      options: {},
      seats,
      record: 'metropole 1\ngame metro\nrules 1\nplayers 2\nresult *\n\n~start 1; ~deal 1 uulr; ~deal 2 sull\n',
      seed: 7,
    });
    await page.reload();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForSelector('.table');
    assert.equal((await state(page)).me, '1');
    await clickAt(page.locator('[data-lit]').first());
    await page.locator('.bar .buttons .primary').click();
    await page.waitForFunction(() => Number(document.querySelector('.table').dataset.ply) >= 2, null, { timeout: 60000 });
    // Another version's: of the rules, of the notation, of a game that is gone.
    const others = [
      ['rules', { game: 'metro', record: record(9, '') }, /another version of the rules/],
      ['moves', { game: 'metro', record: record(1, 'sull@b4').replace('option hand 2\n', '') }, /another version of Metropole: line 8/],
      ['gone', { game: 'tram', record: record(1, '').replace('game metro', 'game tram') }, /does not have its game/],
    ];
    for (const [id, kept, why] of others) {
      await page.evaluate(
        ([key, value]) => localStorage.setItem(`metropole.game.${key}`, JSON.stringify(value)),
        [id, { id, at: 1, options: {}, seats, seed: 7, ...kept }],
      );
      await go(page, `#/play/${id}`);
      const alert = page.getByRole('alert').filter({ hasText: 'another version' });
      await page.getByRole('heading', { name: 'This game cannot be continued.' }).waitFor();
      await alert.waitFor();
      assert.match(await alert.textContent(), why);
      if (id === 'rules') {
        await axe(page, 'a game that cannot go on');
        await shot(page, 'play-broken');
      }
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.evaluate((key) => localStorage.getItem(`metropole.game.${key}`), id), null);
    }
    await leave(page);
  });

  it('a table whose host has gone is filled by whoever waits, a minute after it was made', async () => {
    const { friend, since, url } = waiting;
    await friend.reload();
    const bots = friend.locator('li select');
    await friend.getByText('Anna').waitFor();
    if (Date.now() - since < 50000) assert.equal(await bots.count(), 0, 'not before');
    await bots.first().waitFor({ timeout: 90000 });
    const guest = await person(site);
    await joinTable(guest, url, 'Chloé');
    await guest.getByRole('button', { name: 'Leave my seat' }).click();
    await bots.first().selectOption('easy');
    await guest.locator('li').filter({ hasText: /bot/i }).waitFor();
    await axe(friend, 'a room that others fill');
    await shot(friend, 'online-fill');
    await friend.getByRole('button', { name: 'Start' }).click();
    await Promise.all([friend, guest].map((page) => page.waitForSelector('.table')));
    await leave(friend, guest);
  });
});
