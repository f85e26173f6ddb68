// SPDX-License-Identifier: MIT
// Writes the service worker with the list of built files, and all of them as one compressed pack:
// everything is there after the first visit, for one request, and a new build replaces all of it
// at once. Puzzles alone are kept when they are first asked for.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** A line of JSON, [[path, type, bytes], …], then the files in that order. */
function pack(files: [string, Buffer][]): Buffer {
  const list = files.map(([file, bytes]) => [file, types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream', bytes.length]);
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...files.map(([, bytes]) => bytes)]), { level: 9 });
}

const isPuzzles = (file: string): boolean => /\bpuzzles-[^/]*\.json$/.test(file);

export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'metropole-offline',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256');
        const files: [string, Buffer][] = [];
        const later: string[] = [];
        for (const file of Object.keys(bundle).sort()) {
          const part = bundle[file];
          if (isPuzzles(file)) later.push(file);
          else if (part && !file.endsWith('.map')) files.push([file, Buffer.from(part.type === 'chunk' ? part.code : part.source)]);
        }
        for (const file of ['icon.svg', 'icon-192.png', 'manifest.webmanifest']) files.push([file, readFileSync(resolve(publicDir, file))]);
        for (const [file, bytes] of files) hash.update(file).update(bytes);
        for (const file of later) hash.update(file);
        const version = hash.digest('hex').slice(0, 16);
        this.emitFile({ type: 'asset', fileName: `assets/all-${version}.pack`, source: pack(files) });
        const template = readFileSync(resolve(import.meta.dirname, 'sw.template.js'), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: template
            .replaceAll('__VERSION__', version)
            .replace('__FILES__', JSON.stringify(files.map(([file]) => file)))
            .replace('__LATER__', JSON.stringify(later)),
        });
      },
    },
  };
}
