// SPDX-License-Identifier: MIT
// How each kind of building is drawn: how high its walls are, the sign on its roof, and what its
// walls are made of, for a wall of any width. Pictures only.
import type { Strip } from './plan';
import type { Kind } from './types';

export const rises: Record<Kind, number> = { house: 21, shop: 22, school: 21, apartment: 25, factory: 20, administration: 26, hospital: 23, store: 28 };

/** Signs around (0, 0), about 16 wide. */
export const signs: Record<Kind, string> = {
  house: 'M-7 6V-1L0 -7L7 -1V6ZM-2 6V1H2V6',
  shop: 'M-7 7V-1H7V7ZM-8 -1L-6 -6H6L8 -1ZM-2 7V2H3V7',
  school: 'M0 -4Q-4 -7 -8 -5V5Q-4 3 0 6Q4 3 8 5V-5Q4 -7 0 -4V6',
  apartment: 'M-6 7V-7H6V7ZM-2.500 -4V-2M2.500 -4V-2M-2.500 0V2M2.500 0V2M-1.500 7V4H1.500V7',
  factory: 'M-8 6V0L-3 -4V0L2 -4V0H8V6ZM5 0V-7H8V0',
  administration: 'M-8 6H8M-6 6V-1M-2 6V-1M2 6V-1M6 6V-1M-8 -1H8L0 -7Z',
  hospital: 'M-2.500 -7H2.500V-2.500H7V2.500H2.500V7H-2.500V2.500H-7V-2.500H-2.500Z',
  store: 'M-7 7L-8 -3H8L7 7ZM-4 -3A4 5 0 0 1 4 -3',
};

export interface Parts {
  /** What stands above the wall, in stone: gables, pediments. */
  gable: string;
  panes: string;
  /** Doors and arches, darker. */
  doors: string;
  /** Lines: cornices, balconies, columns. */
  lines: string;
  /** In the owner's colour: awnings. */
  cloth: string;
}

/** `n` boxes spread over a width. */
function row(n: number, x: number, w: number, box: (at: number) => string): string {
  return Array.from({ length: n }, (_, i) => box(x + ((i + 0.5) * w) / n)).join('');
}

const pane = (w: number, h: number, y: number) => (at: number) => `M${at - w / 2} ${y}h${w}v${h}h${-w}z`;
const arch = (w: number, h: number, y: number) => (at: number) =>
  `M${at - w / 2} ${y + h}V${y + w / 2}A${w / 2} ${w / 2} 0 0 1 ${at + w / 2} ${y + w / 2}V${y + h}Z`;

const nothing: Parts = { gable: '', panes: '', doors: '', lines: '', cloth: '' };

const drawn: Record<Kind, (front: Strip) => Partial<Parts>> = {
  house: ({ x, y, w, h }) => ({
    gable: `M${x} ${y}L${x + w / 2} ${y - 13}L${x + w} ${y}Z`,
    panes: pane(7, 7, y + 5)(x + 8.5) + pane(6, 5, y - 5)(x + w / 2),
    doors: arch(7, 12, y + h - 12)(x + w / 2 + 1),
    lines: `M${x} ${y}L${x + w / 2} ${y - 13}L${x + w} ${y}`,
  }),
  shop: ({ x, y, w, h }) => ({
    panes: pane(15, 9, y + h - 11)(x + 10),
    doors: pane(7, 11, y + h - 11)(x + 24),
    cloth: row(5, x - 1, w + 2, (at) => `M${at - w / 10} ${y}h${w / 5}v7a${w / 10} 3 0 0 1 ${-w / 5} 0z`),
  }),
  school: ({ x, y, w, h }) => ({
    gable: `M${x + w / 2 - 13} ${y}L${x + w / 2} ${y - 11}L${x + w / 2 + 13} ${y}Z`,
    panes: row(Math.round(w / 14), x + 1, w - 2, pane(6, 9, y + 4)),
    doors: arch(9, 12, y + h - 12)(x + w / 2),
    lines: `M${x} ${y}H${x + w}M${x + w / 2 - 13} ${y}L${x + w / 2} ${y - 11}L${x + w / 2 + 13} ${y}M${x + w / 2} ${y - 5}v-2.5M${x + w / 2} ${y - 5}h2`,
  }),
  apartment: ({ x, y, w, h }) => ({
    gable: row(Math.round(w / 13), x, w, (at) => arch(7, 8, y - 7)(at)),
    panes:
      row(Math.round(w / 13), x, w, pane(5, 6, y + 3)) + row(Math.round(w / 13), x, w, pane(5, 6, y + 12)) + row(Math.round(w / 13), x, w, pane(3, 3, y - 4)),
    lines: `M${x} ${y}H${x + w}M${x} ${y + 10}H${x + w}M${x} ${y + 19.5}H${x + w}`,
    doors: row(Math.max(1, Math.round(w / 40)), x, w, arch(5, 5, y + h - 5)),
  }),
  factory: ({ x, y, w, h }) => ({
    gable: row(Math.round(w / 22), x, w, (at) => `M${at - 11} ${y}V${y - 11}L${at + 11} ${y}Z`),
    panes: row(Math.round(w / 22), x, w, (at) => `M${at - 9} ${y - 1.5}V${y - 8}L${at + 3} ${y - 1.5}Z`) + row(Math.round(w / 11), x, w, pane(6, 6, y + 4)),
    doors: pane(14, 9, y + h - 9)(x + w / 2),
    lines: row(Math.round(w / 22), x, w, (at) => `M${at - 11} ${y}V${y - 11}L${at + 11} ${y}`),
  }),
  administration: ({ x, y, w, h }) => ({
    gable: `M${x + w * 0.16} ${y}L${x + w / 2} ${y - 13}L${x + w * 0.84} ${y}Z`,
    lines:
      `M${x + w * 0.16} ${y}L${x + w / 2} ${y - 13}L${x + w * 0.84} ${y}ZM${x} ${y}H${x + w}M${x} ${y + h - 3}H${x + w}` +
      row(Math.round(w / 11), x, w, (at) => `M${at - 2} ${y + 2}v${h - 5}M${at + 2} ${y + 2}v${h - 5}`),
    doors: arch(10, 14, y + h - 17)(x + w / 2),
    panes: row(2, x, w, pane(7, 9, y + 6)),
  }),
  hospital: ({ x, y, w, h }) => ({
    panes: row(Math.round(w / 12), x, w, pane(7, 5, y + 3)) + row(Math.round(w / 12), x, w, pane(7, 5, y + 11)),
    lines: `M${x} ${y}H${x + w}`,
    doors: pane(12, 6, y + h - 6)(x + w / 2),
  }),
  store: ({ x, y, w, h }) => ({
    panes: row(Math.round(w / 16), x, w, arch(11, 13, y + 3)),
    cloth: row(Math.round(w / 8), x, w, (at) => `M${at - 4} ${y + h - 10}h8v3a4 2.5 0 0 1 -8 0z`),
    doors: row(Math.round(w / 24), x, w, pane(8, 5, y + h - 5)),
    lines: `M${x} ${y}H${x + w}M${x} ${y + h - 10}H${x + w}`,
  }),
};

export const partsOf = (kind: Kind, front: Strip): Parts => ({ ...nothing, ...drawn[kind](front) });
