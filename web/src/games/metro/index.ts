// SPDX-License-Identifier: MIT
// Metro on the page: notation in parts, and its words.
import { t, tn, word } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { defineGame, sayBoard, sayEffect, sayPoints, sayPrompt, teller, type GameUi, type Player } from '../game';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import { lying } from './track';
import type { MetroEffect, MetroView, MetroPoints } from './types';

const small = new Set(['drawn', 'deal']);

/** The tiles that the viewer holds. */
const handOf = (v: MetroView): (string | null)[] => (typeof v.seat === 'number' ? (v.hands[v.seat - 1] ?? []) : []);

function read(v: MetroView, players: Player[]): string[] {
  const hand = handOf(v);
  const tiles = Object.entries(v.board).map(([cell, { tile, turn }]) => ({ cell, tile: lying(tile, turn), turn: 0 }));
  const lines = players.flatMap((_, i) => {
    const own = v.lines.filter((line) => line.owner === i + 1).map((line) => ({ ...line, seat: i + 1 }));
    const waiting = own.filter((line) => line.length === 0).map((line) => line.station);
    return [
      ...own.filter((line) => line.length > 0).map((line) => ({ type: line.done ? 'closed' : 'line', ...line })),
      ...(waiting.length ? [{ type: 'waiting', seat: i + 1, stations: waiting }] : []),
    ];
  });
  const readings = [
    ...(hand.length ? [{ type: 'hand', tiles: hand }] : []),
    ...(v.drawn ? [{ type: 'drawn', ...v.drawn }] : []),
    { type: 'board', tiles },
    ...lines,
    { type: 'pile', n: v.pile },
  ];
  return sayBoard('metro', readings, players);
}

const metro: GameUi<MetroView, MetroEffect, MetroPoints> = {
  id: 'metro',
  Board,
  Tray,
  Store,
  split(move): Parts {
    if (move === 'draw') return { act: 'draw' };
    const [tile = '', cell = '', turn = '0'] = move.split('-');
    return { tile, cell, turn };
  },
  settle(choice) {
    const tiles = choice.offers('tile');
    const [only] = tiles;
    let next = choice;
    if (!next.picked.act && !next.picked.tile && tiles.size === 1 && only) next = next.pick('tile', only) ?? next;
    if (next.picked.cell && !next.picked.turn) {
      const turns = [...next.offers('turn')].map(Number).sort((a, b) => a - b);
      if (turns[0] !== undefined) next = next.pick('turn', String(turns[0])) ?? next;
    }
    return next;
  },
  compose({ tile, cell, turn }) {
    if (!tile || !cell) return null;
    return turn && turn !== '0' ? `${tile}-${cell}-${turn}` : `${tile}-${cell}`;
  },
  actions(choice) {
    return choice.has('act', 'draw') ? [{ part: 'act', value: 'draw', label: t('metro.draw') }] : [];
  },
  secret: (options) => options.open_hands !== true,
  weight: (effect, players) => ((effect.type === 'line_grows' || effect.type === 'line_closed') && players[effect.seat - 1]?.you ? 2 : 0),
  // Of many who play, a line tells what was scored; the journal has the rest.
  aside: (effect, players) => effect.type === 'line_grows' && players.length > 3 && !players[effect.seat - 1]?.you,
  tell: teller('metro', (effect) => small.has(effect.type)),
  say({ seat, move }, players) {
    const { act, tile = '', cell = '', turn = '0' } = metro.split(move);
    const effect = act ? { type: 'draw', seat } : { type: 'place', seat, tile, cell, turn };
    return sayEffect('metro', effect, players) ?? move;
  },
  laid(played, players) {
    const dealt = played.filter(({ move }) => move.startsWith('~deal')).length;
    return dealt > 0 ? [tn('metro.laid', dealt / players.length)] : [];
  },
  prompt(stage) {
    const { drawn, hands, pile } = stage.view;
    if (drawn && drawn.seat === stage.me) return sayPrompt('metro', { type: 'drawn', ...drawn }, stage.players);
    const tiles = stage.me === null ? [] : hands[stage.me - 1];
    return sayPrompt('metro', { type: pile > 0 ? 'lay' : 'last', tiles }, stage.players);
  },
  // Which tile was drawn is in the prompt.
  inHand: ({ view, players }) => (view.drawn || !handOf(view).length ? '' : read(view, players).slice(0, 1).join('')),
  read,
  kindOf: (points) => word('metro.sum', points.doubled ? 'centre' : 'station'),
  ended: () => t('metro.ended'),
  cause: (points, players) => sayPoints('metro', points, players) ?? points.cause,
};

export default defineGame(metro);
