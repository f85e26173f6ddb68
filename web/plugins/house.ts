// SPDX-License-Identifier: MIT
// What the client takes from the rest of the house at build time: rules pages and game data. The
// files under games/ stay the one source; nothing is copied by hand.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { rulesPage } from './markdown.ts';

export function house(root: string): Plugin {
  const prefix = 'virtual:rules/';
  return {
    name: 'metropole-house',
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const game = id.slice(prefix.length + 1);
      const pages = Object.fromEntries(
        ['fr', 'en'].map((lang) => {
          const file = resolve(root, 'games', game, `RULES.${lang}.md`);
          this.addWatchFile(file);
          return [lang, rulesPage(readFileSync(file, 'utf8'))];
        }),
      );
      return `export default ${JSON.stringify(pages)};`;
    },
  };
}
