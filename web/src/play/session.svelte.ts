// SPDX-License-Identifier: MIT
// A person at a table: what they see, what they are choosing, and what has happened so far.
import type { Effect, Fault, Preview, Seat, View, Viewer } from '../engine/protocol';
import { Refusal } from '../engine/protocol';
import { looksOf } from '../games/looks';
import type { GameUi, Hovered, Player, Stage } from '../games/game';
import { renewal } from '../shell/renewal.svelte';
import { settings } from '../shell/settings.svelte';
import type { Entry, Hint, Position, Step, Table } from '../table/table';
import { t } from '../i18n/lang.svelte';
import { play as sound } from './sound';
import { entryLines } from './words';
import { Choice, type Parts } from './choice';
import { Glance } from './glance.svelte';
import { Pace } from './pace';
import { sinceTurn, undoPly } from './turn';

/** What a person has in hand: picked parts, and the move that they make or that was tried. */
interface Held {
  seat: Seat;
  picked: Parts;
  move: string | null;
  preview: Preview | null;
  /** Tried outside the list of moves: an offer. */
  free: boolean;
}

const barTime = 60;
const hintTime = 400;

export class Session implements Stage {
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
  /** How many moves are whole while what they would do is not there yet: nothing more is asked meanwhile. */
  looking = $state(0);
  /** The table says that it is over, whatever the position: somebody resigned. */
  ended = $state(false);
  /** Something that a person should not miss, until they act. */
  notice = $state.raw<(() => string) | null>(null);
  /** Has somebody moved since? */
  noticed = $state(false);
  /** What is seen without a word, for those who listen. */
  aloud = $state.raw<(() => string) | null>(null);
  /** Something else has the word: what happens is said when it is done, if ever. */
  hushed = $state(false);
  /** The move that was taken back last. */
  undone: Entry | null = null;
  /** How many lines of the journal those who listen have been told. */
  told = 0;
  private viewer: Viewer = 'public';
  private turn = 0;
  private readonly pace = new Pace();
  private readonly pointer = new Glance((next) => this.foresee(next));

  constructor(
    readonly table: Table,
    readonly game: GameUi,
  ) {}

  /** Who sits where: at a table online that can change. */
  readonly players = $derived.by((): Player[] => {
    const looks = looksOf(this.table.info.game);
    const alone = this.here.length === 1;
    return this.table.info.seats.map((seat, i) => {
      const you = alone && seat.who === 'here';
      const name = seat.name || (you ? t('seat.you') : t('seat.player', { n: i + 1 }));
      return { name, you, who: seat.who, look: looks[seat.look] ?? looks[0]! };
    });
  });

  /** What happened since the turn of the person who looks began, or since they last moved if it is
   * another's turn: what the others did, and what this turn has been so far. Oldest first; who only
   * watches sees the last round of it. */
  readonly since = $derived.by((): Entry[] => sinceTurn(this.log, this.self === null ? this.here : [this.self], this.me !== null, this.players.length));

  readonly steps = $derived(this.since.length > 0 ? this.since.map((entry) => entry.effects) : [this.effects]);

  get here(): Seat[] {
    return this.table.info.seats.flatMap((seat, i) => (seat.who === 'here' ? [i + 1] : []));
  }

  /** The person of this device whose decision is due. */
  get me(): Seat | null {
    const turn = this.ended ? null : this.view.turn;
    return turn !== null && this.here.includes(turn) && this.curtain === null ? turn : null;
  }

  get self(): Seat | null {
    const [first] = this.here;
    return this.me ?? (this.here.length === 1 && first !== undefined ? first : null);
  }

  /** What waits for an answer from this device though nobody here is on turn, in one sentence. */
  get asked(): string | null {
    for (const moves of Object.values(this.legal)) {
      const asks = this.game.asks?.(moves);
      if (asks) return asks;
    }
    return null;
  }

  /** Whose knowledge is shown. */
  get seenBy(): Viewer {
    return this.viewer;
  }

  /** The move that is ready to be confirmed. */
  get ready(): string | null {
    return this.preview && !this.fault ? this.move : null;
  }

  get hovered(): Hovered | null {
    return this.pointer.shown;
  }

  get ghost(): Preview | null {
    return this.hovered?.preview ?? this.preview;
  }

  private move: string | null = null;
  /** Has the person picked anything since the hand was last empty? */
  private get touched(): boolean {
    return this.isTouched;
  }
  private set touched(full: boolean) {
    this.isTouched = full;
    renewal.hold('move', full);
  }
  private isTouched = false;
  /** The move that is on its way to the table. */
  private sent: string | null = null;
  /** Nobody saw beforehand what it would do: an answer to a deal. */
  private unseen = false;

  async open(): Promise<void> {
    const [first] = this.here;
    this.viewer = this.here.length === 1 && first !== undefined ? first : 'public';
    // Before anything is looked at: a table elsewhere is followed from its history.
    this.log = (await this.table.history?.(this.toldAs(this.viewer))) ?? [];
    this.told = Math.max(0, this.log.length - 1);
    const position = await this.lookAs(this.viewer);
    this.view = position.view;
    await this.seatNext(position);
    this.pace.shown();
    this.table.listen({
      step: (step) => this.step(step),
      thinking: (seat) => {
        this.thinking = seat;
        return seat === null ? undefined : this.pace.seen();
      },
      moved: (position, log, note) => this.stand(position, log, note),
      noted: (entry) => this.noted(entry),
    });
  }

  pick(part: string, value: string): void {
    if (!this.choice || this.sending) return;
    if (this.pointer.trying) return this.pointer.take(this.choice.pick(part, value));
    const refused = this.fault !== null;
    this.touch();
    const again = this.choice.picked[part] === value;
    // After a refusal the move in hand comes back before it can be put down.
    if (again && refused && this.preview) return;
    const next = again ? this.choice.clear(part) : this.choice.pick(part, value);
    if (again && !this.ready) this.sayDropped();
    if (next) void this.choose(this.game.settle?.(next) ?? next);
    else {
      const empty = this.choice.clear();
      const { picked } = this.game.settle?.(empty) ?? empty;
      // What is in hand may have nothing to do with this place: then it is tried with an empty hand.
      const move = this.game.compose({ ...this.choice.picked, [part]: value }) ?? this.game.compose({ ...picked, [part]: value });
      if (move) this.attempt(move);
    }
  }

  /** Tries a move that need not be in the list; a refusal says which rule forbids it. */
  attempt(move: string): void {
    if (this.pointer.trying) return;
    this.touch();
    if (this.self !== null) void this.look(this.self, move);
  }

  /** Says no before anything was asked of the engine: the view told already why. */
  refuse(fault: Fault): void {
    this.touch();
    this.fault = fault;
    sound('refuse');
  }

  /** What a pick would do, shown while the pointer is over its place; null when it has left. */
  glance(pick: (() => void) | null): void {
    const free = this.me !== null && !this.sending && !this.fault;
    this.pointer.over(free ? pick : null);
  }

  private async foresee(next: Choice): Promise<Hovered | null> {
    const choice = this.game.settle?.(next) ?? next;
    const move = this.game.unsaid?.(choice) ? null : choice.move();
    if (this.me === null || !move || move === this.move) return null;
    const { turn } = this;
    const preview = await this.table.preview(this.me, move).catch(() => null);
    return preview && turn === this.turn ? { picked: this.game.split(move), preview } : null;
  }

  private touch(): void {
    this.pointer.leave();
    this.fault = null;
    this.hint = null;
    this.notice = null;
    this.touched = true;
  }

  /** Is something in hand? */
  get holds(): boolean {
    return this.preview !== null || this.touched;
  }

  say(text: () => string): void {
    this.aloud = text;
  }

  private sayDropped(): void {
    this.say(() => [t('table.dropped'), this.me === null ? '' : this.game.prompt(this)].join(' ').trim());
  }

  putBack(): void {
    // Of a whole move it is said that it goes.
    if (this.holds && !this.ready) this.sayDropped();
    this.game.drop?.();
    this.touch();
    this.touched = false;
    this.preview = null;
    this.move = null;
    if (!this.choice) return;
    const choice = this.choice.clear();
    void this.choose(this.game.settle?.(choice) ?? choice, null);
  }

  async confirm(): Promise<void> {
    if (this.self === null || !this.ready || !this.move) return;
    await this.send(this.self, this.move);
  }

  /** Plays at once; for answers to deals, which are not on the board. */
  async send(seat: Seat, move: string): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.sent = move;
    this.unseen = this.ready !== move;
    this.notice = null;
    this.turn++;
    const first = this.game.answers?.(move, this);
    try {
      if (first) await this.table.play(seat, first);
      await this.table.play(seat, move);
      // The step may come before the answer or after it: either way the hand is empty now.
      this.touched = false;
    } catch (error) {
      this.sent = null;
      this.tellFault(error);
    } finally {
      this.sending = false;
    }
  }

  /** Where taking back leads: to before the last move of a person at this device, in a number of moves.
   * Null if there is none that is theirs. */
  readonly undoes = $derived.by((): number | null => undoPly(this.log, this.here, this.view.ply, this.table.info.given ?? 0));

  async undo(): Promise<void> {
    const ply = this.undoes;
    if (!this.table.undo || this.sending || ply === null) return;
    this.turn++;
    this.touched = false;
    try {
      const position = await this.table.undo(ply);
      const left = Math.max(0, this.log.length - (this.view.ply - position.view.ply));
      this.undone = this.log[left] ?? null;
      this.log = this.log.slice(0, left);
      this.effects = [];
      await this.seatNext(position);
    } catch (error) {
      this.tellFault(error);
    }
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
      // Shown as if it had been in hand: a hint never plays.
      this.hint = hint;
      await this.choose(new Choice(this.choice.listed, parts), hint.move, true);
    } catch (error) {
      this.tellFault(error);
    } finally {
      this.thinking = null;
    }
  }

  /** Ends the wait after a bot's move. */
  skip(): void {
    this.pace.skip();
  }

  async reveal(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return;
    this.viewer = seat;
    this.curtain = null;
    this.take(await this.lookAs(seat));
  }

  private async choose(choice: Choice, move = this.game.unsaid?.(choice) ? null : choice.move(), again = false): Promise<void> {
    // A move that is the only one left is shown with all its parts.
    this.choice = move ? new Choice(choice.listed, this.game.split(move)) : choice;
    if (move !== this.move) {
      this.preview = null;
      this.move = null;
    }
    if (this.me !== null && move) await this.look(this.me, move, again);
  }

  /** Shows what a move would do. `again`: it was in hand already, so nothing is played by it. */
  private async look(seat: Seat, move: string, again = false): Promise<void> {
    const turn = this.turn;
    const choice = this.choice;
    this.looking++;
    try {
      const preview = await this.table.preview(seat, move);
      if (turn !== this.turn || choice !== this.choice) return;
      this.move = move;
      this.preview = preview;
      this.fault = null;
      if (again) return;
      sound('touch');
      if (!settings.confirm) await this.confirm();
    } catch (error) {
      if (turn !== this.turn || choice !== this.choice) return;
      if (again || this.isFree(this.move)) {
        this.preview = null;
        this.move = null;
      }
      this.tellFault(error);
    } finally {
      this.looking--;
    }
  }

  /** Is it outside the list of moves: an offer? */
  private isFree(move: string | null): boolean {
    return move !== null && !this.choice?.listed.some((each) => each.move === move);
  }

  private tellFault(error: unknown): void {
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
    if (own && step.played[0]?.move === this.sent) {
      this.touched = false;
      this.sent = null;
      const entry = { played: step.played, effects: step.effects };
      if (this.unseen) this.announce(() => entryLines(entry, this.game, this.players).join(' '));
    } else this.noticed = true;
    sound(step.view.over ? 'over' : own ? 'place' : 'other');
    await this.seatNext(step);
    this.pace.shown();
    if (!own && !step.view.over && this.me === null) await this.pace.seen();
  }

  /** Nothing more is played here. */
  end(): void {
    this.ended = true;
    this.touched = false;
    this.preview = null;
    this.move = null;
    this.choice = null;
    this.legal = {};
    this.thinking = null;
  }

  /** `note`: what happened around the game meanwhile; the last line of this journal may be a part of it. */
  private async stand(position: Position, log: Entry[], note?: Entry): Promise<void> {
    this.told = Math.min(this.told, log.length - (note && log.at(-1)?.note ? 1 : 0));
    this.log = log;
    if (note?.note) this.announce(note.note);
    this.effects = [];
    this.thinking = null;
    await this.seatNext(position);
  }

  private noted(entry: Entry): void {
    const last = this.log.at(-1);
    this.log = [...this.log, entry];
    const { note } = entry;
    if (!note) return;
    // What happened to somebody one after the other is one piece of news: who resigns, and the bot.
    const before = last?.note && last.seat === entry.seat && last.note === this.notice ? last.note : null;
    this.announce(before ? () => `${before()} ${note()}` : note);
  }

  private announce(text: () => string): void {
    this.notice = text;
    this.noticed = false;
  }

  /** Several people at one device read one journal: it tells what all of them may know. */
  private lookAs(viewer: Viewer): Promise<Position> {
    return this.table.look(viewer, this.toldAs(viewer));
  }

  private toldAs(viewer: Viewer): Viewer {
    const shared = this.here.length > 1 && this.game.secret(this.table.info.options);
    return shared ? 'public' : viewer;
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

  /** The position changes under the person's hand; what is in it stays wherever the game lets it. */
  private take(position: Position): void {
    const held = this.held();
    this.turn++;
    this.pointer.leave();
    this.view = position.view;
    this.legal = this.ended ? {} : position.legal;
    this.preview = null;
    this.move = null;
    this.hint = null;
    this.fault = null;
    const moves = this.me === null ? undefined : position.legal[this.me];
    if (moves) {
      const choice = Choice.of(moves, (move) => this.game.split(move));
      this.choice = this.game.settle?.(choice) ?? choice;
    } else this.choice = null;
    this.touched = false;
    if (held) this.hold(held);
    if (settings.bar && this.me !== null) void this.weigh(this.me);
  }

  private held(): Held | null {
    const seat = this.view ? this.self : null;
    if (!this.touched || seat === null) return null;
    return { seat, picked: this.choice?.picked ?? {}, move: this.move, preview: this.preview, free: this.isFree(this.move) };
  }

  /** Puts back into the hand what still fits, and says so if something does not. */
  private hold(held: Held): void {
    if (this.here.length > 1 && held.seat !== this.self) return;
    if (held.free && held.move) {
      this.touched = true;
      this.move = held.move;
      this.preview = held.preview;
      void this.look(held.seat, held.move, true);
      return;
    }
    const parts = Object.entries(held.picked);
    let next = this.choice;
    for (const [part, value] of parts) next = next?.pick(part, value) ?? next;
    if (next && next !== this.choice) {
      this.touched = true;
      this.move = held.move;
      this.preview = held.preview;
      void this.choose(next, next.move(), true);
    }
    if (parts.length > 0 && !parts.every(([part, value]) => next?.picked[part] === value)) this.sayLost();
  }

  private sayLost(): void {
    // The last step, and why it came if that was told: a clock that ran out.
    const why = this.log.slice(-2).filter((entry, i, all) => entry.note !== undefined || i === all.length - 1);
    this.announce(() => t('table.lost', { why: why.flatMap((entry) => entryLines(entry, this.game, this.players)).join(' ') }));
  }

  private async weigh(seat: Seat): Promise<void> {
    const turn = this.turn;
    const hint = await this.table.hint(seat, barTime).catch(() => null);
    const shares = hint?.info.value;
    if (shares && turn === this.turn && shares.some((share) => share !== shares[0])) this.standing = shares;
  }
}
