// SPDX-License-Identifier: MIT
// What one seat has seen of a game on the server, as a match in an engine of this page's own: it is
// fed with what the server tells, and asked for everything else. Knows events, and no connection.
import { Refusal, type Over, type Points, type Preview, type Seat, type Viewer } from '../engine/protocol';
import { Match } from '../table/match';
import type { Position } from '../table/table';
import type { Info, WireEvent } from './wire';

export class Followed {
  private readonly match = new Match();
  private viewer: Viewer;
  /** Is it the whole match, at its end? */
  revealed = false;

  private constructor(private readonly seat: Seat | null) {
    this.viewer = seat ?? 'public';
  }

  static async start({ game, players, options }: Info, seat: Seat | null): Promise<Followed> {
    const followed = new Followed(seat);
    await followed.match.begin({ op: 'new', game, players, options, follow: followed.viewer });
    return followed;
  }

  /** Takes what happened, in order, and notes with each move what it did. False if it cannot have
   * happened, as far as this match knows. */
  async take(events: WireEvent[]): Promise<boolean> {
    try {
      await Promise.all(events.map((event) => this.feed(event)));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.fault.code === 'closed') throw error;
      return false;
    }
  }

  private async feed(event: WireEvent): Promise<void> {
    if (event.kind === 'undo') await this.match.undo(event.moves);
    if (event.kind !== 'move') return;
    event.effects = (await this.match.play(event.seat, event.move, this.viewer)).effects;
  }

  /** Is this what the digest stands for? */
  async is(digest: string): Promise<boolean> {
    return (await this.match.digest(this.viewer)) === digest;
  }

  /** The whole record of a game that is over, which must be what was followed. `last`: its last
   * move, of which it is known only now that it was. */
  async reveal(record: string, last: WireEvent | undefined): Promise<boolean> {
    const known = await this.match.reveal(record).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.fault.code !== 'bad_record') throw error;
        return false;
      },
    );
    if (!known) await this.match.begin({ op: 'load', record, chance: 'manual' });
    this.revealed = true;
    const { over, scores, score_scale, winners } = await this.match.status();
    const end: Over = { type: 'over', scores, score_scale, winners };
    if (over && last?.kind === 'move') last.effects = [...(last.effects ?? []), end];
    // A game that was given up is not over by its rules; nothing is hidden any more all the same.
    if (!over) this.viewer = 'all';
    return known;
  }

  look(): Promise<Position> {
    return this.match.look(this.viewer, this.seat === null || this.revealed ? [] : [this.seat]);
  }

  preview(seat: Seat, move: string): Promise<Preview> {
    return this.match.preview(seat, move);
  }

  breakdown(): Promise<Points[]> {
    return this.match.breakdown(this.viewer);
  }

  record(): Promise<string> {
    return this.match.record(this.revealed ? 'all' : this.viewer);
  }

  close(): void {
    this.match.close();
  }
}
