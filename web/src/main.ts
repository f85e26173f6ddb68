// SPDX-License-Identifier: MIT
import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { language } from './i18n/lang.svelte';
import { renewal } from './shell/renewal.svelte';
import { fetchScreen } from './shell/screens';
import { settings } from './shell/settings.svelte';
import { keepFocus } from './ui/focus';

settings.show();
keepFocus();
fetchScreen();
const target = document.getElementById('app');
void language.speak(language.current).then(() => {
  if (target) mount(App, { target });
});

if (import.meta.env.PROD && 'serviceWorker' in navigator && location.protocol !== 'file:') {
  void navigator.serviceWorker.register('sw.js');
}

// A file that this page asks for only now is gone with the renewal: the new page has it. Games are
// kept, so nothing is lost.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('metropole.renewed'));
  if (navigator.onLine && Date.now() - last >= 60_000) renewal.load();
});
