// SPDX-License-Identifier: MIT
// The table of a puzzle: a game as one seat has seen it, in which one move is tried. What may follow that
// move comes from the pack, and what chance may bring between from the engine, or from what it brought
// earlier in the game where the engine allows that once more.
import { Refusal, type Points, type Preview, type Seat, type Viewer } from '../engine/protocol';
import { isCut, parseRecord, prefix, spoken } from '../play/record';
import { Match, retell, type PlayAnswer } from '../table/match';
import { nameless, type Entry, type Hint, type Played, type Position, type Table, type TableInfo, type TableListener } from '../table/table';
import type { Pack, Puzzle } from './pack';

/** The same draw each time that a line is shown. */
const seed = 1;
/** Chance does no more than this after one move. */
const drawsMost = 8;

export class PuzzleTable implements Table {
  readonly kind = 'puzzle';
  private listener: TableListener | null = null;
  private tried = false;
  private closed = false;

  private constructor(
    private readonly match: Match,
    readonly info: TableInfo,
    private readonly text: string,
    private readonly seat: Seat,
    /** What chance did so far, as the seat saw it; empty where all is open, and the engine draws. */
    private readonly draws: string[],
  ) {}

  static async open(pack: Pack, puzzle: Puzzle): Promise<PuzzleTable> {
    const parsed = parseRecord(pack.games[puzzle.game]?.record ?? '');
    if (!parsed) throw new Error(`${puzzle.id}: no record`);
    const record = prefix(parsed, puzzle.moves);
    const cut = isCut(parsed);
    const match = new Match();
    const { options } = await match.begin({ op: 'load', record, ...(cut ? { follow: puzzle.seat } : { chance: 'auto', seed }) });
    const seats = Array.from({ length: parsed.players }, (_, i) =>
      i + 1 === puzzle.seat ? { name: '', who: 'here' as const, look: i } : { name: nameless(i), who: 'hard' as const, look: i },
    );
    const drawn = parsed.moves.slice(0, puzzle.moves).filter((move) => move.startsWith('~'));
    const draws = cut ? [...new Set(drawn.toReversed())].sort((a, b) => Number(b.includes('?')) - Number(a.includes('?'))) : [];
    return new PuzzleTable(match, { game: pack.game, options, seats }, record, puzzle.seat, draws);
  }

  async look(): Promise<Position> {
    const position = await this.match.look(this.seat, this.tried ? [] : [this.seat]);
    // Nobody chooses any more: what follows is shown.
    return this.tried ? { view: { ...position.view, turn: null, actors: [] }, legal: {} } : position;
  }

  play(seat: Seat, move: string): Promise<void> {
    return this.step(seat, move);
  }

  /** Plays what may follow, move by move, at the pace of the page. What cannot be played, since chance
   * brought something else, is left over. Null if the table was left meanwhile. */
  async goOn(line: string[]): Promise<Played[] | null> {
    const expected = line.map((text): Played => ({ seat: spoken(text).seat ?? 'chance', move: spoken(text).move }));
    for (const [i, { seat, move }] of expected.entries()) {
      if (this.closed) return null;
      try {
        await this.step(seat, move);
      } catch (error) {
        if (!(error instanceof Refusal) || error.fault.code === 'closed') return null;
        return expected.slice(i);
      }
    }
    return this.closed ? null : [];
  }

  /** A move, with the chance that comes after it. */
  private async step(seat: Seat | 'chance', move: string): Promise<void> {
    const first = await this.match.play(seat, move, this.seat);
    const answers = [first, ...(await this.draw())];
    this.tried = true;
    const played = answers.flatMap(({ events }) => events).map((text): Played => ({ seat: text.startsWith('~') ? 'chance' : seat, move: text }));
    await this.listener?.step({ ...(await this.look()), played, effects: answers.flatMap(({ effects }) => effects) });
  }

  private async draw(): Promise<PlayAnswer[]> {
    const answers: PlayAnswer[] = [];
    while (answers.length < drawsMost && (await this.match.status()).actors.includes('chance')) {
      const drawn = await this.drawOne();
      if (!drawn) break;
      answers.push(drawn);
    }
    return answers;
  }

  /** The first that the engine finds possible. */
  private async drawOne(): Promise<PlayAnswer | null> {
    for (const draw of this.draws) {
      const answer = await this.match.play('chance', draw, this.seat).catch(() => null);
      if (answer) return answer;
    }
    return null;
  }

  preview(seat: Seat, move: string): Promise<Preview> {
    return this.match.preview(seat, move);
  }

  breakdown(): Promise<Points[]> {
    return this.match.breakdown(this.seat);
  }

  record(): Promise<string> {
    return this.match.record(this.seat);
  }

  /** The answer is in the pack; a bot is not asked. */
  hint(): Promise<Hint> {
    return Promise.reject(new Error('a puzzle gives no hint of a bot'));
  }

  history(told: Viewer): Promise<Entry[]> {
    return retell(this.text, told, this.draws.length > 0);
  }

  listen(listener: TableListener): void {
    this.listener = listener;
  }

  close(): void {
    this.closed = true;
    this.match.close();
  }
}
