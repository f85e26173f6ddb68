// SPDX-License-Identifier: MIT
// A match in an engine of its own, as tables ask it: the referee's at this device, or what one seat
// has seen of a game elsewhere.
import { Engine } from '../engine/client';
import type { Effect, Points, Preview, Request, Seat, Status, View, Viewer } from '../engine/protocol';
import { parseRecord, prefix, spoken } from '../play/record';
import type { Entry, Hint, Position } from './table';

export interface PlayAnswer extends Status {
  events: string[];
  effects: Effect[];
}

/** What happened so far as the viewer may know it, a player's move with the chance after it each: the
 * whole record is walked through once more, beside the match. `followed`: the record is what that viewer
 * has seen. */
export async function retell(record: string, viewer: Viewer, followed = false): Promise<Entry[]> {
  const parsed = parseRecord(record);
  if (!parsed) return [];
  const entries: Entry[] = [];
  const match = new Match();
  try {
    let status = await match.begin({ op: 'load', record: prefix(parsed, 0), ...(followed ? { follow: viewer } : { chance: 'manual' }) });
    for (const text of parsed.moves) {
      const { seat, move } = spoken(text);
      const mover: Seat | 'chance' = move.startsWith('~') ? 'chance' : (seat ?? status.turn ?? 'chance');
      const answer = await match.play(seat ?? 'chance', move, viewer);
      if (mover !== 'chance' || entries.length === 0) entries.push({ played: [], effects: [] });
      const last = entries.at(-1);
      last?.played.push(...answer.events.map((event) => ({ seat: mover, move: event })));
      last?.effects.push(...answer.effects);
      status = answer;
    }
  } finally {
    match.close();
  }
  return entries;
}

export class Match {
  private readonly engine = new Engine();

  /** Starts or loads it; of a match that cannot be nothing is left. */
  async begin(request: Request): Promise<Status> {
    try {
      return await this.engine.ask<Status>(request);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What the viewer may know, and what these seats may do. */
  async look(viewer: Viewer, seats: Seat[]): Promise<Position> {
    const [{ view }, ...lists] = await Promise.all([
      this.engine.ask<{ view: View }>({ op: 'view', seat: viewer }),
      ...seats.map((seat) => this.engine.ask<{ moves: string[] }>({ op: 'legal', seat })),
    ]);
    const legal: Record<Seat, string[]> = {};
    for (const [i, seat] of seats.entries()) if (view.actors.includes(seat)) legal[seat] = lists[i]?.moves ?? [];
    return { view, legal };
  }

  play(seat: Seat | 'chance', move: string, viewer: Viewer): Promise<PlayAnswer> {
    return this.engine.ask<PlayAnswer>({ op: 'play', ...(seat === 'chance' ? {} : { seat }), move, viewer });
  }

  preview(seat: Seat, move: string): Promise<Preview> {
    return this.engine.ask<Preview>({ op: 'preview', seat, move });
  }

  async breakdown(viewer: Viewer): Promise<Points[]> {
    return (await this.engine.ask<{ breakdown: Points[] }>({ op: 'breakdown', seat: viewer })).breakdown;
  }

  async record(viewer: Viewer): Promise<string> {
    return (await this.engine.ask<{ record: string }>({ op: 'record', seat: viewer })).record;
  }

  /** What stands for the viewer's view. */
  async digest(viewer: Viewer): Promise<string> {
    return (await this.engine.ask<{ digest: string }>({ op: 'digest', seat: viewer })).digest;
  }

  status(): Promise<Status> {
    return this.engine.ask<Status>({ op: 'status' });
  }

  /** Back to before the last move of a player, or to the first so many moves, chance included. */
  undo(moves?: number): Promise<Status> {
    return this.engine.ask<Status>({ op: 'undo', ...(moves === undefined ? {} : { moves }) });
  }

  reveal(record: string): Promise<Status> {
    return this.engine.ask<Status>({ op: 'reveal', record });
  }

  bot(seat: Seat, level: string, ms?: number): Promise<Hint> {
    return this.engine.ask<Hint>({ op: 'bot', seat, level, ...(ms === undefined ? {} : { ms }) });
  }

  close(): void {
    this.engine.close();
  }
}
