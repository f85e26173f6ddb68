// SPDX-License-Identifier: MIT
// The rules pages, made from RULES.*.md by the build: blocks of HTML, and the sentence of each id.
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

type Pages = { default: Record<Lang, RulesPage> };

const loaders: Record<GameId, () => Promise<Pages>> = {
  metro: () => import('virtual:rules/metro') as Promise<Pages>,
  metropolys: () => import('virtual:rules/metropolys') as Promise<Pages>,
  metropolis: () => import('virtual:rules/metropolis') as Promise<Pages>,
  jeudumetro: () => import('virtual:rules/jeudumetro') as Promise<Pages>,
};

export async function rulesPage(game: GameId, lang: Lang): Promise<RulesPage> {
  return (await loaders[game]()).default[lang];
}

export async function ruleText(game: GameId, lang: Lang, id: string): Promise<string | null> {
  return (await rulesPage(game, lang)).texts[id] ?? null;
}
