// SPDX-License-Identifier: MIT
// engine.mjs METROPOLE: random games of every game, number of players and option; every answer,
// view, effect and entry of a breakdown must be what its schema says, and every kind of effect that
// a schema names must have happened, so that no schema tells of what does not exist.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { games, judge, judged, judgeGame } from "./schemas.mjs";

const engine = spawn(process.argv[2], ["engine"], {
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

let luck = 20260;
const dice = (n) => {
  luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
  return Math.floor((luck / 2 ** 32) * n);
};

const kinds = {
  games: "games",
  new: "play",
  play: "play",
  status: "play",
  undo: "play",
  load: "play",
  legal: "legal",
  view: "seen",
  preview: "preview",
  digest: "digest",
  breakdown: "breakdown",
  record: "record",
  bot: "bot",
};

async function ask(request) {
  engine.stdin.write(`${JSON.stringify(request)}\n`);
  const { value } = await lines.next();
  const answer = JSON.parse(value);
  const kind = answer.ok
    ? answer.chance
      ? "chance"
      : kinds[request.op]
    : "refusal";
  judge(
    `metropole:engine#/$defs/${kind}`,
    answer,
    `the answer to ${JSON.stringify(request)}`,
  );
  return answer;
}

/** Which kinds of effect have been seen, by game. */
const seen = new Map(games.map((id) => [id, new Set()]));

function judgeAnswer(game, answer, request) {
  judgeGame(game, answer, JSON.stringify(request));
  for (const effect of answer.effects ?? []) seen.get(game).add(effect.type);
}

async function look(game, request) {
  const answer = await ask(request);
  judgeAnswer(game, answer, request);
  return answer;
}

/** The default, or one of the values that the engine offers beside those already taken. */
async function anyOptions(game, players) {
  const options = {};
  for (let i = 0; ; i++) {
    const offer = await ask({ op: "games", game, players, options });
    const option = offer.games[0].options[i];
    if (!option) return options;
    const { name, type, values } = option;
    if (dice(2) || type === "text") continue;
    options[name] =
      type === "int"
        ? values[0] + dice(Math.min(6, values[1] - values[0] + 1))
        : values[dice(values.length)];
  }
}

/** What `metropole review` says of a record; whole games and broken-off ones, deals and all. */
function review(record, lens) {
  const { stdout, stderr, status } = spawnSync(
    process.argv[2],
    ["review", "--json", "--lens", lens, "--iterations", "8", "-"],
    { input: record, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  assert.equal(status, 0, `a review: ${stderr}`);
  judge("metropole:review#/$defs/review", JSON.parse(stdout), "a review");
}

/** The puzzles that ship with a game, if any do: a pack is fetched at once, so it is small. */
function puzzles(id) {
  const folder = resolve(import.meta.dirname, "../../games", id);
  for (const file of readdirSync(folder)) {
    if (!/^puzzles(-\d+)?\.json$/.test(file)) continue;
    const bytes = readFileSync(resolve(folder, file));
    judge("metropole:puzzles", JSON.parse(bytes), `${file} of ${id}`);
    const size = gzipSync(bytes, { level: 9 }).length;
    assert.ok(size <= 40_000, `${size} bytes of ${file} of ${id}, gzipped`);
  }
}

/** Many records: one review a line, then what they have in common. */
function reviewMany(folder) {
  const { stdout, stderr, status } = spawnSync(
    process.argv[2],
    ["review", "--json", "--iterations", "8", folder],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  assert.equal(status, 0, `reviews of a folder: ${stderr}`);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const { summaries } = lines.at(-1);
  judge(
    "metropole:review#/$defs/summaries",
    lines.pop(),
    "what reviews have in common",
  );
  for (const line of lines) judge("metropole:review#/$defs/review", line, "one of them");
  for (const summary of summaries) {
    const own = lines.filter(
      ({ game, players }) =>
        game === summary.game && players.length === summary.players,
    );
    assert.equal(summary.games, own.length);
    for (const { seat, result } of summary.seats) {
      const mean =
        own.reduce((sum, { players }) => sum + players[seat - 1].result, 0) /
        own.length;
      assert.ok(Math.abs(result.mean - mean) < 2e-5, "the mean of the results");
    }
    const decisions = own
      .flatMap(({ events }) => events)
      .filter((event) => event.seat !== "chance" && !event.forced).length;
    for (const rows of [summary.phases, summary.kinds])
      assert.equal(
        rows.reduce((sum, row) => sum + row.decisions, 0),
        decisions,
        "every decision once",
      );
  }
  return lines.length;
}

async function playOne({ id }, n, seed) {
  const viewers = [
    ...Array.from({ length: n }, (_, i) => i + 1),
    "public",
    "all",
  ];
  const any = () => viewers[dice(viewers.length)];
  const begun = await ask({
    op: "new",
    game: id,
    players: n,
    options: await anyOptions(id, n),
    seed,
    chance: dice(2) ? "auto" : "manual",
    viewer: any(),
  });
  assert.ok(begun.ok, `${id} offered what it refuses: ${begun.error?.message}`);
  let status = begun;
  for (let ply = 0; ply < 300 && !status.over; ply++) {
    if (ply % 5 === 0) await look(id, { op: "view", seat: any() });
    if (ply % 20 === 0) await look(id, { op: "digest", seat: any() });
    if (ply % 20 === 0) await look(id, { op: "breakdown", seat: any() });
    let request;
    if (status.actors[0] === "chance") {
      const { chance } = await ask({ op: "legal" });
      request = { op: "play", move: chance[dice(chance.length)].move };
    } else {
      const seat = status.actors[dice(status.actors.length)];
      const { moves } = await ask({ op: "legal", seat });
      const move = moves[dice(moves.length)];
      if (ply % 7 === 0) await look(id, { op: "preview", seat, move });
      // A bot knows moves that no list holds, such as offers.
      const bot =
        ply % 3 === 0
          ? await ask({
              op: "bot",
              seat,
              level: "easy",
              iterations: 20,
              seed: ply,
            })
          : { move: null };
      request = { op: "play", seat, move: bot.move ?? move };
    }
    const answer = await look(id, { ...request, viewer: any() });
    status = answer.ok ? answer : await ask({ op: "status" });
  }
  for (const viewer of viewers) {
    await look(id, { op: "view", seat: viewer });
    await look(id, { op: "breakdown", seat: viewer });
  }
  const { record } = await ask({ op: "record" });
  await ask({ op: "load", record });
  await ask({ op: "undo" });
  if (seed < 200) review(record, n % 2 ? "open" : "seat");
}

const { games: infos } = await ask({ op: "games" });
assert.deepEqual(infos.map(({ id }) => id).sort(), [...games].sort());
for (const info of infos)
  for (let n = info.players[0]; n <= info.players[1]; n++)
    for (let seed = 1; seed <= 4; seed++)
      await playOne(info, n, seed * 100 + n);

// The records that the first game's folder has, and a file that is none, which is passed over.
const golden = resolve(
  import.meta.dirname,
  "../../games",
  [...games].sort()[0],
  "tests",
);
assert.ok(reviewMany(golden) > 1);
for (const id of games) puzzles(id);

// What is wrong is refused in the form that the schema says.
for (const request of [
  { op: "nothing" },
  { op: "new", game: "no such game", players: 2 },
  { op: "load", record: "metropole 1\n" },
  { op: "play", move: "?" },
]) {
  const answer = await ask(request);
  assert.equal(answer.ok, false, JSON.stringify(request));
}
engine.stdin.end();

for (const id of games) {
  const text = readFileSync(
    resolve(import.meta.dirname, "../../games", id, "schema.json"),
    "utf8",
  );
  const named = JSON.parse(text).$defs.effect.oneOf.flatMap((each) =>
    each.properties
      ? (each.properties.type.enum ?? [each.properties.type.const])
      : [],
  );
  assert.deepEqual(
    [...new Set(named)].filter((type) => !seen.get(id).has(type)),
    [],
    `every effect of ${id}'s schema happens`,
  );
}
for (const [definition, n] of judged) console.log(`${n} × ${definition}`);
