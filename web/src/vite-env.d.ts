/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:rules/*' {
  import type { RulesPage } from './rules/page';
  const pages: Record<'fr' | 'en', RulesPage>;
  export default pages;
}
declare module '@engine/engine.wasm?url' {
  const url: string;
  export default url;
}
declare module '*.def?raw' {
  const text: string;
  export default text;
}
declare module '*.metropole?raw' {
  const text: string;
  export default text;
}
