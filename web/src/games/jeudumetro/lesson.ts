// SPDX-License-Identifier: MIT
// The first game of Le Jeu du Métro: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 3,
  options: { start: 1 },
  replies: { 1: 'alight2 2', 2: 'board2 3', 4: 'alight1 2', 5: 'board1 3', 7: 'inspector 2', 8: 'board2 3' },
  right: 2,
  steps: [
    { text: 'lesson.1', until: 'read', before: 1, look: '.objective' },
    { text: 'lesson.2', until: 'preview', before: 1, look: '.tray .card' },
    { text: 'lesson.3', until: 1, before: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', before: 2, look: '.bar', did: { attach: 'attach', discard: 'discard' } },
    { text: 'lesson.5', until: 'read', look: '.objective' },
    { text: 'lesson.6', until: 2, look: 'main .picture' },
    { text: 'lesson.7', until: 'read', look: '.tray .card' },
    { text: 'end', until: 'read', look: 'main .picture' },
  ],
} satisfies Lesson;
