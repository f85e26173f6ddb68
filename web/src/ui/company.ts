// SPDX-License-Identifier: MIT
// What a table online adds to a game: clocks, presence, talk, and questions that are no moves.
import type { Seat } from '../engine/protocol';

export interface Presence {
  /** What is left on the seat's clock, in words. */
  clock?: string;
  low?: boolean;
  away?: boolean;
}

export interface Question {
  text: string;
  /** What it would mean, a line each. */
  more?: string[] | undefined;
  answers: { label: string; primary?: boolean; run: () => void }[];
}

export interface Company {
  seat(seat: Seat): Presence;
  unread: number;
  /** What was said last, until it is read or I move. */
  said: { name: string; text: string } | null;
  /** Why nothing happens: somebody is waited for who is not there, or for an answer; or there is a pause. */
  waits: string | null;
  /** Opens the talk. */
  talk(): void;
  questions: Question[];
  /** The next game in which it is my turn, if there is one. */
  next: { label: string; run: () => void } | null;
  /** Takes my last move back, or asks the others whether I may; null when there is none. */
  takeBack: (() => void) | null;
  /** Ends a pause; null while there is none. */
  goOn: (() => void) | null;
  /** How it ended, and what can be done then; null while it is played. */
  end: Question | null;
}
