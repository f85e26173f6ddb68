// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import en from '../en.json';
import { deck, objectives } from '../types';

it('every card and objective of the game data has its words', () => {
  expect(deck.length).toBe(15);
  for (const { card } of deck) {
    expect(en).toHaveProperty([`jeudumetro.card.${card}`]);
    expect(en).toHaveProperty([`jeudumetro.effect.${card}`]);
  }
  for (const objective of objectives) expect(en).toHaveProperty([`jeudumetro.objective.${objective}`]);
});
