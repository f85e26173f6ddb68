// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { centre, course, leadsTo, leaves, lying, stations } from '../track';

describe('tracks', () => {
  it('ME-10 ssrl joins 0→5, 2→7, 4→3, 6→1', () => {
    expect([0, 1, 2, 3].map((side) => leaves('ssrl', 0, side as 0))).toEqual([2, 3, 1, 0]);
  });

  it('ME-12 a turned tile turns its tracks', () => {
    expect(leaves('ssrl', 90, 1)).toBe(3);
    expect(leaves('lrlr', 90, 0)).toBe(3);
  });

  it('ME-12 a turned tile is spoken of as it lies', () => {
    expect(lying('ssrl', 0)).toBe('ssrl');
    for (const turn of [90, 180, 270]) for (const side of [0, 1, 2, 3] as const) expect(leaves(lying('ulls', turn), 0, side)).toBe(leaves('ulls', turn, side));
  });

  it('ME-3 stations run anticlockwise from the top right corner', () => {
    expect(stations.map((station) => station.cell)[0]).toBe('h1');
    expect(stations.map((station) => station.number)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
    expect(stations[8]).toEqual({ number: 9, side: 3, cell: 'a1' });
    expect(stations[31]).toEqual({ number: 32, side: 1, cell: 'h1' });
  });

  it('ME-1 the central station is four cells', () => {
    expect([...centre].sort()).toEqual(['d4', 'd5', 'e4', 'e5']);
  });

  it('a line is drawn through the cells that the engine names', () => {
    const drawn = course({ h1: { tile: 'ssss', turn: 0 }, h2: { tile: 'ssss', turn: 0 } }, 1, ['h1', 'h2']);
    expect(drawn.d.match(/C/g)?.length).toBe(2);
    expect(drawn.d.match(/M/g)?.length).toBe(1);
  });

  it('a tile in hand leads a line to the next empty cell, to a station, or to the centre', () => {
    const straight = { tile: 'ssss', turn: 0 };
    expect(leadsTo({}, 'd1', straight, 0)).toEqual({ way: 'cell', to: 'd2' });
    expect(leadsTo({ d2: straight }, 'd1', straight, 0)).toEqual({ way: 'cell', to: 'd3' });
    expect(leadsTo({ d2: straight, d3: straight }, 'd1', straight, 0)).toEqual({ way: 'centre', to: 'd4' });
    expect(leadsTo({}, 'd1', { tile: 'uuuu', turn: 0 }, 0)).toEqual({ way: 'station', to: '5' });
    // Round through a neighbour and back through the tile itself.
    expect(leadsTo({ d2: { tile: 'uuuu', turn: 0 } }, 'd1', straight, 0)).toEqual({ way: 'station', to: '5' });
    expect(leadsTo({ b1: straight }, 'a1', straight, 3)).toEqual({ way: 'cell', to: 'c1' });
  });
});
