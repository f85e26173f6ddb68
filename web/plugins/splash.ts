// SPDX-License-Identifier: MIT
// What an iPhone or iPad shows while the installed app opens. They take no picture but one of exactly
// their own size, so the build paints one for each from the icon: what its SVG uses is little enough
// to be painted here (rectangles, circles, straight paths; filled or stroked).
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Width and height of a screen held upright, in CSS pixels, and how many pixels each has. */
const screens: [number, number, number][] = [
  [375, 667, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 2],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
  [768, 1024, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1194, 2],
  [1024, 1366, 2],
];

export type Colour = [number, number, number];
type Distance = (x: number, y: number) => number;
interface Shape {
  colour: Colour;
  /** Negative inside. */
  distance: Distance;
}

const colourOf = (hex: string): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;

function segment(ax: number, ay: number, bx: number, by: number): Distance {
  const [dx, dy] = [bx - ax, by - ay];
  return (x, y) => {
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - ax - along * dx, y - ay - along * dy);
  };
}

/** The lines of a path of M, L, H and V, absolute or relative, as far as they are straight. */
function lines(d: string): Distance {
  const parts: Distance[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = [...rest.matchAll(/-?[\d.]+/g)].map(Number);
    const [own, kind] = [letter === letter.toLowerCase(), letter.toLowerCase()];
    for (let i = 0; i < numbers.length; i += kind === 'h' || kind === 'v' ? 1 : 2) {
      const [a, b] = [numbers[i] ?? 0, numbers[i + 1] ?? 0];
      const to = kind === 'h' ? [a + (own ? x : 0), y] : kind === 'v' ? [x, a + (own ? y : 0)] : [a + (own ? x : 0), b + (own ? y : 0)];
      if (kind !== 'm' || i > 0) parts.push(segment(x, y, to[0]!, to[1]!));
      [x, y] = [to[0]!, to[1]!];
    }
  }
  return (px, py) => Math.min(...parts.map((part) => part(px, py)));
}

function outline(tag: string, of: (name: string) => number, d: string): Distance {
  if (tag === 'path') return lines(d);
  if (tag === 'circle') return (x, y) => Math.hypot(x - of('cx'), y - of('cy')) - of('r');
  const [hw, hh, r] = [of('width') / 2, of('height') / 2, of('rx')];
  const [cx, cy] = [of('x') + hw, of('y') + hh];
  return (x, y) => {
    const [qx, qy] = [Math.abs(x - cx) - hw + r, Math.abs(y - cy) - hh + r];
    return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - r;
  };
}

/** The shapes of an icon, from the lowest to the topmost. */
export function shapesOf(svg: string): Shape[] {
  const groups: Record<string, string>[] = [];
  const shapes: Shape[] = [];
  for (const [, close, tag = '', text = ''] of svg.matchAll(/<(\/?)(\w+)([^>]*?)\/?>/g)) {
    const own = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));
    if (tag === 'g' && close) groups.pop();
    else if (tag === 'g') groups.push(own);
    if (!['rect', 'circle', 'path'].includes(tag)) continue;
    const style: Record<string, string> = Object.assign({}, ...groups, own);
    const edge = outline(tag, (name) => Number(own[name] ?? 0), own.d ?? '');
    const half = Number(style['stroke-width'] ?? 1) / 2;
    if (style.stroke) shapes.push({ colour: colourOf(style.stroke), distance: (x, y) => Math.abs(edge(x, y)) - half });
    else shapes.push({ colour: colourOf(style.fill ?? '#000000'), distance: edge });
  }
  return shapes;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The colour at a point of the icon, smooth at the edges; `scale` is the size of a pixel there. */
function mix(shapes: Shape[], paper: Colour, x: number, y: number, scale: number): number[] {
  let colour: number[] = paper;
  for (const shape of shapes) {
    const cover = Math.max(0, Math.min(1, 0.5 - shape.distance(x, y) / scale));
    if (cover > 0) colour = colour.map((value, i) => Math.round(value + ((shape.colour[i] ?? 0) - value) * cover));
  }
  return colour;
}

/** The icon, so many pixels wide: its rows. */
export function draw(shapes: Shape[], size: number, paper: Colour): Buffer[] {
  const scale = 512 / size;
  const pixels = Array.from({ length: size }, (_, i) => (i + 0.5) * scale);
  return pixels.map((y) => Buffer.from(pixels.flatMap((x) => mix(shapes, paper, x, y, scale))));
}

/** A picture of this size with the icon in its middle. Each row is told as its difference from the one
 * above, so that the empty ones cost nothing. */
export function frame(icon: Buffer[], width: number, height: number, paper: Colour): Buffer {
  const [left, top] = [Math.round((width - icon.length) / 2), Math.round((height - icon.length) / 2)];
  const empty = Buffer.alloc(width * 3, Buffer.from(paper));
  const raw = Buffer.alloc(height * (1 + width * 3));
  let above = Buffer.alloc(width * 3);
  for (let y = 0; y < height; y++) {
    const line = icon[y - top];
    const row = line ? Buffer.from(empty) : empty;
    if (line) row.set(line, left * 3);
    const at = y * (1 + width * 3);
    raw[at] = 2;
    if (row !== above) for (let i = 0; i < row.length; i++) raw[at + 1 + i] = (row[i] ?? 0) - (above[i] ?? 0);
    above = row;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]);
}

const nameOf = ([w, h, ratio]: (typeof screens)[number]): string => `splash-${w * ratio}x${h * ratio}.png`;

export function splash(): Plugin {
  let publicDir = '';
  return {
    name: 'metropole-splash',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    transformIndexHtml: () =>
      screens.map((screen) => ({
        tag: 'link',
        injectTo: 'head' as const,
        attrs: {
          rel: 'apple-touch-startup-image',
          href: nameOf(screen),
          media: `(device-width: ${screen[0]}px) and (device-height: ${screen[1]}px) and (-webkit-device-pixel-ratio: ${screen[2]})`,
        },
      })),
    // Beside the bundle, not in it: what is kept for offline use has no need of them.
    writeBundle({ dir }) {
      const manifest = JSON.parse(readFileSync(resolve(publicDir, 'manifest.webmanifest'), 'utf8')) as { background_color: string };
      const paper = colourOf(manifest.background_color);
      const shapes = shapesOf(readFileSync(resolve(publicDir, 'icon.svg'), 'utf8'));
      const [small, large] = [draw(shapes, 320, paper), draw(shapes, 480, paper)];
      for (const screen of screens) {
        const [w, h, ratio] = screen;
        writeFileSync(resolve(dir ?? '', nameOf(screen)), frame(w * ratio < 1000 ? small : large, w * ratio, h * ratio, paper));
      }
    },
  };
}
