// SPDX-License-Identifier: MIT
// Being told while no page is open, by the browser's push service, where browser and server have
// one. What the browser has subscribed to is what the person wants; the server is told of it anew
// whenever a page begins, since the person, the language or the settings may be others.
import { language } from '../i18n/lang.svelte';
import { settings } from '../shell/settings.svelte';
import { askPermission, permission } from './notices';
import { get, post } from './rest';

/** What the server can do to reach this person, and what is set. */
export interface Reach {
  /** The server's key for push services; null if it sends no notices. */
  push: string | null;
  browsers: number;
  /** Null where the server sends no mail. */
  mail: { address: string | null; verified: boolean } | null;
  /** Days of a year on which slow games may stand still, those that are left, and until when they do. */
  vacation: { days: number; left: number; until: number | null };
}

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

export function reach(): Promise<Reach> {
  return get<Reach>('/api/me/notify');
}

async function manager(): Promise<PushManager | undefined> {
  return canPush() ? (await navigator.serviceWorker.getRegistration())?.pushManager : undefined;
}

export async function isOn(): Promise<boolean> {
  return permission() === 'granted' && (await (await manager())?.getSubscription()) != null;
}

async function tell(subscription: PushSubscription): Promise<void> {
  await post('/api/push', { ...subscription.toJSON(), lang: language.current, quiet: settings.quiet });
}

const text = (key: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function subscribe(push: PushManager, key: string): Promise<void> {
  const old = await push.getSubscription();
  // Of another server, or of one that has lost its key.
  if (old && text(old.options.applicationServerKey) !== key) await old.unsubscribe();
  await tell(await push.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** Asks the person if they were not asked yet. True if it is on from now. */
export async function turnOn(): Promise<boolean> {
  const push = await manager();
  if (!push || (permission() !== 'granted' && (await askPermission()) !== 'granted')) return false;
  const { push: key } = await reach();
  if (key === null) return false;
  try {
    await subscribe(push, key);
    return true;
  } catch (error) {
    // The browser has no service to subscribe to, or cannot reach it.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export async function turnOff(): Promise<void> {
  const old = await (await manager())?.getSubscription();
  if (!old) return;
  await post('/api/push/drop', { endpoint: old.endpoint });
  await old.unsubscribe();
}

let told = '';

/** Tells the server again, if it is on and something about it is new. */
export async function renew(name: string): Promise<void> {
  const now = JSON.stringify([name, language.current, settings.quiet]);
  if (now === told || !(await isOn())) return;
  told = now;
  await turnOn();
}
