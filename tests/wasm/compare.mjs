// SPDX-License-Identifier: MIT
//
// compare.mjs PROGRAM MODULE NETS…: a thousand requests to each game, right and wrong ones, through the
// native program and through WebAssembly; every answer must be the same to the byte.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startEngine } from '../../wasm/engine.js';

const [program, module, ...nets] = process.argv.slice(2);
const compiled = new WebAssembly.Module(readFileSync(module));
const imports = WebAssembly.Module.imports(compiled);
if (imports.length > 0) {
	console.error('the module imports', imports);
	process.exit(1);
}

// A small generator of our own: the requests must be the same on every run.
let state = 12345;
function below(n) {
	state = (Math.imul(state, 1103515245) + 12345) >>> 0;
	return Math.floor((state / 4294967296) * n);
}

const engine = await startEngine(compiled, (numbers) => numbers.fill(7));
// Bots play as the native ones once the nets of their games are handed over; a file is <game>.nets.
for (const file of nets) engine.load(basename(file, '.nets'), new Uint8Array(readFileSync(file)).buffer);
const requests = [];
const answers = [];
function ask(request) {
	requests.push(JSON.stringify(request));
	answers.push(engine.answer(request));
	return JSON.parse(answers[answers.length - 1]);
}

const wrong = [
	{},
	{ op: 'dance', id: 'é"\\\u0001' },
	{ op: 'new', game: 'chess', players: 2 },
	{ op: 'new', game: 'metro', players: 2.5 },
	{ op: 'new', game: 'metro', players: 2, options: { hand: 'x', arrows: null } },
	{ op: 'new', game: 'metro', players: 2, options: [1] },
	{ op: 'play', move: 'nonsense' },
	{ op: 'play', move: '~draw ?' },
	{ op: 'play', seat: 9, move: 'pass' },
	{ op: 'view', seat: 'nobody' },
	{ op: 'load', record: 'metropole 1\ngame metro\n' },
	{ op: 'bot', level: 'godlike', seed: 1 },
];

function step(players) {
	const roll = below(12);
	if (roll === 0) return ask(wrong[below(wrong.length)]);
	if (roll === 1) return ask({ op: 'view', seat: below(players) + 1, id: requests.length });
	if (roll === 2) return ask({ op: 'record', seat: below(players) + 1 });
	if (roll === 3 && below(2)) return ask({ op: 'read', seat: below(players) + 1 });
	if (roll === 3) return ask({ op: 'breakdown', seat: 'public' });
	if (roll === 4) return ask({ op: 'undo' });
	if (roll === 5) return ask({ op: 'bot', level: 'b3', iterations: 40, seed: requests.length });
	if (roll === 6) {
		const [level, iterations] = below(2) ? ['hard', 60] : ['normal', 200];
		return ask({ op: 'bot', level, iterations, seed: requests.length });
	}
	const legal = ask({ op: 'legal' });
	if (!legal.ok || !legal.moves || legal.moves.length === 0) return null;
	const move = legal.moves[below(legal.moves.length)];
	if (roll === 7) return ask({ op: 'preview', move });
	return ask({ op: 'play', move });
}

// A match seen by one viewer, followed by its events, loaded from its record, and revealed.
function follow(game, players) {
	const viewer = below(players + 1) || 'public';
	const options = { game: game.id, players };
	const told = ask({ op: 'new', ...options, seed: below(1e9), viewer }).events;
	for (let i = 0; i < 12; i++) {
		const { turn } = ask({ op: 'status' });
		const { moves } = ask({ op: 'legal' });
		if (!moves || moves.length === 0) break;
		const move = moves[below(moves.length)];
		told.push(...ask({ op: 'play', seat: turn, move, viewer }).events);
	}
	const seen = ask({ op: 'view', seat: viewer });
	const cut = ask({ op: 'record', seat: viewer }).record;
	const { record } = ask({ op: 'record' });
	ask({ op: 'new', ...options, follow: viewer });
	for (const move of told) {
		if (below(4) === 0) ask(wrong[below(wrong.length)]);
		ask({ op: 'play', move });
	}
	if (!seen.view.over && JSON.stringify(ask({ op: 'view' })) !== JSON.stringify(seen)) {
		console.error(`${game.id}, ${viewer}: following leads elsewhere`);
		process.exit(1);
	}
	for (const op of ['legal', 'breakdown', 'record']) ask({ op });
	ask({ op: 'bot', level: 'normal', iterations: 40, seed: requests.length });
	ask({ op: 'view', seat: 'all' });
	if (below(2)) ask({ op: 'load', record: cut, follow: viewer });
	ask({ op: 'reveal', record: cut });
	ask({ op: 'reveal', record });
	ask({ op: 'undo', moves: below(8) });
}

for (const game of ask({ op: 'games' }).games) {
	const end = requests.length + 1000;
	while (requests.length < end) {
		const players = game.players[0] + below(game.players[1] - game.players[0] + 1);
		ask({ op: 'games', game: game.id, players });
		ask({ op: 'new', game: game.id, players, seed: below(1e9) });
		for (let i = 0; i < 100; i++) step(players);
		follow(game, players);
	}
}

const native = execFileSync(program, ['engine'], {
	input: requests.join('\n') + '\n',
	maxBuffer: 1 << 30,
	encoding: 'utf8',
}).split('\n');
for (let i = 0; i < requests.length; i++) {
	if (native[i] !== answers[i]) {
		console.error(`request ${i}: ${requests[i]}\nnative ${native[i]}\nwasm   ${answers[i]}`);
		process.exit(1);
	}
}
console.log(`${requests.length} requests, the same answers natively and in WebAssembly`);
