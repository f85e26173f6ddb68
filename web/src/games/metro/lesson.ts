// SPDX-License-Identifier: MIT
// The first game of Metro: begins in a position made for it.
import type { Lesson } from '../../play/lesson';
import opening from './lesson.metropole?raw';

export default {
  opening,
  seed: 11,
  players: 2,
  options: { start: 1 },
  replies: { 3: 'rlss-e1' },
  right: 2,
  steps: [
    { text: 'lesson.1', until: 'read', before: 1, look: '[aria-label^="d1,"], [aria-label^="d2,"], [aria-label^="d3,"]' },
    { text: 'lesson.2', until: /\bssss.d3\b/, before: 1, look: '[aria-label^="d3,"]' },
    { text: 'lesson.3', until: 1, before: 1, look: '.bar' },
    { text: 'lesson.4', until: 'read', before: 2, look: '.people', did: { line_closed: 'closed' }, other: '[aria-label^="d3,"]' },
    { text: 'lesson.5', until: 'refused', look: '[aria-label^="f6,"]' },
    { text: 'lesson.6', until: 'read', refusal: true, look: '.bar' },
    { text: 'lesson.7', until: 2, look: 'main .picture' },
    { text: 'lesson.8', until: 'read', look: '.bar .buttons' },
    { text: 'end', until: 'read', look: '.pile' },
  ],
} satisfies Lesson;
