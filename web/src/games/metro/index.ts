// SPDX-License-Identifier: MIT
// Metro on the page: notation in parts, and its words.
import { t, tn } from '../../i18n/lang.svelte';
import type { Parts } from '../../play/choice';
import { defineGame, nameOf, type GameUi, type Player } from '../game';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import Store from './Store.svelte';
import type { Line, MetroEffect, MetroView, MetroPoints } from './types';

function endOf(end: Line['end'], station: number): string {
  if (end === 'centre') return t('metro.end.centre');
  if (end === station) return t('metro.end.own');
  return t('metro.end.station', { n: end ?? 0 });
}

function tell(e: MetroEffect, players: Player[], fine: boolean): string | null {
  if (e.type === 'line_closed')
    return tn('metro.closed', e.points, {
      station: e.station,
      name: nameOf(players, e.seat),
      end: endOf(e.end, e.station),
    });
  if (e.type === 'line_grows' && fine) return tn('metro.grows', e.length, { station: e.station, name: nameOf(players, e.seat) });
  return null;
}

function read(v: MetroView, players: Player[]): string[] {
  const tiles = Object.entries(v.board).map(([cell, laid]) => `${cell} ${laid.tile}${laid.turn ? ` ${laid.turn}°` : ''}`);
  const open = v.lines
    .filter((line) => !line.done)
    .map((line) =>
      t('metro.read.line', {
        n: line.station,
        name: nameOf(players, line.owner),
        length: line.length,
        cells: line.cells.join(' ') || '–',
      }),
    );
  const closed = v.lines
    .filter((line) => line.done)
    .map((line) => tn('metro.closed', line.points, { station: line.station, name: nameOf(players, line.owner), end: endOf(line.end, line.station) }));
  const hand = typeof v.seat === 'number' ? (v.hands[v.seat - 1] ?? []).join(', ') : '';
  return [
    hand ? t('metro.read.hand', { tiles: hand }) : '',
    t('metro.read.tiles', { n: tiles.length, tiles: tiles.join(', ') || '–' }),
    ...open,
    ...closed,
    t('metro.pile', { n: v.pile }),
  ].filter(Boolean);
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
  tell,
  say({ move }) {
    const { act, tile = '', cell = '', turn = '0' } = metro.split(move);
    if (act) return t('metro.say.draw');
    return t(turn === '0' ? 'metro.say.place' : 'metro.say.turned', { tile, cell, turn });
  },
  laid(played, players) {
    const dealt = played.filter(({ move }) => move.startsWith('~deal')).length;
    return dealt > 0 ? [tn('metro.laid', dealt / players.length)] : [];
  },
  prompt(stage) {
    const v = stage.view;
    if (v.drawn && v.drawn.seat === stage.me) return t('metro.prompt.drawn');
    if (stage.choice && !stage.choice.picked.tile) return t('metro.prompt.tile');
    return t('metro.prompt.cell');
  },
  read,
  cause: (points, players) =>
    tn('metro.cause', points.length, { station: points.station, name: nameOf(players, points.seat), end: endOf(points.end, points.station) }),
};

export default defineGame(metro);
