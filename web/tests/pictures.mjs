// SPDX-License-Identifier: MIT
// Makes the pictures of the README: bots play a game of each kind, the real client opens its record,
// shows it late in the game, and walks through one as a short animation. Not a test; run it by hand
// after `make`, with Debian's package webp: node tests/pictures.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openSite } from './browser/visit.mjs';
import { address, engine, playedBy, settle, showStop, stops } from './party.mjs';

const pictures = resolve(import.meta.dirname, '../../docs/pictures');
const late = 0.82;
const frames = 24;

function tell(file) {
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
}

async function board(site, id, record, theme, folder) {
  await site.visit({ lang: 'en', settings: { theme } }, async (page) => {
    await page.goto(address(site.url, record));
    await page.waitForSelector('.replay');
    await showStop(page, Math.round((await stops(page)) * late));
    await page.click('.scrub button.primary');
    await page.click('.takes .primary');
    await page.waitForSelector('.table[data-me]:not([data-me=""])');
    await settle(page);
    const shot = join(folder, `${id}.png`);
    await page.screenshot({ path: shot });
    const file = join(pictures, `${id}.webp`);
    execFileSync('cwebp', ['-quiet', '-q', '75', '-m', '6', '-sharp_yuv', shot, '-o', file]);
    tell(file);
  });
}

async function animation(site, record, folder) {
  const viewport = { width: 960, height: 600 };
  await site.visit({ lang: 'en', settings: { theme: 'light' }, viewport }, async (page) => {
    await page.goto(address(site.url, record));
    await page.waitForSelector('.replay');
    const last = await stops(page);
    const shots = [];
    for (let i = 0; i <= frames; i++) {
      await showStop(page, Math.round((last * i) / frames));
      await settle(page);
      shots.push(join(folder, `frame-${String(i).padStart(2, '0')}.png`));
      await page.screenshot({ path: shots.at(-1) });
    }
    const file = join(pictures, 'replay.webp');
    const timed = shots.flatMap((shot, i) => ['-d', i === frames ? '2500' : '400', shot]);
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '50', '-m', '6', ...timed, '-o', file]);
    tell(file);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'metropole-pictures-'));
mkdirSync(pictures, { recursive: true });
const bots = engine();
const site = await openSite();
try {
  const { games } = await bots.ask({ op: 'games' });
  // In the order of the first screen; dark and light by turns.
  const order = [];
  await site.visit({ lang: 'en' }, async (page) => {
    await page.waitForSelector('a[href^="#/new/"]');
    order.push(...(await page.$$eval('a[href^="#/new/"]', (links) => [...new Set(links.map((link) => link.hash.split('/').at(-1)))])));
  });
  for (const [i, id] of order.entries()) {
    const record = await playedBy(
      bots,
      games.find((game) => game.id === id),
      4,
    );
    await board(site, id, record, i % 2 ? 'light' : 'dark', folder);
    if (i === 0) await animation(site, record, folder);
  }
} finally {
  bots.close();
  await site.close();
  rmSync(folder, { recursive: true });
}
