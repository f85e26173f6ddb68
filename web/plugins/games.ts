// SPDX-License-Identifier: MIT
// What the client takes from the games' folders at build time, found and never listed: the rules
// pages (virtual:games), the nets of bots (virtual:nets, files of the build), the words of the page in one language (virtual:words/<lang>), its own and
// those of each game, and what a game's engine has to say (virtual:sentences/<game>/<lang>). The
// files there stay the one source; nothing is copied by hand. tools/words.py compiles sentences.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { rulesPage } from './markdown.ts';

const langs = ['fr', 'en'];

export function games(root: string, build: string): Plugin {
  const folder = resolve(root, 'games');
  const rulesFile = (game: string, lang: string): string => resolve(folder, game, `RULES.${lang}.md`);
  const wordsFile = (game: string, lang: string): string => resolve(folder, game, `words.${lang}`);
  const compile = (args: string[], input?: string): string =>
    execFileSync('python3', [resolve(root, 'tools/words.py'), ...args], { encoding: 'utf8', input, maxBuffer: 1 << 26 });
  const ids = readdirSync(folder)
    .filter((id) => existsSync(rulesFile(id, 'en')))
    .sort();

  const page = (game: string, lang: string) => rulesPage(readFileSync(rulesFile(game, lang), 'utf8'));
  const json = (file: string): object => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

  function list(): string {
    const speaking = ids.filter((id) => existsSync(wordsFile(id, 'en')));
    const sentences = speaking.flatMap((id) => langs.map((lang) => `${JSON.stringify(`${id}/${lang}`)}: () => import('virtual:sentences/${id}/${lang}')`));
    return [
      `export const rules = {${ids.map((id) => `${JSON.stringify(id)}: () => import('virtual:rules/${id}')`).join(',')}};`,
      `export const sentences = {${sentences.join(',')}};`,
    ].join('\n');
  }

  /** What core says of every game, as it stands in its catalogue. */
  function core(lang: string): object {
    const entries: [string, string][] = [];
    for (const line of readFileSync(resolve(root, `core/words.${lang}`), 'utf8').split('\n')) {
      const [, key, text] = /^([a-z][\w.]*) = (.*)$/.exec(line) ?? [];
      if (key !== undefined) entries.push([key, text ?? '']);
      else if (/^\s+\S/.test(line)) entries.at(-1)![1] += ` ${line.trim()}`;
    }
    return Object.fromEntries(entries);
  }

  function words(lang: string): object {
    const src = resolve(root, 'web/src');
    return Object.assign(
      {},
      core(lang),
      json(resolve(src, `i18n/${lang}.json`)),
      ...ids.flatMap((id) => [{ [`game.${id}`]: page(id, lang).title }, json(resolve(src, `games/${id}/${lang}.json`))]),
    );
  }

  function nets(): string {
    const folder = resolve(build, 'wasm');
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.nets')) : [];
    const imports = files.map((file, i) => `import url${i} from '@engine/${file}?url';\n`).join('');
    return `${imports}export const nets = {${files.map((file, i) => `${JSON.stringify(file.replace('.nets', ''))}: url${i}`).join(',')}};`;
  }

  const makers: Record<string, (name: string) => string> = {
    games: list,
    nets,
    rules: (game) => `export default ${JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, page(game, lang)])))};`,
    words: (lang) => compile(['page', lang], JSON.stringify(words(lang))),
    sentences: (name) => {
      const [game = '', lang = ''] = name.split('/');
      return compile(['js', wordsFile(game, 'en'), wordsFile(game, 'fr'), lang]);
    },
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
