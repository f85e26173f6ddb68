// SPDX-License-Identifier: MIT
// The small Markdown that the rules pages use: headings, lists, tables, paragraphs, emphasis, code.
// A paragraph, list item or table row that begins with a rule id becomes that rule's anchor.
import type { RulesBlock, RulesPage } from '../src/rules/page.ts';

const idPattern = /^(?:\*\*)?([A-Z]{2}-\d+[a-z]?)(?:\*\*)?[.:]?\s+/;

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1')
    .replace(/\b([A-Z]{2}-\d+[a-z]?)\b/g, '<a class="rule" data-rule="$1" href="#">$1</a>');
}

function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function table(lines: string[]): string {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  const [head = [], , ...body] = rows;
  const row = (cells: string[], tag: string): string => `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escape(plain(head.join(', ')))}"><table><thead>${row(head, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
}

export function rulesPage(markdown: string): RulesPage {
  const page: RulesPage = { title: '', blocks: [], texts: {} };
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  let current: RulesBlock | null = null;
  const add = (html: string, ids: string[] = []): void => {
    current = { ids, html };
    page.blocks.push(current);
  };
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? '';
    if (!line.trim()) {
      i++;
      continue;
    }
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    if (heading) {
      const level = heading[1]?.length ?? 2;
      const text = heading[2] ?? '';
      if (level === 1 && !page.title) page.title = plain(text);
      else add(`<h${level}>${inline(text)}</h${level}>`);
      i++;
      continue;
    }
    if (/^\s*\|/.test(line)) {
      const start = i;
      while (/^\s*\|/.test(lines[i] ?? '')) i++;
      add(table(lines.slice(start, i).map((each) => each.trim())));
      continue;
    }
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line);
    const parts = [item ? (item[1] ?? '') : line.trim()];
    i++;
    while (i < lines.length && lines[i]?.trim() && !/^\s*([-*]\s|\d+\.\s|\||#)/.test(lines[i] ?? '')) {
      parts.push(lines[i]?.trim() ?? '');
      i++;
    }
    const text = parts.join(' ');
    const id = idPattern.exec(text)?.[1];
    if (id) {
      const rest = text.replace(idPattern, '');
      page.texts[id] = plain(rest);
      add(`<p><strong class="id">${id}</strong> ${inline(rest)}</p>`, [id]);
    } else if (item) add(`<p class="item">${inline(text)}</p>`);
    else add(`<p>${inline(text)}</p>`);
  }
  return page;
}
