// SPDX-License-Identifier: MIT
// review.html: the client as one file, beside the client that a site serves.
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { games } from './plugins/games.ts';
import { oneFile } from './plugins/onefile.ts';
import { posters } from './plugins/posters.ts';
import site from './vite.config.ts';

const root = resolve(import.meta.dirname, '..');
const build = process.env.METROPOLE_BUILD ?? resolve(root, 'build');

export default defineConfig({
  base: './',
  plugins: [svelte(), games(root, build, true), posters(import.meta.dirname), oneFile()],
  // Here bots answer a hint at the most: the engine thinks for itself, and half a megabyte is saved.
  resolve: { ...site.resolve, alias: { '@engine/thinker.wasm?url': resolve(import.meta.dirname, 'plugins/nothing.ts'), ...site.resolve?.alias } },
  publicDir: false,
  build: {
    outDir: resolve(build, 'web'),
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 1 << 30,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1 << 20,
    rolldownOptions: { input: resolve(root, 'web/review.html'), output: { codeSplitting: false } },
  },
  // A module may not be loaded from a page on a disk; a plain script may.
  worker: { format: 'iife', plugins: () => [games(root, build)] },
});
