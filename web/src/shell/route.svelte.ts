// SPDX-License-Identifier: MIT
// Where we are, read from the address's hash, so that any static host will do.
export interface Route {
  screen: string;
  args: string[];
}

export function parseRoute(hash: string): Route {
  const [screen = '', ...args] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return { screen: screen || 'home', args };
}

/** Where a game is on the page. */
const games = new Set(['play', 'table', 'learn', 'puzzles', 'replay', 'record']);

class Router {
  route = $state.raw<Route>(parseRoute(globalThis.location?.hash ?? ''));
  /** The address of the game from which somebody went to look up its rules. */
  left = $state<string | null>(null);

  constructor() {
    globalThis.addEventListener?.('hashchange', (event) => {
      const was = this.route.screen;
      this.route = parseRoute(location.hash);
      if (this.route.screen !== 'rules') this.left = null;
      else if (was !== 'rules') this.left = games.has(was) ? new URL((event as HashChangeEvent).oldURL).hash : null;
    });
  }

  go(...parts: string[]): void {
    location.hash = '#/' + parts.map(encodeURIComponent).join('/');
  }
}

export const router = new Router();

export function href(...parts: string[]): string {
  return '#/' + parts.map(encodeURIComponent).join('/');
}
