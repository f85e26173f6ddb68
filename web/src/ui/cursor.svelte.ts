// SPDX-License-Identifier: MIT
// Where somebody is on a board by keyboard. A board is one stop of Tab, and this is it.
export class Cursor {
  at = $state.raw<SVGElement | null>(null);
}
