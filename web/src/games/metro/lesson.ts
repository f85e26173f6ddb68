// SPDX-License-Identifier: MIT
// The first game of Metro.
import type { Lesson } from '../../play/lesson';

export default {
  seed: 11,
  players: 2,
  options: { start: 1 },
  steps: [
    { text: 'metro.lesson.1', until: 'read' },
    { text: 'metro.lesson.2', until: 'preview' },
    { text: 'metro.lesson.3', until: 1 },
    { text: 'metro.lesson.4', until: 'read' },
    { text: 'metro.lesson.5', until: 3 },
    { text: 'metro.lesson.6', until: 6 },
    { text: 'metro.lesson.7', until: 'read' },
  ],
} satisfies Lesson;
