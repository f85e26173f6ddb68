// SPDX-License-Identifier: MIT
// Metropolys on the page: notation in parts, and its words.
import { list, t, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { defineGame, nameOf, type GameUi, type Player, type Stage } from '../game';
import './tokens.css';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { around, placeOf, places } from './map';
import type { MetropolysEffect, MetropolysView, MetropolysPoints } from './types';

function tell(e: MetropolysEffect, players: Player[], fine: boolean): string | null {
  switch (e.type) {
    case 'bid':
      return fine ? t('metropolys.tell.bid', { place: e.place, value: e.value }) : null;
    case 'forced_pass':
      return t('metropolys.tell.forced', { name: nameOf(players, e.seat) });
    case 'call_won':
      return t('metropolys.tell.won', { name: nameOf(players, e.seat), place: e.place, height: word('metropolys.height', e.height) });
    case 'token':
      return t('metropolys.tell.token', { name: nameOf(players, e.seat), token: word('metropolys.token', e.kind) });
    case 'card':
      return t('metropolys.tell.card', { name: nameOf(players, e.seat), card: word('metropolys.special', e.card) });
    case 'returned':
      return fine ? t('metropolys.tell.returned', { name: nameOf(players, e.seat), value: e.value, place: e.place }) : null;
    default:
      return null;
  }
}

function read(v: MetropolysView, players: Player[]): string[] {
  const lines: string[] = [];
  if (v.out.length) lines.push(t('metropolys.read.out', { districts: list(v.out.map((id) => word('metropolys.value.out', id))) }));
  lines.push(
    v.bids.length
      ? t('metropolys.read.bids', { bids: v.bids.map((bid) => `${bid.value} ${bid.place} (${nameOf(players, bid.seat)})`).join(', ') })
      : t('metropolys.read.nobids'),
  );
  players.forEach((player, i) => {
    const built = v.built.filter((each) => each.seat === i + 1).map((each) => `${each.place} ${word('metropolys.height', each.height)}`);
    lines.push(t('metropolys.read.built', { name: player.name, built: built.join(', ') || '–', left: (v.left[i] ?? []).join(' ') }));
  });
  for (const kind of ['trendy', 'subway', 'site'])
    lines.push(
      t('metropolys.read.tokens', {
        token: word('metropolys.token', kind),
        places:
          v.tokens
            .filter((token) => token.kind === kind)
            .map((token) => token.place)
            .join(', ') || '–',
      }),
    );
  lines.push(t('metropolys.read.kinds', { places: places.map((place) => `${place.id} ${word('metropolys.kind', place.kind)}`).join(', ') }));
  return lines;
}

/** Whom a bid outbids, and what there is at its place. */
function foresee(stage: Stage<MetropolysView, MetropolysEffect>): string[] {
  const v = stage.view;
  const { place, value } = stage.choice?.picked ?? {};
  const site = place ? placeOf.get(place) : undefined;
  if (!site || !value) return [];
  const last = v.bids.at(-1);
  const near = around(site.id);
  const token = v.tokens.find((each) => each.place === site.id);
  const there = [
    word('metropolys.kind', site.kind),
    ...(token ? [`${word('metropolys.token', token.kind)} (${word('metropolys.tokenworth', token.kind)})`] : []),
    ...(near.bridges.length ? [t('metropolys.near.bridge')] : []),
    ...(near.statues ? [t('metropolys.near.statue')] : []),
    ...(near.lakes.length ? [t('metropolys.near.lake')] : []),
    ...(site.border ? [t('metropolys.near.border')] : []),
  ];
  return [
    ...(last ? [t('metropolys.outbids', { name: nameOf(stage.players, last.seat), value: last.value, place: last.place })] : []),
    t('metropolys.there', { place: site.id, what: list(there) }),
  ];
}

const metropolys: GameUi<MetropolysView, MetropolysEffect, MetropolysPoints> = {
  id: 'metropolys',
  Board,
  Tray,
  Store,
  split(move): Parts {
    if (move === 'pass') return { act: 'pass' };
    const [value = '', place = ''] = move.split('@');
    return { value, place };
  },
  compose({ value, place }) {
    return value && place ? `${value}@${place}` : null;
  },
  actions(choice) {
    return choice.has('act', 'pass') ? [{ part: 'act', value: 'pass', label: t('metropolys.pass') }] : [];
  },
  secret: () => true,
  tell,
  foresee,
  say({ move }) {
    const { act, value = '', place = '' } = metropolys.split(move);
    return act ? t('metropolys.say.pass') : t('metropolys.say.bid', { value, place });
  },
  laid(played) {
    const tokens = played.filter(({ move }) => move.startsWith('~token')).length;
    return tokens > 0 ? [t('metropolys.laid', { n: tokens })] : [];
  },
  prompt(stage) {
    const v = stage.view;
    const last = v.bids.at(-1);
    if (!last) return t('metropolys.prompt.first');
    return t('metropolys.prompt.outbid', { value: last.value, place: last.place });
  },
  read,
  cause(points) {
    switch (points.rule) {
      case 'MY-42':
        return t('metropolys.cause.highest', { district: word('metropolys.value.out', points.district) });
      case 'MY-41':
        return `${word('metropolys.kindcard', points.cause)} (${points.places.join(' ')})`;
      case 'MY-31':
        return `${word('metropolys.area.family', points.cause)} (${points.places.join(' ')})`;
      case 'MY-43':
        return `${word('metropolys.area.expert', points.cause)} (${points.places.join(' ')})`;
      default:
        return word('metropolys.tokencause', points.cause.replace(' ', '_'));
    }
  },
};

export default defineGame(metropolys);
