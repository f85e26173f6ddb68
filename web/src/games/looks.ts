// SPDX-License-Identifier: MIT
// How a seat looks: colour, shape and letter, always all three.
import { cardOf, type GameId } from './ids';

export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'hexagon';

export interface Look {
  colour: string;
  shape: Shape;
  letter: string;
}

const shapes: Shape[] = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon'];
const usual = ['yellow', 'blue', 'orange', 'green', 'purple', 'black'];

/** The looks a game offers, in seat order. */
export function looksOf(game: GameId): Look[] {
  return (cardOf(game).colours ?? usual).map((colour, i) => ({
    colour,
    shape: shapes[i] ?? 'circle',
    letter: String.fromCharCode(65 + i),
  }));
}

/** The outline of a shape around (0, 0), reaching about r. */
export function shapePath(shape: Shape, r: number): string {
  const at = (degrees: number, radius: number): string => {
    const a = ((degrees - 90) * Math.PI) / 180;
    return `${(radius * Math.cos(a)).toFixed(2)} ${(radius * Math.sin(a)).toFixed(2)}`;
  };
  const ring = (n: number, turn: number, radius: number): string => `M${Array.from({ length: n }, (_, i) => at(turn + (360 / n) * i, radius)).join('L')}Z`;
  switch (shape) {
    case 'circle':
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
    case 'square':
      return ring(4, 45, r * 1.22);
    case 'triangle':
      return `M${at(0, r * 1.2)}L${at(120, r * 1.28)}L${at(240, r * 1.28)}Z`;
    case 'diamond':
      return ring(4, 0, r * 1.26);
    case 'star':
      return `M${Array.from({ length: 10 }, (_, i) => at(36 * i, i % 2 ? r * 0.62 : r * 1.28)).join('L')}Z`;
    case 'hexagon':
      return ring(6, 30, r * 1.1);
  }
}
