// SPDX-License-Identifier: MIT
// Where a turn began, and where taking back leads.
import { describe, expect, it } from 'vitest';
import { sinceTurn, undoPly } from '../../src/play/turn';
import type { Entry } from '../../src/table/table';

const by = (...seats: (number | 'chance')[]): Entry[] => seats.map((seat) => ({ played: [{ seat, move: 'x' }], effects: [] }));
const news: Entry = { played: [], effects: [], note: () => 'A bot plays on.', seat: 2 };
const seats = (log: Entry[]) => log.map(({ played }) => played[0]?.seat);

describe('the turn of somebody in a journal', () => {
  it('began after the last move of another, with what they did since mine before it', () => {
    expect(seats(sinceTurn(by(1, 2, 3, 1, 2, 3), [1], true, 3))).toEqual([2, 3]);
    expect(seats(sinceTurn(by(1, 2, 3, 1), [1], true, 3)), 'two moves in one turn').toEqual([2, 3, 1]);
  });

  it('is that of the others since I moved, while it is theirs', () => {
    expect(seats(sinceTurn(by(1, 2, 3, 1, 2), [1], false, 3))).toEqual([2]);
    expect(seats(sinceTurn([...by(1, 2), news], [1], false, 2)), 'news are no moves').toEqual([2]);
  });

  it('is the last round for who only watches', () => {
    expect(seats(sinceTurn(by(1, 2, 3, 1, 2, 3), [], false, 3))).toEqual([1, 2, 3]);
  });

  it('is taken back to before my last move, and never to before what was given', () => {
    expect(undoPly(by('chance', 1, 2, 1, 2), [1], 5, 0)).toBe(3);
    expect(undoPly(by('chance', 2), [1], 2, 0)).toBeNull();
    expect(undoPly(by(1, 2), [1], 6, 5)).toBeNull();
  });
});
