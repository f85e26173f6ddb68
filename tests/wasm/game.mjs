// SPDX-License-Identifier: MIT
//
// A whole game in the engine that startEngine gave, by greedy players: there is something to be said
// about it.

/** Asks, and will not be refused. */
export function ask(engine, request) {
	const answer = JSON.parse(engine.answer(request));
	if (!answer.ok) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
	return answer;
}

/** The record of it. */
export function playWhole(engine, game, players, seed = 12, names = undefined) {
	let status = ask(engine, { op: 'new', game, players, seed, ...(names === undefined ? {} : { names }) });
	for (let n = 0; !status.over; n++) {
		const { move } = ask(engine, { op: 'bot', level: 'b1', iterations: 1, seed: n });
		status = ask(engine, { op: 'play', seat: status.turn, move });
	}
	return ask(engine, { op: 'record' }).record;
}
