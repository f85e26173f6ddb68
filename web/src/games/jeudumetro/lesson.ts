// SPDX-License-Identifier: MIT
// The first game of Le Jeu du Métro.
import type { Lesson } from '../../play/lesson';

export default {
  seed: 3,
  players: 3,
  options: { start: 1 },
  steps: [
    { text: 'jeudumetro.lesson.1', until: 'read' },
    { text: 'jeudumetro.lesson.2', until: 'preview' },
    { text: 'jeudumetro.lesson.3', until: 1 },
    { text: 'jeudumetro.lesson.4', until: 'read' },
    { text: 'jeudumetro.lesson.5', until: 3 },
    { text: 'jeudumetro.lesson.6', until: 5 },
    { text: 'jeudumetro.lesson.7', until: 'read' },
  ],
} satisfies Lesson;
