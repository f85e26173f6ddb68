// SPDX-License-Identifier: MIT
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { games } from './plugins/games.ts';
import { offline } from './plugins/offline.ts';
import { posters } from './plugins/posters.ts';
import { splash } from './plugins/splash.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '..');
const build = process.env.METROPOLE_BUILD ?? resolve(root, 'build');

export default defineConfig({
  base: './',
  plugins: [svelte(), games(root, build), posters(here), offline(), splash()],
  resolve: {
    alias: { '@games': resolve(root, 'games'), '@engine': resolve(build, 'wasm'), '@fonts': resolve(build, 'fonts') },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  server: { fs: { allow: [root, build] } },
  build: {
    outDir: resolve(build, 'web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every table needs is one file: twenty small ones take longer to ask for than to read. What
    // the first page needs is no part of it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'table', test: /src\/(ui\/(?!Icon|TopBar)|play\/(?!lesson)|table\/(?!kept)|rules\/page|games\/(looks|game)\.ts)/, minShareCount: 3 },
            { name: 'online', test: /src\/online\/([a-z]|NameAsk)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [games(root, build)] },
  test: { include: ['tests/unit/**/*.test.ts', 'src/games/*/tests/*.test.ts'] },
});
