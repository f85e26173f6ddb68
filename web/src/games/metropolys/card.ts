// SPDX-License-Identifier: MIT
// Metropolys before it is fetched.
import type { Card } from '../ids';

export default { order: 2, aspect: 1.26, tray: 150, secretScores: true, colours: ['blue', 'red', 'white', 'grey'] } satisfies Card;
