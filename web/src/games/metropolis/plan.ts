// SPDX-License-Identifier: MIT
// Where the plots lie (MS-1, MS-2): positions only.
export const plotWidth = 46;
export const plotHeight = 60;
const street = 26;
const edge = 26;
const bank = 62;
const blockWidth = 5 * plotWidth;
const blockHeight = 2 * plotHeight;

export const width = 2 * edge + 3 * blockWidth + 2 * street;
export const height = 2 * edge + 3 * blockHeight + street + bank;

const columns = [0, 1, 2].map((c) => edge + c * (blockWidth + street));
const rows = [edge, edge + blockHeight + street, edge + 2 * blockHeight + street + bank];

/** Districts 1 2 3 / park 4 5 / 6 7 8, as column and row. */
const blocks: Record<number, [number, number]> = {
  1: [0, 0],
  2: [1, 0],
  3: [2, 0],
  4: [1, 1],
  5: [2, 1],
  6: [0, 2],
  7: [1, 2],
  8: [2, 2],
};

export interface Corner {
  x: number;
  y: number;
}

export function blockAt(district: number): Corner {
  const [c, r] = blocks[district] ?? [0, 0];
  return { x: columns[c] ?? 0, y: rows[r] ?? 0 };
}

export function plotAt(plot: number): Corner {
  const block = blockAt(Math.floor(plot / 10));
  const digit = plot % 10;
  return { x: block.x + (digit % 5) * plotWidth, y: block.y + Math.floor(digit / 5) * plotHeight };
}

export const park = { x: columns[0] ?? 0, y: rows[1] ?? 0, w: blockWidth, h: blockHeight };
export const river = { x: (columns[0] ?? 0) + blockWidth, y: (rows[1] ?? 0) + blockHeight + 8, w: width, h: bank - 16 };
export const plots: number[] = Array.from({ length: 80 }, (_, i) => i + 10);
export const districts = [1, 2, 3, 4, 5, 6, 7, 8];
export const block = { w: blockWidth, h: blockHeight };

export interface Solid {
  walls: string[];
  outline: string;
  top: Corner;
}

/** A building as a block that fills exactly its plots, lifted by `lift`. */
export function solid(on: number[], lift: number): Solid {
  const has = new Set(on);
  const dx = lift * 0.22;
  const inset = 2;
  const walls: string[] = [];
  let outline = '';
  for (const plot of [...on].sort((a, b) => a - b)) {
    const { x, y } = plotAt(plot);
    const digit = plot % 10;
    const joined = (other: number, same: boolean): boolean => same && has.has(other);
    const left = joined(plot - 1, digit % 5 > 0);
    const right = joined(plot + 1, digit % 5 < 4);
    const above = joined(plot - 5, digit >= 5);
    const below = joined(plot + 5, digit < 5);
    const x0 = x + (left ? 0 : inset);
    const x1 = x + plotWidth - (right ? 0 : inset);
    const y0 = y + (above ? 0 : inset);
    const y1 = y + plotHeight - (below ? 0 : inset);
    if (!below) walls.push(`M${x0} ${y1}H${x1}L${x1 + dx} ${y1 - lift}H${x0 + dx}Z`);
    if (!left) walls.push(`M${x0} ${y0}V${y1}L${x0 + dx} ${y1 - lift}V${y0 - lift}Z`);
    outline += `M${x0 + dx} ${y0 - lift}H${x1 + dx}V${y1 - lift}H${x0 + dx}Z`;
  }
  const first = plotAt(on[0] ?? 10);
  return { walls, outline, top: { x: first.x + plotWidth / 2 + dx, y: first.y + plotHeight / 2 - lift } };
}
