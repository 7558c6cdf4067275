import { fold, words } from './text.ts';

/** The code of each ASCII character after folding, or 0 if the character cannot be part of a word. */
const FOLDED = Uint8Array.from(
	{ length: 128 },
	(_, code) => words(fold(String.fromCharCode(code)))[0]?.charCodeAt(0) ?? 0,
);

// The constants of the 32-bit hash FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Assigns a number to each different word, from 0, in the order in which the words first occur. A large directory has
 * tens of millions of words, and nearly all of them are repetitions. For speed, ASCII words are folded, hashed and
 * compared in place, without creating a string for each word.
 */
export class WordIds {
	/** The folded words, by number. */
	readonly words: string[] = [];
	/**
	 * A hash table of the words. A slot has two values: the hash of a word, and the number of the word plus one. In an
	 * empty slot, the second value is 0. There are at least twice as many slots as words.
	 */
	#slots = new Int32Array(2 * 2048);
	/** The word numbers of each run that has characters beyond ASCII. */
	readonly #runs = new Map<string, readonly number[]>();

	/** Folds a text, and calls `found` with the number of each word, in order. */
	read(text: string, found: (word: number) => void): void {
		for (let at = 0; at < text.length; at++) {
			const start = at;
			let hash = BASIS;
			let isAscii = true;
			for (; at < text.length; at++) {
				const unit = text.charCodeAt(at);
				const folded = unit < 128 ? FOLDED[unit]! : unit;
				if (folded === 0) break;
				if (unit >= 128) isAscii = false;
				hash = Math.imul(hash ^ folded, PRIME);
			}
			if (at === start) continue;
			if (isAscii) found(this.#idOf(text, start, at, hash));
			else for (const word of this.#idsOf(text.slice(start, at))) found(word);
		}
	}

	/**
	 * Returns the numbers of the words in a run. A run is a sequence of ASCII letters, ASCII digits and any characters
	 * beyond ASCII.
	 */
	#idsOf(run: string): readonly number[] {
		let ids = this.#runs.get(run);
		if (ids === undefined) {
			ids = words(fold(run)).map((word) => this.#idOf(word, 0, word.length, hashOf(word)));
			this.#runs.set(run, ids);
		}
		return ids;
	}

	/**
	 * Returns the number of the word in `text` from `start` to `end` (exclusive).
	 *
	 * @param hash the hash of the folded word
	 */
	#idOf(text: string, start: number, end: number, hash: number): number {
		const mask = this.#slots.length - 2;
		let slot = (hash * 2) & mask;
		for (; this.#slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
			if (this.#slots[slot] !== hash) continue;
			const id = this.#slots[slot + 1]! - 1;
			if (isFoldedTo(this.words[id]!, text, start, end)) return id;
		}
		const id = this.words.push(text.slice(start, end).toLowerCase()) - 1;
		this.#slots[slot] = hash;
		this.#slots[slot + 1] = id + 1;
		if (this.words.length * 4 > this.#slots.length) this.#grow();
		return id;
	}

	#grow(): void {
		const old = this.#slots;
		this.#slots = new Int32Array(old.length * 2);
		const mask = this.#slots.length - 2;
		for (let from = 0; from < old.length; from += 2) {
			if (old[from + 1] === 0) continue;
			let slot = (old[from]! * 2) & mask;
			while (this.#slots[slot + 1] !== 0) slot = (slot + 2) & mask;
			this.#slots.set(old.subarray(from, from + 2), slot);
		}
	}
}

function hashOf(word: string): number {
	let hash = BASIS;
	for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
	return hash;
}

function isFoldedTo(word: string, text: string, start: number, end: number): boolean {
	if (word.length !== end - start) return false;
	for (let i = 0; i < word.length; i++) {
		const unit = text.charCodeAt(start + i);
		if (word.charCodeAt(i) !== (unit < 128 ? FOLDED[unit] : unit)) return false;
	}
	return true;
}
