// SPDX-License-Identifier: MIT
// Metropolis' own members of a view, its effects and its points, as its schema tells them; its kinds
// of building in the order of the game's data.
import words from '@games/metropolis/data/values.def?raw';
import type { Effect, Joint, Kind, Trade, View } from '@schema/games/metropolis';
import type { StageProps } from '../game';

export type {
  Building as Built,
  Effect as MetropolisEffect,
  Kind,
  Points as MetropolisPoints,
  Prospect,
  View as MetropolisView,
  Why,
} from '@schema/games/metropolis';
export type Deal = Trade | Joint;

export const kinds: readonly Kind[] = [...words.matchAll(/^KIND\((\w+)\)/gm)].map((match) => match[1] as Kind);
/** The lines of a table of values: what follows each word. */
export const lines = new Map([...words.matchAll(/^LINE\((\w+), (\w+)\)/gm)].map((match) => [match[1] ?? '', match[2] ?? '']));

export type Props = StageProps<View, Effect>;
