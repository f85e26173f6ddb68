// SPDX-License-Identifier: MIT
// types.mjs: writes web/.types/ from the schemas of the protocols and of the games, and from the
// catalogues: a TypeScript type for each definition, and the union of all keys. Only files whose
// text changed are written.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const web = resolve(import.meta.dirname, '..');
const root = resolve(web, '..');
const out = resolve(web, '.types');

const pascal = (name) => name.replace(/(^|_)(\w)/g, (_, _gap, letter) => letter.toUpperCase());
const literal = (value) => JSON.stringify(value);
const wrapped = (type) => (/[|&]/.test(type) && !/^[{(].*[})]$/.test(type) ? `(${type})` : type);

/** A reference as a type: of this file, or of another whose name becomes a prefix. */
function named(ref, used) {
  const [file, name] = ref.split('#/$defs/');
  if (!file) return pascal(name);
  const from = file.replace('metropole:', '');
  used.add(from);
  return `${from}.${pascal(name)}`;
}

function objectType(schema, used) {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(([name, each]) => `${literal(name)}${required.has(name) ? '' : '?'}: ${typeOf(each, used)}`);
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object') members.push(`[name: string]: ${typeOf(rest, used)}`);
  return `{ ${members.join('; ')} }`;
}

const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function typeOf(schema, used) {
  if (schema.$ref) return named(schema.$ref, used);
  if (schema.oneOf) return schema.oneOf.map((each) => wrapped(typeOf(each, used))).join(' | ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (schema.allOf) return [...schema.allOf.map((each) => typeOf(each, used)), objectType(schema, used)].join(' & ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeOf(each, used)).join(', ')}]`;
  if (schema.type === 'array') return `${wrapped(typeOf(schema.items, used))}[]`;
  if (schema.type === 'object') return objectType(schema, used);
  if (Array.isArray(schema.type)) return schema.type.map((type) => plain[type]).join(' | ');
  return plain[schema.type] ?? 'unknown';
}

function write(name, text) {
  const file = resolve(out, `${name}.ts`);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

function types(schemaFile, name) {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
  const used = new Set();
  const lines = Object.entries(schema.$defs).map(([each, definition]) => `export type ${pascal(each)} = ${typeOf(definition, used)};`);
  const up = '../'.repeat(name.split('/').length - 1) || './';
  const imports = [...used].map((from) => `import type * as ${from} from '${up}${from}';\n`).join('');
  write(name, `// Made from ${schema.$id} by web/tools/types.mjs.\n${imports}\n${lines.join('\n')}\n`);
}

const games = readdirSync(resolve(root, 'games')).filter((id) => existsSync(resolve(root, 'games', id, 'RULES.en.md')));
for (const name of ['engine', 'puzzles', 'review', 'server'])
  if (existsSync(resolve(root, `docs/${name}.schema.json`))) types(resolve(root, `docs/${name}.schema.json`), name);
for (const id of games) if (existsSync(resolve(root, 'games', id, 'schema.json'))) types(resolve(root, 'games', id, 'schema.json'), `games/${id}`);

const parts = readdirSync(resolve(web, 'src')).map((part) => resolve(web, 'src', part, 'en.json'));
const catalogues = [...parts, ...games.map((id) => resolve(web, 'src/games', id, 'en.json'))].filter((file) => existsSync(file));
const keys = catalogues.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')))).sort();
write('words', `// Made from the catalogues by web/tools/types.mjs.\nexport type Key =\n${keys.map((key) => `  | ${literal(key)}`).join('\n')};\n`);
