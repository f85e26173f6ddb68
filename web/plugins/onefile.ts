// SPDX-License-Identifier: MIT
// All that a page needs inside its one HTML file: scripts, styles, workers; what they fetch is inlined by
// Vite itself.
import type { Plugin } from 'vite';

const started = /new Worker\(new URL\('([^']+)', import\.meta\.url\), \{ type: 'module' \}\)/;

/** Workers come from the page too: a file on a disk may not load another. */
function inlineWorkers(): Plugin {
  return {
    name: 'metropole-inline-workers',
    enforce: 'pre',
    transform(code) {
      const [, file] = started.exec(code) ?? [];
      return file === undefined ? undefined : `import InlineWorker from '${file}?worker&inline';\n${code.replace(started, 'new InlineWorker()')}`;
    },
  };
}

/** Inside a script element nothing may look like its end. */
const guarded = (code: string): string => code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

export function oneFile(): Plugin[] {
  return [
    inlineWorkers(),
    {
      name: 'metropole-one-file',
      apply: 'build',
      enforce: 'post',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          const page = Object.values(bundle).find((part) => part.fileName.endsWith('.html'));
          if (page?.type !== 'asset') throw new Error('there is no page to put everything in');
          let html = String(page.source);
          for (const part of Object.values(bundle)) {
            const name = part.fileName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
            if (part.type === 'chunk') {
              html = html.replace(new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`), '');
              html = html.replace('</body>', () => `<script type="module">${guarded(part.code)}</script></body>`);
            } else if (part.fileName.endsWith('.css')) {
              html = html.replace(new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), () => `<style>${String(part.source)}</style>`);
            } else continue;
            delete bundle[part.fileName];
          }
          page.source = html;
        },
      },
    },
  ];
}
