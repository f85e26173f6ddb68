// SPDX-License-Identifier: MIT
// The engine protocol as types: what is asked and what comes back. Nothing here knows a rule.
// The types are made from docs/engine.schema.json.
import type { Effect, Options, View } from '@schema/engine';

export type { BotInfo, Effect, GameInfo, OptionInfo, Options, OptionValue, Over, Points, Seat, Status, View, Viewer } from '@schema/engine';

export interface Preview<V extends View = View, E extends Effect = Effect> {
  view: V;
  effects: E[];
}

/** What was refused and why: by the engine, the server, or the page itself. */
export interface Fault {
  code: string;
  message: string;
  rule?: string;
  /** Of the sentence that says why this very move is refused, and what it is about. */
  key?: string;
  args?: Record<string, unknown>;
  line?: number;
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
