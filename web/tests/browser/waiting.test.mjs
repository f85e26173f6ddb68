// SPDX-License-Identifier: MIT
// Before the game, on phones: what is asked of somebody who comes by a link is what they see first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, person } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, go, painted, shot, siteOfSuite } from './visit.mjs';

const touch = { hasTouch: true, isMobile: true };

describe('the waiting room on a phone', () => {
  const site = siteOfSuite(serve);

  const within = (locator) =>
    locator.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    });
  /** Words that are cut off by their box, or fields that stick out of theirs. */
  const cut = (page) =>
    page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('.name, section select, section input')]
          .filter(
            (each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > each.closest('section').getBoundingClientRect().right,
          )
          .map((each) => each.textContent.trim()),
      );

  it('asks for a name first, cuts no label, and says when there is no seat left', async () => {
    const anna = await person(site, { viewport: { width: 360, height: 640 }, ...touch });
    const bruno = await person(site, { viewport: { width: 802, height: 293 }, ...touch });
    const clara = await person(site, { viewport: { width: 360, height: 640 }, ...touch });
    await anna.goto(site.url);
    await go(anna, '#/host/metropolys');
    await anna.getByRole('button', { name: '3 days' }).click();
    await anna.getByRole('status').getByText('3 days for each move. If a player’s time runs out, a bot plays that turn.').waitFor();
    assert.deepEqual(await cut(anna), [], 'the set-up fits');
    const url = await makeTable(anna, site.url, 'Anna', 'metropolys', 2);
    await anna.locator('.name', { hasText: 'free seat' }).waitFor();
    assert.deepEqual(await cut(anna), [], 'the seats can be read');
    await shot(anna, 'waiting-host');
    await bruno.goto(url);
    const name = bruno.getByLabel('Your name');
    await name.waitFor();
    await shot(bruno, 'waiting-invited');
    assert.ok((await within(name)) && (await within(bruno.getByRole('button', { name: 'Join' }))), 'without scrolling, on its side too');
    await axe(bruno, 'somebody who is invited');
    await joinTable(bruno, url, 'Bruno');
    await clara.goto(url);
    await clara.getByText('All seats are taken').waitFor();
    assert.equal(await clara.getByLabel('Your name').count(), 0);
    // Whoever is known needs one tap.
    await bruno.getByRole('button', { name: 'Leave my seat' }).click();
    await bruno.getByRole('button', { name: 'Join' }).click();
    await bruno.getByRole('button', { name: 'Leave my seat' }).waitFor();
    await leave(anna, bruno, clara);
  });

  it('tells those who listen who comes, who goes, and when all are there', async () => {
    const anna = await person(site, { viewport: { width: 360, height: 640 }, ...touch });
    const bruno = await person(site);
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 2);
    const heard = (text) => anna.locator('.sr[role="log"]').getByText(text).first().waitFor({ state: 'attached' });
    await joinTable(bruno, url, 'Bruno');
    await heard('Bruno sits down.');
    await anna.getByRole('status').getByText('All seats are taken: the game can begin.').waitFor();
    await bruno.getByRole('button', { name: 'Leave my seat' }).click();
    await heard('Bruno gives up the seat.');
    await bruno.getByRole('button', { name: 'Join' }).click();
    await bruno.getByRole('button', { name: 'Leave my seat' }).waitFor();
    await bruno.goto('about:blank');
    await anna.getByText('away', { exact: true }).waitFor({ timeout: 2000 });
    await heard('Bruno has lost the connection or left the page.');
    await bruno.goto(url);
    await heard('Bruno is here again.');
    const said = await anna.locator('.sr[role="log"]').innerText();
    assert.doesNotMatch(said, /Anna/, 'nothing of oneself');
    await axe(anna, 'a waiting room that speaks');
    await leave(anna);
    await bruno.context().close();
  });

  it('leads to a table where six with long names and clocks each have their place', async () => {
    const page = await person(site, { viewport: { width: 360, height: 640 }, ...touch }, 'fr');
    await page.goto(site.url);
    await go(page, '#/host/jeudumetro');
    await page.waitForFunction(() => document.querySelectorAll('form select option').length > 4);
    await page.locator('form select').first().selectOption('6');
    for (let seat = 2; seat <= 6; seat++) await page.getByLabel(`Qui joue, place ${seat}`).selectOption('easy');
    await page.getByRole('button', { name: '5 min', exact: true }).click();
    assert.deepEqual(await cut(page), [], 'the set-up fits in French, too');
    await page.getByLabel('Votre nom').fill('Anne-Charlotte Duchêne');
    await page.getByRole('button', { name: 'Ouvrir la table' }).click();
    await page.getByRole('button', { name: 'Commencer' }).click();
    for (const [width, height] of [
      [360, 640],
      [802, 293],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(() => document.querySelector('.strip .turn'));
      await painted(page);
      await shot(page, `waiting-strip-${width}`);
      const out = await page.locator('.strip .seat').evaluateAll((seats) =>
        seats.flatMap((seat) => {
          const place = seat.getBoundingClientRect();
          return [...seat.children]
            .map((child) => child.getBoundingClientRect())
            .filter((box) => box.left < place.left - 0.5 || box.right > place.right + 0.5)
            .map((box) => `${seat.textContent}: ${box.width} in ${place.width}`);
        }),
      );
      assert.deepEqual(out, [], `in the strip at ${width}×${height}`);
      if (height > width) {
        const short = await page
          .locator('.strip .who')
          .evaluateAll((names) => names.filter((name) => name.clientWidth < Math.min(40, name.scrollWidth)).length);
        assert.equal(short, 0, 'more than a letter of each name is read');
      }
      const hidden = await page.locator('.tray').evaluate((tray) => {
        const { left, right } = tray.getBoundingClientRect();
        return [...tray.querySelectorAll('button')].map((card) => card.getBoundingClientRect()).filter((card) => card.left < left || card.right > right).length;
      });
      assert.equal(hidden, 0, `the whole hand is in sight at ${width}×${height}`);
    }
    await leave(page);
  });
});
