// SPDX-License-Identifier: MIT
// What the client takes from the games' folders at build time, found and never listed: the rules
// pages (virtual:games), the nets of bots (virtual:nets, files of the build), their puzzles
// (virtual:puzzles), the words of the page in one language (virtual:words/<lang>), its own and of each
// game's poster and set-up, and what comes with a game, or with a part of the page that not everybody
// opens (virtual:sentences/<game or part>/<lang>). The files there stay the one source; nothing is copied
// by hand. tools/words.py compiles sentences.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { rulesPage } from './markdown.ts';

const langs = ['fr', 'en'];

/** `alone`: the page is one file, which takes no puzzles along. */
export function games(root: string, build: string, alone = false): Plugin {
  const folder = resolve(root, 'games');
  const rulesFile = (game: string, lang: string): string => resolve(folder, game, `RULES.${lang}.md`);
  const wordsFile = (game: string, lang: string): string => resolve(folder, game, `words.${lang}`);
  const compile = (args: string[], input?: string): string =>
    execFileSync('python3', [resolve(root, 'tools/words.py'), ...args], { encoding: 'utf8', input, maxBuffer: 1 << 26 });
  const ids = readdirSync(folder)
    .filter((id) => existsSync(rulesFile(id, 'en')))
    .sort();

  /** Parts of the page with words of their own. */
  const parts = readdirSync(resolve(root, 'web/src')).filter((part) => part !== 'i18n' && existsSync(resolve(root, `web/src/${part}/en.json`)));

  const page = (game: string, lang: string) => rulesPage(readFileSync(rulesFile(game, lang), 'utf8'));
  const json = (file: string): object => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

  function list(): string {
    const sentences = [...ids, ...parts].flatMap((id) =>
      langs.map((lang) => `${JSON.stringify(`${id}/${lang}`)}: () => import('virtual:sentences/${id}/${lang}')`),
    );
    return [
      `export const rules = {${ids.map((id) => `${JSON.stringify(id)}: () => import('virtual:rules/${id}')`).join(',')}};`,
      `export const sentences = {${sentences.join(',')}};`,
    ].join('\n');
  }

  /** What core says of every game, as it stands in its catalogue; of faults the page has its own words. */
  function core(lang: string): object {
    const entries: [string, string][] = [];
    for (const line of readFileSync(resolve(root, `core/words.${lang}`), 'utf8').split('\n')) {
      const [, key, text] = /^([a-z][\w.]*) = (.*)$/.exec(line) ?? [];
      if (key !== undefined) entries.push([key, text ?? '']);
      else if (/^\s+\S/.test(line)) entries.at(-1)![1] += ` ${line.trim()}`;
    }
    return Object.fromEntries(entries.filter(([key]) => !key.startsWith('fault.')));
  }

  /** The page's words for a game: those of its poster and set-up, or those that come with the game. */
  function ownWords(id: string, lang: string, isFront: boolean): object {
    const all = Object.entries(json(resolve(root, `web/src/games/${id}/${lang}.json`)));
    return Object.fromEntries(all.filter(([key]) => /^\w+\.(facts|pitch|option|value)\b/.test(key) === isFront));
  }

  function front(lang: string): object {
    const titles = ids.map((id) => ({ [`game.${id}`]: page(id, lang).title }));
    return Object.assign({}, core(lang), json(resolve(root, `web/src/i18n/${lang}.json`)), ...titles, ...ids.map((id) => ownWords(id, lang, true)));
  }

  const object = (module: string): string => module.replace(/^export default |;\s*$/g, '');

  /** What comes with a game: its sentences, if it has any, and the page's words for it. */
  function sentences(game: string, lang: string): string {
    if (parts.includes(game)) return compile(['page', lang], JSON.stringify(json(resolve(root, `web/src/${game}/${lang}.json`))));
    const own = compile(['page', lang], JSON.stringify(ownWords(game, lang, false)));
    if (!existsSync(wordsFile(game, 'en'))) return own;
    return `export default {...${object(compile(['js', wordsFile(game, 'en'), wordsFile(game, 'fr'), lang]))},...${object(own)}};`;
  }

  function nets(): string {
    const folder = resolve(build, 'wasm');
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.nets')) : [];
    const imports = files.map((file, i) => `import url${i} from '@engine/${file}?url';\n`).join('');
    return `${imports}export const nets = {${files.map((file, i) => `${JSON.stringify(file.replace('.nets', ''))}: url${i}`).join(',')}};`;
  }

  /** Packs are files of their own, fetched by whoever opens the puzzles: puzzles.json, puzzles-2.json… */
  function puzzles(): string {
    const files = (id: string): string[] => readdirSync(resolve(folder, id)).filter((file) => /^puzzles(-\d+)?\.json$/.test(file));
    const those = alone ? [] : ids.map((id) => [id, files(id)] as const).filter(([, own]) => own.length > 0);
    const name = (id: string, file: string): string => `${id}_${file.replace(/\W/g, '_')}`;
    const imports = those.flatMap(([id, own]) => own.map((file) => `import ${name(id, file)} from '@games/${id}/${file}?url';\n`)).join('');
    const lists = those.map(([id, own]) => `${JSON.stringify(id)}: [${own.map((file) => name(id, file)).join(',')}]`);
    return `${imports}export const packs = {${lists.join(',')}};`;
  }

  const makers: Record<string, (name: string) => string> = {
    games: list,
    nets,
    puzzles,
    rules: (game) => `export default ${JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, page(game, lang)])))};`,
    words: (lang) => compile(['page', lang], JSON.stringify(front(lang))),
    sentences: (name) => sentences(...(name.split('/') as [string, string])),
  };

  return {
    name: 'metropole-games',
    resolveId(id) {
      return id.startsWith('virtual:') ? `\0${id}` : undefined;
    },
    load(id) {
      const [, kind = '', name = ''] = /^\0virtual:(\w+)\/?(.*)$/.exec(id) ?? [];
      return makers[kind]?.(name);
    },
  };
}
