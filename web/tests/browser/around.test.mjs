// SPDX-License-Identifier: MIT
// What happens around a game, at all pages that show it: a clock that runs out, two pages of one
// person, a server that speaks otherwise than the page, and mails.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { joinTable, leave, makeTable, onTurn, person, playTogether, takePlot, twoAt } from './meeting.mjs';
import { serveBehind } from './proxy.mjs';
import { serve } from './server.mjs';
import { axe, clickAt, go, openSite, shot, siteOfSuite, state } from './visit.mjs';

/** One request by a connection of its own, with the page's cookies. */
const ask = (page, body) =>
  page.evaluate(
    (sent) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(new URL('/ws', location.href.replace('http', 'ws')), 'metropole.1');
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'hello') socket.send(JSON.stringify({ id: 1, ...sent }));
          if (message.type !== 'answer') return;
          socket.close();
          if (message.ok) done(message);
          else fail(new Error(data));
        };
      }),
    body,
  );

const beGuest = (page, name) =>
  page.evaluate(
    (body) => fetch('/api/guest', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) => answer.ok),
    JSON.stringify({ name }),
  );

describe('around a game', () => {
  const site = siteOfSuite(serveBehind);

  it('a clock that runs out is seen by everyone within a second of one another, on the first screen', async () => {
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    const people = [await person(site), await person(site, phone), await person(site)];
    const [anna] = people;
    await anna.goto(site.url);
    assert.ok(await beGuest(anna, 'Anna'));
    const clock = { kind: 'live', bank: 10, increment: 0 };
    const { table } = await ask(anna, { op: 'create', game: 'metro', players: 2, seats: ['me', 'open'], clock });
    const url = `${site.url}#/table/${table}`;
    await anna.goto(url);
    await joinTable(people[1], url, 'Bruno');
    await people[2].goto(url);
    await anna.getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await Promise.all(
      people.map((page) =>
        page.waitForFunction(
          () => {
            if (/out of time/.test(document.querySelector('.bar .notice')?.textContent ?? '')) window.toldAt ??= Date.now();
            return window.toldAt;
          },
          null,
          { timeout: 30000, polling: 20 },
        ),
      ),
    );
    const times = await Promise.all(people.map((page) => page.evaluate(() => window.toldAt)));
    assert.ok(Math.max(...times) - Math.min(...times) < 1000, `told at ${times}`);
    for (const page of people) {
      const seen = await page.locator('.bar .notice').evaluate((notice) => {
        const { top, bottom } = notice.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.ok(seen, 'on the first screen');
      await page.locator('.journal').getByText('out of time').first().waitFor();
    }
    const [, name] = /(Anna|Bruno) has run out of time/.exec(await people[2].locator('.journal').textContent());
    await people[name === 'Anna' ? 0 : 1].locator('.journal').getByText('You have run out of time: a bot plays this turn.').first().waitFor();
    // Whose time it was had been warned, and heard it; whoever watches had not.
    const warnings = (page) => page.locator('.sr[role="log"]').getByText('You have less than 30 seconds left.').count();
    assert.deepEqual([await warnings(people[name === 'Anna' ? 0 : 1]), await warnings(people[2])], [1, 0]);
    await axe(people[1], 'a time-out on a phone');
    await shot(people[1], 'online-timeout');
    await leave(...people);
  });

  it('two pages of one person show the same game, and either plays', async () => {
    const { anna, bruno, url } = await twoAt(site, 'metro');
    const second = await anna.context().newPage();
    await second.goto(url);
    await second.waitForSelector('.table');
    for (let moves = 0; moves < 4; moves++) {
      const { ply } = await onTurn([anna, bruno]);
      // Her moves are made on the first page and on the second, by turns.
      await playTogether([moves % 2 ? anna : second, bruno], 'metro', 1);
      await anna.waitForFunction((before) => document.querySelector('.table').dataset.ply !== before, ply);
    }
    assert.equal((await state(second)).ply, (await state(anna)).ply);
    await second.close();
    await bruno.waitForTimeout(500);
    assert.equal(await bruno.locator('.panel .away').count(), 0, 'she is still there');
    await playTogether([anna, bruno], 'metro', 2);
    await leave(anna, bruno);
  });

  it('a rated game that all have left says so, and why one of them has won', async () => {
    const people = [await person(site), await person(site, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }), await person(site)];
    const [gerda] = people;
    for (const [i, page] of people.entries()) {
      await page.goto(site.url);
      const body = JSON.stringify({ name: ['Gerda', 'Hugo', 'Ida'][i], password: 'correct horse' });
      await page.evaluate((sent) => fetch('/api/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent }), body);
    }
    const { table } = await ask(gerda, { op: 'create', game: 'metro', players: 3, seats: ['me', 'open', 'open'] });
    for (const page of people) {
      await page.goto(`${site.url}#/table/${table}`);
      if (page !== gerda) await page.getByRole('button', { name: 'Join' }).click();
    }
    await gerda.getByRole('button', { name: 'Start' }).click();
    await Promise.all(people.map((page) => page.waitForSelector('.table')));
    await playTogether(people, 'metro', 1);
    for (const page of people.toReversed()) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really resign' }).click();
      if (page !== gerda) await page.locator('.bar .question').getByText('A bot takes over for you.').waitFor();
    }
    for (const page of people) {
      await page.locator('dialog .winner').getByText('Everybody has left: Gerda wins, because the others left first.').waitFor();
      await page.locator('.journal').getByText('Everybody has left: the game ends.').waitFor();
    }
    await shot(people[1], 'online-all-left');
    await leave(...people);
  });

  it('a deal rings for somebody who looks elsewhere, and its refusal is read by whoever offered it', async () => {
    const { anna, bruno } = await twoAt(site, 'metropolis', [{}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]);
    await playTogether([anna, bruno], 'metropolis', 8, takePlot);
    await bruno.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, { body, tag }) {
          window.notices.push({ body, tag });
        }
      };
    });
    await bruno.reload();
    await bruno.waitForSelector('.table');
    await anna.locator('.propose button').first().click();
    await anna.waitForSelector('.deal');
    await clickAt(anna.locator('[data-lit][aria-label*="your plot"]').first());
    await clickAt(anna.locator('[data-lit][aria-label*="Bruno’s plot"]').first());
    await anna.locator('.bar .buttons .primary').click();
    await bruno.waitForFunction(() => window.notices.some(({ body, tag }) => /-deal$/.test(tag) && /^Anna offers you a trade/.test(body)));
    await bruno.locator('.bar .question').getByRole('button', { name: 'Decline' }).click();
    await anna.locator('.bar').getByText('Bruno declines your offer').first().waitFor();
    await bruno.locator('.bar .question').waitFor({ state: 'detached' });
    await leave(anna, bruno);
  });

  it('a page never plays with a server whose words it does not know, and says so', async () => {
    const page = await person(site);
    await page.goto(site.network.url);
    const said = []; // by each connection
    page.on('websocket', (socket) => {
      const asked = [];
      said.push(asked);
      socket.on('framesent', ({ payload }) => asked.push(String(payload)));
    });
    const altered = site.network.alter(/"v":1\b/, '"v":9');
    await go(page, '#/online');
    for (let tries = 0; tries < 100 && !altered.done; tries++) await page.waitForTimeout(50);
    assert.ok(altered.done, 'the server spoke otherwise');
    // Nothing was in hand: the page is loaded anew by itself, and finds a server that it knows.
    await page.waitForFunction(() => sessionStorage.getItem('metropole.renewed') !== null);
    for (let tries = 0; tries < 100 && !said.at(-1)?.length; tries++) await page.waitForTimeout(50);
    assert.ok(said.at(-1).length > 0, 'and asks it');
    // Not twice in a minute: then it says so, and asks nothing.
    const again = site.network.alter(/"v":1\b/, '"v":9');
    await page.reload();
    for (let tries = 0; tries < 100 && !again.done; tries++) await page.waitForTimeout(50);
    await page.getByText('There is a new version.').waitFor();
    assert.deepEqual(said.at(-1), [], 'nothing is asked in another protocol');
    await axe(page, 'a renewed site');
    await page.context().close(); // what it heard was not as the schema says
  });
});

/** A mail server that keeps what it is given. */
async function post() {
  const mails = [];
  const letterbox = createServer((socket) => {
    let text = '';
    let letter = null;
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes;
      for (let end; (end = text.indexOf('\r\n')) >= 0;) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (letter !== null && line !== '.') letter += `${line}\n`;
        else if (letter !== null) {
          mails.push(letter);
          letter = null;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          letter = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 yes\r\n');
      }
    });
  });
  await new Promise((done) => letterbox.listen(0, '127.0.0.1', done));
  return { mails, url: `smtp://127.0.0.1:${letterbox.address().port}`, close: () => new Promise((done) => letterbox.close(done)) };
}

describe('mails', () => {
  it('are wanted in the settings, confirmed by a link, and stopped', async () => {
    const letters = await post();
    const free = createServer();
    await new Promise((done) => free.listen(0, '127.0.0.1', done));
    const { port } = free.address();
    await new Promise((done) => free.close(done));
    const server = await serve(
      `--port=${port}`,
      `--public-url=http://localhost:${port}`,
      `--smtp-url=${letters.url}`,
      '--smtp-from=Metropole <games@example.net>',
    );
    const site = await openSite({ ...server, url: `http://localhost:${port}/` });
    const page = await person(site);
    await makeTable(page, site.url, 'Odette', 'metro', 2);
    await go(page, '#/account');
    await page.locator('input[type=email]').fill('odette@example.org');
    await page.locator('form:has(input[type=email]) button').click();
    for (let tries = 0; tries < 100 && letters.mails.length === 0; tries++) await page.waitForTimeout(50);
    assert.equal(letters.mails.length, 1, 'one mail, to confirm the address');
    await axe(page, 'mail settings');
    await shot(page, 'online-mail');
    const [, body] = letters.mails[0].split('\n\n');
    const letter = Buffer.from(body, 'base64').toString();
    const [link] = /#\/mail\/verify\/\w+/.exec(letter);
    const [stop] = /#\/mail\/stop\/\w+/.exec(letter);
    await go(page, link);
    await page.waitForSelector('main[data-mail="done"]');
    await axe(page, 'a confirmed address');
    await go(page, '#/mail/verify/0000');
    await page.waitForSelector('main[data-mail="stale"]');
    const known = await page.evaluate(async () => (await fetch('/api/me/notify')).text());
    assert.match(known, /odette@example\.org/);
    await go(page, stop);
    await page.getByText('You get no more emails.').waitFor();
    await leave(page);
    await site.close();
    await letters.close();
  });
});
