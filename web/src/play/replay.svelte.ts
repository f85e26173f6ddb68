// SPDX-License-Identifier: MIT
// Walking through a record: every position as everybody may see it once a game is over, or as one
// seat has seen a game that goes on.
import { Engine } from '../engine/client';
import type { Effect, Points, Preview, Seat, Status, View, Viewer } from '../engine/protocol';
import type { Player, Stage } from '../games/game';
import { looksOf } from '../games/looks';
import { t } from '../i18n/lang.svelte';
import type { GameId } from '../games/ids';
import type { Played } from '../table/table';
import type { Entry } from '../table/table';
import { prefix, spoken, type ParsedRecord } from './record';

export class Replay implements Stage {
  readonly game: GameId;
  readonly players: Player[];
  view = $state.raw<View>() as View;
  effects = $state.raw<Effect[]>([]);
  readonly steps = $derived([this.effects]);
  entry = $state.raw<Entry | null>(null);
  at = $state(0);
  readonly me = null;
  readonly self = null;
  readonly legal = {};
  readonly choice = null;
  readonly preview = null;
  readonly hovered = null;
  /** A move that was not made, shown as if it had been: until another position is looked at. */
  ghost = $state.raw<Preview | null>(null);
  /** Whose eyes: of everybody once it is over, or of one seat as it was then. */
  eyes = $state<Viewer>('all');
  private readonly engine = new Engine();
  private asked = 0;

  constructor(
    readonly parsed: ParsedRecord,
    /** Whose knowledge it is. */
    readonly viewer: Viewer = 'all',
    /** Who of them watches, if that is known. */
    you: Seat | null = null,
  ) {
    this.eyes = viewer;
    this.game = parsed.game;
    const looks = looksOf(this.game);
    this.players = parsed.names.map((name, i) => ({
      name: name || t(you === i + 1 ? 'seat.you' : 'seat.player', { n: i + 1 }),
      you: you === i + 1,
      look: looks[i] ?? looks[0]!,
      who: '',
    }));
  }

  get last(): number {
    return this.parsed.stops.length - 1;
  }

  /** Shows the position after stop n; checks the whole record on the way if n is the last. */
  async show(n: number): Promise<void> {
    const asked = ++this.asked;
    const to = this.parsed.stops[n] ?? 0;
    const from = n > 0 ? (this.parsed.stops[n - 1] ?? 0) : to;
    let status = await this.engine.ask<Status>({
      op: 'load',
      record: prefix(this.parsed, from),
      ...(this.viewer === 'all' ? { chance: 'manual' } : { follow: this.viewer }),
    });
    const effects: Effect[] = [];
    const played: Played[] = [];
    for (const text of this.parsed.moves.slice(from, to)) {
      const said = spoken(text);
      const seat: Seat | 'chance' = said.seat ?? status.turn ?? 'chance';
      const answer = await this.engine.ask<Status & { events: string[]; effects: Effect[] }>({
        op: 'play',
        move: said.move,
        viewer: this.eyes,
        ...(said.seat ? { seat: said.seat } : {}),
      });
      played.push(...answer.events.map((move) => ({ seat, move })));
      effects.push(...answer.effects);
      status = answer;
    }
    const { view } = await this.engine.ask<{ view: View }>({ op: 'view', seat: this.eyes });
    if (asked !== this.asked) return;
    this.at = n;
    this.ghost = null;
    this.view = view;
    this.effects = effects;
    this.entry = played.length ? { played, effects } : null;
  }

  /** The same position with other eyes. */
  async lookAs(eyes: Viewer): Promise<void> {
    this.eyes = eyes;
    await this.show(this.at);
  }

  async breakdown(): Promise<Points[]> {
    return (await this.engine.ask<{ breakdown: Points[] }>({ op: 'breakdown', seat: this.eyes })).breakdown;
  }

  /** What a move would have done after so many moves of the record. */
  async foresee(moves: number, seat: Seat, move: string): Promise<Preview> {
    const other = (this.other ??= new Engine());
    const load = other.ask({ op: 'load', record: prefix(this.parsed, moves), chance: 'manual' });
    const preview = other.ask<Preview>({ op: 'preview', seat, move, viewer: this.eyes });
    await load;
    return preview;
  }

  /** A move after so many moves of the record, and what may be expected after it, as far as it can be
   * played: chance brings something of its own between. */
  async foreseeLine(moves: number, seat: Seat, move: string, line: string[]): Promise<Preview[]> {
    const other = (this.other ??= new Engine());
    const viewer = this.eyes;
    const shown: Preview[] = [];
    await other.ask({ op: 'load', record: prefix(this.parsed, moves), chance: 'auto', seed: 1 });
    for (const each of [{ seat, move }, ...line.map(spoken)]) {
      const answer = await other
        .ask<{ effects: Effect[] }>({ op: 'play', move: each.move, viewer, ...(each.seat ? { seat: each.seat } : {}) })
        .catch(() => null);
      if (!answer) break;
      const { view } = await other.ask<{ view: View }>({ op: 'view', seat: viewer });
      shown.push({ view, effects: answer.effects });
    }
    return shown;
  }

  /** Looks aside while the first engine walks. */
  private other: Engine | null = null;

  pick(): void {}
  attempt(): void {}
  refuse(): void {}
  putBack(): void {}
  async send(): Promise<void> {}

  close(): void {
    this.engine.close();
    this.other?.close();
  }
}
