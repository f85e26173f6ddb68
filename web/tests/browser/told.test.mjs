// SPDX-License-Identifier: MIT
// Nothing happens silently: what happens around a game is in the journal and on the first screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, playTogether, takePlot, twoAt } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, clickAt, clickMove, go, shot, siteOfSuite, state } from './visit.mjs';

describe('at a table online', () => {
  const site = siteOfSuite(serve);

  /** In the journal, and as a notice on the first screen. */
  async function told(page, sentence) {
    await page.locator('.journal').getByText(sentence).first().waitFor();
    assert.match(await page.locator('.bar .notice').textContent(), new RegExp(sentence.replace(/[.?]/g, '.')));
  }

  /** For those who listen. */
  const heard = (page, sentence) => page.locator('.sr[role="log"]').getByText(sentence).first().waitFor({ state: 'attached' });

  const inView = (locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom < innerHeight + 1;
    });

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
    const asks = `${names[0]} would like to take a move back.`;
    await other.locator('.journal').getByText(asks).first().waitFor();
    assert.equal(await other.locator('.bar').getByText(asks).count(), 1, 'asked once, and not told beside it');
    await axe(other, 'a question in the bar');
    await shot(other, 'online-question');
    // Who asked reads so, and for whom it waits.
    await asker.getByText(`You asked to take your move back. Waiting for an answer from ${names[1]}.`).first().waitFor();
    await heard(asker, 'You asked to take your move back.');
    await other.locator('.question').getByRole('button', { name: 'No' }).click();
    await told(asker, `${names[1]} does not agree to the take-back.`);
    await other.locator('.question').waitFor({ state: 'detached' });
    await asker.locator('.panel').getByRole('button', { name: 'Take back' }).click();
    await other.locator('.question').getByRole('button', { name: 'Yes' }).click();
    for (const [page, sentence] of [
      [asker, 'You take your move back.'],
      [other, `${names[0]} takes a move back.`],
    ]) {
      await told(page, sentence);
      await heard(page, sentence);
    }
    await other.locator('.question').waitFor({ state: 'detached' });
    await asker.locator('.panel').getByText('Waiting for an answer').waitFor({ state: 'detached' });
    await leave(anna, bruno);
  });

  it('on a phone one takes a move back, and talks, without the page moving away', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolys', [{}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]);
    const back = bruno.locator('.bar').getByRole('button', { name: 'Take back my move' });
    if ((await onTurn([anna, bruno])).mover === anna) await playTogether([anna, bruno], 'metropolys', 1);
    const { ply } = await state(bruno);
    await playTogether([anna, bruno], 'metropolys', 1);
    await back.waitFor();
    assert.ok(await inView(back), 'on the first screen');
    await shot(bruno, 'online-takeback-phone');
    await back.click();
    await bruno.waitForFunction((before) => document.querySelector('.table').dataset.ply === before, ply);
    await back.waitFor({ state: 'detached' });
    // The field that is typed in stays where it is, whatever the others say, and the newest line is seen.
    for (const [page, other] of [
      [bruno, anna],
      [anna, bruno],
    ]) {
      const field = page.getByLabel('Say something');
      await field.scrollIntoViewIfNeeded();
      await field.fill('Half a line');
      const at = () => field.evaluate((input) => Math.round(input.getBoundingClientRect().top));
      const before = await at();
      for (let i = 1; i <= 5; i++) {
        await other.getByLabel('Say something').fill(`line ${i} of ${other === anna ? 'Anna' : 'Bruno'}`);
        await other.getByRole('button', { name: 'Send' }).click();
        await page
          .getByRole('log')
          .getByText(`line ${i} of ${other === anna ? 'Anna' : 'Bruno'}`)
          .waitFor();
      }
      await shot(page, page === anna ? 'online-talk' : 'online-talk-phone');
      assert.equal(await at(), before, 'the field stays in its place');
      assert.ok(await inView(field));
      assert.ok(await inView(page.getByRole('log', { name: 'Chat' }).locator('p').last()), 'the newest line is in sight');
    }
    await anna.reload();
    await anna.getByLabel('Say something').waitFor();
    assert.equal(await anna.getByLabel('Say something').inputValue(), 'Half a line', 'what was half written is there again');
    await leave(anna, bruno);
  });

  it('somebody who gives up among three is told of, and the bot that plays on', async () => {
    const people = [await person(site), await person(site), await person(site, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })];
    const url = await makeTable(people[0], site.url, 'Chloé', 'metro', 3);
    await joinTable(people[1], url, 'David');
    await joinTable(people[2], url, 'Emma');
    await people[0].getByRole('button', { name: 'QR code' }).click();
    await people[0].getByAltText('The link to this table as a QR code').waitFor();
    await axe(people[0], 'the room with its invitation');
    await shot(people[0], 'online-room');
    // Below the seats, out of sight of a phone: what is said there is told at its lower edge.
    await people[2].evaluate(() => scrollTo(0, 0));
    await people[1].getByLabel('Say something').fill('hello, all of you');
    await people[1].getByRole('button', { name: 'Send' }).click();
    const unheard = people[2].getByRole('button', { name: 'David hello, all of you' });
    await unheard.waitFor();
    assert.ok(await inView(unheard));
    await axe(people[2], 'talk in the waiting room of a phone');
    await shot(people[2], 'online-room-phone');
    await unheard.tap();
    await people[2].getByRole('log', { name: 'Chat' }).getByText('hello, all of you').waitFor();
    await unheard.waitFor({ state: 'detached' });
    await people[2].getByLabel('Say something').fill('half a sen');
    await people[2].evaluate(() => scrollTo(0, document.body.scrollHeight));
    await people[0].getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await people[2].waitForFunction(() => scrollY === 0);
    assert.equal(await people[2].getByLabel('Say something').inputValue(), 'half a sen', 'what is being written outlasts the waiting room');
    await people[2].getByRole('button', { name: 'Resign' }).click();
    await people[2].getByText('you are placed behind everybody who stays').waitFor();
    await people[2].getByRole('button', { name: 'Really resign' }).click();
    await people[0].locator('.journal').getByText('Emma resigns.').waitFor();
    await people[0].locator('.bar .notice').getByText('Emma resigns. A bot takes over for Emma.').waitFor();
    assert.equal(await people[0].locator('.bar .notice[role="status"]').count(), 0, 'each was heard already, and is not said again with the other');
    await people[2].evaluate(() => scrollTo(0, 0));
    const back = people[2].locator('.bar .question').getByRole('button', { name: 'Take my seat back' });
    await back.waitFor();
    assert.ok(await inView(back), 'the way back is on the first screen');
    assert.equal(await people[2].getByRole('button', { name: 'Resign' }).count(), 0, 'nobody resigns twice');
    await shot(people[2], 'online-bot-plays');
    await back.tap();
    await told(people[0], 'Emma is back and plays again.');
    // On a phone too the moves that follow are told beside it.
    await people[2].locator('.bar .notice').getByText('You are back and play again.').waitFor();
    await people[1].getByLabel('Say something').fill('welcome back');
    await people[1].getByRole('button', { name: 'Send' }).click();
    await people[2].locator('.bar .said').getByText('welcome back').waitFor();
    const moved = people[2].locator('.bar .since li').first();
    for (let i = 0; i < 3 && !(await moved.count()); i++) await playTogether(people, 'metro', 1);
    await people[2].evaluate(() => scrollTo(0, 0));
    if (await people[2].locator('.bar .notice').count()) assert.ok((await moved.isVisible()) && (await inView(moved)), 'the last move is in sight');
    // Talk and news together do not hide it either.
    await people[1].getByRole('button', { name: 'Resign' }).click();
    await people[1].getByRole('button', { name: 'Really resign' }).click();
    await people[2].locator('.bar .notice').getByText('David resigns.').waitFor();
    if ((await moved.count()) && (await people[2].locator('.bar .said').count()))
      assert.ok((await moved.isVisible()) && (await inView(moved)), 'beside talk, too');
    await shot(people[2], 'online-notice-and-move');
    await leave(...people);
  });

  it('news stays on the first screen where much else happens at once', async () => {
    const people = [await person(site), await person(site), await person(site), await person(site)];
    const [anna, bruno, chloe, dina] = people;
    // Who looks at each move for long is told of several together.
    await anna.addInitScript(() => localStorage.setItem('metropole.settings', JSON.stringify({ pace: 'slow' })));
    const url = await makeTable(anna, site.url, 'Anna', 'metropolys', 4);
    for (const [i, name] of ['Bruno', 'Chloé', 'Dina'].entries()) await joinTable(people[i + 1], url, name);
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    for (let moves = 0; moves < 16 && (await onTurn(people)).mover !== bruno; moves++) await playTogether(people, 'metropolys', 1);
    await chloe.getByRole('button', { name: 'Resign' }).click();
    await clickMove(bruno, 'metropolys');
    await chloe.getByRole('button', { name: 'Really resign' }).click();
    if ((await onTurn([dina, anna, bruno])).mover === dina) await clickMove(dina, 'metropolys');
    await anna.locator('.bar .notice').getByText('Chloé resigns. A bot takes over for Chloé.').waitFor();
    await heard(anna, 'Chloé resigns.');
    await leave(...people);
  });

  it('a deal that becomes void is told to both, in the journal, on the first screen and by ear', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolis', [{}, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }]);
    await playTogether([anna, bruno], 'metropolis', 8, takePlot);
    /** Offers a plot of one's own for one of the other's; their numbers, or those that were wanted. */
    async function offer(page, name, give, want) {
      const plot = async (whose, number, n) => {
        const lit = page.locator(`[data-lit][aria-label*="${whose} plot"]`);
        await lit.first().waitFor();
        const at = number ? page.locator(`[data-lit][aria-label*="${whose} plot"][aria-label^="${number},"]`).first() : lit.nth(n);
        const label = await at.getAttribute('aria-label');
        await clickAt(at);
        return /\d+/.exec(label)[0];
      };
      await page
        .locator('.propose button')
        .first()
        .evaluate((button) => button.click());
      await page.waitForSelector('.deal');
      const given = await plot('your', give, 0);
      const wanted = await plot(`${name}’s`, want, 1);
      await page.locator('.bar .buttons .primary').click();
      return { given, wanted };
    }
    const { wanted } = await offer(anna, 'Bruno');
    await bruno.locator('.bar .question').waitFor();
    // A counter-offer is in sight, and what it needs.
    const seen = (locator) =>
      locator.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [0.1, 0.9].every((part) => element.contains(document.elementFromPoint(left + width / 2, top + height * part)));
      });
    const counter = bruno.getByRole('button', { name: 'Make a counter-offer' });
    assert.ok(await seen(counter), 'a counter-offer needs no scrolling');
    await counter.tap();
    await bruno.locator('.bar .buttons .primary').waitFor();
    for (const name of ['Drop this offer', 'Confirm']) assert.ok(await seen(bruno.getByRole('button', { name })), `${name} is in sight`);
    await shot(bruno, 'online-counter-offer');
    await bruno.getByRole('button', { name: 'Drop this offer' }).tap();
    await bruno.locator('.bar .buttons .primary').waitFor({ state: 'detached' });
    // The plot that she wants is hers by another way.
    await offer(bruno, 'Anna', wanted);
    await anna.locator('.bar .question').waitFor();
    await shot(anna, 'online-deal-desk');
    for (const name of ['Accept', 'Decline'])
      assert.ok(await seen(anna.locator('.bar .question').getByRole('button', { name })), `${name} is in sight at a desk`);
    await anna.locator('.bar .question').getByRole('button', { name: 'Accept' }).click();
    for (const [page, whose] of [
      [anna, 'Your offer'],
      [bruno, 'Anna’s offer'],
    ]) {
      const sentence = `${whose} has become impossible and is off.`;
      await page.locator('.journal').getByText(sentence).first().waitFor();
      await page.locator('.bar').getByText(sentence).first().waitFor();
      await heard(page, sentence);
    }
    await bruno.locator('.bar .question').waitFor({ state: 'detached' });
    await leave(anna, bruno);
  });

  it('a rematch that somebody wants is told, in the journal, on the first screen and by ear', async () => {
    const { anna, bruno } = await twoAt(site, 'metro', [{}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]);
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('button', { name: 'Really resign' }).click();
    for (const page of [anna, bruno]) {
      await page.locator('dialog .winner').waitFor();
      await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    }
    await anna.locator('.bar').getByRole('button', { name: 'Rematch' }).click();
    const join = bruno.locator('.bar').getByRole('button', { name: 'Anna wants a rematch: join' });
    await join.waitFor();
    await bruno.evaluate(() => scrollTo(0, 0));
    assert.ok(await inView(join), 'all of the button is on the first screen');
    await told(bruno, 'Anna would like a rematch.');
    await heard(bruno, 'Anna would like a rematch.');
    await axe(bruno, 'a rematch that is wanted');
    await shot(bruno, 'online-rematch-wanted');
    await join.tap();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table[data-ply="0"]')));
    await leave(anna, bruno);
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
    // Whoever refuses notices is told what follows.
    await other.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await other.getByRole('button', { name: 'Notify me when it is my turn' }).click();
    await other.getByText('Notifications from this site are blocked.').waitFor();
    await go(other, '#/');
    await other.getByRole('link', { name: /Metro with (Anna|Bruno) It is (Anna|Bruno)’s turn\./ }).waitFor();
    await leave(anna, bruno);
  });
});
