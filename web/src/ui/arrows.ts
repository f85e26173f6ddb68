// SPDX-License-Identifier: MIT
// Keys on a board: the nearest place in a direction, and the way along those that are allowed.
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
    // What lies straight ahead is worth a longer way: a gap in a row is crossed, not gone round.
    const cost = aside < 2 ? along * 0.9 : along + aside * 2;
    if (cost < bestCost) {
      bestCost = cost;
      best = spot;
    }
  }
  return best;
}

/** From one allowed place to the next (`n`), back (`p`), to the first (`Home`) or the last (`End`), in
 * the order in which the board names them, and round. Where none is allowed: of all places. */
export function along<T extends Element>(spots: T[], from: T | null, key: string): T | null {
  const lit = spots.filter((spot) => spot.hasAttribute('data-lit'));
  const stops = lit.length > 0 ? lit : spots;
  if (key === 'Home') return stops[0] ?? null;
  if (key === 'End') return stops.at(-1) ?? null;
  const here = from ? spots.indexOf(from) : -1;
  const after = stops.filter((spot) => spots.indexOf(spot) > here);
  const before = stops.filter((spot) => from !== null && spots.indexOf(spot) < here);
  return (key === 'n' ? (after[0] ?? stops[0]) : (before.at(-1) ?? stops.at(-1))) ?? null;
}
