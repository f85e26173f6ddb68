// SPDX-License-Identifier: MIT
// The first game of each game: a real table with a friendly bot, in a position made for it, and a coach
// who says what to look at. A step ends by itself when the player has done it, and speaks of what they
// really did. Its words come with it, in a game's guide.
import type { GameId } from '../games/ids';
import type { Options } from '../engine/protocol';

export interface LessonStep {
  /** Of the guide's words. */
  text: string;
  /** What ends the step: the player reads on, has something chosen, or has played so many moves. */
  until: 'read' | 'preview' | number;
  /** What it is about: the elements that are pointed out. */
  look?: string;
  /** What the player did last, by kind of effect, and which of the step's texts speaks of it; `other`
   * speaks of everything else. */
  did?: Record<string, string>;
}

export interface Lesson {
  /** The record that it begins with. */
  opening: string;
  seed: number;
  players: number;
  options: Options;
  /** Which answer to the question at the end is right. */
  right: number;
  steps: LessonStep[];
}

const found = import.meta.glob<Lesson>('../games/*/lesson.ts', { import: 'default' });
const fileOf = (game: GameId): string => `../games/${game}/lesson.ts`;

export function hasLesson(game: GameId): boolean {
  return fileOf(game) in found;
}

export async function loadLesson(game: GameId): Promise<Lesson | null> {
  return (await found[fileOf(game)]?.()) ?? null;
}
