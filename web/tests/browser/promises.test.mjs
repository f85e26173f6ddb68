// SPDX-License-Identifier: MIT
// What each board promises to somebody who looks at it, as its game's folder has it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { played, siteOfSuite } from './visit.mjs';

const folders = resolve(import.meta.dirname, '../../src/games');
const promises = played.map(({ id }) => resolve(folders, id, 'tests/board.mjs')).filter((file) => existsSync(file));

describe('a board', async () => {
  const site = siteOfSuite();

  for (const file of promises) for (const { name, visit, test } of (await import(file)).default) it(name, () => site.visit(visit, (page) => test(page, site)));
});
