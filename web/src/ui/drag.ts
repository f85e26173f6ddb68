// SPDX-License-Identifier: MIT
// Dragging a piece from the tray onto a board: it is picked up where it lies and dropped on a place,
// which is then chosen as by a tap.
import { openLens, type Lens } from './lens';

export interface DragOptions {
  onlift: () => void;
}

export function drag(node: HTMLElement, options: DragOptions): { update(next: DragOptions): void; destroy(): void } {
  let current = options;
  let ghost: HTMLElement | null = null;
  let lens: Lens | null = null;
  let start: { x: number; y: number } | null = null;

  function down(event: PointerEvent): void {
    if (event.button === 0) start = { x: event.clientX, y: event.clientY };
  }

  function move(event: PointerEvent): void {
    if (!start) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < 8) return;
      current.onlift();
      const box = node.getBoundingClientRect();
      ghost = node.cloneNode(true) as HTMLElement;
      Object.assign(ghost.style, {
        position: 'fixed',
        left: '0',
        top: '0',
        width: `${box.width}px`,
        pointerEvents: 'none',
        zIndex: '20',
        opacity: '0.85',
      });
      ghost.setAttribute('aria-hidden', 'true');
      ghost.inert = true;
      document.body.append(ghost);
      if (event.pointerType === 'touch') lens = openLens();
      node.setPointerCapture(event.pointerId);
    }
    ghost.style.transform = `translate(${event.clientX - ghost.offsetWidth / 2}px, ${event.clientY - ghost.offsetHeight / 2}px)`;
    lens?.show(event.clientX, event.clientY);
  }

  function up(event: PointerEvent): void {
    const lifted = ghost !== null;
    cancel();
    if (!lifted) return;
    node.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => node.dispatchEvent(new MouseEvent('click', { cancelable: true })), 0);
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-spot]');
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }

  function cancel(): void {
    start = null;
    ghost?.remove();
    ghost = null;
    lens?.close();
    lens = null;
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', cancel);
  node.style.touchAction = 'none';
  return {
    update(next) {
      current = next;
    },
    destroy() {
      cancel();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
    },
  };
}
