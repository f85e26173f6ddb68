// SPDX-License-Identifier: MIT
// Le Jeu du Métro on the page: notation in parts, and its words.
import { list, t, tn, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { defineGame, nameOf, type GameUi, type Player } from '../game';
import './tokens.css';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { inOrder, type JeuEffect, type JeuView, type JeuPoints } from './types';

function tell(e: JeuEffect, players: Player[], fine: boolean): string | null {
  switch (e.type) {
    case 'passengers':
      return t('jeudumetro.tell.passengers', { train: e.train, from: e.from, to: e.to });
    case 'attach':
      return fine ? t('jeudumetro.tell.attach', { card: word('jeudumetro.card', e.card), train: e.train }) : null;
    case 'attached':
      return t('jeudumetro.tell.attached', { card: word('jeudumetro.card', e.card), train: e.train });
    case 'switch':
      return t('jeudumetro.tell.switch', { trains: list(e.trains) });
    case 'driver':
      return t('jeudumetro.tell.driver', { places: list(e.places) });
    case 'objective':
      return e.objective ? t('jeudumetro.tell.objective', { place: e.place, objective: word('jeudumetro.objective', e.objective) }) : null;
    case 'steal':
      return t(e.card ? 'jeudumetro.tell.stolen' : 'jeudumetro.tell.steal', {
        name: nameOf(players, e.seat),
        victim: nameOf(players, e.victim),
        card: e.card ? word('jeudumetro.card', e.card) : '',
      });
    case 'draw':
      return e.card ? t('jeudumetro.tell.draw', { card: word('jeudumetro.card', e.card) }) : null;
    case 'reshuffle':
      return t('jeudumetro.tell.reshuffle');
    default:
      return null;
  }
}

function read(v: JeuView, players: Player[]): string[] {
  return [
    ...v.trains.map((train) =>
      [
        t('jeudumetro.train.label', { train: train.train, name: nameOf(players, train.seat) }),
        tn('jeudumetro.passengers', train.passengers),
        ...v.attached.filter((each) => each.train === train.train).map((each) => word('jeudumetro.card', each.card)),
      ].join(', '),
    ),
    t('jeudumetro.read.platform', { n: v.platform }),
    ...v.hands.map((hand) =>
      t('jeudumetro.read.hand', {
        name: nameOf(players, hand.seat),
        n: hand.size,
        cards: hand.cards.flatMap((card) => (card ? [word('jeudumetro.card', card)] : [])).join(', ') || '–',
      }),
    ),
    ...v.objectives.flatMap((each) =>
      each.objective ? [t('jeudumetro.tell.objective', { place: each.place, objective: word('jeudumetro.objective', each.objective) })] : [],
    ),
    t('jeudumetro.pile', { n: v.pile }),
  ];
}

const jeudumetro: GameUi<JeuView, JeuEffect, JeuPoints> = {
  id: 'jeudumetro',
  Board,
  Tray,
  Store,
  split(move): Parts {
    const [card = '', ...rest] = move.split(' ');
    const [a = '', b = ''] = rest;
    switch (card) {
      case 'discard':
        return { discard: rest.join(' ') };
      case 'transfer':
        return { card, from: a, to: b };
      case 'switch':
      case 'driver':
        return { card, one: a, two: b };
      case 'pickpocket':
        return { card, seat: a };
      default:
        return a ? { card, train: a } : { card };
    }
  },
  compose({ card, train, from, to, one, two, seat, discard }) {
    if (discard) return `discard ${inOrder(discard.split(' ')).join(' ')}`;
    if (!card) return null;
    return [card, train ?? from ?? one ?? seat, to ?? two].filter(Boolean).join(' ');
  },
  actions: () => [],
  secret: () => true,
  tell,
  say({ move }, players) {
    const parts = jeudumetro.split(move);
    if (parts.discard !== undefined) return t('jeudumetro.say.discard', { cards: list(parts.discard.split(' ').map((card) => word('jeudumetro.card', card))) });
    const card = word('jeudumetro.card', parts.card ?? '');
    if (parts.seat) return t('jeudumetro.say.seat', { card, name: nameOf(players, Number(parts.seat)) });
    if (parts.from) return t('jeudumetro.say.transfer', { card, from: parts.from, to: parts.to ?? '' });
    if (parts.one) return t('jeudumetro.say.two', { card, one: parts.one, two: parts.two ?? '' });
    return parts.train ? t('jeudumetro.say.train', { card, train: parts.train }) : card;
  },
  laid(played, players) {
    const dealt = played.filter(({ move }) => move.startsWith('~deal')).length;
    return [t('jeudumetro.laid', { n: dealt / players.length })];
  },
  prompt(stage) {
    const picked = stage.choice?.picked.card;
    if (!picked) return t('jeudumetro.prompt.card');
    return t('jeudumetro.prompt.target', { card: word('jeudumetro.card', picked), effect: word('jeudumetro.effect', picked) });
  },
  read,
  cause: (points) => list(points.objectives.map((objective) => word('jeudumetro.objective', objective))),
};

export default defineGame(jeudumetro);
