// SPDX-License-Identifier: MIT
// Arrow keys on a board: the nearest place in that direction.
interface Placed {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

function middle(element: Placed): { x: number; y: number } {
  const r = element.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
}

export function nearest<T extends Placed>(spots: T[], from: T | null, key: string): T | null {
  if (!from) return spots[0] ?? null;
  const here = middle(from);
  const horizontal = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  let best: T | null = null;
  let bestCost = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const there = middle(spot);
    const along = (horizontal ? there.x - here.x : there.y - here.y) * sign;
    const aside = Math.abs(horizontal ? there.y - here.y : there.x - here.x);
    if (along <= 1 || aside > along * 2.5) continue;
    const cost = along + aside * 2;
    if (cost < bestCost) {
      bestCost = cost;
      best = spot;
    }
  }
  return best;
}
