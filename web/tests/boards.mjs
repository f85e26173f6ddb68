// SPDX-License-Identifier: MIT
// Pictures of every board at its busiest, to be looked at: most players, late in the game, dark and
// light, phone and desk, both languages; and how it ends. Not a test; run it by hand after `make`:
// node tests/boards.mjs FOLDER [GAME]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSite } from './browser/visit.mjs';
import { address, engine, playedBy, settle, showStop, stops } from './party.mjs';

const [folder = 'boards', only] = process.argv.slice(2);
const late = 0.82;
const looks = [
  ['desk-light-en', { lang: 'en', settings: { theme: 'light' } }],
  ['desk-dark-fr', { lang: 'fr', settings: { theme: 'dark' } }],
  ['phone-dark-en', { lang: 'en', settings: { theme: 'dark' }, viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }],
  ['phone-light-fr', { lang: 'fr', settings: { theme: 'light' }, viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }],
];

mkdirSync(folder, { recursive: true });
const bots = engine();
const site = await openSite();
try {
  const { games } = await bots.ask({ op: 'games' });
  for (const game of games.filter(({ id }) => (only ?? id) === id)) {
    const record = await playedBy(bots, game);
    for (const [name, look] of looks)
      await site.visit(look, async (page) => {
        await page.goto(address(site.url, record));
        await page.waitForSelector('.replay');
        await settle(page);
        await page.screenshot({ path: join(folder, `${game.id}-replay-${name}.png`) });
        await showStop(page, Math.round((await stops(page)) * late));
        await page.click('.scrub button.primary');
        await page.click('.takes .primary');
        await page.waitForSelector('.table[data-me]:not([data-me=""])');
        await settle(page);
        await page.screenshot({ path: join(folder, `${game.id}-${name}.png`) });
      });
  }
} finally {
  bots.close();
  await site.close();
}
