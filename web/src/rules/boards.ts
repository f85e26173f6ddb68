// SPDX-License-Identifier: MIT
// Little live boards in the rules: positions as records, shown by the same components as a game.
import type { GameId } from '../games/ids';
import type { Key } from '../i18n/lang.svelte';

export interface RuleBoard {
  /** Shown after this rule. */
  rule: string;
  caption: Key;
  record: string;
}

const boards: Partial<Record<GameId, RuleBoard[]>> = {};

export function boardsOf(game: GameId): RuleBoard[] {
  return boards[game] ?? [];
}
