// SPDX-License-Identifier: MIT
// A record that carries its review: what was found stands beside each move for whoever reads it, and all of
// it packed in the last line for a page. Both are comments, which whoever loads the record passes over.
import type { Decision, Review } from '@schema/review';
import { packRecord, unpackRecord } from '../play/link';
import { spoken, type ParsedRecord } from '../play/record';
import { isDecision, type Event } from './told';

const mark = '# review ';
/** What the record says as well, or nobody is shown. */
const left = ['n', 'move', 'given'];
/** What is only drawn, or told in points of a hundred: by seat, not by player. */
const rough = ['share', 'error', 'luck', 'known'];
const labels: Decision['label'][] = ['fine', 'inaccuracy', 'mistake', 'blunder', 'brilliant'];

const roughly = (n: number): number => Math.round(n * 1000) / 1000;

function slim(key: string, value: unknown): unknown {
  if (left.includes(key) || (key === 'luck_error' && Array.isArray(value))) return undefined;
  return rough.includes(key) && Array.isArray(value) ? value.map(roughly) : value;
}

function beside(record: string, review: Review): string {
  const gap = record.indexOf('\n\n');
  const moves = record
    .slice(gap + 2)
    .trimEnd()
    .split('\n');
  const comment = (event: Event): string => {
    const shares = event.share.map((share) => Math.round(roughly(share) * 100)).join(' ');
    if (!isDecision(event)) return shares;
    const verdict = event.label === 'fine' ? '' : `, ${event.label}`;
    return event.best === event.move || event.loss === 0
      ? `${shares}${verdict}`
      : `${shares}${verdict}, −${Math.round(event.loss * 100)} against ${event.best}`;
  };
  return `${record.slice(0, gap)}\n\n${moves.map((move, i) => (review.events[i] ? `${move} # ${comment(review.events[i])}` : move)).join('\n')}\n`;
}

export async function carrying(record: string, review: Review): Promise<string> {
  return `${beside(record, review)}${mark}${await packRecord(JSON.stringify(review, slim))}\n`;
}

const are = (all: unknown, n: number): boolean => Array.isArray(all) && all.length === n && all.every((each) => Number.isFinite(each));

/** Anybody may have written it: only what a page can show is taken. */
function fits(review: Review, { game, players, moves }: ParsedRecord): boolean {
  const event = (each: Event): boolean =>
    are(each.share, players) &&
    are(each.error, players) &&
    (isDecision(each)
      ? each.seat >= 1 &&
        each.seat <= players &&
        are([each.loss, each.loss_error], 2) &&
        labels.includes(each.label) &&
        [each.best, ...each.line].every((move) => typeof move === 'string')
      : are(each.luck, players));
  const { inaccuracy, mistake, blunder } = review.thresholds;
  return (
    review.game === game &&
    are([inaccuracy, mistake, blunder, review.iterations], 4) &&
    review.events.length === moves.length &&
    review.events.every(event) &&
    review.players.length === players &&
    review.players.every((each, i) => each.seat === i + 1 && are([each.luck, each.luck_error, each.accuracy, each.labels.mistake, each.labels.blunder], 5)) &&
    are(review.turning_points, review.turning_points.length)
  );
}

/** The review that a text carries of the record in it; null if it carries none. */
export async function carriedBy(text: string, parsed: ParsedRecord): Promise<Review | null> {
  const packed = text.split('\n').findLast((line) => line.startsWith(mark));
  if (!packed) return null;
  try {
    const review = JSON.parse(await unpackRecord(packed.slice(mark.length).trim())) as Review;
    const events = review.events.map((event, i) => {
      const said = { n: i + 1, move: spoken(parsed.moves[i] ?? '').move };
      return isDecision(event) ? { ...event, ...said, given: [] } : { ...event, ...said, luck_error: [] };
    });
    const whole = { ...review, events };
    return fits(whole, parsed) ? whole : null;
  } catch {
    return null;
  }
}
