// SPDX-License-Identifier: MIT
// Keeps the keyboard somewhere. What has done its work goes away or goes dead, with its page at times,
// and a browser then leaves the focus to the whole page, where a listener hears nothing and Tab begins
// at the top. Here it goes to the place on the board where the player was, or to what can be done now;
// on another page to its heading. It is lost as well where something is put elsewhere in the page.
export function keepFocus(): void {
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
    const heading = document.querySelector('h1');
    // What was chosen by a button is confirmed by the one that takes its place.
    const after = last?.hasAttribute('data-leads') ? document.querySelector<HTMLElement>('.bar .buttons .primary') : null;
    // What cannot take it now leaves it lost, and the next change tries again.
    for (const to of [last as HTMLElement | null, after, spot, document.querySelector<HTMLElement>('[data-prompt]'), heading]) {
      if (to === heading) heading?.setAttribute('tabindex', '-1');
      to?.focus({ preventScroll: true });
      if (to && document.activeElement === to) return;
    }
  };
  // A browser may take the focus away some time after the change that made it do so.
  const check = (): void => void setTimeout(keep);
  new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  addEventListener('focusin', remember);
  addEventListener('focusout', check);
  addEventListener('pointerdown', forget, true);
  addEventListener('keydown', leave, true);
}
