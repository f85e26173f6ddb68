// SPDX-License-Identifier: MIT
// A move by mouse.
export const players = 2;

export async function move(page, { clickOne, confirm, dice, point, ready }) {
  const kinds = page.locator('.stock button.can:not([disabled])');
  const end = page.locator('.bar .buttons button');
  // Not always: partners may go on declining a joint building.
  if ((await kinds.count()) && dice(2)) {
    await clickOne(kinds);
    await point(page);
  } else if (await end.count()) await end.first().click({ timeout: 4000 });
  else {
    await clickOne(page.locator('[data-lit]'));
    const give = page.locator('.give button');
    if (!(await ready(page).count()) && (await give.count())) await give.first().click();
  }
  await confirm(page);
}
