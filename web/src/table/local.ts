// SPDX-License-Identifier: MIT
// A table on this device: the engine in a worker is the referee, bots play in it too.
import { Refusal, type Points, type Preview, type Seat, type Status, type View, type Viewer } from '../engine/protocol';
import { parseRecord, withNames } from '../play/record';
import { dropFinished, dropGame, keepFinished, keepGame, keptGames } from './kept';
import { Match, retell } from './match';
import type { Entry, Hint, Played, Position, Table, TableInfo, TableListener } from './table';

function freshSeed(): number {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return (words[0] ?? 0) * 0x200000 + ((words[1] ?? 0) & 0x1fffff);
}

/** Has nobody moved yet? */
function isUntouched(record: string): boolean {
  return parseRecord(record)?.moves.every((move) => move.startsWith('~')) ?? false;
}

/** Which bot is asked next: one with a deal to answer, on turn or not, then the one on turn, which waits
 * for people who have one to answer. */
export function nextBot(status: Status, isHere: (seat: Seat) => boolean, isSilent: (seat: Seat) => boolean): Seat | null {
  const { turn, answerers = [] } = status;
  const asked = answerers.find((seat) => !isHere(seat) && !isSilent(seat));
  if (asked !== undefined) return asked;
  if (turn === null || isHere(turn) || isSilent(turn) || answerers.some(isHere)) return null;
  return turn;
}

export class LocalTable implements Table {
  readonly kind = 'local';
  /** Under which it is kept; games that are played side by side have their own each. */
  id = `${Date.now().toString(36)}-${freshSeed().toString(36)}`;
  private viewer: Viewer = 'public';
  private told: Viewer = 'public';
  /** Counts what makes a bot's thought stale. */
  private epoch = 0;
  private listener: TableListener | null = null;
  private running = false;
  private closed = false;
  /** Bots that had nothing to say to the deals as they stand. */
  private readonly silent = new Set<Seat>();

  private constructor(
    private readonly match: Match,
    readonly info: TableInfo,
    private readonly seed: number,
    private keep: boolean,
  ) {}

  static async start(info: TableInfo, seed = freshSeed(), keep = true): Promise<LocalTable> {
    const match = new Match();
    await match.begin({ op: 'new', game: info.game, players: info.seats.length, options: info.options, seed, chance: 'auto' });
    return new LocalTable(match, info, seed, keep);
  }

  static async resume(info: TableInfo, record: string, seed = freshSeed(), keep = true): Promise<LocalTable> {
    const match = new Match();
    const { options } = await match.begin({ op: 'load', record, seed, chance: 'auto' });
    return new LocalTable(match, { ...info, options }, seed, keep);
  }

  /** People sit down where others have played: what lies there is not theirs. */
  static async takeOver(info: TableInfo, record: string, seed = freshSeed(), keep = true): Promise<LocalTable> {
    const table = await LocalTable.resume(info, record, seed, keep);
    table.info.given = (await table.status()).ply;
    return table;
  }

  async look(viewer: Viewer, told = viewer): Promise<Position> {
    this.viewer = viewer;
    this.told = told;
    return this.position();
  }

  async play(seat: Seat, move: string): Promise<void> {
    await this.apply(seat, move);
    void this.run();
  }

  preview(seat: Seat, move: string): Promise<Preview> {
    return this.match.preview(seat, move);
  }

  breakdown(): Promise<Points[]> {
    return this.match.breakdown(this.viewer);
  }

  async record(): Promise<string> {
    return withNames(
      await this.match.record(this.viewer),
      this.info.seats.map((seat) => seat.name),
    );
  }

  status(): Promise<Status> {
    return this.match.status();
  }

  hint(seat: Seat, ms: number): Promise<Hint> {
    return this.match.bot(seat, 'hard', ms);
  }

  async undo(ply: number): Promise<Position> {
    this.epoch++;
    while ((await this.match.undo()).ply > ply);
    this.silent.clear();
    const position = await this.position();
    await this.keepRecord(position.view);
    void this.run();
    return position;
  }

  async history(told: Viewer): Promise<Entry[]> {
    return (await this.laidOut(told)) ?? retell(await this.match.record('all'), told);
  }

  /** Before the first move the record is what chance laid out, which needs no second engine. */
  private async laidOut(told: Viewer): Promise<Entry[] | null> {
    const parsed = parseRecord(await this.match.record(told));
    if (!parsed?.moves.every((move) => move.startsWith('~'))) return null;
    return parsed.moves.length === 0 ? [] : [{ played: parsed.moves.map((move): Played => ({ seat: 'chance', move })), effects: [] }];
  }

  listen(listener: TableListener): void {
    this.listener = listener;
    if (this.keep) void this.keepBegun();
    void this.run();
  }

  /** A game is kept from its beginning, so that one can look up a rule first; of those in which nobody
   * has moved only the last. */
  private async keepBegun(): Promise<void> {
    const { id, info, seed } = this;
    const record = await this.match.record('all').catch(() => null);
    if (record === null) return;
    const fresh = isUntouched(record);
    if (!fresh && keptGames().some((kept) => kept.id === id)) return;
    if (fresh) for (const kept of keptGames()) if (isUntouched(kept.record)) dropGame(kept.id);
    keepGame({ ...info, id, at: Date.now(), record, seed });
  }

  /** From now on it is a game like any other. */
  beKept(): void {
    this.keep = true;
  }

  close(): void {
    this.closed = true;
    this.match.close();
  }

  private isHere(seat: Seat | null): boolean {
    return seat !== null && this.info.seats[seat - 1]?.who === 'here';
  }

  private position(): Promise<Position> {
    return this.match.look(
      this.viewer,
      this.info.seats.flatMap((seat, i) => (seat.who === 'here' ? [i + 1] : [])),
    );
  }

  private async apply(seat: Seat, move: string): Promise<Status> {
    this.epoch++;
    const answer = await this.match.play(seat, move, this.told);
    const played = answer.events.map((text): Played => ({ seat: text.startsWith('~') ? 'chance' : seat, move: text }));
    const position = await this.position();
    this.silent.clear();
    await this.keepRecord(position.view);
    await this.listener?.step({ ...position, played, effects: answer.effects });
    return answer;
  }

  private async keepRecord({ over, winners }: View): Promise<void> {
    if (!this.keep) return;
    const { id, info, seed } = this;
    const record = await this.match.record('all');
    const at = Date.now();
    if (over) {
      dropGame(id);
      const names = info.seats.map((seat) => seat.name);
      keepFinished({ id, at, game: info.game, seats: info.seats, winners, record: withNames(record, names) });
    } else {
      // A last move that was taken back is no end.
      dropFinished(id);
      keepGame({ ...info, id, at, record, seed });
    }
  }

  /** Lets bots move until a person has to, or nobody has. */
  private async run(): Promise<void> {
    if (this.running || !this.listener) return;
    this.running = true;
    try {
      while (!this.closed && (await this.botMoves()));
    } catch (error) {
      if (!(error instanceof Refusal && error.fault.code === 'closed')) throw error;
    } finally {
      this.running = false;
      this.listener?.thinking(null);
    }
  }

  private async botMoves(): Promise<boolean> {
    const status = await this.status();
    const seat = nextBot(
      status,
      (each) => this.isHere(each),
      (each) => this.silent.has(each),
    );
    if (seat === null) return false;
    const who = this.info.seats[seat - 1]?.who;
    if (who !== 'easy' && who !== 'normal' && who !== 'hard') return false;
    const seen = this.listener?.thinking(seat);
    const { epoch } = this;
    const { move } = (await this.rehearsed(seat, status.ply)) ?? (await this.match.bot(seat, who));
    if (move !== null) await seen;
    if (epoch !== this.epoch || this.closed) return true;
    if (move === null) this.silent.add(seat);
    else await this.apply(seat, move);
    return true;
  }

  /** What the bots of a lesson play, by how many moves were made before. */
  replies: Record<number, string> = {};

  private async rehearsed(seat: Seat, ply: number): Promise<{ move: string } | null> {
    const move = this.replies[ply];
    if (move === undefined) return null;
    const { legal } = await this.match.look('public', [seat]);
    return legal[seat]?.includes(move) ? { move } : null;
  }
}
