// SPDX-License-Identifier: MIT
// The games of this build. Nothing here names one: the build looks into the folders.
import { rules } from 'virtual:games';

export type GameId = string;

/** What is known of a game before the game itself is fetched. */
export interface Card {
  /** Where its poster hangs: lowest first. */
  order: number;
  /** Width of the board's picture by its height, known before the board is there. */
  aspect: number;
  /** How high what is below the board stands on a phone: the board leaves that room from the start, so
   * that it never moves. Whatever is higher is scrolled. */
  tray?: number;
  /** Colours of the seats, where they are not the usual ones; a token `--seat-<colour>` each. */
  colours?: string[];
  /** Others' points before the end are without what their secret cards score. */
  secretScores?: boolean;
  /** Nobody has points before the end. */
  scoreless?: boolean;
}

const found = import.meta.glob<Card>('./*/card.ts', { eager: true, import: 'default' });
const plain: Card = { order: Infinity, aspect: 1.3 };

export function cardOf(game: GameId): Card {
  return found[`./${game}/card.ts`] ?? plain;
}

/** In the order of the posters. */
export const gameIds: GameId[] = Object.keys(rules).sort((a, b) => {
  const [x, y] = [cardOf(a).order, cardOf(b).order];
  return x === y ? a.localeCompare(b) : x - y;
});
