// SPDX-License-Identifier: MIT
// The first game of Metro: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 2,
  options: { start: 1 },
  right: 2,
  steps: [
    { text: 'lesson.1', until: 'read', look: '[aria-label^="d3,"]' },
    { text: 'lesson.2', until: 'preview', look: '[aria-label^="d3,"]' },
    { text: 'lesson.3', until: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', look: '.people', did: { line_closed: 'closed' } },
    { text: 'lesson.5', until: 3, look: 'main .picture' },
    { text: 'lesson.6', until: 'read', look: '.bar .buttons' },
  ],
} satisfies Lesson;
