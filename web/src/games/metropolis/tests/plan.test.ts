// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { beside, massing, plotAt, plotHeight, plotWidth } from '../plan';
import { nextPlace, placesAt } from '../sites';
import usual from '@games/metropolis/data/values.txt?raw';
import { kinds } from '../types';
import { parseSites, parseValues } from '../values';

describe('the plan', () => {
  it('MS-1 x5 lies below x0', () => {
    expect(plotAt(15).x).toBe(plotAt(10).x);
    expect(plotAt(15).y).toBeGreaterThan(plotAt(10).y);
  });

  it('MS-3 names the neighbours of a plot, within its district', () => {
    expect(beside(11)).toEqual([10, 12, 16]);
    expect(beside(14)).toEqual([13, 19]);
    expect(beside(15)).toEqual([10, 16]);
    expect(beside(48)).toEqual([43, 47, 49]);
  });

  it('a building lies inside its own plots, whatever its height', () => {
    const numbers = (d: string): number[] => (d.match(/-?[\d.]+/g) ?? []).map(Number);
    for (const on of [[10], [20, 21], [30, 31, 35], [41, 42, 45, 46], [50, 51, 52, 55, 56, 57]]) {
      const shape = massing(on, 25);
      const at = on.map(plotAt);
      const [left, right] = [Math.min(...at.map(({ x }) => x)), Math.max(...at.map(({ x }) => x)) + plotWidth];
      const [top, low] = [Math.min(...at.map(({ y }) => y)), Math.max(...at.map(({ y }) => y)) + plotHeight];
      for (const { d } of shape.roofs) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(d);
        expect(x0 >= left && x1 <= right && y0 >= top && y1 <= low).toBe(true);
        expect(y1 - y0, 'some roof is left').toBeGreaterThan(20);
      }
      for (const front of shape.fronts) expect(front.y + front.h).toBeLessThan(low);
    }
  });

  it('a wall runs along all plots that have none of their building below', () => {
    expect(massing([10, 11, 12, 13], 20).fronts.length).toBe(1);
    expect(massing([41, 42, 45, 46], 20).fronts.length).toBe(2);
    expect(massing([40, 41, 45, 46], 20).fronts.length).toBe(1);
  });

  it('a tapped plot means the position that begins there', () => {
    const sites = ['10,11', '11,12', '12,13'];
    expect(placesAt(sites, 11)).toEqual(['11,12', '10,11']);
    expect(placesAt(sites, 13)).toEqual(['12,13']);
    expect(nextPlace(sites, '12,13')).toBe('10,11');
  });

  it('MS-10 the usual table tells every kind, in the order of the game', () => {
    const rows = parseValues(usual);
    expect(rows.map((row) => row.kind)).toEqual(kinds);
    expect(rows.every((row) => row.base > 0)).toBe(true);
    expect(rows.flatMap((row) => row.never)).toContain('factory');
  });

  it('an evaluation table is read for showing', () => {
    const [row] = parseValues('building house\n\tbase 2\n\ton park 4\n\tplus school 1, shop 1\n\tminus factory 1 # x\n');
    expect(row).toEqual({
      kind: 'house',
      base: 2,
      site: { name: 'park', value: 4 },
      changes: [
        { kind: 'school', points: 1 },
        { kind: 'shop', points: 1 },
        { kind: 'factory', points: -1 },
      ],
      never: [],
    });
  });

  it('know the sites of each plot', () => {
    const sites = parseSites(usual);
    expect([15, 25, 40, 45, 55, 70, 64, 20].map((plot) => sites.get(plot)?.join())).toEqual([
      'park',
      'park',
      'park,centre',
      'park,river,centre',
      'river,centre',
      'park,river',
      'park',
      undefined,
    ]);
  });
});
