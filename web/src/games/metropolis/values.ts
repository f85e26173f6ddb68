// SPDX-License-Identifier: MIT
// Reads an evaluation table for showing it, by the form that the game's data gives each line. What
// it means for a match is the engine's business.
import { lines } from './types';

export interface Change {
  kind: string;
  points: number;
}

export interface ValueRow {
  kind: string;
  base: number;
  site: { name: string; value: number } | null;
  changes: Change[];
  never: string[];
}

type Line = { number?: number; site?: { name: string; value: number }; changes?: Change[]; kinds?: string[] };

const readers: Record<string, (text: string) => Line> = {
  number: (text) => ({ number: Number(text) }),
  site(text) {
    const [name = '', value] = text.split(/\s+/);
    return { site: { name, value: Number(value) } };
  },
  changes: (text) => ({
    changes: text.split(',').map((part) => {
      const [kind = '', points] = part.trim().split(/\s+/);
      return { kind, points: Number(points) };
    }),
  }),
  kinds: (text) => ({ kinds: text.split(',').map((kind) => kind.trim()) }),
};

/** The sites that each plot lies on. */
export function parseSites(text: string): Map<number, string[]> {
  const sites = new Map<number, string[]>();
  for (const [, name = '', plots = ''] of text.matchAll(/^\s*site\s+(\w+)([^#\n]*)/gm))
    for (const range of plots.trim().split(/\s+/)) {
      const [first = 0, last = first] = range.split('-').map(Number);
      for (let plot = first; plot <= last; plot++) sites.set(plot, [...(sites.get(plot) ?? []), name]);
    }
  return sites;
}

export function parseValues(text: string): ValueRow[] {
  const rows: ValueRow[] = [];
  for (const raw of text.split('\n')) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(raw.replace(/#.*/, '')) ?? [];
    if (word === 'building') rows.push({ kind: rest, base: 0, site: null, changes: [], never: [] });
    const row = rows.at(-1);
    const line = readers[lines.get(word) ?? '']?.(rest);
    if (!row || !line) continue;
    row.base = line.number ?? row.base;
    row.site = line.site ?? row.site;
    const sign = word === 'minus' ? -1 : 1;
    row.changes.push(...(line.changes ?? []).map(({ kind, points }) => ({ kind, points: sign * points })));
    row.never.push(...(line.kinds ?? []));
  }
  return rows;
}
