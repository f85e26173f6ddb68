// SPDX-License-Identifier: MIT
// Scores as people write them: whole points and an exact fraction.
import { number } from '../i18n/lang.svelte';

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

export function points(score: number, scale: number): string {
  const sign = score < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(score) / scale);
  const rest = Math.abs(score) % scale;
  if (rest === 0) return sign + number(whole);
  const d = gcd(rest, scale);
  const fraction = `${rest / d}⁄${scale / d}`;
  return sign + (whole ? `${number(whole)} ${fraction}` : fraction);
}
