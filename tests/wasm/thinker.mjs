// SPDX-License-Identifier: MIT
//
// thinker.mjs ENGINE THINKER NETS…: bots answered by the thinker say to the byte what the engine says, in
// every game, in matches that are begun, loaded, followed, revealed and taken back; and everything else
// is the engine's.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startEngine } from '../../wasm/engine.js';
import { canRunThinker, withThinker } from '../../wasm/thinker.js';
import { ask } from './game.mjs';

const [engineFile, thinkerFile, ...nets] = process.argv.slice(2);

function check(holds, what) {
	if (holds) return;
	console.error(what);
	process.exit(1);
}

async function start(file) {
	const engine = await startEngine(new WebAssembly.Module(readFileSync(file)), (numbers) => numbers.fill(7));
	for (const net of nets) engine.load(basename(net, '.nets'), new Uint8Array(readFileSync(net)).buffer);
	return engine;
}

check(canRunThinker(), 'Node has vector instructions');
const alone = await start(engineFile);
const thinker = await start(thinkerFile);
let asked = 0;
const both = withThinker(await start(engineFile));
both.hire({
	answer(request) {
		if (request.op === 'bot') asked++;
		return thinker.answer(request);
	},
});

/** Asks both, who must agree. */
function same(request) {
	const answer = both.answer(request);
	check(answer === alone.answer(request), `${JSON.stringify(request)}: ${answer}`);
	return JSON.parse(answer);
}

let questions = 0;
function bot(seed, extra) {
	questions++;
	return same({ op: 'bot', level: ['easy', 'normal', 'hard'][seed % 3], iterations: 300, seed, ...extra });
}

for (const { id, players } of ask(alone, { op: 'games' }).games)
	for (let n = players[0]; n <= players[1]; n++) {
		let { turn } = same({ op: 'new', game: id, players: n, seed: n });
		for (let i = 0; i < 10; i++) {
			const status = same({ op: 'play', seat: turn, move: bot(i).move });
			turn = status.turn;
			if (status.over) break;
		}
		same({ op: 'undo' });
		bot(20);
		const { record } = same({ op: 'record' });
		const seen = same({ op: 'record', seat: 1 }).record;
		same({ op: 'load', record: seen, follow: 1 });
		bot(21, { seat: 1 });
		same({ op: 'reveal', record });
		bot(22);
		same({ op: 'load', record: 'nonsense' });
		bot(23);
		same({ op: 'legal' });
	}
check(asked === questions, `the thinker was asked ${asked} times of ${questions}`);
console.log(`${questions} questions to bots, the same answers by the thinker and without it`);
