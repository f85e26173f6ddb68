// SPDX-License-Identifier: MIT
// What happened around a game, as its journal says it.
import { beforeAll, describe, expect, it } from 'vitest';
import { sentences } from 'virtual:games';
import { language } from '../../src/i18n/lang.svelte';
import { entriesOf } from '../../src/online/log';
import type { WireEvent } from '../../src/online/wire';

const names = ['Anna', 'Bruno'];
const note = (what: string, seat: number): WireEvent => ({ seq: 1, at: 0, kind: 'note', what, seat });
const said = (event: WireEvent, own: number | null): string | undefined => entriesOf([event], (seat) => names[seat - 1] ?? '', own)[0]?.note?.();

describe('what happened around a game, in French', () => {
  beforeAll(async () => {
    language.games = { online: (await sentences['online/fr']?.())?.default ?? {} };
    language.current = 'fr';
  });

  it('is said of others by their names, elided where it must be', () => {
    expect(said(note('timeout', 1), 2)).toBe('Le temps d’Anna est écoulé\u00a0: un robot joue ce tour.');
    expect(said(note('timeout_seat', 2), 1)).toBe('Le temps de Bruno est écoulé.');
    expect(said({ seq: 1, at: 0, kind: 'seat', seat: 1, occupant: 'bot', name: 'Anna' }, 2)).toBe('Un robot joue désormais à la place d’Anna.');
  });

  it('is said of oneself as you', () => {
    expect(said(note('takeback_asked', 1), 1)).toBe('Vous avez demandé à reprendre votre coup.');
    expect(said(note('takeback_asked', 1), 2)).toBe('Anna voudrait reprendre son coup.');
    expect(said({ seq: 1, at: 0, kind: 'rematch', rematch: 'x', name: 'Bruno' }, 2)).toBe('Vous voudriez une revanche.');
  });
});
