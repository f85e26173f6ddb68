// SPDX-License-Identifier: MIT
// Le Jeu du Métro: its own members of a view, its effects, and its cards from the game's data.
import cards from '@games/jeudumetro/data/cards.def?raw';
import type { Effect, Seat, View } from '../../engine/protocol';

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

export interface Train {
  train: string;
  seat: Seat;
  passengers: number;
}

export interface JeuView extends View {
  trains: Train[];
  platform: number;
  attached: { card: string; train: string }[];
  hands: { seat: Seat; size: number; cards: (string | null)[] }[];
  objectives: { place: string; seat: Seat; objective: string | null; possible?: string[]; seen_by: Seat[] }[];
  discards: Record<string, number>;
  pile: number;
  turns: number;
}

export type JeuEffect = Effect &
  (
    | { type: 'passengers'; train: string; from: number; to: number; platform: number }
    | { type: 'play'; seat: Seat; card: string; victim?: Seat }
    | { type: 'attach' | 'attached'; card: string; train: string }
    | { type: 'switch'; trains: string[] }
    | { type: 'driver'; places: string[] }
    | { type: 'objective'; place: string; objective: string | null }
    | { type: 'steal'; seat: Seat; victim: Seat; card: string | null }
    | { type: 'draw'; seat: Seat; card: string | null }
    | { type: 'discard'; seat: Seat; cards: string[] }
    | { type: 'reshuffle'; cards: number }
  );
