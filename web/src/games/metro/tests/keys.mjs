// SPDX-License-Identifier: MIT
// A decision by keys and ears: the tile in hand on the last allowed cell, whose lines are named.
import assert from 'node:assert/strict';

export const players = 2;
export const least = 25;
export const heard = [
  /You place a tile on [a-h][1-8]/,
  /Joueur B places a tile/,
  /is now \d+ tiles? long/,
  /ends at (station \d+|the central station)/,
  /You: \+\d+/,
];
export const repeats = /^$/;

export async function turn(ear) {
  await ear.press('b');
  const at = await ear.press('End');
  assert.match(at.name, /^[a-h][1-8], free, allowed/, 'End goes to the last allowed cell');
  await ear.press('Enter');
  await ear.until(/Confirm this move/);
  // The same place again confirms.
  await ear.press('Enter');
}
