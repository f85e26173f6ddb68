// SPDX-License-Identifier: MIT
// Metropolis' own members of a view, its effects and its points, as its schema tells them.
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

export const kinds: readonly Kind[] = ['house', 'shop', 'school', 'apartment', 'factory', 'administration', 'hospital', 'store'];

export type Props = StageProps<View, Effect>;
