// SPDX-License-Identifier: MIT
// The schemas of the protocols (docs/*.schema.json) and of the games (games/<id>/schema.json),
// ready to judge.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const require = createRequire(resolve(root, "web/package.json"));
const { default: Ajv } = require("ajv/dist/2020");

const read = (file) => JSON.parse(readFileSync(resolve(root, file), "utf8"));
const ajv = new Ajv({
  allErrors: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
});
for (const name of ["engine", "server", "review", "puzzles"])
  if (existsSync(resolve(root, `docs/${name}.schema.json`)))
    ajv.addSchema(read(`docs/${name}.schema.json`));

/** Every folder that is a game; one without a schema fails here. */
export const games = readdirSync(resolve(root, "games")).filter((id) =>
  existsSync(resolve(root, "games", id, "RULES.en.md")),
);
for (const id of games) ajv.addSchema(read(`games/${id}/schema.json`));

const counted = new Map();
/** How many values each definition has judged. */
export const judged = counted;

/** Throws unless the value is what the definition says; `what` names it in the error. */
export function judge(definition, value, what) {
  counted.set(definition, (counted.get(definition) ?? 0) + 1);
  const validate = ajv.getSchema(definition);
  if (!validate) throw new Error(`no schema has ${definition}`);
  if (validate(value)) return;
  const faults = validate.errors.map(
    (error) =>
      `${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`,
  );
  throw new Error(
    `${what} is not ${definition}:\n  ${faults.join("\n  ")}\n${JSON.stringify(value).slice(0, 2000)}`,
  );
}

/** A view, effects and a breakdown, wherever they are in an answer or a message, by their game. */
export function judgeGame(game, { view, effects, breakdown }, what) {
  if (view)
    judge(`metropole:games/${game}#/$defs/view`, view, `the view of ${what}`);
  for (const effect of effects ?? [])
    judge(
      `metropole:games/${game}#/$defs/effect`,
      effect,
      `an effect of ${what}`,
    );
  for (const points of breakdown ?? [])
    judge(
      `metropole:games/${game}#/$defs/points`,
      points,
      `an entry of the breakdown of ${what}`,
    );
}
