// SPDX-License-Identifier: MIT
// browser.mjs [FILE…]: the tests in a real browser, two files at a time. On a busy machine a page may
// be late for one of a hundred tests: a file with a failure is tried once more, alone, and told at the
// end as unsteady. What fails twice has failed.
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const folder = resolve(import.meta.dirname, 'browser');
const all = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));

/** Runs files and tells of them; resolves to those with a failure. */
async function failing(files, concurrency) {
  const failed = new Set();
  const events = run({ files, concurrency });
  events.on('test:fail', ({ file, todo }) => todo === undefined && failed.add(file));
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return [...failed];
}

const asked = process.argv.slice(2).map((name) => resolve(name));
const first = await failing(asked.length ? asked : all.map((name) => resolve(folder, name)), 2);
if (first.length > 0) {
  console.log(`\nOnce more, alone: ${first.map((file) => basename(file)).join(' ')}\n`);
  const second = await failing(first, 1);
  const names = (files) => files.map((file) => basename(file, '.test.mjs')).join(' ');
  const unsteady = first.filter((file) => !second.includes(file));
  if (unsteady.length > 0) console.log(`\nUnsteady, failed once and then passed: ${names(unsteady)}`);
  if (second.length > 0) console.log(`\nFailed twice: ${names(second)}`);
  process.exitCode = second.length > 0 ? 1 : 0;
}
