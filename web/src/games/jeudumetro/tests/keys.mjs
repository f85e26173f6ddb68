// SPDX-License-Identifier: MIT
// A decision by keys and ears: the first card that can be played, on the first trains that are lit.
import assert from 'node:assert/strict';

export const players = 3;
export const least = 3;
export const heard = [/You play /, /Joueur [BC] plays |Joueur [BC] discards /, /goes from \d+ to \d+ passengers?/, /passengers? to go|reached/];
export const repeats = /^$/;

const card = /\. (\d+ passengers?|Attach|Swap|Take|Your train) /;

/** Chooses lit trains until the move is whole: at most two. */
async function aim(ear, ready) {
  for (const key of ['Home', 'n']) {
    if (await ready()) return true;
    const at = await ear.press(key);
    assert.match(at.name, /passengers?.*can be chosen/, 'a lit train says so');
    await ear.press('Enter');
    await ear.page.waitForTimeout(150);
  }
  return ready();
}

export async function turn(ear) {
  const ready = async () => (await ear.all('button', /^Confirm$/)).length > 0;
  const hand = await ear.all('button', card);
  assert.ok(hand.length > 0, 'the hand is in the tree');
  for (let tries = 0; tries < hand.length; tries++) {
    await ear.tabTo('button', card);
    await ear.press('Enter');
    await ear.page.waitForTimeout(150);
    if (!(await ready())) {
      await ear.press('b');
      // A card that cannot be played now lights nothing, and says why.
      if (!(await ear.all('button', /can be chosen/)).length || !(await aim(ear, ready))) continue;
    }
    await ear.until(/Confirm this move/);
    return ear.press('c');
  }
  return assert.fail('no card can be played');
}
