// SPDX-License-Identifier: MIT
// Reads an evaluation table for showing it. What it means for a match is the engine's business.
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

export function parseValues(text: string): ValueRow[] {
  const rows: ValueRow[] = [];
  for (const raw of text.split('\n')) {
    const [word = '', ...rest] = raw.replace(/#.*/, '').trim().split(/\s+/);
    const row = rows.at(-1);
    if (word === 'building') rows.push({ kind: rest[0] ?? '', base: 0, site: null, changes: [], never: [] });
    else if (!row) continue;
    else if (word === 'base') row.base = Number(rest[0]);
    else if (word === 'on') row.site = { name: rest[0] ?? '', value: Number(rest[1]) };
    else if (word === 'plus' || word === 'minus') {
      for (const part of rest.join(' ').split(',')) {
        const [kind = '', points = '0'] = part.trim().split(' ');
        row.changes.push({ kind, points: word === 'plus' ? Number(points) : -Number(points) });
      }
    } else if (word === 'never')
      row.never.push(
        ...rest
          .join(' ')
          .split(',')
          .map((kind) => kind.trim()),
      );
  }
  return rows;
}
