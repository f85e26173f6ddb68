// SPDX-License-Identifier: MIT
// A magnifier above a finger that drags something over a board: what lies under the fingertip, which
// hides it, with a cross where it would be dropped.
const size = 132;
const nearer = 2;
/** How far above the finger. */
const above = 30;

export interface Lens {
  show(x: number, y: number): void;
  close(): void;
}

/** Null where there is no board to look at. */
export function openLens(): Lens | null {
  const board = document.querySelector<SVGSVGElement>('main svg');
  if (!board) return null;
  const glass = document.createElement('div');
  glass.className = 'lens';
  glass.setAttribute('aria-hidden', 'true');
  glass.inert = true;
  glass.style.setProperty('--lens', `${size}px`);
  const picture = board.cloneNode(true) as SVGSVGElement;
  picture.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  glass.append(picture);
  document.body.append(glass);
  return {
    show(x, y) {
      const around = board.getBoundingClientRect();
      const matrix = board.getScreenCTM();
      const over = x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
      glass.hidden = !over || !matrix;
      if (!over || !matrix) return;
      const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
      const side = size / nearer / matrix.a;
      picture.setAttribute('viewBox', `${at.x - side / 2} ${at.y - side / 2} ${side} ${side}`);
      const left = Math.min(Math.max(x - size / 2, 2), innerWidth - size - 2);
      const top = y - size - above < 2 ? y + above : y - size - above;
      glass.style.transform = `translate(${left}px, ${top}px)`;
    },
    close() {
      glass.remove();
    },
  };
}
