// SPDX-License-Identifier: MIT
// The parts of a building's value in words.
import { t, word } from '../../i18n/lang.svelte';
import type { Why } from './types';

export function whyText(why: Why): string {
  switch (why.cause) {
    case 'base':
      return t('metropolis.why.base');
    case 'site':
      return word('metropolis.site', why.site ?? '');
    case 'neighbour':
      return t('metropolis.why.neighbour', { n: why.number ?? 0, kind: word('metropolis.building', why.kind ?? '') });
    case 'floor':
      return t('metropolis.why.floor');
  }
}

/** The whole sum: what it starts from, and what was added or taken. */
export function whySum(all: Why[]): string {
  const signed = (why: Why): string => (why.cause === 'base' ? String(why.points) : `${why.points < 0 ? '−' : '+'}${Math.abs(why.points)}`);
  return all.map((why) => `${whyText(why)} ${signed(why)}`).join(', ');
}
