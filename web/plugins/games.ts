// SPDX-License-Identifier: MIT
// What the client takes from the games' folders at build time, found and never listed: the rules
// pages (virtual:games), the nets of bots (virtual:nets, files of the build) and the words of the page in one language (virtual:words/<lang>), its own
// and those of each game. The files there stay the one source; nothing is copied by hand.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { rulesPage } from './markdown.ts';

const langs = ['fr', 'en'];

export function games(root: string, build: string): Plugin {
  const folder = resolve(root, 'games');
  const rulesFile = (game: string, lang: string): string => resolve(folder, game, `RULES.${lang}.md`);
  const ids = readdirSync(folder)
    .filter((id) => existsSync(rulesFile(id, 'en')))
    .sort();

  const page = (game: string, lang: string) => rulesPage(readFileSync(rulesFile(game, lang), 'utf8'));
  const json = (file: string): object => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

  function list(): string {
    return `export const rules = {${ids.map((id) => `${JSON.stringify(id)}: () => import('virtual:rules/${id}')`).join(',')}};`;
  }

  function words(lang: string): object {
    const src = resolve(root, 'web/src');
    return Object.assign(
      {},
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
    words: (lang) => `export default ${JSON.stringify(words(lang))};`,
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
