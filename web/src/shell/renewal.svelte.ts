// SPDX-License-Identifier: MIT
// The site was renewed while this page was open. It is loaded anew by itself when nothing is in hand,
// and says so otherwise.
class Renewal {
  /** A newer page waits. */
  due = $state(false);
  /** What would be lost by loading anew: a move being chosen, a line being typed. */
  private readonly hands = new Map<string, boolean>();

  constructor() {
    const worker = globalThis.navigator?.serviceWorker;
    // A first visit gets its worker while it is open; only a change of workers is news.
    if (worker?.controller) worker.addEventListener('controllerchange', () => this.come());
  }

  /** The server was away: is the page that it has now another one? A host without a service worker
   * (plain http) is asked in the same way. */
  async look(): Promise<void> {
    const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1);
    try {
      const page = await fetch('./', { cache: 'no-store' });
      if (entry && page.ok && !(await page.text()).includes(entry)) this.come();
    } catch {
      // Away again: the next connection looks.
    }
  }

  come(): void {
    this.due = true;
    this.tryNow();
  }

  hold(what: string, full: boolean): void {
    this.hands.set(what, full);
    if (!full) this.tryNow();
  }

  /** Not twice in a minute: then it would not help. */
  private tryNow(): void {
    if (!this.due || [...this.hands.values()].some(Boolean)) return;
    const last = Number(sessionStorage.getItem('metropole.renewed'));
    if (Date.now() - last < 60_000) return;
    this.load();
  }

  load(): void {
    sessionStorage.setItem('metropole.renewed', String(Date.now()));
    location.reload();
  }
}

export const renewal = new Renewal();
