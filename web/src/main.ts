// SPDX-License-Identifier: MIT
import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { language } from './i18n/lang.svelte';
import { settings } from './shell/settings.svelte';

settings.show();
const target = document.getElementById('app');
void language.speak(language.current).then(() => {
  if (target) mount(App, { target });
});

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('sw.js');
}

// The site was renewed under an open page, and a file that it asks for only now is gone: the new
// page has it. Games are kept, so nothing is lost; twice in a minute would not help.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('metropole.renewed'));
  if (!navigator.onLine || Date.now() - last < 60_000) return;
  sessionStorage.setItem('metropole.renewed', String(Date.now()));
  location.reload();
});
