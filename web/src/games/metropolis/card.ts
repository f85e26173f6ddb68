// SPDX-License-Identifier: MIT
// Metropolis before it is fetched.
import type { Card } from '../ids';

export default { order: 3, aspect: 1.6, tray: 180 } satisfies Card;
