// SPDX-License-Identifier: MIT
//
// A review in WebAssembly: tasks that any number of workers share, each with a module of its own.
// Works in a worker and in Node; knows no game and no page.
import { spread } from './engine.js';

/**
 * @param {BufferSource | WebAssembly.Module} source
 * @param {{ record: string, open?: boolean, iterations?: number, seed?: number }} wanted
 * @param {{ game: string, bytes: ArrayBuffer } | null} nets what was trained for the game, if anything
 */
export async function openReview(source, { record, open = false, iterations = 0, seed = 1 }, nets) {
	const made = await WebAssembly.instantiate(source, {});
	/** @type {any} */
	const wasm = (made instanceof WebAssembly.Instance ? made : made.instance).exports;

	/** @param {Uint8Array} bytes @returns {number} */
	function put(bytes) {
		const at = wasm.mp_alloc(bytes.length);
		if (!at) throw new Error('metropole: not enough memory');
		new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
		return at;
	}
	const text = (/** @type {string} */ string) => put(new TextEncoder().encode(`${string}\0`));

	if (nets && !wasm.mp_load_nets(text(nets.game), put(spread(nets.bytes)), nets.bytes.byteLength))
		throw new Error(`metropole: these are not the nets of ${nets.game}`);
	/** @type {number} */
	const tasks = wasm.mp_review_open(text(record), open ? 1 : 0, iterations, seed);
	if (!tasks) throw new Error('metropole: this record cannot be reviewed');
	const event = (/** @type {number} */ task) =>
		new Uint8Array(wasm.memory.buffer, wasm.mp_review_event(task), wasm.mp_review_event_size());

	return {
		/** How many there are: 0 to tasks - 1. */
		tasks,
		/** Does a task; what it found, for the worker that sums up. @param {number} task */
		weigh(task) {
			if (!wasm.mp_review_weigh(task)) throw new Error('metropole: nothing fits what was known');
			return event(task).slice();
		},
		/** Takes what another worker found. @param {number} task @param {Uint8Array} found */
		put(task, found) {
			event(task).set(found);
		},
		/**
		 * What whoever moved at this task loses by one move against another; less than 0 if it is better.
		 * @param {number} task @param {string} move @param {string} against
		 * @returns {{ loss: number, error: number }}
		 */
		compare(task, move, against) {
			const at = wasm.mp_review_compare(task, text(move), text(against));
			if (!at) throw new Error(`metropole: ${move} or ${against} is no move there`);
			const [loss = 0, error = 0] = new Float64Array(wasm.memory.buffer, at, 2);
			return { loss, error };
		},
		/** The review, once all tasks are done or put. @returns {string} */
		json() {
			const at = wasm.mp_review_json();
			if (!at) throw new Error('metropole: not enough memory');
			return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, wasm.mp_review_json_len()));
		},
	};
}
