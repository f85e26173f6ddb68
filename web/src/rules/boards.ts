// SPDX-License-Identifier: MIT
// Little live boards in the rules: positions as records, shown by the same components as a game. A
// file `boards/AB-12-name.metropole` of a game stands after rule AB-12, over the words
// `<game>.board.name`.
import type { GameId } from '../games/ids';

export interface RuleBoard {
  /** Shown after this rule. */
  rule: string;
  /** The last part of its caption's key. */
  name: string;
  record(): Promise<string>;
}

const found = import.meta.glob<string>('../games/*/boards/*.metropole', { query: '?raw', import: 'default' });

export function boardsOf(game: GameId): RuleBoard[] {
  const pattern = new RegExp(`/games/${game}/boards/([A-Z]+-\\d+[a-z]?)-(\\w+)\\.metropole$`);
  return Object.entries(found).flatMap(([path, record]) => {
    const [, rule, name] = pattern.exec(path) ?? [];
    return rule && name ? [{ rule, name, record }] : [];
  });
}
