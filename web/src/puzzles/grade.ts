// SPDX-License-Identifier: MIT
// How hard a puzzle is: how far a search has to look to find its move.
import { word } from '../i18n/lang.svelte';

export function gradeName(grade: number): string {
  return word('puzzles.grade', String(grade));
}
