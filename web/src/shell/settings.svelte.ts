// SPDX-License-Identifier: MIT
// What a player has set for this device, kept in the browser.
export type Theme = 'auto' | 'light' | 'dark';
export type Pace = 'slow' | 'normal' | 'fast' | 'instant';

export const paces: Record<Pace, number> = { slow: 1800, normal: 900, fast: 350, instant: 0 };

export const noticeKinds = ['turn', 'deal', 'takeback', 'chat'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

interface Kept {
  theme: Theme;
  pace: Pace;
  sound: boolean;
  confirm: boolean;
  bar: boolean;
  /** Kinds of notices that are switched off. */
  quiet: NoticeKind[];
}

const defaults: Kept = { theme: 'auto', pace: 'normal', sound: false, confirm: true, bar: false, quiet: [] };

function load(): Kept {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem('metropole.settings') ?? '{}') };
  } catch {
    return { ...defaults };
  }
}

class Settings {
  private kept = $state<Kept>(load());

  get theme(): Theme {
    return this.kept.theme;
  }
  get pace(): Pace {
    return this.kept.pace;
  }
  get sound(): boolean {
    return this.kept.sound;
  }
  get confirm(): boolean {
    return this.kept.confirm;
  }
  get bar(): boolean {
    return this.kept.bar;
  }

  get quiet(): NoticeKind[] {
    return this.kept.quiet;
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change);
    localStorage.setItem('metropole.settings', JSON.stringify(this.kept));
    this.show();
  }

  show(): void {
    const root = document.documentElement;
    if (this.kept.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
  }
}

export const settings = new Settings();

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
}
