/** Which programs have a text in their name: anywhere, at its start, or as all of it. */
import { ProgramSet } from './program-set.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { TermTable } from './term-table.ts';

const LONGEST_PIECE = 3;
/** To look at a name takes as long as to read so many programs of a piece. */
const LOOK = 32;

export class NameIndex {
	readonly #pieces: TermTable;
	/** Folded, by program. */
	readonly #names: readonly string[];
	/** All programs, sorted by folded name. */
	readonly #sorted: Uint32Array;
	/** Working space. */
	readonly #candidates: ProgramSet;
	readonly #numbers: Uint32Array;

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#names = unpackStrings(sections.names!, count);
		this.#sorted = sections['names.sorted'] as Uint32Array;
		this.#candidates = new ProgramSet(count);
		this.#numbers = new Uint32Array(count);
	}

	/** Adds to `set` the programs whose folded name contains `text`, which is folded and not empty. */
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

	/** The programs whose folded name starts with `text`, which is folded, in no order that matters. */
	startingWith(text: string): Uint32Array {
		const from = this.#countWhile((name) => name < text);
		return this.#sorted.subarray(
			from,
			this.#countWhile((name) => name < text || name.startsWith(text)),
		);
	}

	/** The programs whose folded name is `text`, which is folded. */
	named(text: string): Uint32Array {
		return this.#sorted.subarray(
			this.#countWhile((name) => name < text),
			this.#countWhile((name) => name <= text),
		);
	}

	/** How many sorted names satisfy `holds`, which is true up to some name and false from there. */
	#countWhile(holds: (name: string) => boolean): number {
		let low = 0;
		let high = this.#sorted.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (holds(this.#names[this.#sorted[middle]!]!)) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/**
	 * Makes `#candidates` hold the programs whose name has the rarest pieces of `text`. A further piece is asked for only
	 * while that costs less than looking at the names that it could spare.
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

/** The numbers of programs, sorted by folded name (by code units). */
export function sortedNames(names: readonly string[]): Uint32Array {
	return Uint32Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : Number(names[a]! > names[b]!)));
}

/** Every piece of a folded name of one to three characters. */
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

/** Where the characters of a text start, and where the last one ends. None is cut: half an emoji could not be stored. */
function boundsOf(text: string): number[] {
	const bounds = [0];
	for (let at = 0; at < text.length; ) {
		at += text.codePointAt(at)! > 0xffff ? 2 : 1;
		bounds.push(at);
	}
	return bounds;
}
