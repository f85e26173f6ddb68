// SPDX-License-Identifier: MIT
// People who meet online: real pages, a real server, real connections.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from './server.mjs';
import { joinTable, leave, makeTable, person, playTogether } from './meeting.mjs';
import { axe, go, shot, siteOfSuite, state } from './visit.mjs';

describe('online', () => {
  const site = siteOfSuite(serve);

  it('two play by a link, one on a phone, through a restart of the server', async () => {
    const anna = await person(site);
    const bruno = await person(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 2);
    await axe(anna, 'the waiting room');
    await joinTable(bruno, url, 'Bruno');
    await shot(bruno, 'online-room-phone');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
    await playTogether([anna, bruno], 'metro', 4);
    await anna.getByLabel('Say something').fill('Bonjour <b>Bruno</b>');
    await anna.getByRole('button', { name: 'Send' }).click();
    await bruno.getByRole('log', { name: 'Chat' }).getByText('Bonjour <b>Bruno</b>').waitFor();
    await shot(anna, 'online-table');
    await axe(anna, 'an online table');

    const times = (page) => page.locator('.panel').evaluate((panel) => Number(panel.dataset.times));
    const had = await Promise.all([times(anna), times(bruno)]);
    await site.restart();
    for (const [i, page] of [anna, bruno].entries()) await page.waitForFunction((n) => Number(document.querySelector('.panel').dataset.times) > n, had[i]);
    await playTogether([anna, bruno], 'metro', 4);
    assert.equal(await anna.getByText('Bonjour <b>Bruno</b>').count(), 1);

    await bruno.reload();
    await bruno.waitForSelector('.table');
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('three play and one watches, who sees nothing that is not public', async () => {
    const people = [await person(site), await person(site), await person(site)];
    const watcher = await person(site, {}, 'fr');
    const url = await makeTable(people[0], site.url, 'Chloé', 'jeudumetro', 3);
    await joinTable(people[1], url, 'David');
    await joinTable(people[2], url, 'Emma');
    const sent = [];
    watcher.on('websocket', (socket) => socket.on('framereceived', (frame) => sent.push(String(frame.payload))));
    await watcher.goto(url);
    await people[0].getByRole('button', { name: 'Start' }).click();
    await Promise.all([...people, watcher].map((page) => page.waitForSelector('.table')));
    await playTogether(people, 'jeudumetro', 6);
    await watcher.waitForFunction((ply) => document.querySelector('.table').dataset.ply === ply, (await state(people[0])).ply);
    assert.equal((await state(watcher)).me, '');
    await shot(watcher, 'online-spectator');
    // Who plays knows of it; the talk of a private table is theirs, and the spectator reads so.
    await people[0].locator('.panel').getByText('1 watching').waitFor();
    await watcher.getByText('seuls ceux qui y sont assis lisent et écrivent').waitFor();
    await go(watcher, '#/');
    await people[0].locator('.panel').getByText('1 watching').waitFor({ state: 'detached' });
    const deals = sent.join('\n').match(/~deal \d \S+?"/g) ?? [];
    assert.ok(deals.length > 0 && deals.every((deal) => deal.endsWith('?"')), 'dealt cards are not shown to a spectator');
    await leave(...people, watcher);
  });

  it('a guest whose name somebody here has chooses another, joins, and changes it later', async () => {
    const anna = await person(site);
    const carl = await person(site, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 2);
    await carl.goto(url);
    await carl.getByLabel('Your name').fill('Anna');
    await carl.getByRole('button', { name: 'Join' }).click();
    await carl.getByText('This name is taken. Choose another.').waitFor();
    await axe(carl, 'a name that is taken');
    await carl.reload();
    await carl.getByRole('button', { name: 'Join' }).click();
    await carl.getByText('This name is taken. Choose another.').waitFor();
    await carl.getByLabel('Your name').fill('Carl');
    await carl.getByRole('button', { name: 'Join' }).click();
    await carl.getByRole('button', { name: 'Leave my seat' }).waitFor();
    await anna.getByText('Carl (guest)').waitFor();
    // What is typed stays, however late the server says who one is.
    let say;
    const said = new Promise((go) => (say = go));
    await carl.route('**/api/me', (route) => said.then(() => route.continue()), { times: 1 });
    await go(carl, '#/account');
    await carl.getByLabel('Guest name').fill('Charles');
    const answered = carl.waitForResponse('**/api/me');
    say();
    await (await answered).finished();
    await carl.getByRole('button', { name: 'Change the name' }).click();
    await carl.getByText('Done.').waitFor();
    assert.equal(await carl.evaluate(() => fetch('/api/me').then((answer) => answer.json().then(({ name }) => name))), 'Charles');
    await axe(carl, 'the account of a guest');
    await leave(anna, carl);
  });

  it('one resigns, both play again', async () => {
    const anna = await person(site);
    const bruno = await person(site);
    const url = await makeTable(anna, site.url, 'Anna', 'metro', 2);
    await joinTable(bruno, url, 'Bruno');
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table')));
    await bruno.getByRole('button', { name: 'Resign' }).click();
    await bruno.getByRole('button', { name: 'Really resign' }).click();
    await anna.locator('dialog .winner').getByText('Bruno resigns: you win.').waitFor();
    await axe(anna, 'the end of a game online');
    await shot(anna, 'online-end');
    assert.match(await anna.locator('.bar .prompt').textContent(), /Bruno resigns: you win/, 'nobody is asked for a move any more');
    // Another page of his lists it among his games.
    const list = await bruno.context().newPage();
    await list.goto(`${site.url}#/games`);
    await list.getByRole('heading', { name: 'Finished online' }).waitFor();
    assert.match(await list.locator('main li', { has: list.locator(`a[href="${new URL(url).hash}"]`) }).textContent(), /Anna.*Bruno.*place 2/s);
    assert.equal(await list.getByText('No game has been played').count(), 0);
    await list.close();
    await anna.locator('dialog').getByRole('button', { name: 'Rematch' }).click();
    await anna.waitForURL((to) => to.href !== url);
    await anna.getByText('kept for Bruno').waitFor();
    await shot(anna, 'online-rematch');
    await bruno.locator('.journal').getByText('Anna would like a rematch.').waitFor();
    await bruno.locator('dialog').getByRole('button', { name: 'Anna wants a rematch: join' }).click();
    await Promise.all([anna, bruno].map((page) => page.waitForSelector('.table[data-ply="0"]')));
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('a rated game ends with what it did to the rating, for both', async () => {
    const people = [await person(site), await person(site, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })];
    for (const [i, page] of people.entries()) {
      await page.goto(site.url);
      const status = await page.evaluate(async (name) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name, password: 'correct horse' }) };
        return (await fetch('/api/signup', init)).status;
      }, ['Gerda', 'Hugo'][i]);
      assert.equal(status, 201);
    }
    const [gerda, hugo] = people;
    await gerda.goto(`${site.url}#/host/metro`);
    await gerda.waitForFunction(() => document.querySelectorAll('form select option').length > 4);
    await gerda.locator('form select').first().selectOption('2');
    await gerda.getByRole('button', { name: 'Open the table' }).click();
    await gerda.waitForSelector('main[data-room="open"]');
    await hugo.goto(gerda.url());
    await hugo.getByRole('button', { name: 'Sit here' }).first().click();
    await gerda.getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await playTogether(people, 'metro', 2);
    // Another device of his, where nobody has played yet.
    const second = await person(site);
    await second.goto(`${site.url}#/account`);
    await second.getByLabel('Your name').fill('Hugo');
    await second.getByLabel('Password').fill('correct horse');
    await second.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await second.getByText('Signed in as Hugo').waitFor();
    await go(second, '#/');
    await second.getByRole('link', { name: 'Metro with Gerda' }).waitFor();
    await hugo.getByRole('button', { name: 'Resign' }).click();
    await hugo.getByRole('button', { name: 'Really resign' }).click();
    await gerda
      .locator('dialog .winner')
      .getByText(/Hugo resigns: you win\. Your rating: 1,[56]\d\d \(\+\d+\)\./)
      .waitFor();
    await hugo
      .locator('dialog .winner')
      .getByText(/Your rating: 1,[34]\d\d \(−\d+\)\./)
      .waitFor();
    await axe(hugo, 'the end of a rated game');
    await shot(hugo, 'online-rated');
    // On a phone all of it is read beside the rematch, once the sheet is closed.
    await hugo.keyboard.press('Escape');
    await hugo.evaluate(() => scrollTo(0, 0));
    const whole = await hugo.locator('.bar').evaluate((bar) => {
      const prompt = bar.querySelector('.prompt').getBoundingClientRect();
      const [first] = bar.querySelectorAll('.buttons button');
      return { wide: prompt.width > 300, below: Math.max(prompt.bottom, first.getBoundingClientRect().bottom) - innerHeight <= 0 };
    });
    assert.deepEqual(whole, { wide: true, below: true });
    await shot(hugo, 'online-rated-bar');
    await go(hugo, '#/games');
    await hugo.getByRole('link', { name: 'Games and ratings' }).click();
    await hugo.getByRole('columnheader', { name: 'Rating' }).waitFor();
    await hugo.locator('tbody th', { hasText: 'Metro' }).waitFor();
    await leave(second);
    assert.ok(await hugo.locator('.scroll').evaluate((table) => table.scrollWidth <= table.clientWidth), 'the ratings fit a phone');
    await shot(hugo, 'online-ratings-phone');
    await leave(...people);
  });

  it('the lobby shows a public table to others at once', async () => {
    const anna = await person(site);
    const carla = await person(site, {}, 'fr');
    await carla.goto(`${site.url}#/online`);
    await carla.waitForSelector('h1');
    await axe(carla, 'the lobby');
    await anna.goto(`${site.url}#/host/metropolys`);
    await anna.getByLabel('List it in the lobby').check();
    await axe(anna, 'the form for a table');
    await anna.getByLabel('Your name').fill('Anna');
    await anna.getByRole('button', { name: 'Open the table' }).click();
    await anna.waitForSelector('main[data-room="open"]');
    await carla.getByRole('link', { name: 'Rejoindre' }).waitFor();
    await shot(carla, 'online-lobby');
    await anna.getByRole('button', { name: 'Close the table' }).click();
    await carla.getByRole('link', { name: 'Rejoindre' }).waitFor({ state: 'detached' });
    await leave(anna, carla);
  });

  it('an account is made, left, entered again and deleted', async () => {
    const page = await person(site);
    await page.goto(`${site.url}#/account`);
    await page.getByRole('button', { name: 'Sign up' }).first().click();
    await page.getByLabel('Your name').fill('Frida');
    await page.getByLabel('Password').fill('correct horse');
    await axe(page, 'the account screen');
    await page.locator('form button.primary').click();
    const code = await page.locator('output').textContent();
    assert.match(code, /^\w{5}-\w{5}-\w{5}-\w{5}$/);
    await page.getByRole('button', { name: 'I have written it down' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Your name').fill('Frida');
    await page.getByLabel('Password').fill('wrong horses');
    await page.locator('form button.primary').click();
    await page.getByText('do not match').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.locator('form button.primary').click();
    await page.getByText('Signed in as Frida').waitFor();
    await axe(page, 'the account of somebody signed in');
    await page.getByRole('link', { name: 'Games and ratings' }).click();
    await page.getByRole('heading', { name: 'Frida' }).waitFor();
    await axe(page, 'a profile');
    await go(page, '#/account');
    await page.getByText('Delete my account').click();
    await page.getByLabel('Password', { exact: true }).last().fill('correct horse');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'Sign up' }).first().waitFor();
    await leave(page);
  });
});
