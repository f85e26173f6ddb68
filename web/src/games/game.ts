// SPDX-License-Identifier: MIT
// What a game brings to the page: its pictures and its words. Rules stay in the engine.
import type { Component } from 'svelte';
import { language, say } from '../i18n/lang.svelte';
import type { Audience } from '../i18n/speak';
import type { Effect, Fault, Options, Points, Preview, Seat, View } from '../engine/protocol';
import type { Choice, Parts } from '../play/choice';
import type { Moment } from '../play/moment';
import type { Played } from '../table/table';
import type { Look } from './looks';
import type { GameId } from './ids';

export interface Player {
  name: string;
  /** Is it the one person at this device? Sentences speak to them. */
  you?: boolean;
  look: Look;
  who: string;
}

/** A move that is only pointed at. */
export interface Hovered<V extends View = View, E extends Effect = Effect> {
  picked: Parts;
  preview: Preview<V, E>;
}

/** What a board is drawn from: a live table, a position of a replay, a little board in the rules. */
export interface Stage<V extends View = View, E extends Effect = Effect> {
  readonly view: V;
  readonly players: Player[];
  /** The seat that chooses now, if somebody at this device does. */
  readonly me: Seat | null;
  /** The person of this device who may speak out of turn: the one on turn, or the only one. */
  readonly self: Seat | null;
  /** Listed moves of the seats of this device. */
  readonly legal: Record<Seat, string[]>;
  readonly choice: Choice | null;
  readonly preview: Preview<V, E> | null;
  /** The move under the pointer, if it is over a place that would make one. */
  readonly hovered: Hovered<V, E> | null;
  /** What the board shows as if it were done: the move under the pointer, else the move in hand. */
  readonly ghost: Preview<V, E> | null;
  /** What the last step did. */
  readonly effects: E[];
  /** What each step did since the viewer last moved, oldest first: marked until they move again. */
  readonly steps: E[][];
  pick(part: string, value: string): void;
  /** Tries a move that the list need not hold (an offer): shows its preview, or the rule against it. */
  attempt(move: string): void;
  /** Says why something cannot be chosen, where the view told so already. */
  refuse(fault: Fault): void;
  /** Empties the hand: nothing is left to confirm. */
  putBack(): void;
  /** Plays a listed move of a seat of this device at once: the answer to a deal. */
  send(seat: Seat, move: string): Promise<void>;
}

export interface StageProps<V extends View = View, E extends Effect = Effect> {
  stage: Stage<V, E>;
}

export interface GameUi<V extends View = View, E extends Effect = Effect, P extends Points = Points> {
  id: GameId;
  Board: Component<StageProps<V, E>>;
  /** What lies before the player: tiles, buildings, cards. */
  Tray: Component<StageProps<V, E>>;
  /** What is public but not on the board: tiles left, discards, the value table. */
  Store?: Component<StageProps<V, E>>;
  /** A move's notation in parts, for choosing. */
  split(move: string): Parts;
  /** Fills in what need not be asked. */
  settle?(choice: Choice): Choice;
  /** The hand is emptied: what the game keeps of it goes too. */
  drop?(): void;
  /** Must something still be said of the move, though only one is left? */
  unsaid?(choice: Choice): boolean;
  /** The notation of picked parts, to ask the engine why they make no legal move. */
  compose(parts: Parts): string | null;
  /** Moves that are buttons rather than places: passing, drawing, ending. */
  actions(choice: Choice): { part: string; value: string; label: string }[];
  /** Do players hold what the others may not see? */
  secret(options: Options): boolean;
  /** What others ask of the people of this device, with the answers: a deal. `more`: what it means. */
  questions?(stage: Stage<V, E>): { text: string; more?: string[]; answers: { seat: Seat; move: string; label: string; primary?: boolean }[] }[];
  /** One sentence for what happened, or null if there is nothing to say. `fine`: small things too. */
  tell(effect: E, players: Player[], fine: boolean): string | null;
  /** Does this move end or go on with what its player did before, in the same turn? It is told with it. */
  goesOn?(move: string): boolean;
  /** Does a part of the game end with it? Of what came before, only how it ended is told in a line. */
  closes?(effect: E): boolean;
  /** Does it go without saying where a turn is told in a line? */
  aside?(effect: E, players: Player[]): boolean;
  /** How much it counts where a turn is told in a few lines: 2 if it befalls the reader, 1 if it still
   * counts when its player has moved again. */
  weight?(effect: E, players: Player[]): 0 | 1 | 2;
  /** For games with deals: whose deal a move of `seat` opens or answers; null for other moves. */
  deal?(move: string, seat: Seat): { by: Seat; opens: boolean } | null;
  /** The answer that goes before a move: a counter-offer declines what it counters. */
  answers?(move: string, stage: Stage<V, E>): string | null;
  /** What these moves, listed for somebody who is not on turn, wait for, in one sentence; or null. */
  asks?(moves: string[]): string | null;
  /** What a move in hand would bring each seat, where that is more than its score changes now: a bid
   * pays if it stays. */
  gains?(effects: E[]): { seat: Seat; n: number }[];
  /** What such a gain is told with: on which condition it comes. */
  provided?(worth: string, effects: E[]): string;
  /** What a chosen move is about, beside its effects: whom it outbids, what is there. */
  foresee?(stage: Pick<Stage<V, E>, 'view' | 'players'>, held: Hovered<V, E>): string[];
  /** What chance set up before the first move, in words. */
  laid?(played: Played[], players: Player[]): string[];
  /** A move as a sentence, where its effects are not known. */
  say(played: Played, players: Player[]): string;
  /** What can be done now, in one sentence. */
  prompt(stage: Stage<V, E>): string;
  /** What a listener has to know to choose, as the turn begins: what lies in the hand. */
  inHand?(stage: Stage<V, E>): string;
  /** The board in words, a paragraph each. */
  read(view: V, players: Player[]): string[];
  /** What kind of points they are, in a few words: points of one kind stand together. */
  kindOf?(points: P): string;
  /** Why it is over. */
  ended?(view: V, players: Player[]): string;
  /** What was secret until the end. */
  unveiled?(view: V, players: Player[]): { seat: Seat; text: string }[];
  /** How near each seat is to the win, where that is not its score: more is nearer. */
  near?(view: V): number[];
  /** Why a moment decided it, where that is not told by scores. */
  decided?(moment: Moment, players: Player[]): string;
  /** The cause of points in words. */
  cause(points: P, players: Player[]): string;
}

/** Whom sentences are about: names by seat, and who reads. */
export function audience(players: Player[], scale?: number): Audience {
  const me = players.findIndex((player) => player.you);
  return { names: players.map((player) => player.name), me: me < 0 ? null : me + 1, scale };
}

/** What happened, as the game says it; null if it has no words for it. */
export function sayEffect(game: GameId, effect: Effect, players: Player[]): string | null {
  return say(game, `effect.${effect.type}`, effect, audience(players));
}

/** What a seat on turn is asked for, as the game says it. What follows from a choice half made is the page's to say. */
export function sayPrompt(game: GameId, prompt: { type: string; [member: string]: unknown }, players: Player[]): string {
  return say(game, `prompt.${prompt.type}`, prompt, audience(players)) ?? '';
}

/** A game's `tell`: its sentence for each effect. What is `small` is told of a move in hand only. */
export function teller<E extends Effect>(game: GameId, small: (effect: E) => boolean): GameUi<View, E>['tell'] {
  return (effect, players, fine) => (small(effect) && !fine ? null : sayEffect(game, effect, players));
}

/** A game's `read`: its sentence for each of these. */
export function sayBoard(game: GameId, readings: { type: string }[], players: Player[]): string[] {
  const about = audience(players);
  return readings.flatMap((reading) => say(game, `read.${reading.type}`, reading, about) ?? []);
}

/** Why there are these points, as the game says it. */
export function sayPoints(game: GameId, points: Points, players: Player[]): string | null {
  const about = audience(players);
  return say(game, `points.${points.cause}`, points, about) ?? say(game, 'points.other', points, about);
}

export function nameOf(players: Player[], seat: Seat): string {
  return players[seat - 1]?.name ?? String(seat);
}

/**
 * A game's own view, effects and points are those of its schema. The page hands a game nothing but
 * that game's, so from here on all games are alike.
 */
export function defineGame<V extends View, E extends Effect, P extends Points>(game: GameUi<V, E, P>): GameUi {
  return game as unknown as GameUi;
}

const found = import.meta.glob<GameUi>('./*/index.ts', { import: 'default' });

/** The game's own pictures and words; a game without any is played from lists. */
export async function loadGame(id: GameId): Promise<GameUi> {
  const own = found[`./${id}/index.ts`];
  const [game] = await Promise.all([own ? own() : import('./plain').then(({ plainGame }) => plainGame(id)), language.learn(id)]);
  return game;
}
