// SPDX-License-Identifier: MIT
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', '.types/'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.worker, ...globals.node } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } } },
  {
    rules: {
      // A parameter that an interface asks for is named and begins with _.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The list of a picture never changes its order; those that do have keys.
      'svelte/require-each-key': 'off',
      // Addresses are hashes of our own.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
);
