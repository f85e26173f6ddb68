// SPDX-License-Identifier: MIT
// Writes the service worker with the list of built files: everything is there after the first
// visit, and a new build replaces all of it at once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

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
        const files = Object.keys(bundle).filter((file) => !file.endsWith('.map'));
        for (const file of files.sort()) {
          const part = bundle[file];
          if (part) hash.update(file).update(part.type === 'chunk' ? part.code : part.source);
        }
        const fixed = ['icon.svg', 'icon-192.png', 'manifest.webmanifest'];
        for (const file of fixed) hash.update(readFileSync(resolve(publicDir, file)));
        const template = readFileSync(resolve(import.meta.dirname, 'sw.template.js'), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: template
            .replace('__VERSION__', hash.digest('hex').slice(0, 16))
            .replace('__FILES__', JSON.stringify(['./', ...new Set([...files, ...fixed, 'index.html'])])),
        });
      },
    },
  };
}
