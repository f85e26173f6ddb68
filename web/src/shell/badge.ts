// SPDX-License-Identifier: MIT
// How many things wait for this person, on the page's icon and on the installed app's.
const plain = 'icon.svg';

function picture(n: number): string {
  const tokens = getComputedStyle(document.documentElement);
  const colour = (name: string): string => tokens.getPropertyValue(`--${name}`);
  const shown = n > 9 ? '9+' : String(n);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="${colour('enamel')}"/><path d="M110 380V150l146 150 146-150v230" fill="none" stroke="${colour('paper')}" stroke-width="56" stroke-linecap="round" stroke-linejoin="round"/><circle cx="368" cy="144" r="144" fill="${colour('vermilion')}"/><text x="368" y="144" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="220" fill="${colour('bright')}">${shown}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function showBadge(n: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  if (icon) icon.href = n > 0 ? picture(n) : plain;
  const app = navigator as { setAppBadge?(n: number): Promise<void>; clearAppBadge?(): Promise<void> };
  (n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.())?.catch(() => undefined);
}
