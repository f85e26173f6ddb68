// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rulesPage } from '../../plugins/markdown';
import { course, leaves, stations } from '../../src/games/metro/track';
import { plotAt, solid } from '../../src/games/metropolis/plan';
import { parseValues } from '../../src/games/metropolis/values';
import { parseRoute } from '../../src/shell/route.svelte';
import { nearest } from '../../src/ui/arrows';
import { zoomBox } from '../../src/ui/box';

describe('tracks', () => {
  it('ME-10 ssrl joins 0→5, 2→7, 4→3, 6→1', () => {
    expect([0, 1, 2, 3].map((side) => leaves('ssrl', 0, side as 0))).toEqual([2, 3, 1, 0]);
  });

  it('ME-12 a turned tile turns its tracks', () => {
    expect(leaves('ssrl', 90, 1)).toBe(3);
    expect(leaves('lrlr', 90, 0)).toBe(3);
  });

  it('ME-3 stations run anticlockwise from the top right corner', () => {
    expect(stations.map((station) => station.cell)[0]).toBe('h1');
    expect(stations[8]).toEqual({ number: 9, side: 3, cell: 'a1' });
    expect(stations[31]).toEqual({ number: 32, side: 1, cell: 'h1' });
  });

  it('a line is drawn through the cells that the engine names', () => {
    const drawn = course({ h1: { tile: 'ssss', turn: 0 }, h2: { tile: 'ssss', turn: 0 } }, 1, ['h1', 'h2']);
    expect(drawn.d.match(/C/g)?.length).toBe(2);
    expect(drawn.d.match(/M/g)?.length).toBe(1);
  });
});

describe('the plan', () => {
  it('MS-1 x5 lies below x0', () => {
    expect(plotAt(15).x).toBe(plotAt(10).x);
    expect(plotAt(15).y).toBeGreaterThan(plotAt(10).y);
  });

  it('a block has no wall between its own plots', () => {
    expect(solid([10, 11], 10).walls.length).toBe(3);
    expect(solid([10, 15], 10).walls.length).toBe(3);
  });

  it('an evaluation table is read for showing', () => {
    const [row] = parseValues('building house\n\tbase 2\n\ton park 4\n\tplus school 1, shop 1\n\tminus factory 1 # x\n');
    expect(row).toEqual({
      kind: 'house',
      base: 2,
      site: { name: 'park', value: 4 },
      changes: [
        { kind: 'school', points: 1 },
        { kind: 'shop', points: 1 },
        { kind: 'factory', points: -1 },
      ],
      never: [],
    });
  });
});

describe('the page', () => {
  it('reads its screen from the hash', () => {
    expect(parseRoute('')).toEqual({ screen: 'home', args: [] });
    expect(parseRoute('#/rules/metro/ME-33')).toEqual({ screen: 'rules', args: ['metro', 'ME-33'] });
  });

  it('makes anchors of rule ids and escapes what is not markup', () => {
    const page = rulesPage('# T\n\n- ME-1 A **grid** of <8> by 8.\n  More, see ME-2.\n\n| a | b |\n|---|---|\n| 1 | `x` |\n');
    expect(page.title).toBe('T');
    expect(page.texts['ME-1']).toBe('A grid of <8> by 8. More, see ME-2.');
    expect(page.blocks[0]?.html).toContain('&lt;8&gt;');
    expect(page.blocks[1]?.html).toContain('<code>x</code>');
  });

  it('moves focus to the nearest place in the direction of the arrow', () => {
    const at = (left: number, top: number) => ({ getBoundingClientRect: () => ({ left, top, width: 10, height: 10 }) });
    const [a, b, c] = [at(0, 0), at(50, 0), at(0, 50)];
    expect(nearest([a!, b!, c!], a!, 'ArrowRight')).toBe(b);
    expect(nearest([a!, b!, c!], a!, 'ArrowDown')).toBe(c);
    expect(nearest([a!, b!, c!], a!, 'ArrowLeft')).toBeNull();
  });

  it('zooms about a point and stays inside the picture', () => {
    const full = { x: 0, y: 0, w: 100, h: 50 };
    expect(zoomBox(full, full, 2, { x: 0, y: 0 })).toEqual({ x: 0, y: 0, w: 50, h: 25 });
    expect(zoomBox(full, full, 2, { x: 100, y: 50 })).toEqual({ x: 50, y: 25, w: 50, h: 25 });
    expect(zoomBox(full, full, 0.5, { x: 10, y: 10 })).toEqual(full);
  });
});
