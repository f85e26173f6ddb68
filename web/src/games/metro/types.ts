// SPDX-License-Identifier: MIT
// Metro's own members of a view, its effects and its points, as its schema tells them.
import type { Effect, View } from '@schema/games/metro';
import type { StageProps } from '../game';

export type { Effect as MetroEffect, Laid, Line, Points as MetroPoints, View as MetroView } from '@schema/games/metro';

export type Props = StageProps<View, Effect>;
