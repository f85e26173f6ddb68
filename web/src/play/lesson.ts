// SPDX-License-Identifier: MIT
// The first game of each game: a real table with friendly bots, in a position made for it, and a coach
// who says what to look at. A step ends by itself when the player has done it, and speaks of what they
// really did. Its words come with it, in a game's guide.
import type { GameId } from '../games/ids';
import type { Options } from '../engine/protocol';

export interface LessonStep {
  /** Of the guide's words. */
  text: string;
  /** What ends the step: the player reads on, has a move in hand (or picked what reads so), was
   * refused one, or has made so many moves since it began and is to move again. */
  until: 'read' | 'preview' | 'refused' | RegExp | number;
  /** What it is about: the elements that are pointed out; `other`: where its text is the other one. */
  look: string;
  other?: string;
  /** Its subject is gone once the player has made so many moves: it is passed over. */
  before?: number;
  /** Speaks of a refusal: it is passed over where none was met, and at the next move. */
  refusal?: true;
  /** What the player did last, as a move or by kind of effect, and which of the step's texts speaks of
   * it; `other` speaks of everything else. */
  did?: Record<string, string>;
}

export interface Lesson {
  /** The record that it begins with. */
  opening: string;
  seed: number;
  players: number;
  options: Options;
  /** What the bots play, by how many moves were made before, as long as the rules allow it. */
  replies: Record<number, string>;
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
