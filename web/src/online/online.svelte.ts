// SPDX-License-Identifier: MIT
// A table on the server. It tells what happened in cut events and is asked for the view after them;
// nothing here knows a rule.
import { isGameId, type GameId } from '../games/ids';
import { Refusal, type Effect, type Points, type Preview, type Seat, type Status, type View, type Viewer } from '../engine/protocol';
import type { Hint, Level, Played, Position, SeatPlan, Table, TableInfo, TableListener } from '../table/table';
import type { Entry } from '../play/session.svelte';
import { connection, notify } from './connection.svelte';
import type { Asking, EventsMessage, Info, Message, Now, SeatState, TableMessage, WireEvent } from './wire';

const levels: readonly string[] = ['easy', 'normal', 'hard'];

/** Groups moves into steps: a player's move and the chance that followed it. */
export function entriesOf(events: WireEvent[]): Entry[] {
  const entries: { played: Played[]; effects: Effect[] }[] = [];
  for (const event of events) {
    if (event.kind !== 'move' || event.move === undefined || event.seat === undefined) continue;
    if (event.seat !== 'chance' || entries.length === 0) entries.push({ played: [], effects: [] });
    const entry = entries[entries.length - 1]!;
    entry.played.push({ seat: event.seat, move: event.move });
    entry.effects.push(...(event.effects ?? []));
  }
  return entries;
}

/** What happened after the first `n` moves were all that is left. */
function withoutUndone(events: WireEvent[]): WireEvent[] {
  let moves: WireEvent[] = [];
  for (const event of events) {
    if (event.kind === 'move') moves.push(event);
    if (event.kind === 'undo') moves = moves.slice(0, (event as WireEvent & { moves: number }).moves);
  }
  return moves;
}

export class OnlineTable implements Table {
  readonly kind = 'online';
  wire = $state.raw<Info | null>(null);
  now = $state.raw<Now>({ status: 'open' });
  /** When `now` came, for clocks that run on. */
  nowAt = $state(0);
  seat = $state<Seat | null>(null);
  host = $state(false);
  chat = $state.raw<WireEvent[]>([]);
  asking = $state.raw<Asking | null>(null);
  end = $state.raw<{ reason: string; places?: number[] } | null>(null);
  gone = $state.raw<Refusal | null>(null);
  /** Counts up when the match is not what it was: it began, a move was taken back, a seat changed. */
  version = $state(0);
  private seq = -1;
  private listener: TableListener | null = null;
  private readonly deals = new Map<Seat, number>();
  private steps: Promise<void> = Promise.resolve();
  private readonly stop: () => void;

  constructor(readonly id: string) {
    this.stop = connection.listen(
      (message) => this.take(message),
      () => void this.watch(),
    );
  }

  /** Asks for the table, or for what was missed. */
  async watch(): Promise<void> {
    try {
      await connection.ask('watch', { table: this.id, ...(this.seq >= 0 ? { since: this.seq } : {}) });
      this.gone = null;
    } catch (error) {
      if (error instanceof Refusal && error.fault.code !== 'offline') this.gone = error;
    }
  }

  /** The whole table again: after taking or leaving a seat another part of it is ours. */
  async refresh(): Promise<void> {
    this.seq = -1;
    await this.watch();
  }

  do(op: string, body: object = {}): Promise<object> {
    return connection.ask(op, { table: this.id, ...body });
  }

  get info(): TableInfo {
    const game: GameId = isGameId(this.wire?.game) ? this.wire.game : 'metro';
    return { game, options: this.wire?.options ?? {}, seats: (this.wire?.seats ?? []).map((seat, i) => this.planOf(seat, i)) };
  }

  private planOf(seat: SeatState, i: number): SeatPlan {
    const bot = levels.includes(seat.level ?? '') ? (seat.level as Level) : 'normal';
    const who = seat.kind === 'bot' ? bot : seat.seat === this.seat ? 'here' : 'away';
    return { name: seat.name || bots[i] || `${i + 1}`, who, look: i };
  }

  async look(_viewer: Viewer): Promise<Position> {
    const { view } = await connection.ask<{ view: View }>('view', { table: this.id });
    return { view, legal: await this.legal(view) };
  }

  private async legal(view: View): Promise<Record<Seat, string[]>> {
    if (this.seat === null || !view.actors.includes(this.seat)) return {};
    const answer = await connection.ask<{ moves: string[]; turn_no: number }>('legal', { table: this.id });
    return { [this.seat]: answer.moves };
  }

  async play(seat: Seat, move: string): Promise<void> {
    const answered = /^(?:accept|decline) (\d+)$/.exec(move);
    const deal = answered ? this.deals.get(Number(answered[1])) : move === 'withdraw' ? this.deals.get(seat) : undefined;
    await this.do('play', { move, turn: this.now.turn_no, ...(deal === undefined ? {} : { deal }) });
  }

  preview(_seat: Seat, move: string): Promise<Preview> {
    return this.do('preview', { move }) as Promise<Preview>;
  }

  async breakdown(): Promise<Points[]> {
    return ((await this.do('breakdown')) as { breakdown: Points[] }).breakdown;
  }

  async record(): Promise<string> {
    return ((await this.do('record')) as { record: string }).record;
  }

  /** The log so far, with its effects. */
  async history(): Promise<Entry[]> {
    const told = new Promise<EventsMessage>((resolve) => (this.told = resolve));
    await this.do('history', { since: 0 });
    const { events } = await told;
    for (const event of events) this.noteDeal(event);
    return entriesOf(withoutUndone(events));
  }
  private told: ((message: EventsMessage) => void) | null = null;

  async status(): Promise<Status> {
    return (await connection.ask<{ view: View }>('view', { table: this.id })).view;
  }

  /** No help from the house in a game against others. */
  hint(): Promise<Hint> {
    return Promise.reject(new Refusal({ code: 'no_hint', message: 'There are no hints in a game with others.' }));
  }

  listen(listener: TableListener): void {
    this.listener = listener;
  }

  close(): void {
    this.listener = null;
  }

  leave(): void {
    this.close();
    this.stop();
    if (connection.state === 'open') void this.do('unwatch').catch(() => undefined);
  }

  private take(message: Message): void {
    if (!('table' in message) || message.table !== this.id) return;
    if (message.type === 'table') this.takeWhole(message);
    else if (message.type === 'presence') {
      if (this.wire) this.wire = { ...this.wire, seats: message.seats };
      this.asking = message.takeback ?? null;
    } else if (message.type === 'events') {
      const [first] = message.events;
      if (this.told && first?.seq === 1 && this.seq > 0) {
        this.told(message);
        this.told = null;
      } else this.takeEvents(message);
    }
  }

  private takeWhole(message: TableMessage): void {
    this.seq = message.seq;
    this.seat = message.seat;
    this.host = message.host;
    this.wire = message.info;
    this.chat = message.chat;
    this.asking = message.takeback ?? null;
    this.end = message.end ?? null;
    this.hear(message.now);
    this.version++;
  }

  private hear(now: Now): void {
    const mine = now.status === 'playing' && this.seat !== null && now.turn === this.seat;
    if (mine && this.now.turn !== now.turn) notify(this.wire?.game ?? '');
    this.now = now;
    this.nowAt = Date.now();
    connection.turns = mine ? [...new Set([...connection.turns, this.id])] : connection.turns.filter((id) => id !== this.id);
    if (this.wire && this.wire.status !== now.status) this.wire = { ...this.wire, status: now.status };
  }

  private takeEvents(message: EventsMessage): void {
    const fresh = message.events.filter((event) => event.seq > this.seq);
    this.seq = fresh.at(-1)?.seq ?? this.seq;
    this.hear(message.now);
    this.chat = [...this.chat, ...fresh.filter((event) => event.kind === 'chat')];
    for (const event of fresh) this.note(event);
    const moves = fresh.filter((event) => event.kind === 'move');
    if (fresh.some((event) => event.kind === 'undo' || event.kind === 'start')) this.version++;
    else if (moves.length > 0) this.steps = this.steps.then(() => this.step(moves)).catch(() => undefined);
    if (moves.length > 0) this.asking = null;
  }

  private async step(moves: WireEvent[]): Promise<void> {
    if (!this.listener) return;
    const position = await this.look('public');
    for (const entry of entriesOf(moves)) await this.listener?.step({ ...position, ...entry });
    const turn = position.view.turn;
    this.listener?.thinking(turn !== null && this.wire?.seats[turn - 1]?.kind === 'bot' ? turn : null);
  }

  private noteDeal(event: WireEvent): void {
    if (event.kind === 'move' && typeof event.seat === 'number' && /^(offer|joint) /.test(event.move ?? '')) this.deals.set(event.seat, event.seq);
  }

  private note(event: WireEvent): void {
    this.noteDeal(event);
    if (event.kind === 'end') this.end = { reason: event.reason ?? '', ...(event.places ? { places: event.places } : {}) };
    if (!this.wire) return;
    if (event.kind === 'rematch' && event.rematch) this.wire = { ...this.wire, rematch: event.rematch };
    if (event.kind === 'seat' && typeof event.seat === 'number') {
      const at = event.seat;
      const seat: SeatState = {
        seat: at,
        kind: event.occupant ?? 'open',
        ...(event.name === undefined ? {} : { name: event.name, account: event.account ?? false, online: this.wire.seats[at - 1]?.online ?? true }),
        ...(event.level === undefined ? {} : { level: event.level }),
      };
      this.wire = { ...this.wire, seats: this.wire.seats.map((each) => (each.seat === at ? seat : each)) };
    }
  }
}

const bots = ['Bastille', 'Crimée', 'Dupleix', 'Étoile', 'Falguière', 'Gambetta'];
