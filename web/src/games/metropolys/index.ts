// SPDX-License-Identifier: MIT
// Metropolys on the page: notation in parts, and its words.
import { list, say as speak, t, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { audience, defineGame, sayBoard, sayEffect, sayPoints, sayPrompt, teller, type GameUi, type Player, type Stage } from '../game';
import './tokens.css';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { around, placeOf, places } from './map';
import { lie } from './words';
import type { MetropolysEffect, MetropolysView, MetropolysPoints } from './types';

/** Points of several causes that are of one kind: each player has one card of a sort. */
const sums: Record<string, string> = {
  'subway card': 'subway',
  'site card': 'site',
  ...Object.fromEntries(['bridges', 'statues', 'lakes', 'borders', 'districts', 'chains'].map((cause) => [cause, 'area'])),
  ...Object.fromEntries(['park', 'lodging', 'mall', 'administration', 'industry'].map((cause) => [cause, 'kind'])),
};

/** What stays on the map, and who has it. */
const stays = new Set(['call_won', 'token', 'card', 'highest']);

const small = new Set(['returned', 'token_laid', 'dealt']);
const told = teller<MetropolysEffect>('metropolys', (effect) => small.has(effect.type));

/** The secret cards that the viewer holds. */
function ownCards(v: MetropolysView): { type: string; card: string; name: string }[] {
  const { area, kind } = (typeof v.seat === 'number' ? v.cards[v.seat - 1] : undefined) ?? {};
  return [...(area ? [{ type: 'card', card: 'area', name: area }] : []), ...(kind ? [{ type: 'card', card: 'kind', name: kind }] : [])];
}

function read(v: MetropolysView, players: Player[]): string[] {
  const tokens = ['trendy', 'subway', 'site'].map((kind) => ({ kind, places: v.tokens.filter((token) => token.kind === kind).map((token) => token.place) }));
  const readings = [
    ...(v.bids.length ? [{ type: 'bids', bids: v.bids }] : v.over ? [] : [{ type: 'nobids' }]),
    ...(v.passed.length ? [{ type: 'passed', seats: v.passed }] : []),
    ...players.flatMap((_, i) => [
      { type: 'built', seat: i + 1, built: v.built.filter((each) => each.seat === i + 1), left: v.left[i] ?? [] },
      { type: 'taken', seat: i + 1, ...v.taken[i] },
    ]),
    ...(['subway', 'site'] as const).flatMap((card) => (v.special[card] ? [{ type: 'special', seat: v.special[card], card }] : [])),
    ...ownCards(v),
    ...tokens.filter((each) => each.places.length).map((each) => ({ type: 'tokens', ...each })),
    ...(v.out.length ? [{ type: 'out', districts: v.out }] : []),
  ];
  const told = places
    .filter((place) => !v.out.includes(place.district))
    .map((place) => t('metropolys.there', { place: place.id, what: [word('metropolys.kind', place.kind), ...lie(place)].join(', ') }));
  return [...sayBoard('metropolys', readings, players), ...told];
}

/** Whom a bid outbids, and what there is at its place, after what it is worth. */
function foresee({ view: v, players }: Pick<Stage<MetropolysView>, 'view' | 'players'>, { picked: { place, value } }: { picked: Parts }): string[] {
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
    ...(last ? [t('metropolys.outbids', { seat: last.seat, value: last.value, place: last.place }, audience(players))] : []),
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
  // Who cannot bid is marked above the map.
  aside: (effect, players) => effect.type === 'forced_pass' && !effect.seats.some((seat) => players[seat - 1]?.you),
  closes: ({ type }) => type === 'call_won',
  weight(effect, players) {
    const seats = 'seats' in effect ? effect.seats : 'seat' in effect ? [effect.seat] : [];
    const from = effect.type === 'card' ? [effect.from ?? 0] : effect.type === 'highest' ? effect.from : [];
    const you = [...seats, ...from].some((seat) => players[seat - 1]?.you);
    if (you && (effect.type === 'forced_pass' || effect.type === 'returned')) return 2;
    return stays.has(effect.type) ? (you ? 2 : 1) : 0;
  },
  // What it would be worth stands before it; here is where that comes from. Whose buildings go home is seen.
  tell(effect, players, fine) {
    if (effect.type === 'worth') return fine && effect.parts.length ? speak('metropolys', 'metropolys.parts', effect, audience(players)) : null;
    if (effect.type === 'highest' && fine) return null;
    if (effect.type === 'call_won' && fine) return told({ ...effect, gains: [] }, players, fine);
    return effect.type === 'returned' && !players[effect.seat - 1]?.you ? null : told(effect, players, fine);
  },
  // Where nobody can outbid it, it stays.
  provided: (worth, effects) => (effects.some(({ type }) => type === 'call_won') ? worth : t('metropolys.if', { worth })),
  gains: (effects) => effects.flatMap((effect) => (effect.type === 'worth' ? [{ seat: effect.seat, n: effect.points }] : [])),
  foresee,
  say({ seat, move }, players) {
    const { act, value = '', place = '' } = metropolys.split(move);
    const effect = act ? { type: 'pass', seat } : { type: 'bid', seat, value, place };
    return sayEffect('metropolys', effect, players) ?? move;
  },
  laid(played, players) {
    const tokens = played.filter(({ move }) => move.startsWith('~token')).length;
    const cards = played.filter(({ move }) => /^~(area|kind) /.test(move)).length / players.length;
    return tokens > 0 ? [t('metropolys.laid', { n: tokens, cards })] : [];
  },
  prompt(stage) {
    const { place, value } = stage.choice?.picked ?? {};
    if (place && !value) return t('metropolys.prompt.value', { place });
    if (value && !place) return t('metropolys.prompt.place', { value });
    const last = stage.view.bids.at(-1);
    return sayPrompt('metropolys', last ? { type: 'outbid', ...last } : { type: 'open' }, stage.players);
  },
  // What counts for me alone is said while nothing is built.
  inHand: ({ view, players }) => (view.built.length > 0 ? '' : sayBoard('metropolys', ownCards(view), players).join(' ')),
  read,
  kindOf: ({ cause }) => word('metropolys.sum', sums[cause] ?? cause),
  ended: (view, players) => t('metropolys.ended', { seat: view.left.findIndex((left) => left.length === 0) + 1 }, audience(players)),
  unveiled: (view) =>
    view.cards.flatMap((cards, i) => [
      ...(cards.area ? [{ seat: i + 1, text: word(`metropolys.area.${view.options.version}`, cards.area) }] : []),
      ...(cards.kind ? [{ seat: i + 1, text: word('metropolys.kindcard', cards.kind) }] : []),
    ]),
  cause: (points, players) => sayPoints('metropolys', points, players) ?? points.cause,
};

export default defineGame(metropolys);
