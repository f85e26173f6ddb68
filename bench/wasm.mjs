// SPDX-License-Identifier: MIT
//
// wasm.mjs PROGRAM MODULE… [NETS…]: iterations of a bot's search a millisecond, natively and in each
// WebAssembly module under Node, by processor time, in the same run: the same searches of the same
// positions in turns, so that what else the machine does falls on all. The middle of the turns' ratios
// is told. Arguments that end with .nets are what was trained.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { startEngine } from '../wasm/engine.js';

const [program, ...files] = process.argv.slice(2);
const modules = files.filter((file) => file.endsWith('.wasm'));
const nets = files.filter((file) => file.endsWith('.nets'));
const TURNS = 9;
const MOVES = 12; // played before the position that is searched

const native = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
// Nanoseconds on a processor, as Linux counts them.
const nativeTime = () => Number(readFileSync(`/proc/${native.pid}/schedstat`, 'ascii').split(' ')[0]) / 1e6;
const ownTime = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

const players = [
	{
		name: 'native',
		time: nativeTime,
		async ask(request) {
			native.stdin.write(JSON.stringify(request) + '\n');
			return JSON.parse((await lines.next()).value);
		},
	},
];
for (const module of modules) {
	const engine = await startEngine(new WebAssembly.Module(readFileSync(module)), (numbers) => numbers.fill(7));
	for (const file of nets) engine.load(basename(file, '.nets'), new Uint8Array(readFileSync(file)).buffer);
	players.push({ name: basename(module), time: ownTime, ask: async (request) => JSON.parse(engine.answer(request)) });
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

async function search(player, iterations, seed) {
	const before = player.time();
	const answer = await player.ask({ op: 'bot', level: 'hard', iterations, seed });
	if (!answer.ok) throw new Error(JSON.stringify(answer));
	return answer.info.iterations / (player.time() - before);
}

const { games } = await players[0].ask({ op: 'games' });
console.log(['game'.padEnd(12), ...players.map(({ name }) => name.padStart(16))].join(' '), ' iterations a millisecond');
for (const game of games) {
	for (const player of players) {
		await player.ask({ op: 'new', game: game.id, players: 2, seed: 3 });
		for (let i = 0; i < MOVES; i++) {
			const { move } = (await player.ask({ op: 'bot', level: 'hard', iterations: 100, seed: i }));
			await player.ask({ op: 'play', move });
		}
	}
	// As many as take a tenth of a second natively; the first search of each makes it warm.
	const iterations = Math.round((await search(players[0], 2000, 1)) * 100);
	for (const player of players) await search(player, iterations, 1);
	const rates = players.map(() => []);
	for (let turn = 0; turn < TURNS; turn++)
		for (const [i, player] of players.entries()) rates[i].push(await search(player, iterations, turn));
	const cells = rates.map((own, i) => {
		const part = middle(own.map((rate, turn) => rate / rates[0][turn]));
		return `${middle(own).toFixed(0)}${i ? ` (${part.toFixed(2)})` : ''}`.padStart(16);
	});
	console.log(game.id.padEnd(12), ...cells);
}
native.stdin.end();
