// SPDX-License-Identifier: MIT
// Where trains stand, and what lies on the platform.
import { describe, expect, it } from 'vitest';
import { ring } from '../layout';
import { shownBy, type JeuEffect, type Train } from '../types';

/** A table as the engine tells it: the left neighbour plays next. */
function seated(n: number): Train[] {
  return Array.from({ length: n }, (_, i) => ({
    train: String(i + 1),
    seat: i + 1,
    passengers: 10,
    left: String(((i + 1) % n) + 1),
    right: String(((i + n - 1) % n) + 1),
  }));
}

const pairs: Train[] = ['1B', '1A', '2B', '2A'].map((train, i, all) => ({
  train,
  seat: i < 2 ? 1 : 2,
  passengers: 10,
  left: all[(i + 1) % 4] ?? '',
  right: all[(i + 3) % 4] ?? '',
}));

describe('the trains round the platform', () => {
  for (const n of [3, 4, 5, 6])
    it(`puts the left neighbour of each of ${n} on the left, and nobody on another`, () => {
      const trains = seated(n);
      for (const { train, seat, left, right } of trains) {
        const { at } = ring(trains, seat);
        expect(at.get(left)!.x).toBeLessThan(at.get(train)!.x);
        expect(at.get(right)!.x).toBeGreaterThan(at.get(train)!.x);
        expect(new Set([...at.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(n);
      }
    });

  it('JM-52 draws the four trains of two players in their ring', () => {
    for (const [seat, below, above] of [
      [1, ['1A', '1B'], ['2B', '2A']],
      [2, ['2A', '2B'], ['1B', '1A']],
    ] as const) {
      const { at } = ring(pairs, seat);
      const inRow = (y: number): string[] => [...at.keys()].filter((train) => at.get(train)!.y === y).sort((a, b) => at.get(a)!.x - at.get(b)!.x);
      const [top = 0, bottom = 0] = [...new Set([...at.values()].map(({ y }) => y))].sort((a, b) => a - b);
      expect(inRow(bottom)).toEqual(below);
      expect(inRow(top)).toEqual(above);
    }
  });
});

describe('the card on the platform', () => {
  it('names the train that it was aimed at, not those that act on the next turn', () => {
    const effects: JeuEffect[] = [
      { type: 'play', seat: 2, card: 'board2' },
      { type: 'passengers', train: '3', from: 10, to: 12, platform: 40 },
      { type: 'draw', seat: 2, card: null },
      { type: 'attached', seat: 3, card: 'star', train: '1' },
      { type: 'passengers', train: '1', from: 4, to: 5, platform: 39 },
    ];
    expect(shownBy(effects, 8)).toEqual({ key: 8, seat: 2, card: 'board2', discarded: false, more: 0, at: ['3'] });
  });

  it('shows the first of the discarded cards and how many came with it', () => {
    expect(shownBy([{ type: 'discard', seat: 1, cards: ['rush', 'star', 'star'] }], 1)).toMatchObject({ card: 'rush', discarded: true, more: 2 });
    expect(shownBy([{ type: 'draw', seat: 1, card: null }], 2)).toBeNull();
  });
});
