// SPDX-License-Identifier: MIT
// The first game of Metropolys: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 3,
  options: { start: 1, layout: 'first' },
  right: 1,
  steps: [
    { text: 'lesson.1', until: 'read', look: '.call' },
    { text: 'lesson.2', until: 'preview', look: '.tray .row' },
    { text: 'lesson.3', until: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', look: '.call', did: { bid: 'bid', pass: 'pass' } },
    { text: 'lesson.5', until: 4, look: 'main .picture' },
    { text: 'lesson.6', until: 'read', look: '.call' },
  ],
} satisfies Lesson;
