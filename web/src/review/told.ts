// SPDX-License-Identifier: MIT
// What a review says, event by event: numbers as a person reads them, and where each belongs in a replay.
import type { Decision, Review } from '@schema/review';
import { number } from '../i18n/lang.svelte';

export type Event = Review['events'][number];

/** A part of a win in points of a hundred, as whole as it can be told. */
export function hundredths(share: number): string {
  return number(Math.round(share * 100));
}

/** With its sign, for what was won or lost. */
export function signed(share: number): string {
  const n = Math.round(share * 100);
  return n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : '0';
}

export function isDecision(event: Event): event is Decision {
  return event.seat !== 'chance';
}

/** The events of a stop of the replay: what happened since the stop before. */
export function eventsAt(review: Review, stops: number[], at: number): Event[] {
  return at === 0 ? [] : review.events.slice(stops[at - 1] ?? 0, stops[at] ?? 0);
}

/** The stop after which event n (from 1) lies behind. */
export function stopOf(stops: number[], n: number): number {
  return Math.max(
    0,
    stops.findIndex((after) => after >= n),
  );
}

/** Shares at each stop, each adding up to one: the beginning first. */
export function sharesByStop(review: Review, stops: number[]): number[][] {
  const even = review.players.map(() => 1 / review.players.length);
  return stops.map((n) => review.events[n - 1]?.share ?? even);
}

/** Their standard errors; none at the beginning, where everybody is taken to stand alike. */
export function errorsByStop(review: Review, stops: number[]): number[][] {
  return stops.map((n) => review.events[n - 1]?.error ?? []);
}
