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

class Router {
  route = $state.raw<Route>(parseRoute(globalThis.location?.hash ?? ''));

  constructor() {
    globalThis.addEventListener?.('hashchange', () => {
      this.route = parseRoute(location.hash);
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
