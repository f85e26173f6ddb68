// SPDX-License-Identifier: MIT
// What is around the games, by keyboard and from what is heard: pages, help, take-backs, tables online.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen, withEars } from './listener.mjs';
import { leave, makeTable, person } from './meeting.mjs';
import { serve } from './server.mjs';
import { axe, go as open, siteOfSuite, start, state } from './visit.mjs';

/** Goes somewhere by a link or button that must be there, and is at the heading of what comes. */
async function go(ear, key, name, heading) {
  assert.ok(await ear.seek(key, 'link', name), `${key} comes to ${name}`);
  await ear.page.keyboard.press('Enter');
  const there = async () => {
    const at = await ear.focused();
    return at.role === 'heading' && heading.test(at.name);
  };
  assert.ok(await ear.soon(there), `at the heading ${heading}, not at ${JSON.stringify(await ear.focused())}`);
}

/** Along the tools of a table, which are one stop. */
async function tool(ear, name) {
  const among = () => ear.page.evaluate(() => document.activeElement.closest('[role=toolbar]') !== null);
  for (let i = 0; i < 40 && !(await among()); i++) await ear.page.keyboard.press('Shift+Tab');
  const at = name.test((await ear.here()).name) ? await ear.here() : await ear.seek('ArrowRight', 'button', name, 9);
  assert.ok(at, `there is a tool like ${name}`);
}

describe('somebody who listens, from page to page,', () => {
  const site = siteOfSuite();

  it('begins each page at its heading', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await go(ear, 'Tab', /^Set up Metro$/, /^Metro$/);
      await go(ear, 'Shift+Tab', /^Metropole, home$/, /Games in the city/);
      await go(ear, 'Tab', /^Rules of Metro$/, /^Rules of Metro$/);
      await go(ear, 'Shift+Tab', /^Metropolys$/, /^Rules of Metropolys$/);
      await ear.page.goBack();
      assert.ok(await ear.soon(async () => (await ear.focused()).name === 'Rules of Metro'), 'on the way back too');
      await go(ear, 'Shift+Tab', /^Metropole, home$/, /Games in the city/);
      for (const [name, heading] of [
        [/^Puzzles$/, /^Puzzles$/],
        [/^Your games$/, /^Your games$/],
        [/replay/i, /^Replay$/],
        [/^About/, /About/],
      ]) {
        await go(ear, 'Tab', name, heading);
        await page.goBack();
        assert.ok(await ear.soon(async () => (await ear.focused()).name === 'Games in the city'));
      }
    }));

  it('looks up the rules in the middle of a game, and comes back to it', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metro', ['here', 'easy']);
      await ear.until(/Your turn/);
      await tool(ear, /^Undo$|^Hint$/);
      assert.ok(await ear.seek('ArrowRight', 'link', /^Rules$/, 9), 'the rules are among the tools');
      await page.keyboard.press('Enter');
      assert.ok(await ear.soon(async () => (await ear.focused()).name === 'Rules of Metro'));
      await axe(page, 'rules with a way back');
      await ear.tabTo('link', /^Back to the game$/);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.table');
      assert.ok(await ear.soon(async () => (await ear.focused()).role === 'main'), 'on the board again');
      // Somebody who came from elsewhere is offered nothing.
      await page.goto(`${page.url().split('#')[0]}#/rules/metro`);
      await page.reload();
      await page.waitForSelector('h2#full');
      assert.deepEqual(await ear.all('link', /Back to the game/), []);
    }));

  it('hears that a move is taken back, and what is to be done then', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metro', ['here', 'easy']);
      await ear.until(/Your turn/);
      await ear.press('b');
      await ear.press('Home');
      await ear.press('Enter');
      await ear.until(/Confirm this move/);
      await ear.act();
      await ear.until(/Your turn/);
      const at = await ear.here();
      assert.match(at.name, /^[a-h][1-8], tile (straight|left|right|back), .*line from station \d+ passes/, 'a tile says whose lines pass');
      const from = (await ear.said()).length;
      await ear.act('z');
      await ear.until(/taken back/);
      await ear.until(/Your turn/);
      const fresh = (await ear.said()).slice(from);
      assert.equal(fresh.filter((text) => /taken back/.test(text)).length, 1, `once: ${fresh.join(' | ')}`);
      assert.equal((await ear.here()).name.slice(0, 2), at.name.slice(0, 2), 'the place on the board stays');
    }));

  it('cancels what is in hand before anything that was played, and hears it', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metro', ['here', 'easy']);
      await ear.until(/Your turn/);
      await ear.press('b');
      await ear.press('Home');
      await ear.press('Enter');
      await ear.until(/^Preview: .*You place a tile on/);
      await ear.press('Escape');
      await ear.until(/^That move is dropped\. Place your tile/);
      await ear.press('Enter');
      await ear.until(/Confirm this move/);
      const { ply } = await state(page);
      await ear.press('z');
      await ear.until(/^That move is dropped\./);
      assert.equal((await state(page)).ply, ply, 'no move was taken back');
      await ear.press('c');
      await ear.until(/^Place your tile/);
      // Where the hint is, Enter plays it.
      await ear.press('h');
      const [, cell] = /You place a tile on ([a-h][1-8])/.exec(await ear.until(/what a bot would play/)) ?? [];
      assert.ok(await ear.soon(async () => (await ear.focused()).name.startsWith(`${cell},`)), `at ${cell}, not at ${(await ear.focused()).name}`);
      await ear.act();
      await ear.until(new RegExp(`^You place a tile on ${cell}`));
      await ear.until(/Your turn/);
      await ear.press('z');
      await ear.until(new RegExp(`The move is taken back: You place a tile on ${cell}`));
    }));

  it('knows which plots of Metropolis lie side by side, and whose they are', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      await ear.until(/Your turn|You have been made an offer/);
      const near = /; beside (\d\d (free|yours|Joueur [BC]’s)( and built)?(, )?){2,3}$/;
      for (const { name } of await ear.all('button', /^\d\d, /)) assert.match(name, near);
      await tool(ear, /^Read the board$/);
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog[open]');
      const text = await page.locator('dialog').innerText();
      assert.match(text, /Plots? [\d, and]+ (stands alone|lie side by side); beside: \d\d (free|Joueur)/);
    }));

  it('hears the question of a puzzle, and its answer once', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await open(page, '#/puzzles/metropolis');
      await page.locator('main li a').first().click();
      await ear.until(/^Puzzle 1 · .*It is your turn\. Find the best move\.$/);
      await ear.tabTo('button', /^Show the answer$/);
      await page.keyboard.press('Enter');
      await ear.until(/^Preview: /);
      await ear.tabTo('button', /^Confirm$/);
      const from = (await ear.said()).length;
      await ear.act();
      await ear.until(/That is it!/);
      await page.waitForTimeout(1500);
      const fresh = (await ear.said()).slice(from);
      for (const sentence of new Set(fresh.join(' ').match(/[A-Z][^.!:]*\bplots?\b[^.!]*[.!]/g)))
        assert.equal(fresh.join(' ').split(sentence).length, 2, `“${sentence}” once: ${fresh.join(' | ')}`);
      assert.equal((await ear.here()).role, 'button', 'at what can be done next');
    }));

  it('hears how a first game begins, the coach before the table', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await open(page, '#/learn/metropolis');
      await page.waitForSelector('dialog[open]');
      const [dialog] = await ear.all('dialog');
      assert.equal(dialog.name, 'Metropolis');
      assert.match((await ear.here()).name, /Show me/);
      assert.deepEqual(
        (await ear.said()).filter((text) => /Your turn/.test(text)),
        [],
        'nothing is told behind it',
      );
      await page.keyboard.press('Enter');
      await ear.until(/^1 of \d+\. /);
      await ear.soon(async () => (await ear.said()).some((text) => /Your turn/.test(text)));
    }));

  it('is shown a hint that never plays, also where moves are not confirmed', () =>
    site.visit({ lang: 'en', settings: { confirm: false } }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metro', ['here', 'easy']);
      await ear.until(/Your turn/);
      const { ply } = await state(page);
      await ear.press('b');
      await ear.press('h');
      const text = await ear.until(/what a bot would play/);
      assert.match(text, /You place a tile on [a-h][1-8]/, 'the hint is said');
      await page.waitForTimeout(400);
      assert.equal((await state(page)).ply, ply, 'and not played');
      await ear.here();
    }));

  it('knows the form of each building in stock', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metropolis', ['here', 'easy', 'easy']);
      await ear.until(/Your turn|You have been made an offer/);
      const names = (await ear.all('button', / left/)).map((node) => node.name);
      for (const pattern of [
        /^house,? on one plot, /,
        /^school,? on 2 plots, such as 10 and 11, /,
        /^apartment block,? on 3 plots, such as 10, 11 and 15 or 10, 11 and 16, /,
        /^department store,? on 6 plots, such as 10, 11, 12, 15, 16 and 17, /,
      ])
        assert.ok(
          names.some((name) => pattern.test(name)),
          `${pattern} among ${names.join(' | ')}`,
        );
    }));

  it('hears its secret card in Metropolys, and reads what everyone has', () =>
    site.visit({ lang: 'en' }, async (page) => {
      const ear = await listen(page);
      await start(page, 'metropolys', ['here', 'easy']);
      await ear.until(/Your turn\..* Your secret card: /);
      await tool(ear, /^Read the board$/);
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog[open]');
      const lines = (await ear.all('StaticText')).map((node) => node.name);
      for (const pattern of [/^Your secret card: /, /^You have taken 0 trendy tokens, /, /^Joueur B has taken /])
        assert.ok(
          lines.some((line) => pattern.test(line)),
          `${pattern} is read`,
        );
      await axe(page, 'the board in words');
    }));
});

describe('somebody who listens, at a table online,', () => {
  const site = siteOfSuite(serve);

  it('hears who sits down and who goes, and keeps the focus through the waiting room', async () => {
    const anna = await person(site);
    const bruno = await person(site);
    for (const page of [anna, bruno]) await withEars(page.context());
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 3);
    const ear = await listen(anna);
    await bruno.goto(url);
    const other = await listen(bruno);
    await bruno.getByLabel('Your name').fill('Bruno');
    await other.tabTo('button', /^Join$/);
    await bruno.keyboard.press('Enter');
    await bruno.getByRole('button', { name: 'Leave my seat' }).waitFor();
    await ear.until(/^Bruno sits down\.$/);
    assert.ok(await other.soon(async () => (await other.focused()).role !== 'RootWebArea'), 'who joins is somewhere');
    await other.until(/You have a seat/);
    await other.tabTo('button', /^Leave my seat$/);
    await bruno.keyboard.press('Enter');
    await ear.until(/^Bruno gives up the seat\.$/);
    assert.ok(await other.soon(async () => (await other.focused()).role !== 'RootWebArea'), 'who leaves is somewhere');
    await other.tabTo('button', /^Join$/);
    await bruno.keyboard.press('Enter');
    await ear.until(/^Bruno sits down\.$/);
    await anna.getByRole('combobox', { name: /3/ }).selectOption('easy');
    await ear.until(/All seats are taken: the game can begin\./);
    await axe(anna, 'a waiting room');
    await ear.tabTo('button', /^Start$/);
    await anna.keyboard.press('Enter');
    await anna.waitForSelector('.table');
    for (const each of [ear, other]) assert.ok(await each.soon(async () => (await each.focused()).role !== 'RootWebArea'), 'somewhere at the table');
    await leave(anna, bruno);
  });

  it('is asked before the seat is given up, and told who wins', async () => {
    const anna = await person(site);
    const bruno = await person(site, {}, 'fr');
    for (const page of [anna, bruno]) await withEars(page.context());
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 2);
    const ear = await listen(anna);
    await ear.tabTo('button', /^Copy the link$/);
    await bruno.goto(url);
    const other = await listen(bruno);
    await bruno.getByLabel('Votre nom').fill('Bruno');
    await other.tabTo('button', /^Rejoindre$/);
    await bruno.keyboard.press('Enter');
    await other.until(/Vous avez une place/);
    await ear.until(/^Bruno sits down\.$/);
    assert.deepEqual(
      (await other.said()).filter((text) => /connexion/.test(text)),
      [],
      'no connection was lost',
    );
    assert.equal((await ear.here()).name, 'Copy the link', 'the focus goes along with its button');
    await ear.tabTo('button', /^Start$/);
    await anna.keyboard.press('Enter');
    await bruno.waitForSelector('.table');
    await other.tabTo('button', /^Abandonner$/);
    await bruno.keyboard.press('Enter');
    const safe = await other.here();
    assert.equal(safe.name, 'Non');
    assert.match(
      await bruno.evaluate(() => document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent),
      /La partie s’arrête/,
    );
    assert.ok(await other.seek('Shift+Tab', 'button', /abandonner/i, 2));
    await bruno.keyboard.press('Enter');
    assert.ok(
      await ear.soon(async () => /Bruno resigns: you win\./.test((await ear.focused())?.name ?? '')),
      `the winner is told: ${(await ear.focused())?.name}`,
    );
    assert.ok(
      await other.soon(async () => /Vous abandonnez\s: Anna gagne\./.test((await other.focused())?.name ?? '')),
      `so is the other: ${(await other.focused())?.name}`,
    );
    await leave(anna, bruno);
  });
});
