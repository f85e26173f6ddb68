/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:rules/*' {
  import type { RulesPage } from './rules/page';
  const pages: Record<'fr' | 'en', RulesPage>;
  export default pages;
}
declare const __ENGINE_HASH__: string;
