// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { plotAt, solid } from '../plan';
import usual from '@games/metropolis/data/values.txt?raw';
import { kinds } from '../types';
import { parseValues } from '../values';

describe('the plan', () => {
  it('MS-1 x5 lies below x0', () => {
    expect(plotAt(15).x).toBe(plotAt(10).x);
    expect(plotAt(15).y).toBeGreaterThan(plotAt(10).y);
  });

  it('a block has no wall between its own plots', () => {
    expect(solid([10, 11], 10).walls.length).toBe(3);
    expect(solid([10, 15], 10).walls.length).toBe(3);
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
});
