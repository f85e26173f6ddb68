// SPDX-License-Identifier: MIT
// Keeps the keyboard where it was. A button that has done its work goes away or goes dead, and a
// browser then leaves the focus to the page; here it goes to the place on the board where the player
// was, or to what can be done now. It is lost as well where something is put elsewhere in the page.
export function keepFocus(table: HTMLElement): { destroy(): void } {
  let last: Element | null = null;
  let spot: SVGElement | null = null;
  const remember = (event: FocusEvent): void => {
    last = event.target as Element;
    if (last instanceof SVGElement && last.hasAttribute('data-spot')) spot = last;
  };
  // Somebody who clicks beside everything wants to be nowhere, and Tab may lead out of the page.
  const forget = (): void => {
    last = null;
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') forget();
  };
  const lost = (): boolean => {
    const now = document.activeElement;
    if (last === null || (now && now !== document.body && now !== last)) return false;
    return now !== last || !last.isConnected || (last as HTMLButtonElement).disabled === true;
  };
  const keep = (): void => {
    if (!lost() || document.querySelector('dialog[open]')) return;
    // What cannot take it now leaves it lost, and the next change tries again.
    for (const to of [last as HTMLElement | null, spot, table.querySelector<HTMLElement>('[data-prompt]')]) {
      to?.focus({ preventScroll: true });
      if (to && document.activeElement === to) return;
    }
  };
  const watch = new MutationObserver(keep);
  watch.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  // A browser may take the focus away some time after the change that made it do so.
  const check = (): void => void setTimeout(keep);
  table.addEventListener('focusin', remember);
  table.addEventListener('focusout', check);
  table.addEventListener('pointerdown', forget);
  table.addEventListener('keydown', leave);
  return {
    destroy() {
      watch.disconnect();
      table.removeEventListener('focusin', remember);
      table.removeEventListener('focusout', check);
      table.removeEventListener('pointerdown', forget);
      table.removeEventListener('keydown', leave);
    },
  };
}
