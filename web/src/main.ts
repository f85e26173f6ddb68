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
