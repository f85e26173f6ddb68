// SPDX-License-Identifier: MIT
// The server's protocol as types (docs/server-protocol.md): what it tells and answers.
import type { Effect, Options, Seat, View } from '../engine/protocol';

export interface SeatState {
  seat: Seat;
  kind: 'open' | 'person' | 'bot';
  name?: string;
  account?: boolean;
  online?: boolean;
  /** Of the last game: somebody for whom an open seat is kept a while. */
  kept_for?: string;
  /** Milliseconds until a bot may play on for somebody who is away, when it was told. */
  replace_in?: number;
  level?: string;
}

export interface ClockPlan {
  kind: 'none' | 'live' | 'days';
  bank?: number;
  increment?: number;
  days?: number;
  timeout?: 'play' | 'pass';
}

export interface Info {
  game: string;
  players: number;
  options: Options;
  status: 'open' | 'playing' | 'over' | 'aborted';
  public: boolean;
  created: number;
  /** How long somebody must be away before a bot may play on, in ms. */
  patience?: number;
  clock: ClockPlan;
  seats: SeatState[];
  /** The seat of whoever made the table, if they sit. */
  host_seat?: Seat;
  rematch?: string;
}

export interface Now {
  status: Info['status'];
  turn_no?: number;
  turn?: Seat | null;
  actors?: Seat[];
  scores?: number[];
  over?: boolean;
  clock?: { left: number[]; running: Seat | null };
}

export interface WireEvent {
  seq: number;
  at: number;
  kind: 'move' | 'seat' | 'chat' | 'start' | 'undo' | 'end' | 'rematch' | 'note';
  seat?: Seat | 'chance';
  move?: string;
  effects?: Effect[];
  occupant?: SeatState['kind'];
  level?: string;
  name?: string;
  account?: boolean;
  text?: string;
  removed?: boolean;
  /** Said at a private table, for those who sit there. */
  hidden?: boolean;
  reason?: string;
  places?: number[];
  rematch?: string;
  /** Moves that are left after a take-back. */
  moves?: number;
  /** What a note is about. */
  what?: string;
  /** Why a seat went to a bot. */
  why?: string;
}

export interface Asking {
  by: Seat;
  yes: Seat[];
}

export interface TableMessage {
  type: 'table';
  table: string;
  seq: number;
  seat: Seat | null;
  host: boolean;
  info: Info;
  now: Now;
  chat: WireEvent[];
  takeback?: Asking;
  end?: { reason: string; places?: number[] };
  view?: View;
}

export interface EventsMessage {
  type: 'events';
  table: string;
  events: WireEvent[];
  now: Now;
  /** Of a page of the history: after which event it begins, and whether another follows. */
  since?: number;
  more?: boolean;
}

export interface PresenceMessage {
  type: 'presence';
  table: string;
  seats: SeatState[];
  takeback?: Asking;
  watching: number;
}

export interface Listing {
  table: string;
  info: Info;
  watching: number;
}

export type Message =
  | TableMessage
  | EventsMessage
  | PresenceMessage
  | { type: 'hello'; v: number; you: { name: string; account: boolean } | null }
  | { type: 'lobby_changed'; tables: Listing[]; gone: string[] }
  | { type: 'your_turn'; table: string; game: string }
  | { type: 'removed'; table: string; seq: number }
  | { type: 'answer'; id?: number; ok: boolean; error?: { code: string; message: string; rule?: string } };
