// SPDX-License-Identifier: MIT
// Little live boards in the rules: positions as records, shown by the same components as a game.
import type { GameId } from '../games/ids';
import type { Key } from '../i18n/lang.svelte';
import metroCentre from './boards/metro-centre.metropole?raw';
import metroMiddle from './boards/metro-middle.metropole?raw';
import metropolysCall from './boards/metropolys-call.metropole?raw';
import metropolysBuilt from './boards/metropolys-built.metropole?raw';
import metropolisPlots from './boards/metropolis-plots.metropole?raw';
import metropolisCity from './boards/metropolis-city.metropole?raw';
import jeudumetroAttached from './boards/jeudumetro-attached.metropole?raw';

export interface RuleBoard {
  /** Shown after this rule. */
  rule: string;
  caption: Key;
  record: string;
}

const boards: Record<GameId, RuleBoard[]> = {
  metro: [
    { rule: 'ME-32', caption: 'board.metro.middle', record: metroMiddle },
    { rule: 'ME-40', caption: 'board.metro.centre', record: metroCentre },
  ],
  metropolys: [
    { rule: 'MY-21', caption: 'board.metropolys.call', record: metropolysCall },
    { rule: 'MY-24', caption: 'board.metropolys.built', record: metropolysBuilt },
  ],
  metropolis: [
    { rule: 'MS-32', caption: 'board.metropolis.plots', record: metropolisPlots },
    { rule: 'MS-40', caption: 'board.metropolis.city', record: metropolisCity },
  ],
  jeudumetro: [{ rule: 'JM-32', caption: 'board.jeudumetro.attached', record: jeudumetroAttached }],
};

export function boardsOf(game: GameId): RuleBoard[] {
  return boards[game];
}
