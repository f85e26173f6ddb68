// SPDX-License-Identifier: MIT
// The screens other than the first, fetched when they are needed: the one of the address at once,
// beside the words of the page.
import { warmUp } from '../engine/client';
import { connection } from '../online/connection.svelte';
import { router } from './route.svelte';

export const screens = {
  new: () => import('../screens/SetUp.svelte'),
  play: () => import('../screens/Play.svelte'),
  replay: () => import('../screens/Replay.svelte'),
  record: () => import('../screens/Replay.svelte'),
  rules: () => import('../screens/Rules.svelte'),
  learn: () => import('../screens/Learn.svelte'),
  puzzles: () => import('../puzzles/Puzzles.svelte'),
  about: () => import('../screens/About.svelte'),
  online: () => import('../online/Lobby.svelte'),
  host: () => import('../online/Host.svelte'),
  table: () => import('../online/Room.svelte'),
  account: () => import('../online/Account.svelte'),
  mail: () => import('../online/Mail.svelte'),
  people: () => import('../online/Profile.svelte'),
  games: () => import('../screens/Games.svelte'),
  common: () => import('../review/Common.svelte'),
  mine: () => import('../screens/Mine.svelte'),
};
type Screen = keyof typeof screens;
const played: readonly string[] = ['play', 'table', 'learn'] satisfies Screen[];

export function isScreen(name: string): name is Screen {
  return name in screens;
}

/** Begins to fetch what the address asks for; whoever shows it finds out whether that failed. From the
 * first page a click leads to a game: its table is fetched while the posters are hung. */
export function fetchScreen(): void {
  const { screen } = router.route;
  const next = isScreen(screen) ? screen : 'play';
  if (played.includes(next)) warmUp();
  if (next === 'table') askTable(router.route.args[0] ?? '').catch(() => undefined);
  screens[next]().catch(() => undefined);
}

/** Who comes by a link has to be told of the table before anything else can be done: the connection is
 * made, and the table asked for, while its page is fetched. */
async function askTable(id: string): Promise<void> {
  connection.open().catch(() => undefined);
  const { openTable } = await import('../online/online.svelte');
  openTable(id);
}
