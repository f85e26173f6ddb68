// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { draw, frame, shapesOf, type Colour } from '../../plugins/splash';

const svg = readFileSync(resolve(import.meta.dirname, '../../public/icon.svg'), 'utf8');

/** The pixels of a picture whose rows are told as differences from the one above. */
function pixels(png: Buffer, width: number, height: number): (x: number, y: number) => number[] {
  const at = png.indexOf('IDAT');
  const raw = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const stride = 1 + width * 3;
  for (let y = 1; y < height; y++) for (let i = 1; i < stride; i++) raw[y * stride + i]! += raw[(y - 1) * stride + i]!;
  return (x, y) => [...raw.subarray(y * stride + 1 + x * 3, y * stride + 4 + x * 3)];
}

it('paints the icon in the middle of a screen of any size', () => {
  const paper: Colour = [18, 24, 31];
  const [width, height] = [300, 500];
  const png = frame(draw(shapesOf(svg), 120, paper), width, height, paper);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  const pixel = pixels(png, width, height);
  // The icon is 120 wide: 512 of its own units.
  const icon = (x: number, y: number): number[] => pixel(90 + Math.floor((x * 120) / 512), 190 + Math.floor((y * 120) / 512));
  expect(pixel(0, 0)).toEqual(paper);
  expect(pixel(299, 499)).toEqual(paper);
  expect(icon(2, 2), 'its corners are round').toEqual(paper);
  expect(icon(140, 260), 'the left leg of the letter').toEqual([0xf4, 0xec, 0xdb]);
  expect(icon(256, 380), 'enamel below the letter').toEqual([0x0b, 0x5d, 0x57]);
});
