// SPDX-License-Identifier: MIT
// What games have in common: those that somebody played, here and online, or records from files. Reviews that
// are kept are used; the missing ones are made one after the other, which can be stopped and goes on.
import type { Review } from '@schema/review';
import { Engine } from '../engine/client';
import { Refusal, type Fault, type Seat } from '../engine/protocol';
import type { GameId } from '../games/ids';
import { isCut, parseRecord, recordText } from '../play/record';
import { finishedGames, personOf } from '../table/kept';
import { keepReview, recallReview } from './kept';
import { Reviewer } from './reviewer.svelte';
import { startWorker } from './start';
import type { Done, Sums, Wanted } from './worker';

export interface Game {
  /** Where it comes from: no other has it. */
  id: string;
  game: GameId;
  /** As a replay has it, so that what was reviewed there is found here. */
  record: string;
  names: string[];
  /** Who of them is at this device. */
  me: Seat | null;
  review: Review | null;
}

/** What cannot be reviewed, and why: a fault of the record, or a word of ours. */
export interface Broken {
  name: string;
  why: Fault | 'cut' | 'empty' | 'memory' | 'size';
}

/** No record of a game is nearly as long. */
const sizeMost = 1_000_000;
/** Milliseconds between two questions to the server: half of what it allows. */
const pace = 100;
const pageSize = 50;

export function wantedOf({ game, record }: Pick<Game, 'game' | 'record'>): Wanted {
  return { game, record, open: false, iterations: 0 };
}

export class Common {
  games = $state.raw<Game[]>([]);
  broken = $state.raw<Broken[]>([]);
  /** Files that are no records at all. */
  passed = $state(0);
  looking = $state(true);
  running = $state(false);
  /** How far the review is that is being made, from 0 to 1. */
  part = $derived.by(() => (this.reviewer && this.reviewer.of > 0 ? this.reviewer.done / this.reviewer.of : 0));
  sums = $state.raw<Sums | null>(null);
  readonly missing = $derived(this.games.filter(({ review }) => review === null));
  private reviewer = $state.raw<Reviewer | null>(null);
  private readonly adder = startWorker();
  private closed = false;
  private adding = 0;

  /** `mine`: the seats of a game that count as one's own. */
  constructor(private readonly mine: (game: Game) => Seat[]) {
    this.adder.onmessage = (event: MessageEvent<Done>) => {
      // What was asked since will be answered, too.
      if (--this.adding === 0 && 'sums' in event.data) this.sums = event.data.sums;
    };
  }

  /** Takes a record in, if it is one that can be reviewed. */
  protected async take(id: string, text: string, me: Seat | null, served?: () => Promise<Review | null>): Promise<void> {
    const parsed = parseRecord(text);
    if (!parsed || this.closed || this.games.some((each) => each.id === id)) return;
    const game = { id, game: parsed.game, record: recordText(parsed), names: parsed.names, me };
    let review = await recallReview(wantedOf(game));
    if (!review && served) {
      review = await served();
      if (review) await keepReview(wantedOf(game), review);
    }
    this.games = [...this.games, { ...game, review }];
  }

  protected name(name: string, why: Broken['why']): void {
    if (!this.broken.some((each) => each.name === name)) this.broken = [...this.broken, { name, why }];
  }

  /** Adds up what is reviewed. */
  sum(): void {
    const reviewed = this.games.flatMap((game) => (game.review ? [{ record: game.record, review: game.review, mine: this.mine(game) }] : []));
    this.adding++;
    this.adder.postMessage({ sumUp: reviewed });
  }

  /** Reviews what is missing, one game after the other, until it is stopped. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let next = this.missing[0]; next && this.running; next = this.missing[0]) {
      const { id } = next;
      const review = await this.make(next);
      if (!this.running) break;
      if (review) this.games = this.games.map((each) => (each.id === id ? { ...each, review } : each));
      else {
        this.games = this.games.filter((each) => each.id !== id);
        this.name(id, 'memory');
      }
      this.sum();
    }
    this.running = false;
  }

  /** One of them; where it was stopped it goes on. Null if it failed. */
  private async make(game: Game): Promise<Review | null> {
    const wanted = wantedOf(game);
    const old = this.reviewer?.wanted.record === wanted.record ? this.reviewer : null;
    const made = old ?? new Reviewer(wanted);
    this.reviewer = made;
    await new Promise<void>((ended) => {
      made.ended = ended;
      made.start();
    });
    return made.result;
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.reviewer?.stop();
    this.reviewer?.ended();
  }

  close(): void {
    this.closed = true;
    this.stop();
    this.adder.terminate();
  }
}

/** The games that somebody played, at this device and on the server. */
export class OwnGames extends Common {
  /** Why those on the server are missing. */
  fault = $state.raw<Fault | null>(null);
  more = $state(false);
  private last: number | null = null;

  constructor() {
    super(({ me }) => (me === null ? [] : [me]));
    void this.gather();
  }

  private async gather(): Promise<void> {
    for (const { id, record, seats } of finishedGames()) await this.take(id, record, personOf(seats));
    if (localStorage.getItem('metropole.name') !== null) await this.older();
    this.looking = false;
    this.sum();
  }

  /** Those on the server, a page at a time, the newest first. */
  async older(): Promise<void> {
    this.looking = true;
    this.fault = null;
    try {
      const { fetchPage } = await import('../online/past');
      const page = await fetchPage(this.last, pace, async ({ table, seat, record, review }) => {
        await this.take(table, record, seat, review);
      });
      this.last = page.last;
      this.more = page.size === pageSize;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fault = error.fault;
    }
    this.looking = false;
    this.sum();
  }
}

/** Records from files; who of those in them is oneself can be said. */
export class FileGames extends Common {
  whose = $state('');
  /** Everybody who has a name in them, whoever played most first. */
  readonly people = $derived.by(() => {
    const named = this.games.flatMap(({ names }) => names.filter((name, i) => name && names.indexOf(name) === i)).sort((a, b) => a.localeCompare(b));
    const times = (name: string): number => named.lastIndexOf(name) - named.indexOf(name);
    return named.filter((name, i) => named[i - 1] !== name).sort((a, b) => times(b) - times(a));
  });

  constructor() {
    super(({ names }) => (this.whose ? names.flatMap((name, i) => (name === this.whose ? [i + 1] : [])) : []));
    this.looking = false;
  }

  /** Reads them, with the names by which they are told apart; a broken one is named, the others go on. */
  async add(files: { name: string; file: File }[]): Promise<void> {
    this.looking = true;
    const engine = new Engine();
    for (const { name, file } of files) {
      if (file.size > sizeMost) this.name(name, 'size');
      else await this.read(name, await file.text(), engine);
    }
    engine.close();
    this.looking = false;
    this.sum();
  }

  private async read(name: string, text: string, engine: Engine): Promise<void> {
    const parsed = parseRecord(text);
    if (!parsed) this.passed++;
    else if (isCut(parsed)) this.name(name, 'cut');
    else if (parsed.moves.length === 0) this.name(name, 'empty');
    else
      try {
        await engine.ask({ op: 'load', record: text, chance: 'manual' });
        await this.take(name, text, null);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.name(name, error.fault);
      }
  }

  choose(name: string): void {
    this.whose = name;
    this.sum();
  }
}
