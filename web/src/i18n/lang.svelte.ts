// SPDX-License-Identifier: MIT
// The language of the page, and the one door to its texts. Components hold no words of their own.
import type { Key } from '@schema/words';

export type Lang = 'fr' | 'en';
export type { Key } from '@schema/words';
export type Params = Record<string, string | number>;
type Catalogue = Record<string, string>;

/** A page fetches the language it speaks. */
const loaders: Record<Lang, () => Promise<{ default: Catalogue }>> = {
  fr: () => import('virtual:words/fr'),
  en: () => import('virtual:words/en'),
};

function preferred(): Lang {
  const kept = globalThis.localStorage?.getItem('metropole.lang');
  if (kept === 'fr' || kept === 'en') return kept;
  return globalThis.navigator?.language?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

class Language {
  current = $state<Lang>(preferred());
  texts = $state.raw<Catalogue>({});

  /** Fetches the texts of a language and speaks it from then on. */
  async speak(lang: Lang): Promise<void> {
    this.texts = (await loaders[lang]()).default;
    this.current = lang;
    document.documentElement.lang = lang;
  }

  set(lang: Lang): void {
    localStorage.setItem('metropole.lang', lang);
    void this.speak(lang);
  }
}

export const language = new Language();

function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a key in the language of the page. */
export function t(key: Key, params?: Params): string {
  return fill(language.texts[key] ?? key, params);
}

/** A text that exists in several grammatical numbers: `key.one`, `key.other`. */
export function tn(key: string, n: number, params?: Params): string {
  const form = new Intl.PluralRules(language.current).select(n) === 'one' ? 'one' : 'other';
  const text = language.texts[`${key}.${form}`] ?? key;
  return fill(text, { n, ...params });
}

/** For keys built from the engine's words (kinds, cards, options); tested for completeness. */
export function word(prefix: string, name: string, params?: Params): string {
  return fill(language.texts[`${prefix}.${name}`] ?? name, params);
}

export function has(key: string): boolean {
  return key in language.texts;
}

export function number(n: number): string {
  return new Intl.NumberFormat(language.current, { maximumFractionDigits: 2 }).format(n);
}

export function list(items: string[]): string {
  return new Intl.ListFormat(language.current, { type: 'conjunction' }).format(items);
}
