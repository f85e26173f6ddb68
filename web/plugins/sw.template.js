// SPDX-License-Identifier: MIT
// Keeps the whole client for use without a network. Files other than the page are named by their
// content or belong to this version, so the kept copy is always right.
const version = 'metropole-__VERSION__';
const files = __FILES__;
/** Kept when they are first asked for. */
const later = __LATER__;

async function keepAll() {
  const cache = await caches.open(version);
  const pack = await fetch('assets/all-__VERSION__.pack');
  // Without the means to unpack it, or from a host that does not have it: one by one.
  if (!pack.ok || !pack.body || typeof DecompressionStream === 'undefined') return cache.addAll(['./', ...files]);
  const bytes = new Uint8Array(await new Response(pack.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  for (const [file, type, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)))) {
    const kept = () => new Response(bytes.slice(at, at + length), { headers: { 'content-type': type } });
    await cache.put(file, kept());
    if (file === 'index.html') await cache.put('./', kept());
    at += length;
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key.startsWith('metropole-') && key !== version).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(self.registration.scope);
  if (event.request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path === '' || path === 'index.html') {
    // The page itself is asked for afresh, so that a new version is met; the kept one is the fallback.
    event.respondWith(fetch(event.request).catch(() => caches.match('./', { cacheName: version })));
  } else if (files.includes(path)) {
    event.respondWith(caches.match(path, { cacheName: version, ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
  } else if (later.includes(path)) {
    event.respondWith(keepOne(path, event.request));
  }
});

async function keepOne(path, request) {
  const cache = await caches.open(version);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}

// Something waits for a person who has no page open. What came is the server's own, and sealed.
self.addEventListener('push', (event) => {
  const { body, tag, url } = event.data.json();
  const data = { url: new URL(url, self.registration.scope).href };
  event.waitUntil(self.registration.showNotification('Metropole', { body, tag, icon: 'icon-192.png', data }));
});

// The push service has given this browser another address.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (!options) return;
  const tell = (fresh) =>
    fetch('/api/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fresh.toJSON(), lang: navigator.language.slice(0, 2) }),
    });
  event.waitUntil(self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey }).then(tell));
});

// A notice leads to the table it is about: in the page that is open, or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = event.notification.data?.url ?? self.registration.scope;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (pages) => {
      const [page] = pages;
      if (!page) return self.clients.openWindow(url);
      await page.focus();
      return page.navigate(url).catch(() => self.clients.openWindow(url));
    }),
  );
});
