// SPDX-License-Identifier: MIT
// A move by mouse.
export const players = 2;

export async function move(page, { confirm, point }) {
  const tiles = page.locator('.hand button.tile:not([disabled])[aria-pressed="false"]');
  if (await tiles.count()) await tiles.first().click();
  await point(page);
  await confirm(page);
}
