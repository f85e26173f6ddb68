// SPDX-License-Identifier: MIT
// A match in an engine of its own, as tables ask it: the referee's at this device, or what one seat
// has seen of a game elsewhere.
import { Engine } from '../engine/client';
import type { Effect, Points, Preview, Request, Seat, Status, View, Viewer } from '../engine/protocol';
import type { Hint, Position } from './table';

export interface PlayAnswer extends Status {
  events: string[];
  effects: Effect[];
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
    const { view } = await this.engine.ask<{ view: View }>({ op: 'view', seat: viewer });
    const legal: Record<Seat, string[]> = {};
    for (const seat of view.actors) {
      if (seat === 'chance' || !seats.includes(seat)) continue;
      legal[seat] = (await this.engine.ask<{ moves: string[] }>({ op: 'legal', seat })).moves;
    }
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
