// SPDX-License-Identifier: MIT
// The installed app: its icons are what the manifest says, and it opens at one's own game, also without
// a network.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leave, onTurn, person, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { myTurn, siteOfSuite, start } from './visit.mjs';

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** Where a home screen opens the app. */
const opening = async (page, url) => {
  const manifest = await (await fetch(new URL('manifest.webmanifest', url))).json();
  await page.goto(new URL('icon.svg', url).href);
  await page.goto(new URL(manifest.start_url, url).href);
};

describe('the installed app', () => {
  const site = siteOfSuite(serve);

  it('has a manifest without a fault, and icons of the sizes that it names', async () => {
    const page = await person(site, phone);
    await page.goto(site.url);
    const { errors, url, data } = await (await page.context().newCDPSession(page)).send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { icons, display } = JSON.parse(data);
    assert.equal(display, 'standalone');
    const purposes = icons.map(({ purpose }) => purpose ?? 'any');
    assert.deepEqual([...new Set(purposes)].sort(), ['any', 'maskable']);
    const links = await page.$$eval('link[rel=apple-touch-icon], link[rel=apple-touch-startup-image]', (all) => all.map(({ href }) => href));
    const named = icons.map(({ src, sizes }) => [new URL(src, url).href, sizes === 'any' ? null : sizes]);
    for (const [href, size] of [...named, ...links.map((href) => [href, /(\d+x\d+)\.png/.exec(href)?.[1] ?? null])]) {
      const response = await fetch(href);
      assert.equal(response.status, 200, href);
      if (!size) continue;
      const png = Buffer.from(await response.arrayBuffer());
      assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, size, href);
    }
    assert.ok(links.length > 1, 'a phone shows a picture while it opens');
    await leave(page);
  });

  it('opens at the game of this device, without a network too, and at home where there is none', async () => {
    const page = await person(site, { ...phone, serviceWorkers: 'allow' });
    await opening(page, site.url);
    await page.waitForSelector('.posters');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await start(page, 'metro', ['here', 'easy']);
    await myTurn(page);
    await opening(page, site.url);
    await page.waitForSelector('.table[data-game="metro"]');
    await page.goto(new URL('icon.svg', site.url).href);
    await page.context().setOffline(true);
    await page.goto(`${site.url}#/mine`);
    await page.waitForSelector('.table[data-game="metro"]');
    await page.context().setOffline(false);
    await leave(page);
  });

  it('opens at the table where it is my turn', async () => {
    const { anna, bruno } = await twoAt(site, 'metro', [phone, phone]);
    const { mover } = await onTurn([anna, bruno]);
    await opening(mover, site.url);
    await mover.waitForSelector('.table[data-me]:not([data-me=""])');
    await leave(anna, bruno);
  });
});
