// SPDX-License-Identifier: MIT
// Le Jeu du Métro: its own members of a view, its effects, and its cards from the game's data.
import type { Effect, View } from '@schema/games/jeudumetro';
import type { StageProps } from '../game';
import cards from '@games/jeudumetro/data/cards.def?raw';

/** The kinds of card in the order of the table, with their numbers. */
export const deck: { card: string; copies: number }[] = [...cards.matchAll(/^CARD\(\w+, "([\w-]+)", (\d+)\)/gm)].map((match) => ({
  card: match[1] ?? '',
  copies: Number(match[2]),
}));
export const objectives: string[] = [...cards.matchAll(/^OBJECTIVE\(\w+, "([\w-]+)"/gm)].map((match) => match[1] ?? '');

export function inOrder(names: string[]): string[] {
  const place = new Map(deck.map(({ card }, i) => [card, i]));
  return [...names].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

export type { Effect as JeuEffect, Points as JeuPoints, Train, View as JeuView } from '@schema/games/jeudumetro';

export type Props = StageProps<View, Effect>;
