// SPDX-License-Identifier: MIT
// What the others did, in a line each.
import { describe, expect, it } from 'vitest';
import type { GameUi } from '../../src/games/game';
import { recap } from '../../src/play/words';

const game = { tell: () => null, say: ({ seat, move }) => `${seat} ${move}.`, goesOn: (move) => move === 'end' } as Partial<GameUi> as GameUi;
const told = (...moves: [number, string][]) =>
  recap({ since: moves.map(([seat, move]) => ({ played: [{ seat, move }], effects: [] })), game, players: [] }).map(({ text }) => text);

describe('what the others did', () => {
  it('is the last thing of each, newest first', () => {
    expect(told([2, 'bid'], [3, 'bid'], [2, 'pass'])).toEqual(['2 pass.', '3 bid.']);
  });

  it('has what a turn began with before what ended it', () => {
    expect(told([2, 'take'], [2, 'end'], [3, 'take'], [3, 'end'])).toEqual(['3 take. 3 end.', '2 take. 2 end.']);
  });

  it('is not pieced together from what was done apart', () => {
    expect(told([2, 'take'], [2, 'end'], [3, 'take'], [2, 'accept'])).toEqual(['2 accept.', '3 take.']);
  });
});
