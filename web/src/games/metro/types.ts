// SPDX-License-Identifier: MIT
// Metro's own members of a view, and its effects.
import type { Effect, Seat, View } from '../../engine/protocol';
import type { Laid } from './track';

export interface Line {
  station: number;
  owner: Seat;
  cells: string[];
  length: number;
  end: null | number | 'centre';
  points: number;
  done: boolean;
}

export interface MetroView extends View {
  board: Record<string, Laid>;
  hands: (string | null)[][];
  drawn: { seat: Seat; tile: string | null } | null;
  pile: number;
  unseen: Record<string, number>;
  lines: Line[];
}

export interface LineEffect extends Effect {
  type: 'line_grows' | 'line_closed';
  station: number;
  seat: Seat;
  cells: string[];
  length: number;
  end: null | number | 'centre';
  points?: number;
}

export interface PlaceEffect extends Effect {
  type: 'place';
  seat: Seat;
  tile: string;
  cell: string;
  turn: number;
}

export type MetroEffect = LineEffect | PlaceEffect | (Effect & { type: 'draw'; seat: Seat });
