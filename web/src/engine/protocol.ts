// SPDX-License-Identifier: MIT
// The engine protocol as types: what is asked and what comes back. Nothing here knows a rule.
export type Seat = number;
export type Viewer = Seat | 'public' | 'all';
export type OptionValue = number | boolean | string;
export type Options = Record<string, OptionValue>;

export interface OptionInfo {
  name: string;
  type: 'int' | 'bool' | 'choice' | 'text';
  default: OptionValue;
  values?: OptionValue[];
}

export interface GameInfo {
  id: string;
  title: { en: string; fr: string };
  players: [number, number];
  options: OptionInfo[];
}

export interface Status {
  game: string;
  players: number;
  options: Options;
  ply: number;
  over: boolean;
  actors: (Seat | 'chance')[];
  turn: Seat | null;
  scores: number[];
  score_scale: number;
  winners: Seat[];
}

/** What every view has; each game adds its own members. */
export interface View extends Status {
  seat: Viewer;
  can_offer: boolean;
}

/** Something that happened, in the game's own words. */
export interface Effect {
  type: string;
}

export interface Preview {
  view: View;
  effects: Effect[];
}

export interface Points {
  seat: Seat;
  rule: string;
  points: number;
  cause: string;
  [more: string]: unknown;
}

export interface Fault {
  code: string;
  message: string;
  rule?: string;
  line?: number;
}

export interface BotInfo {
  iterations: number;
  value: number[];
  line?: string[];
}

/** A request that the engine refused; nothing has changed. */
export class Refusal extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export type Member = string | number | boolean | Options | undefined;
export type Request = { op: string } & Record<string, Member>;
