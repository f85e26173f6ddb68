// SPDX-License-Identifier: MIT
// The first game of Metropolys.
import type { Lesson } from '../../play/lesson';

export default {
  seed: 5,
  players: 3,
  options: { start: 1, layout: 'first' },
  steps: [
    { text: 'metropolys.lesson.1', until: 'read' },
    { text: 'metropolys.lesson.2', until: 'preview' },
    { text: 'metropolys.lesson.3', until: 1 },
    { text: 'metropolys.lesson.4', until: 2 },
    { text: 'metropolys.lesson.5', until: 'read' },
    { text: 'metropolys.lesson.6', until: 6 },
    { text: 'metropolys.lesson.7', until: 'read' },
  ],
} satisfies Lesson;
