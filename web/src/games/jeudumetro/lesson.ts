// SPDX-License-Identifier: MIT
// The first game of Le Jeu du Métro: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 3,
  options: { start: 1 },
  right: 2,
  steps: [
    { text: 'lesson.1', until: 'read', look: '.objective' },
    { text: 'lesson.2', until: 'preview', look: '.tray .hand, .tray .card' },
    { text: 'lesson.3', until: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', look: '.journal', did: { attach: 'attach', discard: 'discard' } },
    { text: 'lesson.5', until: 3, look: 'main .picture' },
    { text: 'lesson.6', until: 'read', look: '.tray .card' },
  ],
} satisfies Lesson;
