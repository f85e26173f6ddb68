// SPDX-License-Identifier: MIT
// The four games, in the order of the posters.
export const gameIds = ['metro', 'metropolys', 'metropolis', 'jeudumetro'] as const;
export type GameId = (typeof gameIds)[number];

export function isGameId(id: string | undefined): id is GameId {
  return (gameIds as readonly string[]).includes(id ?? '');
}

/** Width of a board's picture by its height, known before the board is there. */
export const aspects: Record<GameId, number> = { metro: 1, metropolys: 1.43, metropolis: 1.6, jeudumetro: 1.45 };
