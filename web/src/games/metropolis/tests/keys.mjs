// SPDX-License-Identifier: MIT
// A decision by keys and ears: take the first plot that is allowed, build what fits, end the turn.
import assert from 'node:assert/strict';

export const players = 3;
export const least = 20;
export const heard = [/You take plot \d+\./, /takes plot \d+\./, /Plot \d+ is open now/, /You build .*worth \d+/, /You: \+\d+/];
export const asked = /You have been made an offer/;
export const repeats = /^$/;

export async function answer(ear) {
  await ear.tabTo('button', /^Decline$/);
  await ear.act();
}

let dark = false;

/** No plot is silent: one that nothing can stand on says why, one of mine asks for the building. */
async function askPlots(ear) {
  dark = true;
  await ear.press('b');
  const at = await ear.press('Home');
  await ear.press('Enter');
  if (/allowed/.test(at.name)) {
    await ear.until(/^Which building on plots?|Confirm this move/);
    await ear.press('Escape');
    await ear.until(/^That move is dropped/);
  }
  while (/allowed/.test((await ear.here()).name)) await ear.press('ArrowRight');
  await ear.press('Enter');
  await ear.until(/You build on your own empty plots|nothing|left in stock|fits/);
  await ear.press('Escape');
}

async function onBoard(ear) {
  await ear.press('b');
  const at = await ear.press('Home');
  assert.match(at.name, /^\d+, .*allowed/, 'Home goes to the first allowed plot');
  const next = await ear.press('n');
  assert.match(next.name, /allowed/);
  await ear.press('Enter');
  const text = await ear.until(/Confirm this move|Who gets it/);
  if (/Who gets it/.test(text)) {
    await ear.tabTo('button', /^Give it to/);
    await ear.press('Enter');
    await ear.until(/Confirm this move/);
    await ear.press('b');
  }
  await ear.act();
}

let proposed = false;

/** The first building of the stock that fits, on the first plot that it fits. */
async function build(ear) {
  await ear.tabTo('button', /, \d+ left/);
  const kind = /fits$/.test((await ear.here()).name) ? await ear.here() : await ear.seek('ArrowRight', 'button', /fits$/, 8);
  if (!kind) return false;
  await ear.press('Enter');
  if (!/Confirm this move/.test(await ear.until(/Where\?|Confirm this move/))) {
    await ear.press('b');
    const at = await ear.press('Home');
    assert.match(at.name, /allowed/);
    await ear.press('Enter');
    await ear.until(/Confirm this move/);
  }
  await ear.tabTo('button', /^Confirm$/);
  await ear.act();
  return true;
}

export async function turn(ear, text) {
  if (/Take (one of the open plots|the open plot)/.test(text)) {
    proposed = false;
    return onBoard(ear);
  }
  if (!dark && /Build on your plots/.test(text)) await askPlots(ear);
  // Once a turn: partners may go on declining a joint building.
  if (!proposed && (await build(ear))) {
    proposed = true;
    return;
  }
  await ear.tabTo('button', /^End the turn$/);
  await ear.press('Enter');
  await ear.until(/Confirm this move/);
  assert.equal((await ear.here()).name, 'Confirm', 'Enter again confirms');
  await ear.act();
}
