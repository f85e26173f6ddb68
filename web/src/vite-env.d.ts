/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:games' {
  import type { RulesPage } from './rules/page';
  /** The rules pages of every game of the build, by id. */
  export const rules: Record<string, () => Promise<{ default: Record<'fr' | 'en', RulesPage> }>>;
  /** What a game's engine has to say, by "game/language". */
  export const sentences: Record<string, () => Promise<{ default: import('./i18n/speak').Sentences }>>;
}
declare module 'virtual:words/*' {
  const words: import('./i18n/speak').Sentences;
  export default words;
}
declare module 'virtual:posters' {
  /** The picture of a game on the first page, by id; '' is that of a game that has none. */
  export const posters: Record<string, string>;
}
declare module 'virtual:nets' {
  /** Where the nets of a game are fetched, by id. */
  export const nets: Record<string, string>;
}
declare module 'virtual:puzzles' {
  /** Where the packs of puzzles of a game are fetched, by id. */
  export const packs: Record<string, string[]>;
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
