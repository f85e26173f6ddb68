// SPDX-License-Identifier: MIT
// A move by mouse.
export const players = 2;

export async function move(page, { clickOne, confirm, dice, point, ready }) {
  const kinds = page.locator('.stock button.can:not([disabled])');
  // Not always: partners may go on declining a joint building.
  if ((await kinds.count()) && dice(2)) {
    await clickOne(kinds);
    await point(page);
  } else if (await page.locator('[data-lit]').count()) {
    await clickOne(page.locator('[data-lit]'));
    const give = page.locator('.give button');
    if (!(await ready(page).count()) && (await give.count())) await give.first().click();
    // A plot that was chosen before a building: it asks which.
    else if ((await kinds.count()) && !(await ready(page).count())) await clickOne(kinds);
  } else await page.locator('.bar .buttons button').first().click({ timeout: 4000 });
  await confirm(page);
}
