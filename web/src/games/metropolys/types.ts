// SPDX-License-Identifier: MIT
// Metropolys' own members of a view, its effects and its points, as its schema tells them.
import type { Effect, Height, View } from '@schema/games/metropolys';
import type { StageProps } from '../game';

export type {
  Building,
  District,
  Effect as MetropolysEffect,
  Height,
  Kind,
  Points as MetropolysPoints,
  Token,
  View as MetropolysView,
} from '@schema/games/metropolys';

export function heightOf(value: number, view: View): Height {
  const seen = [...view.bids, ...view.built].find((building) => building.value === value);
  return seen?.height ?? (value <= 5 ? 'small' : value <= 9 ? 'medium' : 'tall');
}

export type Props = StageProps<View, Effect>;
