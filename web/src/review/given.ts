// SPDX-License-Identifier: MIT
// A review that came with the page, or with a record that carries it, of that record.
import type { Review } from '@schema/review';

export interface Given {
  record: string;
  review: Review;
}

export const given: Partial<Given> = {};
