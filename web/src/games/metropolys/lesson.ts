// SPDX-License-Identifier: MIT
// The first game of Metropolys: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 3,
  options: { start: 1, layout: 'first' },
  replies: { 4: 'pass', 5: 'pass' },
  right: 1,
  steps: [
    { text: 'lesson.1', until: 'read', before: 1, look: '.call' },
    { text: 'lesson.2', until: 'read', look: '.tray .own .card' },
    { text: 'lesson.3', until: /@C9$/, before: 1, look: '[aria-label^="C9,"]' },
    { text: 'lesson.4', until: /@E4$/, before: 1, look: '[aria-label^="E4,"]' },
    { text: 'lesson.5', until: /@E8$/, before: 1, look: '[aria-label^="E8,"]' },
    { text: 'lesson.5.seen', until: 'read', before: 1, look: '.bar' },
    { text: 'lesson.6', until: 1, before: 1, look: '.bar' },
    { text: 'lesson.7', until: 'read', before: 2, look: '.call', did: { bid: 'bid', pass: 'pass' } },
    { text: 'lesson.8', until: 'read', look: '.tray .row' },
    { text: 'lesson.9', until: 2, look: 'main .picture' },
    { text: 'lesson.10', until: 'read', look: '[data-spot][aria-label^="W"]' },
    { text: 'lesson.11', until: 'read', look: '.people' },
    { text: 'end', until: 'read', look: '.call' },
  ],
} satisfies Lesson;
