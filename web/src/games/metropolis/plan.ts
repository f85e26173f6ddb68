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

/** The park takes the place of a district, down to the lower row; the river leaves it to the right. */
export const park = { x: edge - 10, y: (rows[1] ?? 0) - 8, w: blockWidth + 16, h: blockHeight + bank - 6 };
export const river = { y: (rows[1] ?? 0) + blockHeight + 9, h: bank - 18 };
/** Streets between the columns and the two upper rows: their middles. */
export const avenues = [0, 1].map((c) => (columns[c] ?? 0) + blockWidth + street / 2);
export const boulevard = (rows[0] ?? 0) + blockHeight + street / 2;
export const plots: number[] = Array.from({ length: 80 }, (_, i) => i + 10);
/** The plots that share a side with this one, in the same district (MS-3). */
export function beside(plot: number): number[] {
  const { x, y } = plotAt(plot);
  const steps = (other: number): number => Math.abs(plotAt(other).x - x) / plotWidth + Math.abs(plotAt(other).y - y) / plotHeight;
  return plots.filter((other) => Math.floor(other / 10) === Math.floor(plot / 10) && steps(other) === 1);
}
export const districts = [1, 2, 3, 4, 5, 6, 7, 8];
export const block = { w: blockWidth, h: blockHeight };

export interface Strip {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A building as it is drawn: everything of it lies inside its own plots. */
export interface Massing {
  /** One piece of roof for each plot, so that each can wear its owner's colour. */
  roofs: { plot: number; d: string }[];
  /** The whole roof's outline, and the building's on the ground. */
  roof: string;
  ground: string;
  /** Walls that are seen, from below: one for each run of plots with none of its own below. */
  fronts: Strip[];
  /** The middle of its widest piece of roof, and how large a sign it has room for. */
  head: Corner & { r: number };
}

const margin = 3.5;

function cellOf(plot: number, has: Set<number>): { x0: number; x1: number; y0: number; y1: number; below: boolean } {
  const { x, y } = plotAt(plot);
  const digit = plot % 10;
  const left = digit % 5 > 0 && has.has(plot - 1);
  const right = digit % 5 < 4 && has.has(plot + 1);
  const above = digit >= 5 && has.has(plot - 5);
  const below = digit < 5 && has.has(plot + 5);
  return {
    x0: x + (left ? 0 : margin),
    x1: x + plotWidth - (right ? 0 : margin),
    y0: y + (above ? 0 : margin),
    y1: y + plotHeight - (below ? 0 : margin),
    below,
  };
}

/** The plots of a building with its height, which is taken from their own depth. */
export function massing(on: number[], rise: number): Massing {
  const has = new Set(on);
  const cells = [...on].sort((a, b) => a - b).map((plot) => ({ plot, ...cellOf(plot, has) }));
  const rect = (x0: number, y0: number, x1: number, y1: number): string => `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;
  const roofs = cells.map(({ plot, x0, x1, y0, y1, below }) => ({ plot, d: rect(x0, y0, x1, below ? y1 : y1 - rise) }));
  const fronts: Strip[] = [];
  for (const { x0, x1, y1, below } of cells) {
    if (below) continue;
    const last = fronts.at(-1);
    if (last && last.y === y1 - rise && last.x + last.w === x0) last.w = x1 - last.x;
    else fronts.push({ x: x0, y: y1 - rise, w: x1 - x0, h: rise });
  }
  const whole = cells.filter(({ below }) => below);
  const first = cells[0];
  const head = whole.length
    ? { x: (whole[0]!.x0 + whole.at(-1)!.x1) / 2, y: whole[0]!.y1 - 20, r: 11 }
    : { x: first ? plotAt(first.plot).x + plotWidth / 2 : 0, y: first ? (first.y0 + 14 + first.y1 - rise) / 2 : 0, r: 8 };
  return {
    roofs,
    roof: roofs.map(({ d }) => d).join(''),
    ground: cells.map(({ x0, x1, y0, y1 }) => rect(x0, y0, x1, y1)).join(''),
    fronts,
    head,
  };
}
