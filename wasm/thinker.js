// SPDX-License-Identifier: MIT
//
// Bots answered by a second engine, built for speed: it is given the match as the first one has it,
// and asked in its stead. With the same seed and iterations both say the same.

/** A module of one function that uses a vector instruction. */
const VECTORS = new Uint8Array([
	0, 97, 115, 109, 1, 0, 0, 0, // a module, version 1
	1, 5, 1, 96, 0, 1, 123, // a type: nothing in, a vector out
	3, 2, 1, 0, // a function of it
	10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11, // whose code is i8x16.popcnt(i8x16.splat(0))
]);

/** Can such a module run here at all? */
export function canRunThinker() {
	return WebAssembly.validate(VECTORS);
}

/**
 * A way to answer by both: what is asked of bots by the thinker, where there is one and the level is
 * worth it, and all else by the engine.
 * @param {{ answer(request: Record<string, unknown>): string }} engine
 */
export function withThinker(engine) {
	/** @type {typeof engine | null} */
	let thinker = null;
	/** @type {unknown} the seat that the match follows, or undefined */
	let follow;

	/** @param {Record<string, unknown>} request @returns {string} */
	function answer(request) {
		if (request.op === 'bot' && thinker) {
			const { ok, record } = JSON.parse(engine.answer({ op: 'record' }));
			if (ok && JSON.parse(thinker.answer({ op: 'load', record, ...(follow === undefined ? {} : { follow }) })).ok)
				return thinker.answer(request);
		}
		const said = engine.answer(request);
		if (['new', 'load', 'reveal'].includes(String(request.op)) && JSON.parse(said).ok) follow = request.op === 'reveal' ? undefined : request.follow;
		return said;
	}

	return {
		answer,
		/** @param {typeof engine} faster */
		hire(faster) {
			thinker = faster;
		},
	};
}

/** Does this question take so long that the thinker is worth its bytes? @param {Record<string, unknown>} request */
export function isLong(request) {
	return request.op === 'bot' && request.level !== 'easy';
}
