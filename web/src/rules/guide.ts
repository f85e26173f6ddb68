// SPDX-License-Identifier: MIT
// A game's guide: its rules in short, for people, and the words of its lesson. Fetched when it is read.
import type { GameId } from '../games/ids';
import type { Lang } from '../i18n/lang.svelte';

export type Guide = Record<string, string>;

const found = import.meta.glob<Guide>('../games/*/guide.*.json', { import: 'default' });

/** Null for a game without one. */
export async function guideOf(game: GameId, lang: Lang): Promise<Guide | null> {
  return (await found[`../games/${game}/guide.${lang}.json`]?.()) ?? null;
}
