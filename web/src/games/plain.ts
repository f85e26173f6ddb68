// SPDX-License-Identifier: MIT
// A game that brings no pictures: what its view says as lists, what may be played as buttons. All
// of it is read from the engine's answers, so any game of the engine can be played.
import { has, t, word } from '../i18n/lang.svelte';
import type { Effect, View } from '../engine/protocol';
import { sayEffect, sayPoints, type GameUi, type Player } from './game';
import type { GameId } from './ids';
import Board from './PlainBoard.svelte';
import Tray from './PlainTray.svelte';

/** The members that every view has; the page shows them elsewhere. */
const common = new Set(['game', 'players', 'options', 'seat', 'ply', 'turn', 'actors', 'answerers', 'can_offer', 'over', 'winners', 'scores', 'score_scale']);

/** The game's own word for a member or value, or the engine's. */
export function plainWord(game: GameId, name: string): string {
  return has(`${game}.${name}`) ? word(game, name) : name.replaceAll('_', ' ');
}

export function ownMembers(view: View): [string, unknown][] {
  return Object.entries(view).filter(([name]) => !common.has(name));
}

/** Any value in one line. */
export function plainText(game: GameId, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length ? value.map((each) => plainText(game, each)).join(', ') : '–';
  if (typeof value !== 'object') return plainWord(game, String(value));
  const parts = Object.entries(value).map(([name, each]) => `${plainWord(game, name)} ${plainText(game, each)}`);
  return parts.length ? `(${parts.join(', ')})` : '–';
}

function tell(game: GameId, effect: Effect, players: Player[]): string {
  const { type, ...rest } = effect;
  const parts = Object.entries(rest).map(([name, value]) =>
    name === 'seat' && typeof value === 'number' ? (players[value - 1]?.name ?? String(value)) : `${plainWord(game, name)} ${plainText(game, value)}`,
  );
  return [plainWord(game, type), ...parts].join(' · ');
}

export function plainGame(id: GameId): GameUi {
  return {
    id,
    Board,
    Tray,
    split: (move) => ({ move }),
    compose: ({ move }) => move ?? null,
    actions: () => [],
    // Nothing says that hands are open, so they are kept.
    secret: () => true,
    tell: (effect, players, fine) => sayEffect(id, effect, players) ?? (fine ? tell(id, effect, players) : null),
    say: ({ move }) => move,
    prompt: () => t('plain.prompt'),
    read: (view) => ownMembers(view).map(([name, value]) => `${plainWord(id, name)}: ${plainText(id, value)}`),
    cause: (points, players) => sayPoints(id, points, players) ?? plainWord(id, points.cause),
  };
}
