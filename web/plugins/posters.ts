// SPDX-License-Identifier: MIT
// The games' posters as pictures that are ready (virtual:posters). They know no state, so they are drawn
// when the client is built: half of what the first page had to do was to draw them.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { render } from 'svelte/server';
import type { Component } from 'svelte';
import { runnerImport, type Plugin } from 'vite';

/** Marks and spaces are for a page that would change the picture. */
async function draw(root: string, file: string): Promise<string> {
  const loaded = await runnerImport<{ default: Component }>(file, {
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [svelte({ compilerOptions: { dev: false } })],
  });
  return render(loaded.module.default)
    .body.replace(/<!--.*?-->/gs, '')
    .replace(/>\s+</g, '><')
    .replace(/-?\d+\.\d{3,}(e-\d+)?/g, (number) => String(Number(Number(number).toFixed(2))));
}

export function posters(root: string): Plugin {
  const folder = resolve(root, 'src/games');
  return {
    name: 'metropole-posters',
    async load(id) {
      if (id !== '\0virtual:posters') return undefined;
      const files: Record<string, string> = { '': resolve(folder, 'PlainPoster.svelte') };
      for (const game of readdirSync(folder).sort()) {
        const file = resolve(folder, game, 'Poster.svelte');
        if (existsSync(file)) files[game] = file;
      }
      const drawn: Record<string, string> = {};
      for (const [game, file] of Object.entries(files)) {
        this.addWatchFile(file);
        drawn[game] = await draw(root, file);
      }
      return `export const posters = ${JSON.stringify(drawn)};`;
    },
  };
}
