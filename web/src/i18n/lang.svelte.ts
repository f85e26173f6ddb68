// SPDX-License-Identifier: MIT
// The language of the page, and the one door to its texts. Components hold no words of their own.
import type { Key } from '@schema/words';
import { sentences } from 'virtual:games';
import { Speaker, type Args, type Audience, type Sentences } from './speak';

export type Lang = 'fr' | 'en';
export type { Key } from '@schema/words';
export type Params = Record<string, string | number | (string | number | object)[]>;
type Catalogue = Sentences;

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

async function fetchSentences(game: string, lang: Lang): Promise<Record<string, Sentences>> {
  return { [game]: (await sentences[`${game}/${lang}`]?.())?.default ?? {} };
}

class Language {
  current = $state<Lang>(preferred());
  texts = $state.raw<Catalogue>({});
  /** What the games that are open have to say, by game. */
  games = $state.raw<Record<string, Sentences>>({});

  /** Fetches the texts of a language and speaks it from then on. */
  async speak(lang: Lang): Promise<void> {
    const [texts, games] = await Promise.all([loaders[lang](), Promise.all(Object.keys(this.games).map((game) => fetchSentences(game, lang)))]);
    this.texts = texts.default;
    this.games = Object.assign({}, ...games);
    this.current = lang;
    document.documentElement.lang = lang;
  }

  /** Fetches what a game has to say, beside the game itself; or a part of the page that not everybody opens. */
  async learn(game: string): Promise<void> {
    if (game in this.games) return;
    const learnt = await fetchSentences(game, this.current);
    this.games = { ...this.games, ...learnt };
  }

  set(lang: Lang): void {
    localStorage.setItem('metropole.lang', lang);
    void this.speak(lang);
  }
}

export const language = new Language();

/** The text of a key in the language of the page. `audience`: whom its seats are. */
export function t(key: Key, params?: Params, audience?: Audience): string {
  return text(key, params, audience);
}

function text(key: string, params?: Params, audience?: Audience): string {
  return new Speaker([language.texts, ...Object.values(language.games)], audience, number).say(key, params) ?? key;
}

/** What a game's engine tells, as a sentence; null where it has no words for it. */
export function say(game: string, key: string, args: Args, audience: Audience): string | null {
  return new Speaker([language.games[game] ?? {}, language.texts], audience, number).say(key, args);
}

/** A text that exists in several grammatical numbers: `key.one`, `key.other`. */
export function tn(key: string, n: number, params?: Params): string {
  const form = formats().plural.select(n) === 'one' ? 'one' : 'other';
  return text(`${key}.${form}`, { n, ...params });
}

/** For keys built from the engine's words (kinds, cards, options); tested for completeness. */
export function word(prefix: string, name: string, params?: Params): string {
  return has(`${prefix}.${name}`) ? text(`${prefix}.${name}`, params) : name;
}

export function has(key: string): boolean {
  return key in language.texts || Object.values(language.games).some((each) => key in each);
}

/** How a language writes numbers and lists. To find out takes longer than to write hundreds of them, so
 * it is asked when it is needed, once. */
class Formats {
  private readonly kept = new Map<string, unknown>();

  constructor(private readonly lang: Lang) {}

  private keep<T>(kind: string, make: () => T): T {
    if (!this.kept.has(kind)) this.kept.set(kind, make());
    return this.kept.get(kind) as T;
  }
  get number(): Intl.NumberFormat {
    return this.keep('number', () => new Intl.NumberFormat(this.lang, { maximumFractionDigits: 2 }));
  }
  get plural(): Intl.PluralRules {
    return this.keep('plural', () => new Intl.PluralRules(this.lang));
  }
  get list(): Intl.ListFormat {
    return this.keep('list', () => new Intl.ListFormat(this.lang === 'en' ? 'en-GB' : this.lang, { type: 'conjunction' }));
  }
}
const known: Partial<Record<Lang, Formats>> = {};

function formats(): Formats {
  return (known[language.current] ??= new Formats(language.current));
}

/** Whole numbers below a thousand are written alike everywhere, with a true minus. */
export function number(n: number): string {
  return Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : formats().number.format(n).replace('-', '−');
}

export function list(items: string[]): string {
  return items.length === 1 ? items[0]! : formats().list.format(items);
}
