// SPDX-License-Identifier: MIT
// Le Jeu du Métro on the page: notation in parts, and its words.
import { t, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { audience, defineGame, sayBoard, sayEffect, sayPoints, sayPrompt, teller, type GameUi, type Player } from '../game';
import './tokens.css';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { inOrder, type JeuEffect, type JeuView, type JeuPoints } from './types';

/** What others draw and are dealt in secret is of no interest later. */
function isSmall(effect: JeuEffect): boolean {
  if (effect.type === 'draw') return !effect.card;
  if (effect.type === 'objective') return !effect.objective;
  return effect.type === 'deal' || effect.type === 'goal';
}

/** Whose trains and hands it changes: trains are called after their player's seat. */
function befalls(effect: JeuEffect): number[] {
  if (effect.type === 'passengers' || effect.type === 'attach' || effect.type === 'attached') return [parseInt(effect.train)];
  if (effect.type === 'switch') return effect.trains.map((train) => parseInt(train));
  if (effect.type === 'driver') return effect.places.map((place) => parseInt(place));
  return (effect.type === 'play' || effect.type === 'steal') && effect.victim ? [effect.victim] : [];
}

/** The viewer's own objectives and cards. */
const ownOf = (v: JeuView): { type: string }[] => [
  ...v.objectives.filter((each) => each.seat === v.seat && each.objective).map((each) => ({ type: 'objective', ...each })),
  ...v.hands.filter((hand) => hand.seat === v.seat).map((hand) => ({ type: 'hand', ...hand })),
];

function read(v: JeuView, players: Player[]): string[] {
  const own = v.trains.filter((train) => train.seat === v.seat);
  const beside = own.length === 1 ? own[0] : undefined;
  const discards = Object.values(v.discards).reduce((sum, n) => sum + n, 0);
  const readings = [
    ...v.trains.map((train) => ({
      type: 'train',
      ...train,
      side: beside?.left === train.train ? 'left' : beside?.right === train.train ? 'right' : null,
      attached: v.attached.filter((each) => each.train === train.train).map((each) => each.card),
    })),
    { type: 'platform', n: v.platform },
    ...v.objectives.map((each) => ({ type: each.objective ? 'objective' : 'possible', ...each })),
    ...v.hands.map((hand) => ({ type: 'hand', ...hand, cards: hand.cards.filter((card) => card !== null) })),
    { type: 'pile', pile: v.pile, discards },
  ];
  return sayBoard('jeudumetro', readings, players);
}

/** Cards that are played on two trains. */
const twofold = new Set(['switch', 'driver', 'transfer']);
const aims = ({ from, to, one, two }: Parts): string[] => [from ?? one, to ?? two].filter((aim) => aim !== undefined);

/** How many objectives of those who won are reached. */
const metBy = ({ winners, objectives }: JeuView): number => objectives.filter(({ seat, away }) => away === 0 && winners.includes(seat)).length;

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
  // A train without a card is nothing: it goes down with it.
  settle: (choice) => (choice.picked.card || choice.picked.discard ? choice : choice.clear()),
  // Two trains are asked for one by one, also where the first leaves only one for the other.
  unsaid: ({ picked }) => twofold.has(picked.card ?? '') && aims(picked).length < 2,
  compose({ card, train, from, to, one, two, seat, discard }) {
    if (discard) return `discard ${inOrder(discard.split(' ')).join(' ')}`;
    if (!card) return null;
    return [card, train ?? from ?? one ?? seat, to ?? two].filter(Boolean).join(' ');
  },
  actions: () => [],
  secret: () => true,
  weight: (effect, players) => (befalls(effect).some((seat) => players[seat - 1]?.you) ? 2 : 0),
  tell: teller('jeudumetro', isSmall),
  say({ seat, move }, players) {
    const { discard, card, seat: victim, train, from, to, one, two } = jeudumetro.split(move);
    const places = [train, from, to, one, two].filter(Boolean);
    const effect = discard === undefined ? { type: 'play', seat, card, victim, places } : { type: 'discard', seat, cards: discard.split(' ') };
    return sayEffect('jeudumetro', effect, players) ?? move;
  },
  laid(played, players) {
    const dealt = played.filter(({ move }) => move.startsWith('~deal')).length;
    return [t('jeudumetro.laid', { n: dealt / players.length })];
  },
  prompt(stage) {
    const picked = stage.choice?.picked.card;
    if (!stage.choice || !picked) return sayPrompt('jeudumetro', { type: 'play' }, stage.players);
    const asked = twofold.has(picked) && aims(stage.choice.picked).length > 0 ? 'second' : 'target';
    return t(`jeudumetro.prompt.${asked}`, { card: word('jeudumetro.card', picked), kind: picked, effect: word('jeudumetro.effect', picked) });
  },
  // What is secret and one's own, until everybody has moved once.
  inHand: ({ view, players }) => (view.turns < players.length ? sayBoard('jeudumetro', ownOf(view), players).join(' ') : ''),
  read,
  ended: (view) => (view.winners.length > 0 ? t('jeudumetro.ended.goal', { n: metBy(view) }) : t('jeudumetro.ended.limit')),
  unveiled: (view, players) =>
    view.objectives.flatMap((each) => {
      const seatOf = (which: string): number => view.trains.find(({ train }) => train === which)?.seat ?? 0;
      if (!each.objective) return [];
      const looks = t(
        'jeudumetro.looks',
        { train: each.train ?? '', seat: seatOf(each.train ?? ''), away: each.away ?? 0, wants: each.wants ?? 0 },
        audience(players),
      );
      return [{ seat: seatOf(each.place), text: `${word('jeudumetro.objective', each.objective)}. ${looks}` }];
    }),
  near: (view) => view.hands.map((_, i) => -Math.min(...view.objectives.filter((each) => each.seat === i + 1).map((each) => each.away ?? Infinity))),
  decided: ({ kind, seat, own, by }, players) =>
    t(kind === 'lead' ? 'jeudumetro.moment.lead' : 'jeudumetro.moment.step', { seat, away: -own, by }, audience(players)),
  cause: (points, players) => sayPoints('jeudumetro', points, players) ?? points.cause,
};

export default defineGame(jeudumetro);
