// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Choice } from '../../src/play/choice';
import { ownMembers, plainGame, plainText } from '../../src/games/plain';

const view = {
  game: 'none',
  players: 2,
  options: {},
  ply: 0,
  over: false,
  actors: [1],
  turn: 1,
  scores: [0, 0],
  score_scale: 1,
  winners: [],
  seat: 1,
  can_offer: false,
  heap: [{ size: 3, of: null }],
};

describe('a game without a folder', () => {
  it('shows what is the game’s own in a view, whatever it is', () => {
    expect(ownMembers(view).map(([name]) => name)).toEqual(['heap']);
    expect(plainText('none', { a_b: [1, [2, 'x']], none: [] })).toBe('(a b 1, 2, x, none –)');
    expect(plainGame('none').read(view, [])).toEqual(['heap: (size 3, of –)']);
  });

  it('is played by picking a listed move', () => {
    const game = plainGame('none');
    const choice = Choice.of(['take 1', 'take 2'], (move) => game.split(move));
    expect(choice.pick('move', 'take 2')?.move()).toBe('take 2');
  });

  it('keeps hands hidden, since nothing says that they are open', () => {
    expect(plainGame('none').secret({})).toBe(true);
  });
});
