// SPDX-License-Identifier: MIT
//
// What many reviews have in common, in the module that makes them (review.wasm), which sums up as the
// command line does. Works in a worker and in Node; knows no game and no page.

const labels = ['fine', 'inaccuracy', 'mistake', 'blunder', 'brilliant'];

/** What the sum takes of a review, in the order of wasm/summary.c. @param {any} review @returns {number[]} */
function figuresOf({ events, players }) {
	return [
		...events.flatMap((/** @type {any} */ event) =>
			event.seat === 'chance' ? [0, 0, 0] : [event.forced ? 0 : 1, event.loss, labels.indexOf(event.label)],
		),
		...players.flatMap((/** @type {any} */ player) => [player.result, player.luck, player.accuracy, player.decisions]),
	];
}

/** @param {WebAssembly.Module} module */
export async function openSummary(module) {
	/** @type {any} */
	const wasm = (await WebAssembly.instantiate(module, {})).exports;

	return {
		/**
		 * Adds a game: its record, its review as JSON has it, and the seats of it that count (all without).
		 * @param {string} record @param {any} review @param {number[]} [seats]
		 */
		add(record, review, seats = [1, 2, 3, 4, 5, 6]) {
			const bytes = new TextEncoder().encode(`${record}\0`);
			const text = wasm.mp_alloc(bytes.length);
			if (!text) throw new Error('metropole: not enough memory');
			new Uint8Array(wasm.memory.buffer, text, bytes.length).set(bytes);
			const at = wasm.mp_summary_open(text);
			wasm.mp_free(text);
			if (!at || wasm.mp_summary_events() !== review.events.length || wasm.mp_summary_players() !== review.players.length)
				throw new Error('metropole: this is no review of this record');
			const figures = figuresOf(review);
			new Float64Array(wasm.memory.buffer, at, figures.length).set(figures);
			if (!wasm.mp_summary_add(seats.reduce((bits, seat) => bits | (1 << (seat - 1)), 0))) throw new Error('metropole: not enough memory');
		},
		/** What they have in common: docs/review.schema.json. @returns {string} */
		json() {
			const at = wasm.mp_summary_json();
			if (!at) throw new Error('metropole: not enough memory');
			return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, wasm.mp_summary_json_len()));
		},
	};
}
