// SPDX-License-Identifier: MIT
// Metropolis in words.
import { list, say as speak, t, word } from '../../i18n/lang.svelte';
import type { Played } from '../../table/table';
import { audience, sayBoard, sayEffect, type Player } from '../game';
import { beside } from './plan';
import type { Deal, MetropolisEffect, MetropolisView, Prospect } from './types';

export function dealText(deal: Deal, players: Player[]): string {
  return sayBoard('metropolis', [{ type: 'offer', ...deal }], players).join('');
}

export const plotsText = (all: number[]): string => (all.length ? list(all.map(String)) : t('metropolis.nothing'));

const prospectText = (prospect: Prospect | null): string =>
  prospect ? t('metropolis.gain.building', { kind: word('metropolis.building', prospect.kind), value: prospect.value }) : t('metropolis.nothing');

/** The building worth most that the owner of an empty plot could build on it alone. */
export function prospectOn(view: MetropolisView, plot: number): MetropolisView['prospects'][number] | undefined {
  return view.prospects.filter((each) => each.plots.includes(plot)).sort((a, b) => b.value - a.value)[0];
}

/** The same in a few words, as a plot's name has it. */
export function prospectParts(view: MetropolisView, plot: number): string[] {
  const best = prospectOn(view, plot);
  if (!best) return [t('metropolis.good.none')];
  const others = best.plots.filter((each) => each !== plot);
  return [t('metropolis.good', { kind: prospectText(best) }), ...(others.length ? [t('metropolis.good.with', { plots: plotsText(others) })] : [])];
}

const goodOf = (prospect: MetropolisView['prospects'][number]): { type: string } => ({ type: 'good', ...prospect });

/** What a plot is good for, in a sentence; none if nothing fits there. */
export function goodText(view: MetropolisView, plot: number, players: Player[]): string[] {
  const best = prospectOn(view, plot);
  return best ? sayBoard('metropolis', [goodOf(best)], players) : [];
}

/** What a deal opens up to each side, a sentence each. */
export function gainTexts(deal: Deal, players: Player[]): string[] {
  if (deal.deal === 'joint') return deal.shares ? [speak('metropolis', 'read.share', deal, audience(players, 12)) ?? ''] : [];
  return (deal.gains ?? []).map(({ seat, now, then }) => t('metropolis.gain', { seat, now: prospectText(now), then: prospectText(then) }, audience(players)));
}

/** Why somebody declines is what the deal would have done to them: bots decide by that; people keep
 * their reasons. */
function known(effect: MetropolisEffect, players: Player[]): MetropolisEffect | Omit<MetropolisEffect, 'reason'> {
  if (effect.type !== 'decline' || ['easy', 'normal', 'hard'].includes(players[effect.seat - 1]?.who ?? '')) return effect;
  const { reason: _, ...declined } = effect;
  return declined;
}

export function tell(effect: MetropolisEffect, players: Player[], fine: boolean): string | null {
  const sentence = effect.type === 'dealt' && !fine ? null : sayEffect('metropolis', known(effect, players), players);
  // What a trade brings both sides stands where it is put together.
  if (effect.type !== 'offer' || effect.deal === 'trade' || !fine || !sentence) return sentence;
  return [sentence, ...gainTexts(effect, players)].join(' ');
}

const plotsOf = (text = ''): number[] => text.split(',').map(Number).filter(Boolean);

/** A move as the effect that it has, as far as the notation tells. */
export function say({ seat, move }: Played, players: Player[]): string {
  const [op = '', a = '', b = '', , c = ''] = move.split(' ');
  const more: Record<string, object> = {
    take: { plot: a },
    give: { plot: a, to: Number(b) },
    build: { kind: a, plots: plotsOf(b), values: [] },
    joint: { type: 'offer', deal: 'joint', kind: a, plots: plotsOf(b) },
    offer: { deal: 'trade', to: Number(a), give: plotsOf(b), ask: plotsOf(c) },
    accept: { from: Number(a) },
    decline: { from: Number(a) },
  };
  const effect = { type: op, seat, ...more[op] };
  return sayEffect('metropolis', effect, players) ?? move;
}

interface Near {
  plot: number;
  owner: number | null;
  built: boolean;
}

/** The plots beside some, whose they are, and whether something stands there. */
export function nearby(v: MetropolisView, some: number[]): Near[] {
  const near = [...new Set(some.flatMap(beside))].filter((plot) => !some.includes(plot)).sort((a, b) => a - b);
  return near.map((plot) => ({ plot, owner: v.owners[plot - 10] ?? null, built: v.buildings.some((each) => each.plots.includes(plot)) }));
}

/** Plots in groups of those that lie side by side. */
function groupsOf(some: number[]): number[][] {
  const groups: number[][] = [];
  for (const plot of some) {
    const touching = groups.filter((group) => group.some((other) => beside(other).includes(plot)));
    const joined = [...touching.flat(), plot].sort((a, b) => a - b);
    groups.splice(0, groups.length, ...groups.filter((group) => !touching.includes(group)), joined);
  }
  return groups.sort((a, b) => a[0]! - b[0]!);
}

export function read(v: MetropolisView, players: Player[]): string[] {
  const built = new Set(v.buildings.flatMap((building) => building.plots));
  const emptyOf = (seat: number): number[] => v.owners.flatMap((owner, i) => (owner === seat && !built.has(i + 10) ? [i + 10] : []));
  const readings = [
    { type: 'open', plots: v.open, deck: v.deck },
    ...players.map((_, i) => ({ type: 'owner', seat: i + 1, plots: emptyOf(i + 1) })),
    ...players.flatMap((_, i) =>
      i + 1 === v.seat ? groupsOf(emptyOf(i + 1)).map((plots) => ({ type: 'group', seat: i + 1, plots, near: nearby(v, plots) })) : [],
    ),
    ...v.prospects.filter(({ seat }) => seat === v.seat).map(goodOf),
    ...v.buildings.map((each) => ({ type: 'building', ...each, seats: each.owners.map((owner) => owner.seat) })),
    ...v.deals.map((deal) => ({ type: 'offer', ...deal })),
  ];
  return sayBoard('metropolis', readings, players);
}
