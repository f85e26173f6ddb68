// SPDX-License-Identifier: MIT
// A move by mouse.
export const players = 3;

export async function move(page, { clickOne, confirm, dice, point }) {
  const pass = page.locator('.bar .buttons button');
  if ((await pass.count()) && dice(3) === 0) await pass.first().click();
  else {
    await clickOne(page.locator('.building:not([disabled]):not(.dim)'));
    await point(page);
  }
  await confirm(page);
}
