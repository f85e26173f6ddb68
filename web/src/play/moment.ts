// SPDX-License-Identifier: MIT
// The turn that decided a game that is over: where the winner took the lead for good or, where that
// was early, where the lead grew most. Found by walking through the whole record once more.
import type { Seat } from '../engine/protocol';
import { audience, type GameUi, type Player } from '../games/game';
import { t } from '../i18n/lang.svelte';
import { Match } from '../table/match';
import type { Entry } from '../table/table';
import { isCut, parseRecord, prefix, spoken } from './record';
import { points } from '../i18n/speak';

export interface Moment {
  /** After which stop of the record it was there. */
  at: number;
  kind: 'lead' | 'step';
  /** Who took the lead, or made it grow. */
  seat: Seat;
  /** How near to the win they were then, and the best of those who lost. */
  own: number;
  other: number;
  /** By how much the lead grew with it. */
  by: number;
}

/** A lead that was taken this early is no story. */
const early = 0.15;

/** How near everybody was to the win after each stop, by seat: which stop decided it? */
export function decisive(course: number[][], winners: Seat[]): Moment | null {
  const last = course.length - 1;
  const best = (row: number[], won: boolean): number => Math.max(...row.filter((_, i) => winners.includes(i + 1) === won));
  const leads = course.map((row) => best(row, true) - best(row, false));
  // Nobody has lost or won, or nothing could be seen of it before the end.
  if (last < 1 || leads.some((lead) => !Number.isFinite(lead))) return null;
  if (course.slice(0, -1).every((row) => row.every((near) => near === row[0]))) return null;
  const growth = leads.map((lead, n) => (n === 0 ? 0 : lead - (leads[n - 1] ?? 0)));
  const taken = leads.findLastIndex((lead) => lead <= 0) + 1;
  const kind = taken > last || taken <= last * early ? 'step' : 'lead';
  const at = kind === 'lead' ? taken : growth.indexOf(Math.max(...growth));
  const by = growth[at] ?? 0;
  const row = course[at] ?? [];
  if (by <= 0) return null;
  return { at, kind, seat: winners.find((seat) => row[seat - 1] === best(row, true)) ?? winners[0] ?? 0, own: best(row, true), other: best(row, false), by };
}

export interface Decided extends Moment {
  /** What was done then. */
  entry: Entry;
  scale: number;
}

/** Walks through a record in which nothing is hidden. */
export async function momentOf(record: string, game: GameUi): Promise<Decided | null> {
  const story = parseRecord(record);
  if (!story || isCut(story)) return null;
  const match = new Match();
  try {
    let status = await match.begin({ op: 'load', record: prefix(story, story.stops[0] ?? 0), chance: 'manual' });
    const near = async (): Promise<number[]> => (game.near ? game.near((await match.look('all', [])).view) : status.scores);
    const course = [await near()];
    const entries: Entry[] = [{ played: [], effects: [] }];
    for (const [n, stop] of story.stops.slice(1).entries()) {
      const entry: Entry = { played: [], effects: [] };
      for (const text of story.moves.slice(story.stops[n], stop)) {
        const said = spoken(text);
        const seat: Seat | 'chance' = said.seat ?? status.turn ?? 'chance';
        const answer = await match.play(said.seat ?? 'chance', said.move, 'all');
        entry.played.push(...answer.events.map((move) => ({ seat, move })));
        entry.effects.push(...answer.effects);
        status = answer;
      }
      course.push(await near());
      entries.push(entry);
    }
    const moment = decisive(course, status.winners);
    const entry = entries[moment?.at ?? 0];
    return moment && entry ? { ...moment, entry, scale: status.score_scale } : null;
  } finally {
    match.close();
  }
}

/** Why it was the one, in a sentence. */
export function why(moment: Decided, game: GameUi, players: Player[]): string {
  const told = game.decided?.(moment, players);
  if (told) return told;
  const { kind, seat, own, other, by, scale } = moment;
  const args = { seat, own: points(own, scale), other: points(other, scale), by: points(by, scale) };
  return t(kind === 'lead' ? 'score.moment.lead' : 'score.moment.step', args, audience(players));
}
