// SPDX-License-Identifier: MIT
// Whole games between bots, for those who make pictures: the engine plays, the page opens the record.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { deflateRawSync } from 'node:zlib';

const build = resolve(process.env.METROPOLE_BUILD ?? resolve(import.meta.dirname, '../../build'));
const names = ['Ana', 'Bruno', 'Chloé', 'Denis', 'Emma', 'Farid'];

/** The engine as a program: ask one thing, get one answer. */
export function engine() {
  const child = spawn(join(build, 'cli/metropole'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const answer = JSON.parse((await answers.next()).value);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer;
    },
    close: () => child.stdin.end(),
  };
}

/** A whole game between bots, the same one in every run. */
export async function playedBy(bots, { id, players }, most = names.length) {
  const seats = Math.min(most, players[1]);
  let status = await bots.ask({ op: 'new', game: id, players: seats, seed: 7, names: names.slice(0, seats).join('\n') });
  for (let step = 0; step < 3000 && !status.over; step++) {
    // Whoever has something to answer comes before the seat on turn.
    const asked = [...status.actors.filter((seat) => seat !== status.turn), status.turn];
    for (const seat of asked) {
      const { move } = await bots.ask({ op: 'bot', level: 'normal', seat, iterations: 300, seed: step });
      if (!move) continue;
      status = await bots.ask({ op: 'play', seat, move });
      break;
    }
  }
  return (await bots.ask({ op: 'record' })).record;
}

export const address = (url, record) => `${url}#/replay/${deflateRawSync(record).toString('base64url')}`;
export const stops = (page) => page.locator('input[type=range]').evaluate((range) => Number(range.max));

export async function showStop(page, n) {
  await page.locator('input[type=range]').fill(String(n));
  await page.waitForSelector(`.replay[data-stop="${n}"]`);
}

export async function settle(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
}
