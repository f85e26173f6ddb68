// SPDX-License-Identifier: MIT
// Short synthesised sounds, wooden or brassy; silent until the player turns them on.
import { settings } from '../shell/settings.svelte';

export type Sound = 'touch' | 'place' | 'other' | 'refuse' | 'over';

let context: AudioContext | null = null;

function tone(at: number, hertz: number, seconds: number, type: OscillatorType, volume: number): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(hertz, at);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const now = context.currentTime;
  switch (sound) {
    case 'touch':
      return tone(now, 520, 0.05, 'triangle', 0.06);
    case 'place':
      tone(now, 190, 0.09, 'triangle', 0.25);
      return tone(now + 0.01, 95, 0.12, 'sine', 0.25);
    case 'other':
      return tone(now, 150, 0.09, 'triangle', 0.16);
    case 'refuse':
      return tone(now, 110, 0.16, 'sawtooth', 0.05);
    case 'over':
      for (const [i, hertz] of [392, 494, 587, 784].entries()) tone(now + i * 0.13, hertz, 0.5, 'sawtooth', 0.05);
  }
}
