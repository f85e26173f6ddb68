// SPDX-License-Identifier: MIT
//
// summary.mjs PROGRAM ENGINE REVIEW: a folder of games of each kind, summed up by the native program,
// and by the module from the reviews as JSON has them: the same numbers, to the byte; of everybody, and
// of one player.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../wasm/engine.js';
import { openSummary } from '../../wasm/summary.js';
import { ask, playWhole } from './game.mjs';

const [program, module, reviewModule] = process.argv.slice(2);
const engine = await startEngine(readFileSync(module), (numbers) => numbers.fill(7));
const compiled = new WebAssembly.Module(readFileSync(reviewModule));
const folder = mkdtempSync(join(tmpdir(), 'metropole-summary-'));
const records = [];

function fail(what) {
	console.error(what);
	process.exit(1);
}

try {
	for (const { id, players } of ask(engine, { op: 'games' }).games)
		for (const seed of [12, 13, 14]) {
			// Anna is not always at the same seat, and not in every game.
			const names = seed === 14 ? 'Zoé\n' : seed === 13 ? 'Bruno\nAnna' : 'Anna\nBruno';
			const record = playWhole(engine, id, players[0] + (seed === 13 ? 1 : 0), seed, names);
			writeFileSync(join(folder, `${id}-${seed}.txt`), record);
			records.push(record);
		}
	for (const player of [null, 'Anna']) {
		const args = ['review', '--json', '--iterations', '16', ...(player ? ['--player', player] : []), folder];
		const lines = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'ignore'] }).trim().split('\n');
		const native = lines.pop();
		const summary = await openSummary(compiled);
		for (const line of lines) {
			const review = JSON.parse(line);
			const seats = review.players.filter(({ name }) => !player || name === player).map(({ seat }) => seat);
			summary.add(readFileSync(review.file, 'utf8'), review, seats);
		}
		const found = summary.json();
		if (found !== native) {
			const at = [...native].findIndex((letter, i) => letter !== found[i]);
			fail(`${player ?? 'everybody'}: other numbers\nnative ${native.slice(at - 200, at + 60)}\nwasm   ${found.slice(at - 200, at + 60)}`);
		}
		const { summaries } = JSON.parse(found);
		if (player && summaries.some(({ seats, people }) => seats.every(({ games }) => games === 0) || people.length !== 1)) fail('somebody else was counted');
		console.log(`${player ?? 'everybody'}: ${lines.length} reviews, ${summaries.length} kinds of game, the same sums natively and in WebAssembly`);
	}
	const summary = await openSummary(compiled);
	for (const [record, events] of [['no record', 1], [records[0], 3]])
		try {
			summary.add(record, { events: Array(events).fill({ seat: 'chance' }), players: [{}, {}] });
			fail('a review of another record is taken');
		} catch (error) {
			if (!/no review of this record/.test(error.message)) throw error;
		}
} finally {
	rmSync(folder, { recursive: true });
}
