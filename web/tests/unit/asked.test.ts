// SPDX-License-Identifier: MIT
// Which bot at a table of this device is asked next: the game goes on whatever lies open.
import { describe, expect, it } from 'vitest';
import type { Seat, Status } from '../../src/engine/protocol';
import { nextBot } from '../../src/table/local';

const next = (turn: Seat, answerers: Seat[], silent: Seat[] = []) =>
  nextBot(
    { turn, answerers } as unknown as Status,
    (seat) => seat === 1,
    (seat) => silent.includes(seat),
  );

describe('a table with one person, in seat 1', () => {
  it('asks those who have a deal to answer, then who is on turn', () => {
    expect(next(2, [3])).toBe(3);
    expect(next(1, [3])).toBe(3);
    expect(next(2, [])).toBe(2);
    expect(next(1, [])).toBeNull();
  });

  it('waits with the bot on turn for the person who has a deal to answer', () => {
    expect(next(2, [1])).toBeNull();
    expect(next(2, [1, 3])).toBe(3);
    expect(next(2, [1, 3], [3])).toBeNull();
  });

  it('has the bot on turn answer what the person offers, be there an answer due to it or not', () => {
    expect(next(2, [2])).toBe(2);
    expect(next(2, [1, 2])).toBe(2);
    expect(next(2, [1, 2], [2])).toBeNull();
  });
});
