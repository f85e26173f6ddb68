// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { Player } from '../../game';
import metropolys from '../index';

it('a card that is taken from the reader befalls them', () => {
  const players = [{ you: true }, { you: false }, { you: false }] as Player[];
  const weigh = (seat: number, from: number | null): number | undefined => {
    const taken = { type: 'card', card: 'site', seat, from };
    return metropolys.weight?.(taken, players);
  };
  expect([weigh(2, 1), weigh(1, 3), weigh(2, 3), weigh(2, null)]).toEqual([2, 2, 1, 1]);
});
