// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { packRecord, unpackRecord } from '../../src/play/link';
import { parseRecord, prefix, spoken, withNames } from '../../src/play/record';

const record = 'metropole 1\ngame metro\nrules 1\nplayers 2\nname 1 Anna\nresult 41 38\n\n~start 1; ~deal 1 ssrl # first\nssrl-a1\n~draw uuuu\n2: accept 1\n';

describe('a record', () => {
  it('is taken apart into header, moves and stops', () => {
    const parsed = parseRecord(record);
    expect(parsed?.game).toBe('metro');
    expect(parsed?.names).toEqual(['Anna', '']);
    expect(parsed?.moves).toEqual(['~start 1', '~deal 1 ssrl', 'ssrl-a1', '~draw uuuu', '2: accept 1']);
    expect(parsed?.stops).toEqual([2, 4, 5]);
  });

  it('is cut to a game that goes on', () => {
    const parsed = parseRecord(record);
    expect(parsed && prefix(parsed, 3)).toBe('metropole 1\ngame metro\nrules 1\nplayers 2\nname 1 Anna\n\n~start 1\n~deal 1 ssrl\nssrl-a1\n');
  });

  it('is refused if it is none', () => {
    expect(parseRecord('hello')).toBeNull();
  });

  it('takes names into its header', () => {
    expect(withNames(record, ['Bo', 'C#d'])).toContain('players 2\nname 1 Bo\nname 2 C d\nresult 41 38\n\n~start');
  });

  it('says who spoke out of turn', () => {
    expect(spoken('3: accept 1')).toEqual({ seat: 3, move: 'accept 1' });
    expect(spoken('end')).toEqual({ seat: null, move: 'end' });
  });

  it('survives the way through an address', async () => {
    const packed = await packRecord(record);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await unpackRecord(packed)).toBe(record);
  });
});
