// SPDX-License-Identifier: MIT
// Speaks sentences that the build made from catalogues (tools/words.py): the page's own, and those
// of each game, whose parameters are the members of what the engine tells. Says the same as
// core/words.c, which has the same catalogues as tables.

/** What a sentence is about: members of an effect, a reading, a refusal. */
export type Args = unknown;
export type Sentence = string | ((args: Args, speaker: Speaker) => string);
export type Sentences = Record<string, Sentence>;

/** Who is spoken of: names by seat, and the seat that reads, if it is one. */
export interface Audience {
  names: string[];
  me: number | null;
  /** Scores are in units of one part of this. */
  scale?: number;
}

const twelfths = ['', '1/12', '⅙', '¼', '⅓', '5/12', '½', '7/12', '⅔', '¾', '⅚', '11/12'];

/** A score as people write it: whole points and an exact fraction. */
export function points(score: number, scale: number): string {
  const n = Math.abs(score);
  const whole = Math.floor(n / scale);
  const part = twelfths[Math.floor(((n % scale) * 12) / scale)] ?? '';
  const space = whole > 0 && /^\d/.test(part) ? noBreak : '';
  return (score < 0 ? '−' : '') + (whole > 0 || !part ? String(whole) : '') + space + part;
}
const noBreak = '\u00a0';

/** Does French elide before this name? Before vowels and a silent h; before y only where it sounds as a vowel. */
function elides(name: string): boolean {
  return /^([aeiouhàâäæéèêëîïôöœùûü]|y[^aeiouy\W])/i.test(name);
}

/** A title whose article has melted into the word before it; null if it has none. */
function joined(title: string, forms: Record<string, string>): string | null {
  const article = Object.keys(forms).find((each) => title.startsWith(each));
  return article === undefined ? null : `${forms[article]}${title.slice(article.length)}`;
}

/** Each item of a list; anything else is a list of itself, nothing is none. */
function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

export class Speaker {
  constructor(
    private readonly words: Sentences[],
    private readonly audience: Audience = { names: [], me: null },
    private readonly digits: (n: number) => string = String,
  ) {}

  /** The sentence under a key, or null if no catalogue has it. */
  say(key: string, args?: Args): string | null {
    const sentence = this.words.map((each) => each[key]).find((each) => each !== undefined);
    return sentence === undefined ? null : typeof sentence === 'string' ? sentence : sentence(args ?? {}, this);
  }

  at(args: Args, name: string): unknown {
    if (args !== null && typeof args === 'object' && !Array.isArray(args)) return (args as Record<string, unknown>)[name];
    return name === 'it' ? args : undefined;
  }

  /** A number; the one that a name begins with ("2B"); the length of a list. */
  number(value: unknown): number {
    if (Array.isArray(value)) return value.length;
    return typeof value === 'number' ? value : Number.parseInt(String(value ?? 0), 10) || 0;
  }

  is(value: unknown, text: string): boolean {
    return String(value ?? null) === text;
  }

  you(seats: unknown): boolean {
    return this.audience.me !== null && items(seats).some((seat) => this.number(seat) === this.audience.me);
  }

  text(value: unknown): string {
    return this.join(items(value).map((item) => (typeof item === 'number' ? this.digits(item) : String(item))));
  }

  count(value: unknown): string {
    return this.digits(this.number(value));
  }

  name(seats: unknown): string {
    return this.join(items(seats).map((seat) => this.nameOf(seat)));
  }

  others(seats: unknown): string {
    return this.name(items(seats).filter((seat) => !this.you(seat)));
  }

  de(seats: unknown): string {
    return this.join(items(seats).map((seat) => this.elided('de', seat)));
  }

  que(seats: unknown): string {
    return this.join(items(seats).map((seat) => this.elided('que', seat)));
  }

  du(title: unknown): string {
    const text = String(title ?? '');
    return joined(text, { 'Le ': 'du ', 'Les ': 'des ', 'La ': 'de la ', 'L’': 'de l’' }) ?? (elides(text) ? 'd’' : 'de ') + text;
  }

  au(title: unknown): string {
    const text = String(title ?? '');
    return joined(text, { 'Le ': 'au ', 'Les ': 'aux ', 'La ': 'à la ', 'L’': 'à l’' }) ?? `à ${text}`;
  }

  word(value: unknown, group: string): string {
    return this.join(items(value).map((item) => this.say(`${group}.${String(item)}`, item) ?? String(item)));
  }

  score(value: unknown): string {
    return points(this.number(value), this.audience.scale ?? 1);
  }

  signed(value: unknown): string {
    const n = this.number(value);
    return `${n > 0 ? '+' : n < 0 ? '−' : '±'}${Math.abs(n)}`;
  }

  each(list: unknown, between: string, tell: (item: unknown) => string): string {
    return items(list).map(tell).join(between);
  }

  private join(words: string[]): string {
    const last = words.length > 1 ? ` ${this.say('list.and') ?? ''} ${words[words.length - 1]}` : '';
    return last ? words.slice(0, -1).join(', ') + last : (words[0] ?? '');
  }

  private nameOf(seat: unknown): string {
    const n = this.number(seat);
    if (this.you(seat)) return this.say('you') ?? '';
    return this.audience.names[n - 1] || (this.say('player', n) ?? String(n));
  }

  private elided(particle: string, seat: unknown): string {
    const name = this.nameOf(seat);
    const short = !this.you(seat) && !!this.audience.names[this.number(seat) - 1] && elides(name);
    return short ? `${particle.slice(0, -1)}’${name}` : `${particle} ${name}`;
  }
}
