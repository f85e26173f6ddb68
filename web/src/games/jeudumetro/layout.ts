// SPDX-License-Identifier: MIT
// Where the trains stand, as seen from a seat: its own below, the one on its left to the left, and so
// on clockwise round the platform. The neighbours are the engine's.
import type { Train } from './types';

const gap = 22;
export const top = 66;
export const car = 136;

/** The sizes of a table: more trains are drawn smaller, what is written below them is not. */
export interface Sizes {
  width: number;
  height: number;
  /** Of a train's place, with what lies below the train. */
  cell: { w: number; h: number };
  quay: number;
  bottom: number;
  /** How large the lettering is. */
  letter: number;
}

export interface Spot {
  x: number;
  y: number;
}

export interface Ring extends Sizes {
  at: Map<string, Spot>;
}

/** The trains from this one on, each the left neighbour of the one before. */
function round(trains: Train[], from: Train): Train[] {
  const found = [from];
  for (let next = trains.find((each) => each.train === from.left); next && next !== from;) {
    found.push(next);
    const { left } = next;
    next = trains.find((each) => each.train === left);
  }
  return found;
}

/** Columns (counted in halves of one) and rows, from the viewer's train on, clockwise. */
const seats: Record<string, [number, number][]> = {
  pairs: [
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
  ],
  3: [
    [0.5, 1],
    [0, 0],
    [1, 0],
  ],
  4: [
    [1, 1],
    [0, 1],
    [1, 0],
    [2, 1],
  ],
  5: [
    [1, 1],
    [0, 1],
    [0.5, 0],
    [1.5, 0],
    [2, 1],
  ],
  6: [
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ],
};

export function ring(trains: Train[], seat: number): Ring {
  const first = trains.find((each) => each.seat === seat) ?? trains[0];
  const paired = trains.some((each) => each !== first && each.seat === first?.seat);
  const places = seats[paired ? 'pairs' : trains.length] ?? [];
  const columns = Math.max(...places.map(([x]) => Math.ceil(x))) + 1;
  const letter = columns > 2 ? 1.4 : 1;
  const cell = { w: 430, h: car + 106 * letter };
  const quay = columns > 2 ? 280 : 196;
  const bottom = top + cell.h + quay + 20;
  const at = new Map<string, Spot>();
  for (const [i, train] of (first ? round(trains, first) : []).entries()) {
    const [x, y] = places[i] ?? [0, 0];
    at.set(train.train, { x: gap + x * (cell.w + gap), y: y ? bottom : top });
  }
  return { width: gap + columns * (cell.w + gap), height: bottom + cell.h + 8, cell, quay, bottom, letter, at };
}
