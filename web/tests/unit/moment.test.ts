// SPDX-License-Identifier: MIT
// Which turn decided a game, from how everybody stood after each.
import { describe, expect, it } from 'vitest';
import { decisive } from '../../src/play/moment';

describe('the moment that decided it', () => {
  it('is where the winner took the lead for good, not where they led for a while', () => {
    const course = [
      [0, 0],
      [5, 0],
      [5, 9],
      [5, 9],
      [12, 9],
      [12, 9],
      [12, 11],
    ];
    expect(decisive(course, [1])).toEqual({ at: 4, kind: 'lead', seat: 1, own: 12, other: 9, by: 7 });
  });

  it('is the greatest gain on the others where the lead was there from the start', () => {
    const course = [
      [0, 0],
      [3, 0],
      [4, 0],
      [4, 2],
      [11, 2],
      [12, 2],
      [12, 2],
      [12, 5],
      [12, 5],
      [12, 5],
    ];
    expect(decisive(course, [1])).toEqual({ at: 4, kind: 'step', seat: 1, own: 11, other: 2, by: 7 });
  });

  it('is the greatest gain where a tie was broken: nobody took a lead', () => {
    const course = [
      [0, 0],
      [4, 0],
      [4, 4],
      [4, 8],
      [8, 8],
    ];
    expect(decisive(course, [1])).toMatchObject({ at: 1, kind: 'step', seat: 1 });
  });

  it('takes winners who share as one, and names the one who led then', () => {
    const course = [
      [0, 0, 0],
      [0, 2, 3],
      [0, 2, 3],
      [0, 6, 3],
      [6, 6, 3],
    ];
    expect(decisive(course, [1, 2])).toMatchObject({ at: 3, kind: 'lead', seat: 2 });
  });

  it('counts a way still to go as it counts points', () => {
    const course = [
      [-10, -10],
      [-10, -7],
      [-7, -7],
      [-4, -7],
      [0, -7],
    ];
    expect(decisive(course, [1])).toMatchObject({ at: 3, kind: 'lead', own: -4 });
  });

  it('is none where nobody lost, nobody won, or all stood alike until the last move', () => {
    expect(
      decisive(
        [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
        [1, 2],
      ),
    ).toBeNull();
    expect(
      decisive(
        [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
        [],
      ),
    ).toBeNull();
    expect(
      decisive(
        [
          [0, 0],
          [0, 0],
          [1, 0],
        ],
        [1],
      ),
    ).toBeNull();
  });
});
