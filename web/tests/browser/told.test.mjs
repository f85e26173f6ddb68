// SPDX-License-Identifier: MIT
// Nothing happens silently: what happens around a game is in the journal and on the first screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, playTogether, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, go, shot, siteOfSuite } from './visit.mjs';

describe('at a table online', () => {
  const site = siteOfSuite(serve);

  /** In the journal, and as a notice on the first screen. */
  async function told(page, sentence) {
    await page.locator('.journal').getByText(sentence).first().waitFor();
    assert.match(await page.locator('.bar .notice').textContent(), new RegExp(sentence.replace(/[.?]/g, '.')));
  }

  it('a take-back is asked for, refused, asked again and done, and everyone reads it', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolys', [{}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]);
    assert.match(await anna.locator('.journal').textContent(), /(You begin|Anna begins|Bruno begins)\./, 'the journal begins with who begins');
    assert.doesNotMatch(await anna.locator('.journal').textContent(), /~/, 'and holds no notation of chance');
    // A bid by each, so that consent is needed.
    let asker;
    for (let tries = 0; tries < 8 && !asker; tries++) {
      const { mover } = await onTurn([anna, bruno]);
      const other = mover === anna ? bruno : anna;
      await playTogether([anna, bruno], 'metropolys', 1);
      const next = await onTurn([anna, bruno]);
      if (next.mover !== other) continue;
      await playTogether([anna, bruno], 'metropolys', 1);
      await mover.locator('.panel').getByRole('button', { name: 'Take back' }).click();
      await Promise.race([
        other.locator('.question').waitFor(),
        mover.locator('.panel .note').waitFor(),
        other.locator('.journal').getByText('takes a move back').waitFor(),
      ]);
      if (await other.locator('.question').count()) asker = mover;
    }
    assert.ok(asker, 'somebody could ask');
    const other = asker === anna ? bruno : anna;
    const names = asker === anna ? ['Anna', 'Bruno'] : ['Bruno', 'Anna'];
    await told(other, `${names[0]} would like to take a move back.`);
    await axe(other, 'a question in the bar');
    await shot(other, 'online-question');
    await other.locator('.question').getByRole('button', { name: 'No' }).click();
    await told(asker, `${names[1]} does not agree to the take-back.`);
    await other.locator('.question').waitFor({ state: 'detached' });
    await asker.locator('.panel').getByRole('button', { name: 'Take back' }).click();
    await other.locator('.question').getByRole('button', { name: 'Yes' }).click();
    await asker.locator('.journal').getByText(`${names[0]} takes a move back.`).waitFor();
    await leave(anna, bruno);
  });

  it('somebody who gives up among three is told of, and the bot that plays on', async () => {
    const people = [await person(site), await person(site), await person(site)];
    const url = await makeTable(people[0], site.url, 'Chloé', 'metro', 3);
    await joinTable(people[1], url, 'David');
    await joinTable(people[2], url, 'Emma');
    await people[0].getByRole('button', { name: 'QR code' }).click();
    await people[0].getByAltText('The link to this table as a QR code').waitFor();
    await axe(people[0], 'the room with its invitation');
    await shot(people[0], 'online-room');
    await people[0].getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await people[2].getByRole('button', { name: 'Resign' }).click();
    await people[2].getByRole('button', { name: 'Really resign' }).click();
    await people[0].locator('.journal').getByText('Emma gives up the game.').waitFor();
    await told(people[0], 'A bot plays on for Emma.');
    await people[2].getByRole('button', { name: 'Take my seat back' }).click();
    await told(people[0], 'Emma is back and plays again.');
    await leave(...people);
  });

  it('my games and home say with whom I play and whose turn it is', async () => {
    const { anna, bruno } = await twoAt(site, 'metro');
    const { mover } = await onTurn([anna, bruno]);
    await go(mover, '#/');
    await mover.getByRole('heading', { name: 'Your games' }).waitFor();
    await mover.getByRole('link', { name: /Metro with (Anna|Bruno) Your turn/ }).waitFor();
    assert.match(await mover.title(), /^\(1\) /);
    await axe(mover, 'home with games of mine');
    await shot(mover, 'home-mine');
    // Another page of mine is connected: I am not away.
    const other = mover === anna ? bruno : anna;
    await other.waitForTimeout(300);
    assert.equal(await other.locator('.panel .away').count(), 0);
    await leave(anna, bruno);
  });
});
