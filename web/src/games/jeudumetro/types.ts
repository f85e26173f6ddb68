// SPDX-License-Identifier: MIT
// Le Jeu du Métro: its own members of a view, its effects, and its cards from the game's data.
import type { Effect, View } from '@schema/games/jeudumetro';
import type { Player, StageProps } from '../game';
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

/** What stands on a train beside its owner's colour: their letter, or with two trains each which of them. */
export const signOf = (train: string, owner: Player): string => (/^\d$/.test(train) ? owner.look.letter : train);

/** A card that lies on the platform: who played it, and at what. */
export interface Shown {
  key: number;
  seat: number;
  card: string;
  discarded: boolean;
  /** Further cards discarded with it. */
  more: number;
  at: string[];
}

/** The card that a step showed, if it showed one. */
export function shownBy(effects: Effect[], key: number): Shown | null {
  for (const effect of effects) {
    if (effect.type === 'play') {
      const at = effects.flatMap((each) => {
        if (each.type === 'attach') return [each.train];
        if (each.type === 'switch') return each.trains;
        return each.type === 'driver' ? each.places : [];
      });
      // What the next turn's attached cards do comes after the draw.
      const until = effects.findIndex((each) => each.type === 'draw' || each.type === 'attached');
      const moved = (until < 0 ? effects : effects.slice(0, until)).flatMap((each) => (each.type === 'passengers' ? [each.train] : []));
      const aims = at.length > 0 ? at : moved.length <= 2 ? moved : [];
      return { key, seat: effect.seat, card: effect.card, discarded: false, more: 0, at: effect.victim ? [String(effect.victim)] : aims };
    }
    const [card] = effect.type === 'discard' ? effect.cards : [];
    if (effect.type === 'discard' && card) return { key, seat: effect.seat, card, discarded: true, more: effect.cards.length - 1, at: [] };
  }
  return null;
}

export type { Effect as JeuEffect, Objective, Points as JeuPoints, Train, View as JeuView } from '@schema/games/jeudumetro';

export type Props = StageProps<View, Effect>;

/** What happened to each train in all: how many more or fewer are on it, or that it was swapped. */
export function changesIn(effects: Effect[]): Map<string, string> {
  const by = new Map<string, number>();
  const swapped = new Set<string>();
  for (const effect of effects) {
    if (effect.type === 'passengers') by.set(effect.train, (by.get(effect.train) ?? 0) + effect.to - effect.from);
    else if (effect.type === 'switch') effect.trains.forEach((train) => swapped.add(train));
  }
  const marks = new Map<string, string>();
  for (const [train, n] of by) if (n !== 0) marks.set(train, `${n > 0 ? '+' : '−'}${Math.abs(n)}`);
  for (const train of swapped) marks.set(train, '⇄');
  return marks;
}
