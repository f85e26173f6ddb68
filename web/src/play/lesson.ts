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

export const lessons: Record<GameId, Lesson> = {
  metro: {
    seed: 11,
    players: 2,
    options: { start: 1 },
    steps: [
      { text: 'lesson.metro.1', until: 'read' },
      { text: 'lesson.metro.2', until: 'preview' },
      { text: 'lesson.metro.3', until: 1 },
      { text: 'lesson.metro.4', until: 'read' },
      { text: 'lesson.metro.5', until: 3 },
      { text: 'lesson.metro.6', until: 6 },
      { text: 'lesson.metro.7', until: 'read' },
    ],
  },
  metropolys: {
    seed: 5,
    players: 3,
    options: { start: 1, layout: 'first' },
    steps: [
      { text: 'lesson.metropolys.1', until: 'read' },
      { text: 'lesson.metropolys.2', until: 'preview' },
      { text: 'lesson.metropolys.3', until: 1 },
      { text: 'lesson.metropolys.4', until: 2 },
      { text: 'lesson.metropolys.5', until: 'read' },
      { text: 'lesson.metropolys.6', until: 6 },
      { text: 'lesson.metropolys.7', until: 'read' },
    ],
  },
  metropolis: {
    seed: 9,
    players: 2,
    options: { start: 1 },
    steps: [
      { text: 'lesson.metropolis.1', until: 'read' },
      { text: 'lesson.metropolis.2', until: 'preview' },
      { text: 'lesson.metropolis.3', until: 1 },
      { text: 'lesson.metropolis.4', until: 2 },
      { text: 'lesson.metropolis.5', until: 'read' },
      { text: 'lesson.metropolis.6', until: 6 },
      { text: 'lesson.metropolis.7', until: 'read' },
    ],
  },
  jeudumetro: {
    seed: 3,
    players: 3,
    options: { start: 1 },
    steps: [
      { text: 'lesson.jeudumetro.1', until: 'read' },
      { text: 'lesson.jeudumetro.2', until: 'preview' },
      { text: 'lesson.jeudumetro.3', until: 1 },
      { text: 'lesson.jeudumetro.4', until: 'read' },
      { text: 'lesson.jeudumetro.5', until: 3 },
      { text: 'lesson.jeudumetro.6', until: 5 },
      { text: 'lesson.jeudumetro.7', until: 'read' },
    ],
  },
};
