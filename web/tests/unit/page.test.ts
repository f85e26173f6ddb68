// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rulesPage } from '../../plugins/markdown';
import { parseRoute } from '../../src/shell/route.svelte';
import { nearest } from '../../src/ui/arrows';
import { zoomBox } from '../../src/ui/box';

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

  it('goes straight over a gap in a row rather than into the next row', () => {
    const at = (left: number, top: number) => ({ getBoundingClientRect: () => ({ left, top, width: 94, height: 94 }) });
    // c4 d3 e3 f4: d4 and e4 are no places.
    const [c4, d3, e3, f4] = [at(200, 300), at(300, 200), at(400, 200), at(500, 300)];
    expect(nearest([d3!, e3!, c4!, f4!], c4!, 'ArrowRight')).toBe(f4);
    expect(nearest([d3!, e3!, c4!, f4!], f4!, 'ArrowLeft')).toBe(c4);
  });

  it('zooms about a point and stays inside the picture', () => {
    const full = { x: 0, y: 0, w: 100, h: 50 };
    expect(zoomBox(full, full, 2, { x: 0, y: 0 })).toEqual({ x: 0, y: 0, w: 50, h: 25 });
    expect(zoomBox(full, full, 2, { x: 100, y: 50 })).toEqual({ x: 50, y: 25, w: 50, h: 25 });
    expect(zoomBox(full, full, 0.5, { x: 10, y: 10 })).toEqual(full);
  });
});
