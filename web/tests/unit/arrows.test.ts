// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/ui/arrows';

/** A board of eight by eight around a station of four cells, as Metro's. */
const spots = [...'abcdefgh'].flatMap((letter, x) =>
  Array.from({ length: 8 }, (_, y) => ({
    name: `${letter}${y + 1}`,
    getBoundingClientRect: () => ({ left: x * 50, top: y * 50, width: 50, height: 50 }),
  })).filter(({ name }) => !/[de][45]/.test(name)),
);
const from = (name: string, key: string): string | undefined => nearest(spots, spots.find((spot) => spot.name === name) ?? null, key)?.name;

describe('arrows on a board', () => {
  it('cross a gap in a row without leaving the row', () => {
    expect(from('c4', 'ArrowRight')).toBe('f4');
    expect(from('f5', 'ArrowLeft')).toBe('c5');
    expect(from('d3', 'ArrowDown')).toBe('d6');
    expect(from('e6', 'ArrowUp')).toBe('e3');
  });

  it('stay at the edge', () => {
    expect(from('a1', 'ArrowLeft')).toBeUndefined();
    expect(from('a1', 'ArrowUp')).toBeUndefined();
    expect(from('h8', 'ArrowDown')).toBeUndefined();
  });
});
