// SPDX-License-Identifier: MIT
// The four games, in the order of the posters.
export const gameIds = ['metro', 'metropolys', 'metropolis', 'jeudumetro'] as const;
export type GameId = (typeof gameIds)[number];

export function isGameId(id: string | undefined): id is GameId {
  return (gameIds as readonly string[]).includes(id ?? '');
}
