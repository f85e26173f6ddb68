// SPDX-License-Identifier: MIT
// Le Jeu du Métro before it is fetched.
import type { Card } from '../ids';

export default { order: 4, aspect: 1.45, tray: 190, scoreless: true } satisfies Card;
