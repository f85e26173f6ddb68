// SPDX-License-Identifier: MIT
// What the others did, in a line each.
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/engine/protocol';
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

  it('leaves out what goes without saying, unless there is nothing else', () => {
    const terse: GameUi = { ...game, tell: ({ type }) => `${type}.`, aside: ({ type }) => type === 'end' || type === 'card' };
    const entry = (seat: number, move: string, ...more: string[]) => ({
      played: [{ seat, move }],
      effects: [{ type: move }, ...more.map((type) => ({ type }))],
    });
    const told = recap({ since: [entry(2, 'take', 'card'), entry(2, 'end', 'card'), entry(3, 'end')], game: terse, players: [] });
    expect(told).toEqual([
      { seat: 3, text: 'end.', weight: 0 },
      { seat: 2, text: 'take.', weight: 0 },
    ]);
  });

  it('keeps what counts though its player has moved again, newest first', () => {
    const weighed: GameUi = { ...game, tell: (effect) => `${effect.type}.`, weight: ({ type }) => (type === 'build' ? 1 : type === 'robbed' ? 2 : 0) };
    const entry = (seat: number, move: string, ...more: object[]) => ({ played: [{ seat, move }], effects: [{ type: move }, ...more] as Effect[] });
    const since = [
      entry(3, 'robbed'),
      entry(2, 'pass', { type: 'build', seat: 4 }),
      entry(3, 'pass', { type: 'build', seat: 3 }),
      entry(4, 'bid'),
      entry(2, 'wait'),
      entry(3, 'look'),
    ];
    expect(recap({ since, game: weighed, players: [] })).toEqual([
      { seat: 3, text: 'look.', weight: 0 },
      { seat: 2, text: 'wait.', weight: 0 },
      { seat: 4, text: 'bid.', weight: 0 },
      { seat: 3, text: 'build.', weight: 1 },
      { seat: 4, text: 'build.', weight: 1 },
      { seat: 3, text: 'robbed.', weight: 2 },
    ]);
  });

  it('tells of a part that is over how it ended, and nothing on the way there', () => {
    const parts: GameUi = {
      ...game,
      tell: (effect) => `${effect.type}.`,
      weight: ({ type }) => (type === 'won' || type === 'token' ? 1 : 0),
      closes: ({ type }) => type === 'won',
    };
    const entry = (seat: number, move: string, ...more: object[]) => ({ played: [{ seat, move }], effects: [{ type: move }, ...more] as Effect[] });
    const since = [entry(2, 'bid'), entry(3, 'pass', { type: 'won', seat: 2 }, { type: 'token', seat: 2 }), entry(2, 'open'), entry(3, 'bid')];
    expect(recap({ since, game: parts, players: [] })).toEqual([
      { seat: 3, text: 'bid.', weight: 0 },
      { seat: 2, text: 'open.', weight: 0 },
      { seat: 2, text: 'won. token.', weight: 1 },
    ]);
  });

  it('is not pieced together from what was done apart', () => {
    expect(told([2, 'take'], [2, 'end'], [3, 'take'], [2, 'accept'])).toEqual(['2 accept.', '3 take.']);
  });
});
