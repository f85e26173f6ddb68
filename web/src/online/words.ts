// SPDX-License-Identifier: MIT
// Clocks and times in words.
import { has, language, t, tn, word } from '../i18n/lang.svelte';
import type { ClockPlan } from './wire';

export function clockText(clock: ClockPlan): string {
  if (clock.kind === 'live') return t('online.clock.live.of', { minutes: Math.round(clock.bank / 60), seconds: clock.increment });
  if (clock.kind === 'days') return tn('online.clock.days', clock.days);
  return t('online.clock.none');
}

/** What is left on a clock, to the nearest day from two days on, to the nearest hour from ten hours
 * on, then by the second. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.round(seconds / 3600);
  if (hours >= 48) return tn('online.days', Math.round(seconds / 86400));
  if (hours >= 10) return tn('online.hours', hours);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

export function dateText(seconds: number): string {
  return new Intl.DateTimeFormat(language.current, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

export function dayText(seconds: number): string {
  return new Intl.DateTimeFormat(language.current, { day: 'numeric', month: 'long' }).format(seconds * 1000);
}

export function timeText(seconds: number): string {
  return new Intl.DateTimeFormat(language.current, { timeStyle: 'short' }).format(seconds * 1000);
}

/** A name as it is shown: who has no account is marked, so that nobody passes for somebody else, and
 * so is a bot that has a name. */
export function nameText(name: string | undefined, isGuest: boolean | undefined, isBot?: boolean): string {
  if (!name) return '';
  return isGuest ? t('online.guest.mark', { name }) : isBot ? t('online.bot.mark', { name }) : name;
}

/** An option and its value, in words. */
export function optionText(game: string, name: string, value: string | number | boolean): string {
  const label = has(`${game}.option.${name}`) ? word(`${game}.option`, name) : has(`option.${name}`) ? word('option', name) : name;
  if (typeof value === 'boolean') return value ? label : t('online.without', { option: label });
  const said = has(`${game}.value.${value}`) ? word(`${game}.value`, String(value)) : has(`value.${value}`) ? word('value', String(value)) : String(value);
  return t('online.option', { option: label, value: said });
}
