// SPDX-License-Identifier: MIT
// The first game of Metropolis: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 2,
  options: { start: 1 },
  right: 3,
  steps: [
    { text: 'lesson.1', until: 'read', look: '[aria-label^="10,"], [aria-label^="11,"], [aria-label^="15,"]' },
    { text: 'lesson.2', until: 'preview', look: '[aria-label^="16,"]' },
    { text: 'lesson.3', until: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', look: '[aria-label^="16,"]', did: { take: 'take' } },
    { text: 'lesson.5', until: 2, look: '.stock' },
    { text: 'lesson.6', until: 'read', look: '.people', did: { build: 'build' } },
  ],
} satisfies Lesson;
