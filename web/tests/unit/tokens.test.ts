// SPDX-License-Identifier: MIT
// Contrast of the tokens in both themes: 4.5 for text, 3 for large text and meaningful lines.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8');

function tokens(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
}

const light = tokens(css.slice(css.indexOf(':root {'), css.indexOf('@media')));
const dark = { ...light, ...tokens(css.slice(css.indexOf("[data-theme='dark'] {"))) };

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = '', b = ''): number {
  const [x = 0, y = 0] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('tokens, %s', (_, theme) => {
  it.each(['ground', 'surface', 'raised'])('text is readable on %s', (ground) => {
    expect(contrast(theme.ink, theme[ground])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.muted, theme[ground])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.good, theme[ground])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.brass, theme[ground])).toBeGreaterThanOrEqual(3);
    expect(contrast(theme.vermilion, theme[ground])).toBeGreaterThanOrEqual(3);
  });

  it('enamel carries its lettering', () => {
    expect(contrast(theme['on-enamel'], theme.enamel)).toBeGreaterThanOrEqual(4.5);
  });

  it('the winner’s row is readable', () => {
    expect(contrast(theme.ink, theme['good-soft'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.muted, theme['good-soft'])).toBeGreaterThanOrEqual(4.5);
  });

  it('cards and plates carry their pictograms', () => {
    for (const plate of ['card-green', 'card-red', 'card-blue', 'card-gold', 'print', 'night'])
      expect(contrast(theme.paper, theme[plate]), plate).toBeGreaterThanOrEqual(4.5);
  });

  it('black is one colour, seen on cream tiles and by its edge on what is dark', () => {
    expect(theme['seat-black']).toBe('#2a2e33');
    expect(contrast(theme['seat-black'], theme['tile-white'] ?? theme.paper)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['ground', 'surface', 'raised']) expect(contrast(theme['seat-black-edge'], theme[ground]), ground).toBeGreaterThanOrEqual(3);
  });

  it('seats can be told from their casing', () => {
    for (const seat of ['yellow', 'blue', 'orange', 'green', 'purple', 'red', 'white', 'grey'])
      expect(contrast(theme[`seat-${seat}`], theme.casing), seat).toBeGreaterThanOrEqual(2.5);
  });

  it('kinds of neighbourhood show on the night map', () => {
    for (const kind of ['park', 'lodging', 'mall', 'administration', 'industry'])
      expect(contrast(theme[`kind-${kind}`], theme.night), kind).toBeGreaterThanOrEqual(3);
  });
});

it('the two ways to be dark are the same', () => {
  const media = tokens(css.slice(css.indexOf('@media'), css.indexOf("[data-theme='dark'] {")));
  expect(media).toEqual(tokens(css.slice(css.indexOf("[data-theme='dark'] {"))));
});
