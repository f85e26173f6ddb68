// SPDX-License-Identifier: MIT
// A move by mouse.
export const players = 3;

export async function move(page, { clickOne, confirm, point }) {
  await clickOne(page.locator('.card:not([disabled]):not(.dim)'));
  await point(page);
  await confirm(page);
}
