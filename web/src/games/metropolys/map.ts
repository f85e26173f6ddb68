// SPDX-License-Identifier: MIT
// The map of Metropolys, from the game's own data: where things are, never what may be done there.
import { bridges, canvas, districts, lakes, neighborhoods, outline, river, roads, statues } from '@games/metropolys/data/metropolys_map.json';

import type { District, Kind } from './types';

export type Point = [number, number];

export interface Place {
  id: string;
  district: District;
  kind: Kind;
  border: boolean;
  polygon: Point[];
  anchor: Point;
  token_anchor: Point;
  marker_radius: number;
}

interface MapData {
  canvas: [number, number];
  neighborhoods: Place[];
  roads: [string, string][];
  bridges: { a: string; b: string; line: [Point, Point] }[];
  statues: { pos: Point; around: string[] }[];
  lakes: { id: string; polygon: Point[]; around: string[] }[];
  river: Point[][];
  districts: { id: District; outline: Point[] }[];
  outline: Point[];
}

export const city = { bridges, canvas, districts, lakes, neighborhoods, outline, river, roads, statues } as unknown as MapData;
export const places = city.neighborhoods;
export const placeOf = new Map(places.map((place) => [place.id, place]));

export function points(polygon: Point[]): string {
  return polygon.map(([x, y]) => `${x},${y}`).join(' ');
}

/** The middle of what it takes up. */
export function middle(polygon: Point[]): Point {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** Neighbours by road or bridge, for reading the board aloud. */
export function around(id: string): { statues: number; lakes: string[]; bridges: string[]; neighbours: string[] } {
  const joined = [...city.roads, ...city.bridges.map(({ a, b }): [string, string] => [a, b])];
  return {
    neighbours: joined.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : [])),
    statues: city.statues.filter((statue) => statue.around.includes(id)).length,
    lakes: city.lakes.filter((lake) => lake.around.includes(id)).map((lake) => lake.id),
    bridges: city.bridges.filter((bridge) => bridge.a === id || bridge.b === id).map((bridge) => (bridge.a === id ? bridge.b : bridge.a)),
  };
}
