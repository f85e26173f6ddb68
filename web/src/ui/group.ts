// SPDX-License-Identifier: MIT
// A row of buttons and links as one stop of Tab: arrows, Home and End go along it.
export function oneStop(group: HTMLElement): { destroy(): void } {
  const all = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('button:not([disabled]), a[href]')].filter((each) => each.offsetParent !== null);
  let at: HTMLElement | null = null;
  const mark = (): void => {
    const buttons = all();
    const stop = at && buttons.includes(at) ? at : (buttons.find((button) => button.dataset.first !== undefined) ?? buttons[0]);
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  const focus = (event: FocusEvent): void => {
    at = event.target as HTMLElement;
    mark();
  };
  const key = (event: KeyboardEvent): void => {
    const buttons = all();
    const here = buttons.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      ArrowLeft: here - 1,
      ArrowUp: here - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || here < 0) return;
    buttons[(to + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const watch = new MutationObserver(mark);
  watch.observe(group, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'data-first'] });
  // What a small screen has no room for is no stop.
  const sized = new ResizeObserver(mark);
  sized.observe(group);
  group.addEventListener('focusin', focus);
  group.addEventListener('keydown', key);
  mark();
  return {
    destroy() {
      watch.disconnect();
      sized.disconnect();
      group.removeEventListener('focusin', focus);
      group.removeEventListener('keydown', key);
    },
  };
}
