// SPDX-License-Identifier: MIT
// A table as the screens see it. Local and online tables fulfil the same interface; drawing code
// never learns which one it has.
import type { GameId } from '../games/ids';
import type { BotInfo, Effect, Options, Points, Preview, Seat, View, Viewer } from '../engine/protocol';

export type Level = 'easy' | 'normal' | 'hard';

const stations = ['Alésia', 'Bastille', 'Crimée', 'Dupleix', 'Étoile', 'Falguière'];

/** What whoever sits there is called who has no name of their own: a bot, above all. It begins with
 * the letter of their mark. */
export function nameless(i: number): string {
  return stations[i] ?? `${i + 1}`;
}

export interface SeatPlan {
  name: string;
  /** Who sits there: a person at this device, a person elsewhere, or a bot of some level. */
  who: 'here' | 'away' | 'guest' | Level;
  /** Index of the look (colour, shape, letter) among the game's looks. */
  look: number;
}

export interface TableInfo {
  game: GameId;
  options: Options;
  seats: SeatPlan[];
  /** So many moves were there before its people sat down: not theirs to take back. */
  given?: number;
}

/** A move as the viewer saw it. */
export interface Played {
  seat: Seat | 'chance';
  move: string;
}

/** What the viewer may know now, and may do. */
export interface Position {
  view: View;
  /** Listed moves of the seats of this device, by seat. */
  legal: Record<Seat, string[]>;
}

/** One player's move with the chance that followed, as the viewer saw it. */
export interface Step extends Position {
  played: Played[];
  effects: Effect[];
}

/** A line of the journal: a step, or something that happened around the game. */
export interface Entry {
  played: Played[];
  effects: Effect[];
  /** What happened at the table, in the language of the moment; nothing was played then. */
  note?: () => string;
  /** Whose note it is. */
  seat?: Seat;
}

export interface Hint {
  move: string | null;
  info: BotInfo;
}

export interface TableListener {
  /** Something was played. A table may wait for the promise before it goes on. */
  step(step: Step): void | Promise<void>;
  /** A seat is thinking (null: nobody is). A table may wait for the promise before the seat moves:
   * until then what was last played has not been seen. */
  thinking(seat: Seat | null): void | Promise<void>;
  /** The match stands elsewhere now: moves were taken back, or much was missed. `note`: what the journal
   * says of it, if that is its last line. */
  moved(position: Position, log: Entry[], note?: Entry): void | Promise<void>;
  /** Something happened around the game. */
  noted(entry: Entry): void;
}

export interface Table {
  readonly kind: 'local' | 'online' | 'puzzle';
  readonly info: TableInfo;
  /** Under which it is kept on this device. */
  readonly id?: string;
  /** From now on the table is seen by this viewer, and what happens is told as `told` may know it. */
  look(viewer: Viewer, told?: Viewer): Promise<Position>;
  /** Throws a Refusal and changes nothing if a rule forbids the move. */
  play(seat: Seat, move: string): Promise<void>;
  preview(seat: Seat, move: string): Promise<Preview>;
  breakdown(): Promise<Points[]>;
  /** The record as this viewer may have it. */
  record(): Promise<string>;
  /** What a strong bot would play from what the seat may know, after about so many milliseconds. */
  hint(seat: Seat, ms: number): Promise<Hint>;
  /** Back to where so many moves had been made; absent where it cannot be had. */
  undo?(ply: number): Promise<Position>;
  /** What has happened before this page was there, as `told` may know it. Asked before anything else. */
  history?(told: Viewer): Promise<Entry[]>;
  /** Starts telling, and lets bots move. */
  listen(listener: TableListener): void;
  close(): void;
}
