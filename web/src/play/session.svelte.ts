// SPDX-License-Identifier: MIT
// A person at a table: what they see, what they are choosing, and what has happened so far.
import type { Effect, Fault, Preview, Seat, View, Viewer } from '../engine/protocol';
import { Refusal } from '../engine/protocol';
import { looksOf } from '../games/looks';
import type { GameUi, Player, Stage } from '../games/game';
import { paces, settings } from '../shell/settings.svelte';
import type { Hint, Played, Position, Step, Table } from '../table/table';
import { play as sound } from './sound';
import { Choice } from './choice';

export interface Entry {
  played: Played[];
  effects: Effect[];
}

const barTime = 60;
const hintTime = 400;

export class Session implements Stage {
  readonly players: Player[];
  view = $state.raw<View>() as View;
  legal = $state.raw<Record<Seat, string[]>>({});
  choice = $state.raw<Choice | null>(null);
  preview = $state.raw<Preview | null>(null);
  effects = $state.raw<Effect[]>([]);
  log = $state.raw<Entry[]>([]);
  fault = $state.raw<Fault | null>(null);
  thinking = $state<Seat | null>(null);
  /** The person who is asked to sit down; the board is hidden meanwhile. */
  curtain = $state<Seat | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Expected share of the win by seat, if the bar is on. */
  standing = $state.raw<number[] | null>(null);
  sending = $state(false);
  private viewer: Viewer = 'public';
  private skipWait: (() => void) | null = null;
  private turn = 0;

  constructor(
    readonly table: Table,
    readonly game: GameUi,
  ) {
    const looks = looksOf(table.info.game);
    this.players = table.info.seats.map((seat) => ({ name: seat.name, who: seat.who, look: looks[seat.look] ?? looks[0]! }));
  }

  get here(): Seat[] {
    return this.table.info.seats.flatMap((seat, i) => (seat.who === 'here' ? [i + 1] : []));
  }

  /** The person of this device whose decision is due. */
  get me(): Seat | null {
    const turn = this.view.turn;
    return turn !== null && this.here.includes(turn) && this.curtain === null ? turn : null;
  }

  get self(): Seat | null {
    const [first] = this.here;
    return this.me ?? (this.here.length === 1 && first !== undefined ? first : null);
  }

  /** Does a deal wait for an answer from this device? */
  get asked(): boolean {
    return Object.values(this.legal).some((moves) => moves.some((move) => move.startsWith('accept')));
  }

  /** The move that is ready to be confirmed. */
  get ready(): string | null {
    return this.preview ? this.move : null;
  }

  private move: string | null = null;

  async open(): Promise<void> {
    const [first] = this.here;
    this.viewer = this.here.length === 1 && first !== undefined ? first : 'public';
    const position = await this.lookAs(this.viewer);
    this.view = position.view;
    await this.seatNext(position);
    this.table.listen({ step: (step) => this.step(step), thinking: (seat) => (this.thinking = seat) });
  }

  pick(part: string, value: string): void {
    if (!this.choice || this.sending) return;
    this.fault = null;
    this.hint = null;
    const again = this.choice.picked[part] === value;
    const next = again ? this.choice.clear(part) : this.choice.pick(part, value);
    if (next) void this.choose(this.game.settle?.(next) ?? next);
    else {
      const move = this.game.compose({ ...this.choice.picked, [part]: value });
      if (move) this.attempt(move);
    }
  }

  /** Tries a move that need not be in the list; a refusal says which rule forbids it. */
  attempt(move: string): void {
    if (this.self !== null) void this.look(this.self, move);
  }

  takeBack(): void {
    this.fault = null;
    this.hint = null;
    this.preview = null;
    this.move = null;
    if (!this.choice) return;
    const choice = this.choice.clear();
    void this.choose(this.game.settle?.(choice) ?? choice, null);
  }

  async confirm(): Promise<void> {
    if (this.self === null || !this.move || !this.preview) return;
    await this.send(this.self, this.move);
  }

  /** Plays at once; for answers to deals, which are not on the board. */
  async send(seat: Seat, move: string): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.turn++;
    try {
      await this.table.play(seat, move);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.sending = false;
    }
  }

  async undo(): Promise<void> {
    if (!this.table.undo || this.sending) return;
    this.turn++;
    try {
      const position = await this.table.undo();
      this.log = this.log.slice(0, this.logLength(position.view.ply));
      this.effects = [];
      await this.seatNext(position);
    } catch (error) {
      this.refuse(error);
    }
  }

  private logLength(ply: number): number {
    return Math.max(0, this.log.length - (this.view.ply - ply));
  }

  async askHint(): Promise<void> {
    if (this.me === null || !this.choice) return;
    const turn = this.turn;
    const seat = this.me;
    this.thinking = seat;
    try {
      const hint = await this.table.hint(seat, hintTime);
      if (turn !== this.turn || !hint.move || !this.choice) return;
      const parts = this.game.split(hint.move);
      await this.choose(new Choice(this.choice.listed, parts), hint.move);
      this.hint = hint;
    } catch (error) {
      this.refuse(error);
    } finally {
      this.thinking = null;
    }
  }

  /** Ends the wait after a bot's move. */
  skip(): void {
    this.skipWait?.();
  }

  async reveal(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return;
    this.viewer = seat;
    this.curtain = null;
    this.take(await this.lookAs(seat));
  }

  private async choose(choice: Choice, move = choice.move()): Promise<void> {
    // A move that is the only one left is shown with all its parts.
    this.choice = move ? new Choice(choice.listed, this.game.split(move)) : choice;
    this.preview = null;
    this.move = null;
    if (this.me !== null && move) await this.look(this.me, move);
  }

  private async look(seat: Seat, move: string): Promise<void> {
    const turn = this.turn;
    const choice = this.choice;
    try {
      const preview = await this.table.preview(seat, move);
      if (turn !== this.turn || choice !== this.choice) return;
      this.move = move;
      this.preview = preview;
      this.fault = null;
      sound('touch');
      if (!settings.confirm) await this.confirm();
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.fault.code === 'closed') return;
    this.fault = error.fault;
    sound('refuse');
  }

  private async step(step: Step): Promise<void> {
    this.thinking = null;
    this.log = [...this.log, { played: step.played, effects: step.effects }];
    this.effects = step.effects;
    const mover = step.played[0]?.seat;
    const own = typeof mover === 'number' && this.here.includes(mover);
    sound(step.view.over ? 'over' : own ? 'place' : 'other');
    await this.seatNext(step);
    if (!own && !step.view.over && this.me === null) await this.wait(paces[settings.pace]);
  }

  /** Several people at one device read one journal: it tells what all of them may know. */
  private lookAs(viewer: Viewer): Promise<Position> {
    const shared = this.here.length > 1 && this.game.secret(this.table.info.options);
    return this.table.look(viewer, shared ? 'public' : viewer);
  }

  /** Shows the position to whoever has to decide, behind a curtain if that is another person. */
  private async seatNext(position: Position): Promise<void> {
    const turn = position.view.turn;
    const person = turn !== null && this.here.includes(turn) ? turn : null;
    if (this.here.length > 1 && person !== null && person !== this.viewer && !position.view.over) {
      if (this.game.secret(position.view.options)) {
        this.curtain = person;
        this.viewer = 'public';
        this.take(await this.lookAs('public'));
        this.standing = null;
        return;
      }
      this.viewer = person;
      position = await this.lookAs(person);
    }
    this.take(position);
  }

  private take(position: Position): void {
    this.turn++;
    this.view = position.view;
    this.legal = position.legal;
    this.preview = null;
    this.move = null;
    this.hint = null;
    this.fault = null;
    const moves = this.me === null ? undefined : position.legal[this.me];
    if (moves) {
      const choice = Choice.of(moves, (move) => this.game.split(move));
      this.choice = this.game.settle?.(choice) ?? choice;
    } else this.choice = null;
    if (settings.bar && this.me !== null) void this.weigh(this.me);
  }

  private async weigh(seat: Seat): Promise<void> {
    const turn = this.turn;
    const hint = await this.table.hint(seat, barTime).catch(() => null);
    const shares = hint?.info.value;
    if (shares && turn === this.turn && shares.some((share) => share !== shares[0])) this.standing = shares;
  }

  private wait(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const session = this;
      function done(): void {
        clearTimeout(timer);
        session.skipWait = null;
        resolve();
      }
      this.skipWait = done;
    });
  }
}
