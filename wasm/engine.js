// SPDX-License-Identifier: MIT
//
// The engine in WebAssembly, as a function from request objects to answer lines. Works in a worker
// and in Node; knows no game and no page.

/**
 * The nets of a file as the module wants them: the file has the lowest bytes of all numbers first
 * (write_nets.c).
 * @param {ArrayBuffer} nets
 */
export function spread(nets) {
	const bytes = new Uint8Array(nets);
	const numbers = new Uint8Array(bytes.length);
	const plane = bytes.length / 4;
	for (let i = 0; i < bytes.length; i++) numbers[(i % plane) * 4 + Math.floor(i / plane)] = bytes[i] ?? 0;
	return numbers;
}

/**
 * @param {BufferSource | WebAssembly.Module} source
 * @param {(numbers: Uint32Array) => void} randomise fills the numbers with system randomness
 */
export async function startEngine(source, randomise) {
	const made = await WebAssembly.instantiate(source, {});
	const instance = made instanceof WebAssembly.Instance ? made : made.instance;
	/** @type {any} */
	const wasm = instance.exports;
	const encoder = new TextEncoder();
	const decoder = new TextDecoder();
	/** @type {number[]} memory of the request under way */
	let held = [];

	const numbers = new Uint32Array(4);
	randomise(numbers);
	wasm.mp_entropy(...numbers);
	if (!wasm.mp_start()) throw new Error('metropole: not enough memory');

	/** @param {string} text @returns {[number, number]} pointer to NUL-terminated UTF-8, length */
	function put(text) {
		const bytes = encoder.encode(text);
		const at = wasm.mp_alloc(bytes.length + 1);
		if (!at) throw new Error('metropole: not enough memory');
		const memory = new Uint8Array(wasm.memory.buffer, at, bytes.length + 1);
		memory.set(bytes);
		memory[bytes.length] = 0;
		held.push(at);
		return [at, bytes.length];
	}

	/** @param {string} key @param {unknown} value */
	function fill(key, value) {
		const [name] = put(key);
		if (typeof value === 'string') wasm.mp_str(name, ...put(value));
		else if (Number.isSafeInteger(value)) wasm.mp_int(name, value);
		else wasm.mp_other(name);
	}

	/** @param {string} key @param {unknown} value */
	function fillOption(key, value) {
		const [name] = put(key);
		if (typeof value === 'string') wasm.mp_option_str(name, ...put(value));
		else if (typeof value === 'boolean') wasm.mp_option_bool(name, value ? 1 : 0);
		else if (Number.isSafeInteger(value)) wasm.mp_option_int(name, value);
		else wasm.mp_option_other(name);
	}

	/** @param {number} at @returns {string} */
	function take(at) {
		const answer = decoder.decode(new Uint8Array(wasm.memory.buffer, at, wasm.mp_answer_len()));
		held.forEach((pointer) => wasm.mp_free(pointer));
		held = [];
		return answer;
	}

	/**
	 * Answers a request with a line of JSON.
	 * @param {Record<string, unknown>} request
	 * @returns {string}
	 */
	function answer(request) {
		wasm.mp_begin();
		if (request.id !== undefined) wasm.mp_id(put(JSON.stringify(request.id))[0]);
		for (const [key, value] of Object.entries(request)) {
			if (key === 'options' && value !== null && typeof value === 'object' && !Array.isArray(value))
				for (const [name, option] of Object.entries(value)) fillOption(name, option);
			else fill(key, value);
		}
		return take(wasm.mp_answer());
	}

	/**
	 * Hands over what was trained for a game, before a bot of it is asked.
	 * @param {string} game
	 * @param {ArrayBuffer} nets
	 */
	function load(game, nets) {
		const at = wasm.mp_alloc(nets.byteLength);
		if (!at) throw new Error('metropole: not enough memory');
		new Uint8Array(wasm.memory.buffer, at, nets.byteLength).set(spread(nets));
		const known = wasm.mp_load_nets(put(game)[0], at, nets.byteLength);
		held.splice(0).forEach((pointer) => wasm.mp_free(pointer));
		if (!known) throw new Error(`metropole: these are not the nets of ${game}`);
	}

	return { answer, load };
}
