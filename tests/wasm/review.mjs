// SPDX-License-Identifier: MIT
//
// review.mjs PROGRAM ENGINE REVIEW NETS…: a game of each kind, reviewed by the native program and by
// two modules that share the tasks: the same review, to the byte.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startEngine } from '../../wasm/engine.js';
import { openReview } from '../../wasm/review.js';
import { ask, playWhole } from './game.mjs';

const [program, module, reviewModule, ...nets] = process.argv.slice(2);
const engine = await startEngine(readFileSync(module), (numbers) => numbers.fill(7));
const compiled = new WebAssembly.Module(readFileSync(reviewModule));
const trained = new Map(nets.map((file) => [basename(file, '.nets'), new Uint8Array(readFileSync(file)).buffer]));

async function reviewed(game, record, open) {
	const wanted = { record, open, iterations: 16, seed: 3 };
	const bytes = trained.get(game);
	const workers = [];
	for (let i = 0; i < 2; i++) workers.push(await openReview(compiled, wanted, bytes ? { game, bytes } : null));
	const [first, second] = workers;
	for (let task = first.tasks - 1; task >= 0; task--) {
		if (task % 3) first.weigh(task);
		else first.put(task, second.weigh(task));
	}
	return { found: first.json(), compare: second.compare };
}

/* What an event lost is what its move loses against the best of the review; a move nobody has is refused. */
function holds(review, compare) {
	const told = review.events.filter(({ seat, loss, exact }) => seat !== 'chance' && loss > 0 && !exact);
	for (const { n, move, best, loss, loss_error: error } of told) {
		const again = compare(n - 1, move, best);
		const back = compare(n - 1, best, move);
		if (Math.abs(again.loss - loss) > 6e-6 || Math.abs(again.error - error) > 6e-6 || back.loss !== -again.loss) return false;
	}
	try {
		compare(told[0].n - 1, 'nonsense', told[0].best);
		return false;
	} catch {
		return told.length > 0;
	}
}

for (const { id, players } of ask(engine, { op: 'games' }).games) {
	const record = playWhole(engine, id, players[0]);
	for (const open of [false, true]) {
		const lens = ['--lens', open ? 'open' : 'seat'];
		const native = execFileSync(program, ['review', '--json', ...lens, '--iterations', '16', '--seed', '3', '-'], {
			input: record,
			encoding: 'utf8',
			stdio: ['pipe', 'pipe', 'ignore'],
		}).trim();
		const { found, compare } = await reviewed(id, record, open);
		if (found !== native) {
			const at = [...native].findIndex((letter, i) => letter !== found[i]);
			console.error(`${id}, ${lens[1]}: another review\nnative ${native.slice(at - 200, at + 60)}\nwasm   ${found.slice(at - 200, at + 60)}`);
			process.exit(1);
		}
		if (!holds(JSON.parse(found), compare)) {
			console.error(`${id}, ${lens[1]}: a move compared by itself loses something else than in the review`);
			process.exit(1);
		}
		console.log(`${id}, ${lens[1]}: ${JSON.parse(found).events.length} events, the same review natively and in WebAssembly`);
	}
}
