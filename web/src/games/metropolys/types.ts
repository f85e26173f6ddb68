// SPDX-License-Identifier: MIT
// Metropolys' own members of a view, and its effects.
import type { Effect, Seat, View } from '../../engine/protocol';
import type { Kind } from './map';

export type Height = 'small' | 'medium' | 'tall';
export type Token = 'trendy' | 'subway' | 'site';

export interface Building {
  place: string;
  seat: Seat;
  height: Height;
  value: number;
}

export interface MetropolysView extends View {
  out: string[];
  tokens: { place: string; kind: Token }[];
  built: Building[];
  bids: Building[];
  passed: Seat[];
  left: number[][];
  taken: Record<Token, number>[];
  cards: { area: string | null; kind?: Kind | null }[];
  special: { subway: Seat | null; site: Seat | null };
}

export type MetropolysEffect = Effect &
  (
    | { type: 'bid' | 'call_won' | 'returned'; seat: Seat; place: string; height: Height; value: number }
    | { type: 'pass' | 'forced_pass' | 'start'; seat: Seat }
    | { type: 'token'; seat: Seat; kind: Token; place: string }
    | { type: 'card'; card: 'subway' | 'site'; seat: Seat; from: Seat | null }
  );

export function heightOf(value: number, view: MetropolysView): Height {
  const seen = [...view.bids, ...view.built].find((building) => building.value === value);
  return seen?.height ?? (value <= 5 ? 'small' : value <= 9 ? 'medium' : 'tall');
}
