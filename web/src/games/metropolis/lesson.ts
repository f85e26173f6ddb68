// SPDX-License-Identifier: MIT
// The first game of Metropolis.
import type { Lesson } from '../../play/lesson';

export default {
  seed: 9,
  players: 2,
  options: { start: 1 },
  steps: [
    { text: 'metropolis.lesson.1', until: 'read' },
    { text: 'metropolis.lesson.2', until: 'preview' },
    { text: 'metropolis.lesson.3', until: 1 },
    { text: 'metropolis.lesson.4', until: 2 },
    { text: 'metropolis.lesson.5', until: 'read' },
    { text: 'metropolis.lesson.6', until: 6 },
    { text: 'metropolis.lesson.7', until: 'read' },
  ],
} satisfies Lesson;
