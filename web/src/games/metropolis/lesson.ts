// SPDX-License-Identifier: MIT
// The first game of Metropolis: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 3,
  options: { start: 1 },
  replies: { 2: 'take 26', 3: 'build shop 13', 4: 'take 84', 5: 'end' },
  right: 3,
  steps: [
    { text: 'lesson.1', until: 'read', look: '[aria-label^="10,"], [aria-label^="11,"], [aria-label^="15,"]' },
    { text: 'lesson.2', until: /\b26\b/, before: 1, look: '[aria-label^="26,"]' },
    { text: 'lesson.3', until: /\b16\b/, before: 1, look: '[aria-label^="16,"]' },
    { text: 'lesson.4', until: 1, before: 1, look: '.bar' },
    { text: 'lesson.5', until: 1, before: 2, look: '.stock', did: { 'take 16': 'square', take: 'take' } },
    { text: 'lesson.6', until: 'read', before: 3, look: '[aria-label^="10,"], [aria-label^="13,"], [aria-label^="16,"]', did: { build: 'build' } },
    { text: 'lesson.7', until: 'read', look: '.deals' },
    { text: 'lesson.8', until: 'read', look: '.stock' },
    { text: 'end', until: 'read', look: '.people' },
  ],
} satisfies Lesson;
