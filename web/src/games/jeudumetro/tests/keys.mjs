// SPDX-License-Identifier: MIT
// A decision by keys and ears: the first card that can be played, on the first trains that are lit.
import assert from 'node:assert/strict';

export const players = 3;
export const least = 3;
export const heard = [/You play /, /Joueur [BC] plays |Joueur [BC] discards /, /goes from \d+ to \d+ passengers?/, /passengers? to go|reached/];
export const repeats = /^$/;

const card = /\. (\d+ passengers?|Attach|Swap|Take|Your train) /;

const ready = async (ear) => (await ear.all('button', /^Confirm$/)).length > 0;

/** Chooses lit trains until the move is whole: at most two. */
async function aim(ear) {
  await ear.press('b');
  for (const key of ['Home', 'n']) {
    const at = await ear.press(key);
    assert.match(at.name, /passengers?.*can be chosen/, 'a lit train says so');
    await ear.press('Enter');
    if (await ear.soon(() => ready(ear), 1000)) return true;
  }
  return ear.soon(() => ready(ear));
}

/** The hand is one stop of Tab: its first card. */
async function toHand(ear) {
  await ear.tabTo('button', card);
  await ear.press('Home');
}

/** The first card that can be played; null if there is none. */
async function play(ear, cards) {
  for (let tries = 0; tries < cards; tries++) {
    await toHand(ear);
    for (let i = 0; i < tries; i++) await ear.press('ArrowRight');
    assert.match((await ear.here()).name, card, 'arrows go along the hand');
    await ear.press('Enter');
    const lit = async () => (await ear.all('button', /can be chosen/)).length > 0;
    // A card that cannot be played now lights nothing, and says why.
    if (await ear.soon(async () => (await ready(ear)) || (await lit()), 2000)) if ((await ready(ear)) || (await aim(ear))) return true;
  }
  return false;
}

async function discard(ear) {
  await ear.tabTo('button', /^Discard/);
  await ear.press('Enter');
  await ear.tabTo('button', card);
  await ear.press('Enter');
}

export async function turn(ear) {
  const hand = await ear.all('button', card);
  assert.ok(hand.length > 0, 'the hand is in the tree');
  if (!(await play(ear, hand.length))) await discard(ear);
  await ear.until(/Confirm this move/);
  return ear.press('c');
}
