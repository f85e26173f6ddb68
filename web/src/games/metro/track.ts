// SPDX-License-Identifier: MIT
// How tiles, stations and lines are drawn (ME-2, ME-3, ME-10). Positions only: which cells a line
// crosses, and whose it is, comes from the engine; where stations lie and tracks lead, from the
// game's own data.
import board from '@games/metro/data/board.def?raw';

export const cell = 100;
/** Around the field: stations, and the letters and numbers of the cells outside them. */
export const margin = 108;
const platform = 42;
export const size = 8 * cell + 2 * margin;

export type Side = 0 | 1 | 2 | 3;
/** The sides' names in the engine's words, in their order. */
export const sides = ['top', 'right', 'bottom', 'left'];

interface Point {
  x: number;
  y: number;
}

const near = 34;
const far = 66;
/** The eight ends of a tile, clockwise from the top side's left one. */
const ends: Point[] = [
  { x: near, y: 0 },
  { x: far, y: 0 },
  { x: cell, y: near },
  { x: cell, y: far },
  { x: far, y: cell },
  { x: near, y: cell },
  { x: 0, y: far },
  { x: 0, y: near },
];
const inward: Point[] = [
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
];
/** The rows of one name in the data, each as its values. */
const rows = (name: string): string[][] =>
  [...board.matchAll(new RegExp(`^${name}\\((.*)\\)`, 'gm'))].map((match) => (match[1] ?? '').replaceAll("'", '').split(', '));

const turns: Record<string, number> = Object.fromEntries(rows('TRACK').map(([letter = '', sides]) => [letter, Number(sides)]));
const reach: Record<string, number> = { s: 33, l: 37, r: 19, u: 46 };

/** The side by which the track that enters from `side` leaves a tile turned by `turn` degrees. */
export function leaves(tile: string, turn: number, side: Side): Side {
  const own = (side + 4 - turn / 90) % 4;
  return (((turns[tile[own] ?? 's'] ?? 2) + side) % 4) as Side;
}

/** A tile as it lies: the name of the one that looks like it without a turn. */
export function lying(tile: string, turn: number): string {
  return sides.map((_, side) => tile[(side + 4 - turn / 90) % 4] ?? 's').join('');
}

/** The curve of that track within a cell whose corner is at (x, y); `first` starts a new path. */
export function curve(tile: string, turn: number, side: Side, x: number, y: number, first: boolean): string {
  const own = (side + 4 - turn / 90) % 4;
  const letter = tile[own] ?? 's';
  const out = leaves(tile, turn, side);
  const a = ends[side * 2]!;
  const b = ends[out * 2 + 1]!;
  const k = reach[letter] ?? 33;
  const p = (point: Point, side: Side, d: number): string => `${x + point.x + (inward[side]?.x ?? 0) * d} ${y + point.y + (inward[side]?.y ?? 0) * d}`;
  return `${first ? `M${p(a, side, 0)}` : ''}C${p(a, side, k)} ${p(b, out, k)} ${p(b, out, 0)}`;
}

export function cornerOf(name: string): Point {
  return { x: margin + (name.charCodeAt(0) - 97) * cell, y: margin + (Number(name.slice(1)) - 1) * cell };
}

export const cells: string[] = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`);
export const centre = new Set(rows('CENTRE').map((place) => place.join('')));

export interface Station {
  number: number;
  side: Side;
  cell: string;
}

export const stations: Station[] = rows('STATION').map(([number, column = '', row = '', side]) => ({
  number: Number(number),
  side: Number(side) as Side,
  cell: column + row,
}));

/** Where a station stands outside the board: the middle of its arch, and the turn of the drawing. */
export function stationAt(station: Station): Point & { turn: number } {
  const corner = cornerOf(station.cell);
  const middle = { x: corner.x + cell / 2, y: corner.y + cell / 2 };
  const away = cell / 2 + platform;
  const n = inward[station.side]!;
  return { x: middle.x - n.x * away, y: middle.y - n.y * away, turn: station.side * 90 };
}

export interface Laid {
  tile: string;
  turn: number;
}

/** The drawn course of a line through the cells that the engine names, and where it ends. */
export function course(board: Record<string, Laid>, number: number, through: string[]): { d: string; at: Point; side: Side } {
  const station = stations[number - 1]!;
  let side = station.side;
  let d = '';
  let exit: Side = station.side;
  let last = cornerOf(station.cell);
  let end: Point = ends[side * 2]!;
  for (const name of through) {
    const laid = board[name];
    if (!laid) break;
    last = cornerOf(name);
    d += curve(laid.tile, laid.turn, side, last.x, last.y, d === '');
    exit = leaves(laid.tile, laid.turn, side);
    end = ends[exit * 2 + 1]!;
    side = ((exit + 2) % 4) as Side;
  }
  return { d, at: { x: last.x + end.x, y: last.y + end.y }, side: exit };
}

/** Where a line would go on that comes into a cell by a side, were the tile laid there: the next empty
 * cell, or where it would end. */
export function leadsTo(board: Record<string, Laid>, cell: string, laid: Laid, from: Side): { way: 'cell' | 'station' | 'centre'; to: string } {
  const all: Record<string, Laid> = { ...board, [cell]: laid };
  let [name, side] = [cell, from];
  // A line crosses each side of each cell once at most.
  for (let n = 0; n < 4 * cells.length; n++) {
    const at = all[name];
    if (!at) break;
    const out = leaves(at.tile, at.turn, side);
    const station = stations.find((each) => each.cell === name && each.side === out);
    if (station) return { way: 'station', to: String(station.number) };
    const { x, y } = inward[out]!;
    name = `${String.fromCharCode(name.charCodeAt(0) - x)}${Number(name.slice(1)) - y}`;
    if (centre.has(name)) return { way: 'centre', to: name };
    side = ((out + 2) % 4) as Side;
  }
  return { way: 'cell', to: name };
}
