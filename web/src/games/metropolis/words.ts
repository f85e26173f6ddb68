// SPDX-License-Identifier: MIT
// Metropolis in words.
import { list, t, word } from '../../i18n/lang.svelte';
import { nameOf, type Player } from '../game';
import { whySum } from './why';
import type { Deal, MetropolisEffect, MetropolisView, Prospect } from './types';

const plotsText = (plots: number[]): string => (plots.length ? plots.join(', ') : t('metropolis.nothing'));

export function dealText(deal: Deal, players: Player[]): string {
  const name = nameOf(players, deal.seat);
  if (deal.deal === 'trade') return t('metropolis.deal.trade', { name, to: nameOf(players, deal.to), give: plotsText(deal.give), ask: plotsText(deal.ask) });
  return t('metropolis.deal.joint', {
    name,
    kind: word('metropolis.building', deal.kind),
    plots: plotsText(deal.plots),
    partners: list(deal.partners.map((seat) => nameOf(players, seat))),
  });
}

const prospectText = (prospect: Prospect | null): string =>
  prospect ? t('metropolis.gain.building', { kind: word('metropolis.building', prospect.kind), value: prospect.value }) : t('metropolis.nothing');

/** What a trade opens up to each side, a sentence each. */
export function gainTexts(deal: Deal, players: Player[]): string[] {
  if (deal.deal !== 'trade') return [];
  return (deal.gains ?? []).map(({ seat, now, then }) =>
    t('metropolis.gain', { name: nameOf(players, seat), now: prospectText(now), then: prospectText(then) }),
  );
}

export function tell(e: MetropolisEffect, players: Player[], fine: boolean): string | null {
  switch (e.type) {
    case 'open':
      return t('metropolis.tell.open', { plot: e.plot });
    case 'take':
      return fine ? t('metropolis.tell.take', { plot: e.plot, name: nameOf(players, e.seat) }) : null;
    case 'give':
      return fine ? t('metropolis.tell.give', { plot: e.plot, name: nameOf(players, e.to) }) : null;
    case 'build':
      return e.values
        .map((value) =>
          value.was === null
            ? t('metropolis.tell.new', { kind: word('metropolis.building', value.kind), value: value.value })
            : t('metropolis.tell.change', { kind: word('metropolis.building', value.kind), was: value.was, value: value.value }),
        )
        .join(' · ');
    case 'offer':
      return fine ? [dealText(e, players), ...gainTexts(e, players)].join(' · ') : null;
    case 'deal_done':
      return t('metropolis.tell.done', { deal: dealText(e, players) });
    case 'deal_void':
      return t('metropolis.tell.void', { deal: dealText(e, players) });
    case 'extra_turn':
      return t('metropolis.tell.extra', { name: nameOf(players, e.seat) });
    default:
      return null;
  }
}

export function say(move: string, players: Player[]): string {
  const [op = '', ...rest] = move.split(' ');
  switch (op) {
    case 'take':
      return t('metropolis.say.take', { plot: rest[0] ?? '' });
    case 'give':
      return t('metropolis.say.give', { plot: rest[0] ?? '', name: nameOf(players, Number(rest[1])) });
    case 'build':
      return t('metropolis.say.build', { kind: word('metropolis.building', rest[0] ?? ''), plots: rest[1] ?? '' });
    case 'joint':
      return t('metropolis.say.joint', { kind: word('metropolis.building', rest[0] ?? ''), plots: rest[1] ?? '' });
    case 'offer':
      return t('metropolis.say.offer', {
        name: nameOf(players, Number(rest[0])),
        give: rest[1] === '-' ? t('metropolis.nothing') : (rest[1] ?? ''),
        ask: rest[3] === '-' ? t('metropolis.nothing') : (rest[3] ?? ''),
      });
    case 'accept':
      return t('metropolis.say.accept', { name: nameOf(players, Number(rest[0])) });
    case 'decline':
      return t('metropolis.say.decline', { name: nameOf(players, Number(rest[0])) });
    case 'withdraw':
      return t('metropolis.say.withdraw');
    default:
      return t('metropolis.say.end');
  }
}

export function read(v: MetropolisView, players: Player[]): string[] {
  return [
    t('metropolis.read.open', { plots: v.open.join(', ') || '–', n: v.deck }),
    ...players.map((player, i) =>
      t('metropolis.read.owner', {
        name: player.name,
        plots: v.owners.flatMap((owner, plot) => (owner === i + 1 ? [plot + 10] : [])).join(', ') || '–',
      }),
    ),
    ...v.buildings.map((built) =>
      t('metropolis.read.built', {
        kind: word('metropolis.building', built.kind),
        plots: built.plots.join(', '),
        names: list(built.owners.map((owner) => nameOf(players, owner.seat))),
        value: built.value,
        why: whySum(built.why),
      }),
    ),
    ...v.deals.map((deal) => dealText(deal, players)),
  ];
}
