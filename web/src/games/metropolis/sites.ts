// SPDX-License-Identifier: MIT
// Where a building may stand, from the list of moves: which position a tapped plot means, and which
// comes after it.

/** The positions over a plot, first those that begin there. */
export function placesAt(sites: string[], plot: number): string[] {
  const here = sites.filter((site) => site.split(',').includes(String(plot)));
  return here.sort((a, b) => Number(b.startsWith(`${plot}`)) - Number(a.startsWith(`${plot}`)));
}

/** The next of all positions, round. */
export function nextPlace(sites: string[], now: string | undefined): string | undefined {
  return sites[(sites.indexOf(now ?? '') + 1) % sites.length];
}
