// SPDX-License-Identifier: MIT
// Notices of the system, for somebody who looks elsewhere. They are a courtesy: whatever goes wrong
// with one is of no consequence to the game.
import { settings, type NoticeKind } from '../shell/settings.svelte';

interface Notice {
  kind: NoticeKind;
  text: string;
  /** The table it is about; a newer notice of a table replaces the older. */
  table: string;
}

function canNotify(): boolean {
  return 'Notification' in globalThis;
}

/** What the person has said to notices; 'default' if they were not asked. */
export function permission(): NotificationPermission {
  return canNotify() ? Notification.permission : 'denied';
}

export async function askPermission(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return 'denied';
  }
}

export function notify(notice: Notice): void {
  if (!document.hidden || permission() !== 'granted' || settings.quiet.includes(notice.kind)) return;
  show(notice).catch(() => undefined);
}

/** By the service worker where there is one: phones know no other way. */
async function show({ kind, text, table }: Notice): Promise<void> {
  const url = new URL(`#/table/${encodeURIComponent(table)}`, location.href).href;
  const options = { body: text, tag: `${table}-${kind}`, icon: 'icon-192.png', data: { url } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification('Metropole', options);
  const made = new Notification('Metropole', options);
  made.onclick = () => {
    window.focus();
    location.href = url;
  };
}
