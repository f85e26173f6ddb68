// SPDX-License-Identifier: MIT
// A decision by keys and ears: open a call low, outbid once with the next building, else pass.
import assert from 'node:assert/strict';

export const players = 2;
export const least = 8;
export const heard = [/You bid building \d+ on [A-Z]\d+/, /Joueur B (bids|passes|cannot)/, /You: [+−±]\d+ if it stays/, /builds? the \d+ on [A-Z]\d+/];
export const repeats = /pass|Your turn/;

async function bid(ear) {
  await ear.tabTo('button', /^Building \d+/);
  await ear.press('Enter');
  await ear.press('b');
  const at = await ear.press('Home');
  assert.match(at.name, /allowed.*next to/, 'a place says that it is allowed, and its neighbours');
  await ear.press('Enter');
}

export async function turn(ear, text) {
  await ear.press('b');
  if (/Or pass/.test(text)) {
    await ear.tabTo('button', /^Pass$/);
    await ear.press('Enter');
  } else await bid(ear); // A first building goes anywhere.
  await ear.until(/Confirm this move/);
  return ear.press('c');
}
