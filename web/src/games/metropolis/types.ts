// SPDX-License-Identifier: MIT
// Metropolis' own members of a view, and its effects.
import type { Effect, Seat, View } from '../../engine/protocol';

export const kinds = ['house', 'shop', 'school', 'apartment', 'factory', 'administration', 'hospital', 'store'] as const;
export type Kind = (typeof kinds)[number];

export interface Why {
  cause: 'base' | 'site' | 'neighbour' | 'floor';
  site?: string;
  kind?: Kind;
  number?: number;
  points: number;
}

export interface Built {
  kind: Kind;
  plots: number[];
  owners: { seat: Seat; plots: number; points: number }[];
  value: number;
  why: Why[];
}

/** A building that a side of a trade could build alone. */
export interface Prospect {
  kind: Kind;
  plots: number[];
  value: number;
}

export interface Gain {
  seat: Seat;
  now: Prospect | null;
  then: Prospect | null;
}

export type Deal = { seat: Seat; waiting: Seat[] } & (
  { deal: 'trade'; to: Seat; give: number[]; ask: number[]; gains?: Gain[] } | { deal: 'joint'; kind: Kind; plots: number[]; partners: Seat[] }
);

export interface MetropolisView extends View {
  owners: (Seat | null)[];
  buildings: Built[];
  stock: { kind: Kind; form: number[]; left: number }[];
  open: number[];
  deck: number;
  deals: Deal[];
  phase: string;
  rights: { plot: number; seats: Seat[] }[];
}

export type MetropolisEffect = Effect &
  (
    | { type: 'take' | 'dealt'; seat: Seat; plot: number }
    | { type: 'open'; plot: number }
    | { type: 'give'; seat: Seat; to: Seat; plot: number }
    | {
        type: 'build';
        seat: Seat;
        kind: Kind;
        plots: number[];
        values: { building: number; kind: Kind; value: number; was: number | null }[];
      }
    | ({ type: 'offer' | 'deal_done' | 'deal_void' } & Deal)
    | { type: 'accept' | 'decline'; seat: Seat; from: Seat }
    | { type: 'withdraw' | 'end'; seat: Seat }
    | { type: 'extra_turn'; seat: Seat; left: number }
  );
