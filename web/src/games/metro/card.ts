// SPDX-License-Identifier: MIT
// Metro before it is fetched.
import type { Card } from '../ids';

export default { order: 1, aspect: 1, tray: 80 } satisfies Card;
