// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Choice, type Parts } from '../../src/play/choice';

const split = (move: string): Parts => {
  if (move === 'pass') return { act: 'pass' };
  const [value = '', place = ''] = move.split('@');
  return { value, place };
};
const choice = Choice.of(['pass', '7@N5', '7@N6', '9@N6', '9@E1'], split);

describe('choosing a move', () => {
  it('lights what the list still offers, part by part', () => {
    expect([...choice.offers('value')]).toEqual(['7', '9']);
    expect([...(choice.pick('value', '7')?.offers('place') ?? [])]).toEqual(['N5', 'N6']);
    expect([...(choice.pick('place', 'N6')?.offers('value') ?? [])]).toEqual(['7', '9']);
  });

  it('gives a move only when its parts are complete', () => {
    expect(choice.move()).toBeNull();
    expect(choice.pick('value', '7')?.move()).toBeNull();
    expect(choice.pick('value', '7')?.pick('place', 'N5')?.move()).toBe('7@N5');
    expect(choice.pick('act', 'pass')?.move()).toBe('pass');
  });

  it('drops what no longer fits when something else is picked', () => {
    const moved = choice.pick('value', '7')?.pick('place', 'N5')?.pick('value', '9');
    expect(moved?.picked).toEqual({ value: '9' });
  });

  it('refuses a value that no legal move has', () => {
    expect(choice.pick('place', 'W1')).toBeNull();
  });

  it('takes the only move that is left', () => {
    expect(choice.pick('place', 'E1')?.move()).toBe('9@E1');
  });
});
