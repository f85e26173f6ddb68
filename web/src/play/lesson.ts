// SPDX-License-Identifier: MIT
// The first game of each game: a real table with a friendly bot, and a coach who says what to look
// at. A step of the lesson ends by itself when the player has done it.
import type { GameId } from '../games/ids';
import type { Key } from '../i18n/lang.svelte';
import type { Options } from '../engine/protocol';

export interface LessonStep {
  text: Key;
  /** What ends the step: the player reads on, has something chosen, or has played so many moves. */
  until: 'read' | 'preview' | number;
}

export interface Lesson {
  seed: number;
  players: number;
  options: Options;
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
