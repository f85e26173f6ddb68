// SPDX-License-Identifier: MIT
// A table on the server. Whatever it tells is folded into what is known of the table, and into a match
// that this page follows with its own engine; the server is asked for moves. The session that a person
// plays with is told of each change and is never made anew. Nothing here knows a rule.
import { loadGame } from '../games/game';
import { Refusal, type Points, type Preview, type Seat, type View } from '../engine/protocol';
import { withNames } from '../play/record';
import { nameless, type Entry, type Hint, type Level, type Position, type SeatPlan, type Table, type TableInfo, type TableListener } from '../table/table';
import { connection } from './connection.svelte';
import { renewal } from '../shell/renewal.svelte';
import { waiting } from '../shell/waiting.svelte';
import { Absences } from './absences';
import { Followed } from './followed';
import { entriesOf, mayTakeBack, stepsOf } from './log';
import type { Asking, ChatLine, End, EventsMessage, Info, Message, Now, SeatState, TableMessage, WireEvent } from './wire';
import { nameText } from './words';

/** How the table stood after an event. */
interface Mark {
  seq: number;
  turn: number | undefined;
  digest: string | undefined;
}

/** What has happened so far, as far as event `seq`. */
interface Past {
  events: WireEvent[];
  marks: Mark[];
  seq: number;
}

const markOf = ({ now, digest }: EventsMessage, seq: number): Mark => ({ seq, turn: now.turn_no, digest });

const levels: readonly Level[] = ['easy', 'normal', 'hard'];

export class OnlineTable implements Table {
  readonly kind = 'online';
  wire = $state.raw<Info | null>(null);
  now = $state.raw<Now>({ status: 'open' });
  /** When `now` came, for clocks that run on. */
  nowAt = $state(0);
  seat = $state<Seat | null>(null);
  host = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  /** The number of the last event when this page was opened. */
  opened = $state(0);
  /** The number of the last event that was a move of this seat. */
  acted = $state(0);
  asking = $state.raw<Asking | null>(null);
  /** A pause that is asked for. */
  pausing = $state.raw<Asking | null>(null);
  end = $state.raw<End | null>(null);
  gone = $state.raw<Refusal | null>(null);
  /** Is there a move of mine that chance has not sealed? */
  mayTakeBack = $state(false);
  /** How many look on. */
  watching = $state(0);
  /** Everything but talk that has happened, once it was asked for. */
  private events: WireEvent[] | null = null;
  /** What this page's own engine knows of the game. */
  private followed: Followed | null = null;
  /** How many of the events it has been fed with, and the listener told. */
  private told = 0;
  /** What is still to be compared with, and the number of the turn that the match stands at. */
  private marks: Mark[] = [];
  private turn: number | undefined;
  private beginning: Promise<void> | null = null;
  /** Asked for together with the table, not waiting for what it says. */
  private past: Promise<Past | null> | null = null;
  private heard: ((page: EventsMessage) => void) | null = null;
  private seq = -1;
  private listener: TableListener | null = null;
  left = false;
  /** A move waits for the connection to come back. */
  keeps = $state(false);
  /** The connection by which the table was last asked for. */
  private met = 0;
  /** When the seats were last told. */
  seatsAt = $state(Date.now());
  /** Who asked for a rematch first. */
  rematchBy = $state('');
  private readonly resumes: (() => void)[] = [];
  private steps: Promise<void> = Promise.resolve();
  private readonly stop: () => void;
  private readonly absences = new Absences((what, seat) => this.add(what, seat));

  constructor(readonly id: string) {
    this.stop = connection.listen(
      (message) => this.take(message),
      () => void this.watch(),
    );
    // Whoever is connected anew is greeted, and asks then.
    if (connection.state === 'open') void this.watch();
    else connection.open().catch(() => undefined);
  }

  /** Asks for the table, or for what was missed. */
  async watch(): Promise<void> {
    try {
      const asked = connection.ask('watch', { table: this.id, follow: true, ...(this.seq >= 0 ? { since: this.seq } : {}) });
      if (this.seq < 0 && !this.events) this.past = this.askHistory().catch(() => null);
      await asked;
      this.gone = null;
      for (const resume of this.resumes.splice(0)) resume();
      if (this.events && this.met !== connection.times) this.add('reconnected', this.seat ?? 0);
      this.met = connection.times;
    } catch (error) {
      if (error instanceof Refusal && error.fault.code !== 'offline') this.gone = error;
    }
  }

  /** The whole table again: after taking or leaving a seat another part of it is ours. */
  async refresh(): Promise<void> {
    this.seq = -1;
    await this.watch();
  }

  do<T = object>(op: string, body: object = {}): Promise<T> {
    return connection.ask<T>(op, { table: this.id, ...body });
  }

  get info(): TableInfo {
    return { game: this.wire?.game ?? '', options: this.wire?.options ?? {}, seats: (this.wire?.seats ?? []).map((seat, i) => this.planOf(seat, i)) };
  }

  private readonly nameOf = (seat: Seat): string => this.info.seats[seat - 1]?.name ?? '';

  private planOf(seat: SeatState, i: number): SeatPlan {
    const bot = levels.find((level) => level === seat.level) ?? 'normal';
    const who = seat.kind === 'bot' ? bot : seat.seat === this.seat ? 'here' : seat.account === false ? 'guest' : 'away';
    return { name: nameText(seat.name, false, seat.bot) || nameless(i), who, look: i };
  }

  look(): Promise<Position> {
    return this.mine().look();
  }

  /** Nothing is asked before the history was. */
  private mine(): Followed {
    if (!this.followed) throw new Refusal({ code: 'closed', message: 'The table is closed.' });
    return this.followed;
  }

  /** A move whose answer was lost with the connection is kept, and sent once more after the resume
   * if it did not arrive and can still be played. */
  async play(seat: Seat, move: string): Promise<void> {
    const deal = await this.dealOf(seat, move);
    const { turn } = this;
    const from = this.seq;
    try {
      for (;;) {
        try {
          await this.do('play', { move, turn, ...(deal === undefined ? {} : { deal }) });
          return;
        } catch (error) {
          if (!(error instanceof Refusal) || error.fault.code !== 'offline') throw error;
        }
        this.keeps = true;
        await new Promise<void>((resume) => this.resumes.push(resume));
        if (this.events?.some((event) => event.seq > from && event.kind === 'move' && event.seat === seat && event.move === move)) return;
      }
    } finally {
      this.keeps = false;
    }
  }

  /** The number of the event that opened the deal which this move answers. */
  private async dealOf(seat: Seat, move: string): Promise<number | undefined> {
    const game = await loadGame(this.info.game);
    const meant = game.deal?.(move, seat);
    if (!meant || meant.opens) return undefined;
    return this.events?.findLast((event) => event.kind === 'move' && event.seat === meant.by && game.deal?.(event.move, meant.by)?.opens)?.seq;
  }

  preview(seat: Seat, move: string): Promise<Preview> {
    return this.mine().preview(seat, move);
  }

  async breakdown(): Promise<Points[]> {
    await this.revealed();
    return this.mine().breakdown();
  }

  /** The end is known before all of it can be shown. */
  private async revealed(): Promise<void> {
    if (this.now.status === 'over') await this.steps;
  }

  async record(): Promise<string> {
    await this.revealed();
    return withNames(
      await this.mine().record(),
      this.info.seats.map((seat) => seat.name),
    );
  }

  /** The journal so far. Its events are asked for once, unless the whole table had to be told anew. */
  async history(): Promise<Entry[]> {
    await this.follow();
    return this.journal();
  }

  /** Begins to follow the game, unless that was begun. */
  async follow(): Promise<void> {
    if (this.events && !this.beginning) return;
    this.beginning ??= this.begin().finally(() => (this.beginning = null));
    await this.beginning;
  }

  /** All that has happened is asked for, and followed from the first move. */
  private async begin(): Promise<void> {
    let past = await this.past;
    this.past = null;
    if (!past || past.seq < this.seq) past = await this.askHistory();
    const events = (this.events = past.events);
    this.marks = past.marks;
    this.told = 0;
    this.followed?.close();
    this.followed = this.wire && (await Followed.start(this.wire, this.seat));
    // Another engine than the server's: only another page can help.
    if (!(await this.feed(events.length))) {
      this.tellMismatch();
      renewal.come();
    }
  }

  private async askHistory(): Promise<Past> {
    const events: WireEvent[] = [];
    const marks: Mark[] = [];
    for (let more = true; more;) {
      const heard = new Promise<EventsMessage>((resolve) => (this.heard = resolve));
      await this.do('history', { since: events.at(-1)?.seq ?? 0 });
      const page = await heard;
      events.push(...page.events);
      marks.push(markOf(page, events.at(-1)?.seq ?? 0));
      more = page.more === true && page.events.length > 0;
    }
    return { events: events.filter((event) => event.kind !== 'chat'), marks, seq: events.at(-1)?.seq ?? 0 };
  }

  /** Feeds the match with the events up to the n-th; false if it is not the server's any more. */
  private async feed(n: number): Promise<boolean> {
    const events = this.events ?? [];
    const fresh = events.slice(this.told, n);
    const match = this.mine();
    this.told = n;
    this.mayTakeBack = mayTakeBack(events.slice(0, n), this.seat);
    if (!(await match.take(fresh))) return false;
    if (!match.revealed && this.now.status === 'over' && events.slice(0, n).some((event) => event.kind === 'end')) await this.reveal(match);
    const [at, next] = [events[n - 1]?.seq ?? 0, events[n]?.seq ?? Infinity];
    const mark = this.marks.findLast(({ seq }) => seq < next);
    this.marks = this.marks.filter(({ seq }) => seq >= next);
    if (!mark || mark.seq < at) return true;
    this.turn = mark.turn;
    return mark.digest === undefined || match.revealed || match.is(mark.digest);
  }

  /** The game is over: nothing is hidden any more. Without a connection that waits for the next. */
  private async reveal(match: Followed): Promise<void> {
    try {
      const { record } = await this.do<{ record: string }>('record');
      const last = this.events?.findLast((event) => event.kind === 'move');
      if (!(await match.reveal(record, last))) this.tellMismatch();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** What this page followed is not what the server has: it follows anew, from the start. */
  private async heal(): Promise<void> {
    this.tellMismatch();
    await this.begin();
    await this.tellAll();
  }

  private tellMismatch(): void {
    this.do('mismatch', { seq: this.events?.[this.told - 1]?.seq ?? 0 }).catch(() => undefined);
  }

  private journal(n = this.told): Entry[] {
    return entriesOf((this.events ?? []).slice(0, n), this.nameOf, this.seat, false);
  }

  /** No help from the house in a game against others. */
  hint(): Promise<Hint> {
    return Promise.reject(new Refusal({ code: 'no_hint', message: 'There are no hints in a game with others.' }));
  }

  listen(listener: TableListener): void {
    this.listener = listener;
    this.catchUp();
  }

  close(): void {
    this.listener = null;
  }

  leave(): void {
    this.left = true;
    this.close();
    this.stop();
    this.absences.close();
    this.followed?.close();
    if (connection.state === 'open') void this.do('unwatch').catch(() => undefined);
  }

  private take(message: Message): void {
    if (!('table' in message) || message.table !== this.id) return;
    if (message.type === 'table') this.takeWhole(message);
    else if (message.type === 'removed') this.chat = this.chat.filter((line) => line.seq !== message.seq);
    else if (message.type === 'presence') {
      this.seatsAt = Date.now();
      this.watching = message.watching;
      if (this.now.status === 'playing') this.absences.see(message.seats, this.seat);
      if (this.wire) this.wire = { ...this.wire, seats: message.seats };
      this.asking = message.takeback ?? null;
      this.pausing = message.pause ?? null;
      this.count();
    } else if (message.type === 'events') {
      if (this.heard && message.since !== undefined) {
        this.heard(message);
        this.heard = null;
      } else this.takeEvents(message);
    }
  }

  private takeWhole(message: TableMessage): void {
    if (this.seq < 0 && this.opened === 0) this.opened = message.seq;
    this.seq = message.seq;
    this.seat = message.seat;
    this.host = message.host;
    this.wire = message.info;
    this.chat = message.chat;
    this.asking = message.takeback ?? null;
    this.pausing = message.pause ?? null;
    this.end = message.end ?? null;
    this.hear(message.now);
    // What the game needs comes meanwhile; whoever needs it finds out whether that failed.
    loadGame(message.info.game).catch(() => undefined);
    if (!this.events && message.now.turn_no !== undefined) this.follow().catch(() => undefined);
    if (!this.events) return;
    // Much was missed, or another part of the table is ours now: the log is told anew.
    this.events = null;
    this.after(async () => {
      if (!this.listener) return;
      await this.begin();
      await this.tellAll();
    });
  }

  private hear(now: Now): void {
    this.now = now;
    this.nowAt = Date.now();
    this.count();
    if (this.wire && this.wire.status !== now.status) this.wire = { ...this.wire, status: now.status };
  }

  /** Does something wait for this seat: its turn, or an answer to a deal, a take-back or a pause? */
  private count(): void {
    const { seat, now } = this;
    const plays = seat !== null && now.status === 'playing';
    const asked = [this.asking, this.pausing].some((asking) => seat !== null && asking && this.unanswered(asking).includes(seat));
    waiting.set(this.id, plays && (now.turn === seat || (now.actors ?? []).includes(seat) || asked));
  }

  /** The people who have not said yes to what is asked. */
  unanswered({ by, yes }: Asking): Seat[] {
    return (this.wire?.seats ?? []).flatMap(({ seat, kind }) => (kind === 'person' && seat !== by && !yes.includes(seat) ? [seat] : []));
  }

  private takeEvents(message: EventsMessage): void {
    const fresh = message.events.filter((event) => event.seq > this.seq);
    this.seq = fresh.at(-1)?.seq ?? this.seq;
    this.hear(message.now);
    this.chat = [...this.chat, ...fresh.filter((event) => event.kind === 'chat').filter((line) => !line.hidden)];
    for (const event of fresh) this.note(event);
    this.acted = fresh.findLast((event) => event.kind === 'move' && event.seat === this.seat)?.seq ?? this.acted;
    const last = this.events?.at(-1)?.seq ?? 0;
    this.events?.push(...fresh.filter((event) => event.kind !== 'chat' && event.seq > last));
    if (this.events) this.marks.push(markOf(message, this.seq));
    this.catchUp();
    if (!fresh.some((event) => event.kind === 'move')) return;
    this.asking = null;
    this.count();
  }

  /** A line of this page's own, where it now stands in the journal; false while there is none. */
  add(what: string, seat: Seat): boolean {
    if (!this.events || !this.listener) return false;
    this.events.push({ seq: this.events.at(-1)?.seq ?? 0, at: Date.now() / 1000, kind: 'note', what, seat });
    this.catchUp();
    return true;
  }

  /** Does it when all that came before is done. */
  private after(what: () => Promise<void>): void {
    this.steps = this.steps.then(what).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** Tells the listener what it has not been told: step by step, or at once if it is much. */
  private catchUp(): void {
    this.after(async () => {
      if (!this.listener || !this.events) return;
      let steps = stepsOf(this.events, this.told);
      const atOnce = steps.length > 3 || this.events.slice(this.told).some(({ kind }) => kind === 'undo' || kind === 'start');
      if (atOnce || steps.length === 0) steps = [this.events.length];
      const hid = !this.followed?.revealed;
      for (const to of steps) {
        const fresh = this.events.slice(this.told, to);
        if (!(await this.feed(to))) return this.heal();
        if (atOnce || (fresh.length === 0 && hid && this.followed?.revealed)) await this.tellAll(fresh);
        else if (fresh.length > 0) await this.tell(fresh);
      }
    });
  }

  private async tell(fresh: WireEvent[]): Promise<void> {
    const position = await this.look();
    // A game that was given up: what was hidden is shown, though nothing was played.
    if (this.followed?.revealed && !fresh.some(({ kind }) => kind === 'move')) await this.listener?.moved(position, this.journal(this.told - fresh.length));
    for (const entry of entriesOf(fresh, this.nameOf, this.seat)) {
      if (entry.note) this.listener?.noted(entry);
      else await this.listener?.step({ ...position, ...entry });
    }
    this.sayThinking(position.view);
  }

  /** `fresh`: what has just happened. */
  private async tellAll(fresh: WireEvent[] = []): Promise<void> {
    const position = await this.look();
    const news = entriesOf(fresh, this.nameOf, this.seat).filter((entry) => entry.note);
    const last = news.at(-1);
    // What happened to the same one is one piece of news, whatever was played meanwhile.
    const note = (): string => news.flatMap((entry) => (entry.seat === last?.seat ? [entry.note?.() ?? ''] : [])).join(' ');
    await this.listener?.moved(position, this.journal(), last && { ...last, note });
    this.sayThinking(position.view);
  }

  private sayThinking({ turn }: View): void {
    this.listener?.thinking(turn !== null && this.wire?.seats[turn - 1]?.kind === 'bot' ? turn : null);
  }

  private note(event: WireEvent): void {
    if (event.kind === 'end') this.end = { reason: event.reason, ...(event.places ? { places: event.places } : {}) };
    if (!this.wire) return;
    if (event.kind === 'rematch') this.rematchBy = event.name ?? '';
    if (event.kind === 'rematch') this.wire = { ...this.wire, rematch: event.rematch };
    if (event.kind === 'seat') {
      const at = event.seat;
      const seat: SeatState = {
        seat: at,
        kind: event.occupant,
        ...(event.name === undefined ? {} : { name: event.name, account: event.account ?? false, online: this.wire.seats[at - 1]?.online ?? true }),
        ...(event.level === undefined ? {} : { level: event.level }),
      };
      this.wire = { ...this.wire, seats: this.wire.seats.map((each) => (each.seat === at ? seat : each)) };
    }
  }
}

let opened: OnlineTable | null = null;

/** The table of this name, which is asked for: the same for whoever asks once more before it is left. */
export function openTable(id: string): OnlineTable {
  if (opened?.id !== id || opened.left) opened = new OnlineTable(id);
  return opened;
}
