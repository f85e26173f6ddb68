// SPDX-License-Identifier: MIT
// Metropolis on the page: notation in parts; its words are next door.
import { t, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { audience, defineGame, sayBoard, sayPoints, sayPrompt, type GameUi } from '../game';
import './tokens.css';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { offer } from './offer.svelte';
import { dealText, gainTexts, goodText, read, say, tell } from './words';
import { whySum } from './why';
import type { MetropolisView, MetropolisEffect, MetropolisPoints } from './types';

const metropolis: GameUi<MetropolisView, MetropolisEffect, MetropolisPoints> = {
  id: 'metropolis',
  Board,
  Tray,
  Store,
  split(move): Parts {
    const [op = '', a = '', b = ''] = move.split(' ');
    switch (op) {
      case 'take':
        return { plot: a, to: 'me' };
      case 'give':
        return { plot: a, to: b };
      case 'build':
        return { kind: a, plots: b };
      case 'joint':
        return { kind: a, plots: b, act: 'joint' };
      case 'end':
        return { act: 'end' };
      default:
        return { deal: move };
    }
  },
  settle(choice) {
    let next = choice;
    if (next.picked.plot && !next.picked.to && next.offers('to').has('me')) next = next.pick('to', 'me') ?? next;
    if (next.picked.kind && next.picked.plots && !next.picked.act && next.left().every((each) => each.parts.act === 'joint'))
      next = next.pick('act', 'joint') ?? next;
    return next;
  },
  drop: () => offer.end(),
  goesOn: (move) => /^(build|joint|end)/.test(move),
  aside: ({ type }) => type === 'open' || type === 'end',
  weight: (effect, players) => (effect.type === 'give' && players[effect.to - 1]?.you ? 2 : 0),
  // A plot that must go to somebody else is given by saying to whom, though it be the only one.
  unsaid: ({ picked }) => picked.plot !== undefined && picked.to === undefined,
  compose({ plot, kind, plots }) {
    if (plot) return `take ${plot}`;
    return kind && plots ? `build ${kind} ${plots}` : null;
  },
  actions(choice) {
    return choice.has('act', 'end') ? [{ part: 'act', value: 'end', label: t('metropolis.end') }] : [];
  },
  questions(stage) {
    return stage.view.deals.flatMap((deal) => {
      const answers = Object.entries(stage.legal).flatMap(([seat, moves]) =>
        moves
          .filter((move) => new RegExp(`^(accept|decline) ${deal.seat}$`).test(move))
          .map((move) => ({ seat: Number(seat), move, label: word('metropolis.deal', move.split(' ')[0] ?? ''), primary: move.startsWith('accept') })),
      );
      return answers.length > 0 ? [{ text: dealText(deal, stage.players), more: gainTexts(deal, stage.players), answers }] : [];
    });
  },
  secret: () => false,
  deal(move, seat) {
    const [op = '', whose = ''] = move.split(' ');
    if (op === 'offer' || op === 'joint') return { by: seat, opens: true };
    if (op === 'withdraw') return { by: seat, opens: false };
    return op === 'accept' || op === 'decline' ? { by: Number(whose), opens: false } : null;
  },
  answers(move, { self, legal }) {
    const decline = `decline ${offer.counters}`;
    return move === offer.move && legal[self ?? 0]?.includes(decline) ? decline : null;
  },
  // Where a building's value comes from, and what a plot is good for.
  foresee({ players }, { preview: { view, effects }, picked: { kind, plots } }) {
    const built = kind && plots ? view.buildings.find((each) => each.kind === kind && each.plots.join() === plots) : undefined;
    if (built) return built.why.length > 1 ? [t('metropolis.why.of', { kind: word('metropolis.building', built.kind), why: whySum(built.why) })] : [];
    return effects.flatMap((effect) => (effect.type === 'take' || effect.type === 'give' ? goodText(view, effect.plot, players) : []));
  },
  asks: (moves) => (moves.some((move) => move.startsWith('accept')) ? t('metropolis.answer') : null),
  tell,
  say,
  laid(played, players) {
    const dealt = played.filter(({ move }) => move.startsWith('~deal')).length;
    const open = played.flatMap(({ move }) => (move.startsWith('~open ') ? [move.slice(6)] : []));
    return [t('metropolis.laid', { n: dealt / players.length, plots: open.join(', ') })];
  },
  // What one was dealt, until something is built.
  inHand({ view: { owners, buildings, seat }, players }) {
    const plots = owners.flatMap((owner, i) => (owner === seat ? [i + 10] : []));
    return buildings.length > 0 || typeof seat !== 'number'
      ? ''
      : sayBoard('metropolis', [{ type: 'owner', seat, plots } as { type: string }], players).join('');
  },
  prompt(stage) {
    const v = stage.view;
    if (offer.to !== null) return t('metropolis.offer.how', { seat: offer.to }, audience(stage.players));
    if (v.phase === 'take' && stage.choice?.picked.plot && !stage.choice.picked.to)
      return t('metropolis.prompt.give', { plot: stage.choice.picked.plot, district: stage.choice.picked.plot[0] ?? '' });
    if (v.phase === 'take') return sayPrompt('metropolis', { type: 'take', plots: v.open }, stage.players);
    if (stage.choice?.picked.kind) return t('metropolis.prompt.site', { kind: word('metropolis.building', stage.choice.picked.kind) });
    const on = stage.choice?.picked.plots?.split(',');
    if (on)
      return t('metropolis.prompt.kind', { plots: on, kinds: [...(stage.choice?.offers('kind') ?? [])].map((kind) => word('metropolis.building', kind)) });
    return sayPrompt('metropolis', { type: v.phase === 'extra' ? 'extra' : 'build' }, stage.players);
  },
  read,
  kindOf: (points) => word('metropolis.sum', points.cause),
  ended: (view) => word('metropolis.ended', view.owners.every(Boolean) ? 'plots' : 'stock'),
  cause(points, players) {
    return `${sayPoints('metropolis', points, players) ?? points.cause} · ${whySum(points.why)}`;
  },
};

export default defineGame(metropolis);
