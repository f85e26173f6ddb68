// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentences } from 'virtual:games';
import type { Lesson } from '../../src/play/lesson';
import { guideOf } from '../../src/rules/guide';
import frontEn from 'virtual:words/en';
import frontFr from 'virtual:words/fr';

const src = resolve(import.meta.dirname, '../../src');
/** What comes with the games belongs to it, without the sentences that games share the keys of. */
const withGames = async (front: object, lang: string): Promise<Record<string, unknown>> => {
  const games = await Promise.all(Object.entries(sentences).flatMap(([name, load]) => (name.endsWith(`/${lang}`) ? [load()] : [])));
  return Object.assign({}, front, ...games.map((each) => each.default));
};
const en = await withGames(frontEn, 'en');
const fr = await withGames(frontFr, 'fr');

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(name) ? [path] : [];
  });
}

const text = sources(src)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the catalogues', () => {
  it('have the same keys in French and in English', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });

  it('have no empty text', () => {
    for (const words of [en, fr]) for (const [key, value] of Object.entries(words)) expect(value, key).not.toBe('');
  });

  it('hold every key that the sources name', () => {
    const named = [...text.matchAll(/\bt\(\s*(?:[^()'`]*\? )?'([\w.]+)'/g)].map((match) => match[1] ?? '');
    const plural = [...text.matchAll(/\btn\('([\w.]+)'/g)].flatMap((match) => [`${match[1]}.one`, `${match[1]}.other`]);
    for (const key of [...named, ...plural]) expect(en, key).toHaveProperty([key]);
  });

  it('keep the words of a game in its folder, under its name', () => {
    const games = resolve(src, 'games');
    for (const id of readdirSync(games).filter((name) => statSync(join(games, name)).isDirectory()))
      for (const lang of ['fr', 'en'])
        for (const key of Object.keys(JSON.parse(readFileSync(join(games, id, `${lang}.json`), 'utf8')))) expect(key.split('.')[0], key).toBe(id);
  });

  it('have a guide of the same parts in both languages, with all that its lesson says', async () => {
    const lessons = import.meta.glob<Lesson>('../../src/games/*/lesson.ts', { import: 'default' });
    for (const [path, load] of Object.entries(lessons)) {
      const game = path.split('/').at(-2) ?? '';
      const [ours, theirs] = [await guideOf(game, 'en'), await guideOf(game, 'fr')];
      expect(Object.keys(theirs ?? {})).toEqual(Object.keys(ours ?? {}));
      const lesson = await load();
      for (const { text: key, did } of lesson.steps)
        for (const kind of did ? Object.values(did) : ['']) expect(ours, key).toHaveProperty([did ? `${key}.${kind}` : key]);
      for (const key of ['goal', 'turn', 'points', 'end', 'ask', 'because', `answer.${lesson.right}`]) expect(ours, `${game} ${key}`).toHaveProperty([key]);
      for (const [key, value] of Object.entries(theirs ?? {})) {
        expect(value, key).not.toMatch(/[a-zéè]'[a-zéè]/i);
        expect(value, key).not.toMatch(/[^\s\u00a0][!?;:](\s|$)| [!?;:»]/);
      }
    }
  });

  it('use the French spaces and apostrophes of print', () => {
    for (const [key, value] of Object.entries(fr)) {
      expect(String(value), key).not.toMatch(/[a-zéè]'[a-zéè]/i);
      if (typeof value === 'string') expect(value, key).not.toMatch(/[^\s\u00a0][!?;:](\s|$)| [!?;:»]/);
    }
  });
});
