// SPDX-License-Identifier: MIT
// What is not live, over REST.
import { Refusal, type Fault } from '../engine/protocol';

/** A table of one's own that is not over. */
export interface MyTable {
  table: string;
  game: string;
  seat: number;
  playing: boolean;
  your_turn: boolean;
  /** By seat; bots have none. */
  names?: string[];
  bots?: boolean[];
  turn?: number | null;
  /** Milliseconds left to whoever is on turn. */
  left?: number;
  /** When something last happened, in seconds since 1970. */
  changed?: number;
}

export interface Me {
  name: string | null;
  account?: boolean;
  tables: MyTable[];
}

export interface Stat {
  game: string;
  players: number;
  games: number;
  wins: number;
  average: number;
  rating?: number;
  deviation?: number;
  rated?: number;
}

export interface PastGame {
  table: string;
  key: number;
  game: string;
  players: number;
  seat: number;
  place: number;
  score: number;
  rating?: number;
  ended: number;
  names: string[];
  guests?: boolean[];
  bots?: boolean[];
}

export interface BotInfo {
  name: string;
  created: number;
  /** Missing if it never came. */
  seen?: number;
  /** Has a token, and may come in. */
  active: boolean;
}

export interface BotToken {
  name: string;
  token: string;
}

export interface SessionInfo {
  session: string;
  created: number;
  seen: number;
  agent: string;
  this: boolean;
}

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as T & { error?: Fault };
  if (response.ok) return body;
  throw new Refusal(body.error ?? { code: 'offline', message: response.statusText });
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch {
    throw new Refusal({ code: 'offline', message: 'The server cannot be reached.' });
  }
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await reach(path));
}

export async function getText(path: string): Promise<string> {
  const response = await reach(path);
  return response.ok ? response.text() : read<string>(response);
}

export async function post<T = object>(path: string, body: object = {}): Promise<T> {
  return read<T>(await reach(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));
}
