// SPDX-License-Identifier: MIT
// The page says the same as core/words.c: the same catalogue, the same cases as tests/core/words.c.
import { execFileSync } from 'node:child_process';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Speaker, type Sentences } from '../../src/i18n/speak';

const root = resolve(import.meta.dirname, '../../..');
const words: Record<string, Sentences> = {};
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
  for (const [lang, more] of Object.entries({ en: { you: 'you', 'list.and': 'and' }, fr: { you: 'vous', 'list.and': 'et' } })) {
    const toy = (each: string): string => resolve(root, `tests/words/toy.${each}`);
    const file = join(folder, `${lang}.mjs`);
    writeFileSync(file, execFileSync('python3', [resolve(root, 'tools/words.py'), 'js', toy('en'), toy('fr'), lang]));
    const made = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Sentences };
    words[lang] = { ...made.default, ...more, player: (n) => `${lang === 'fr' ? 'Joueur' : 'Player'} ${String(n)}` };
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function say(lang: 'en' | 'fr', me: number | null, key: string, args: object): string | null {
  return new Speaker([words[lang] ?? {}], { names: ['Anna', 'Bo', 'Yves', '', 'É"t', 'Yann'], me, scale: 12 }).say(`all.${key}`, args);
}

describe('sentences', () => {
  it('are joined, counted and chosen', () => {
    expect(say('en', 1, 'plain', {})).toBe('It’s plain and goes on.');
    expect(say('fr', 1, 'plain', {})).toBe('C’est «\u00a0simple\u00a0»\u00a0; n’est-ce pas\u00a0?');
    expect(say('en', 1, 'list', { cells: ['a1', 'b2', 'c3'] })).toBe('Cells a1, b2 and c3.');
    expect(say('en', 1, 'plural', { n: 0 })).toBe('nothing');
    expect(say('en', 1, 'plural', { n: [4, 5] })).toBe('2 cards');
    expect(say('fr', 1, 'plural', { n: 1 })).toBe('1 carte');
    expect(say('en', 1, 'select', { to: 'hand' })).toBe('to hand');
    expect(say('en', 1, 'select', {})).toBe('nowhere');
  });

  it('speak to the reader', () => {
    expect(say('en', 1, 'you', { seat: 1 })).toBe('You lay it.');
    expect(say('en', 2, 'you', { seat: 1 })).toBe('Anna lays it.');
    expect(say('fr', null, 'you', { seat: 4 })).toBe('Joueur 4 pose cela.');
    expect(say('en', 1, 'win', { winners: [1] })).toBe('You win');
    expect(say('en', 1, 'win', { winners: [1, 2, 3] })).toBe('With Bo and Yves');
  });

  it('elide in French', () => {
    expect(say('fr', 2, 'de', { seat: 1, title: 'Le Jeu du Métro' })).toBe('l’offre d’Anna, qu’Anna, règles du Jeu du Métro, jouer au Jeu du Métro');
    expect(say('fr', 1, 'de', { seat: 3, title: 'Les Halles' })).toBe('l’offre d’Yves, qu’Yves, règles des Halles, jouer aux Halles');
    expect(say('fr', 1, 'de', { seat: 6, title: 'Étoile' })).toBe('l’offre de Yann, que Yann, règles d’Étoile, jouer à Étoile');
  });

  it('tell words, scores and each of a list', () => {
    expect(say('fr', 1, 'word', { kind: 'house', kinds: ['shop', 'house'] })).toBe('maison et magasin et maison.');
    expect(say('en', 1, 'score', { points: 42 })).toBe('3½');
    expect(say('en', 1, 'score', { points: 29 })).toBe('2\u00a05/12');
    expect([4, -3, 0].map((points) => say('en', 1, 'signed', { points }))).toEqual(['+4', '−3', '±0']);
    expect(
      say('en', 1, 'each', {
        values: [
          { kind: 'shop', was: null },
          { kind: 'house', was: 3 },
        ],
      }),
    ).toBe('shop new; house was 3');
    expect(say('en', 1, 'it', { values: [1, 'b'] })).toBe('1/b');
  });
});
