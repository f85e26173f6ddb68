// SPDX-License-Identifier: MIT
// A record's text, taken apart just enough to walk through it. The engine replays it.
export interface ParsedRecord {
  header: string[];
  game: string;
  players: number;
  names: string[];
  moves: string[];
  /** Numbers of moves after which a player is to choose, or the game is over. */
  stops: number[];
}

export function parseRecord(text: string): ParsedRecord | null {
  const lines = text.replace(/\r/g, '').trim().split('\n');
  if (!/^metropole \d+/.test(lines[0] ?? '')) return null;
  const gap = lines.findIndex((line) => line.trim() === '');
  const header = gap < 0 ? lines : lines.slice(0, gap);
  const body = gap < 0 ? [] : lines.slice(gap + 1);
  const field = (name: string): string => header.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const players = Number(field('players'));
  const names = Array.from({ length: players }, (_, i) => field(`name ${i + 1}`));
  const moves = body
    .flatMap((line) => line.replace(/#.*/, '').split(';'))
    .map((move) => move.trim())
    .filter(Boolean);
  const stops = Array.from({ length: moves.length + 1 }, (_, n) => n).filter((n) => !moves[n]?.startsWith('~'));
  return { header, game: field('game'), players, names, moves, stops };
}

/** The record in full, one move a line. */
export function recordText({ header, moves }: ParsedRecord): string {
  return `${header.join('\n')}\n\n${moves.join('\n')}\n`;
}

/** Does it hide something from whoever has it? A name may well have a question mark. */
export function isCut(parsed: ParsedRecord): boolean {
  return parsed.moves.some((move) => move.includes('?'));
}

/** The record of the first n moves, as of a game that goes on. */
export function prefix(parsed: ParsedRecord, n: number): string {
  const header = parsed.header.filter((line) => !line.startsWith('result '));
  return `${header.join('\n')}\n\n${parsed.moves.slice(0, n).join('\n')}\n`;
}

export function withNames(record: string, names: string[]): string {
  const [head = '', ...rest] = record.split('\n\n');
  const lines = head.split('\n').filter((line) => !line.startsWith('name '));
  const at = lines.findIndex((line) => line.startsWith('result'));
  const said = names.flatMap((name, i) => (name ? [`name ${i + 1} ${name.replace(/[\n#;]/g, ' ')}`] : []));
  lines.splice(at < 0 ? lines.length : at, 0, ...said);
  return [lines.join('\n'), ...rest].join('\n\n');
}

/** A written move and who made it, if it says so. */
export function spoken(move: string): { seat: number | null; move: string } {
  const match = /^(\d): (.*)$/.exec(move);
  return match ? { seat: Number(match[1]), move: match[2] ?? '' } : { seat: null, move };
}
