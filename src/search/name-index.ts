/** Finds programs whose names contain a search text, start with it, or are equal to it. */
import { countWhile } from './count-while.ts';
import { ProgramSet } from './program-set.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { TermTable } from './term-table.ts';

/** A piece is any part of a name that has at most this many characters. */
const LONGEST_PIECE = 3;
/**
 * The number of programs that can be read from a piece's set in the time it takes to check whether one name contains a
 * text.
 */
const LOOK = 32;

export class NameIndex {
	readonly #pieces: TermTable;
	/** The folded name of each program. */
	readonly #names: readonly string[];
	/** All programs, sorted by folded name. */
	readonly #sorted: Uint32Array;
	/** Buffers that all searches reuse. */
	readonly #candidates: ProgramSet;
	readonly #numbers: Uint32Array;

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#names = unpackStrings(sections.names!, count);
		this.#sorted = sections['names.sorted'] as Uint32Array;
		this.#candidates = new ProgramSet(count);
		this.#numbers = new Uint32Array(count);
	}

	/** Adds to `set` the programs whose folded name contains `text`. The text must be folded and not empty. */
	addMatches(text: string, set: ProgramSet): void {
		const bounds = boundsOf(text);
		if (bounds.length - 1 <= LONGEST_PIECE) {
			const place = this.#pieces.find(text);
			if (place !== -1) this.#pieces.addTo(set, place);
			return;
		}
		this.#findCandidates(text, bounds);
		const count = this.#candidates.read(this.#numbers);
		for (let i = 0; i < count; i++) {
			const program = this.#numbers[i]!;
			if (!set.has(program) && this.#names[program]!.includes(text)) set.add(program);
		}
	}

	/** Returns the programs whose folded name starts with the folded text `text`, sorted by folded name. */
	startingWith(text: string): Uint32Array {
		const from = this.#countWhile((name) => name < text);
		return this.#sorted.subarray(
			from,
			this.#countWhile((name) => name < text || name.startsWith(text)),
		);
	}

	/** The programs whose folded name is the folded text `text`. */
	named(text: string): Uint32Array {
		return this.#sorted.subarray(
			this.#countWhile((name) => name < text),
			this.#countWhile((name) => name <= text),
		);
	}

	/**
	 * Counts the names that satisfy `holds`. Requires that the names satisfying `holds` come first in the sorted list.
	 */
	#countWhile(holds: (name: string) => boolean): number {
		return countWhile(this.#sorted.length, (place) => holds(this.#names[this.#sorted[place]!]!));
	}

	/**
	 * Fills `#candidates` with the programs whose names contain the rarest pieces of `text`. Uses a further piece only if
	 * that is faster than checking the names of all candidates.
	 */
	#findCandidates(text: string, bounds: readonly number[]): void {
		const pieces = this.#pieces;
		this.#candidates.clear();
		const places: number[] = [];
		for (let start = 0; start + LONGEST_PIECE < bounds.length; start++) {
			const place = pieces.find(text.slice(bounds[start], bounds[start + LONGEST_PIECE]));
			if (place === -1) return;
			places.push(place);
		}
		const [rarest, ...others] = places.sort((a, b) => pieces.weight(a) - pieces.weight(b));
		pieces.addTo(this.#candidates, rarest!);
		for (const other of others) {
			if (pieces.weight(other) > this.#candidates.size * LOOK) return;
			pieces.narrow(this.#candidates, other);
		}
	}
}

/** Compares folded names by code units. */
export function compareNames(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}

/** Returns all pieces of a folded name, each once. */
export function namePieces(name: string): Set<string> {
	const bounds = boundsOf(name);
	const pieces = new Set<string>();
	for (let start = 0; start < bounds.length - 1; start++) {
		for (let length = 1; length <= LONGEST_PIECE && start + length < bounds.length; length++) {
			pieces.add(name.slice(bounds[start], bounds[start + length]));
		}
	}
	return pieces;
}

/**
 * Returns the position where each character of a text starts, followed by the position where the last character ends. A
 * surrogate pair counts as one character, because half an emoji could not be stored.
 */
function boundsOf(text: string): number[] {
	const bounds = [0];
	for (let at = 0; at < text.length; ) {
		at += text.codePointAt(at)! > 0xffff ? 2 : 1;
		bounds.push(at);
	}
	return bounds;
}
