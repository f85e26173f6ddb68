// SPDX-License-Identifier: MIT
// A decision by keys and ears: take the first plot that is allowed, build what fits, end the turn.
import assert from 'node:assert/strict';

export const players = 3;
export const least = 20;
export const heard = [/You take plot \d+\./, /takes plot \d+\./, /A new card is open/, /extra turn/];
export const asked = /You have been made an offer/;
export const repeats = /^$/;

export async function answer(ear) {
  await ear.tabTo('button', /^Decline$/);
  await ear.press('Enter');
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
  await ear.press('Enter');
}

export async function turn(ear, text) {
  if (/flagged/.test(text)) return onBoard(ear);
  await ear.tabTo('button', /^End the turn$/);
  await ear.press('Enter');
  await ear.until(/Confirm this move/);
  await ear.tabTo('button', /^Confirm$/);
  return ear.press('Enter');
}
