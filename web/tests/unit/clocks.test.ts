// SPDX-License-Identifier: MIT
// What is left on a clock, as it is shown.
import { describe, expect, it } from 'vitest';
import { language, type Lang } from '../../src/i18n/lang.svelte';
import { leftText } from '../../src/online/words';

const hour = 3600_000;
const day = 24 * hour;

async function all(lang: Lang, ...lefts: number[]): Promise<string[]> {
  const words = await (lang === 'fr' ? import('virtual:words/fr') : import('virtual:words/en'));
  language.texts = words.default;
  language.current = lang;
  return lefts.map(leftText);
}

describe('what is left on a clock', () => {
  it('is said in days while that is near enough, and a fresh clock shows all it has', async () => {
    const lefts = [3 * day, 3 * day - 5000, 2.4 * day, 2 * day, 2 * day - 5000];
    expect(await all('en', ...lefts)).toEqual(['3 days', '3 days', '2 days', '2 days', '2 days']);
    expect(await all('fr', ...lefts)).toEqual(['3 jours', '3 jours', '2 jours', '2 jours', '2 jours']);
  });

  it('is said in hours under two days', async () => {
    const lefts = [47.4 * hour, day, day - 5000, 10 * hour];
    expect(await all('en', ...lefts)).toEqual(['47 hours', '24 hours', '24 hours', '10 hours']);
    expect(await all('fr', ...lefts)).toEqual(['47 heures', '24 heures', '24 heures', '10 heures']);
  });

  it('runs by the second at the end', async () => {
    expect(await all('en', 9.4 * hour, 15 * 60_000, 61_000, 400, -1)).toEqual(['9:24:00', '15:00', '1:01', '0:01', '0:00']);
  });
});
