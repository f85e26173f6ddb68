// SPDX-License-Identifier: MIT
// A review that came with the page, of the record that came with it.
import type { Review } from '@schema/review';

export interface Given {
  record: string;
  review: Review;
}

export const given: Partial<Given> = {};
