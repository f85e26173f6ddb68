// SPDX-License-Identifier: MIT
// The rules pages, made from RULES.*.md by the build: blocks of HTML, and the sentence of each id.
import { rules } from 'virtual:games';
import type { GameId } from '../games/ids';
import type { Lang } from '../i18n/lang.svelte';

export interface RulesBlock {
  /** Rule ids that this block states. */
  ids: string[];
  html: string;
}

export interface RulesPage {
  title: string;
  blocks: RulesBlock[];
  /** Plain text of each rule by id. */
  texts: Record<string, string>;
}

/** Null for a game that this build does not have. */
export async function rulesPage(game: GameId, lang: Lang): Promise<RulesPage | null> {
  return (await rules[game]?.())?.default[lang] ?? null;
}

export async function ruleText(game: GameId, lang: Lang, id: string): Promise<string | null> {
  return (await rulesPage(game, lang))?.texts[id] ?? null;
}
