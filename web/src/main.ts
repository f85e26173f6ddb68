// SPDX-License-Identifier: MIT
import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { language } from './i18n/lang.svelte';
import { settings } from './shell/settings.svelte';

document.documentElement.lang = language.current;
settings.show();
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('sw.js');
}
