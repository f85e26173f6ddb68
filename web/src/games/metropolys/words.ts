// SPDX-License-Identifier: MIT
// A place on the map in words: what lies there, and what is next to it.
import { list, t } from '../../i18n/lang.svelte';
import { around, type Place } from './map';

/** Bridges, statues, lakes, the border, and the neighbours. */
export function lie(place: Place): string[] {
  const near = around(place.id);
  return [
    ...(near.bridges.length ? [t('metropolys.near.bridges', { places: list(near.bridges) })] : []),
    ...(near.statues ? [t('metropolys.near.statue')] : []),
    ...(near.lakes.length ? [t('metropolys.near.lake')] : []),
    ...(place.border ? [t('metropolys.near.border')] : []),
    t('metropolys.near.next', { places: list(near.neighbours) }),
  ];
}
