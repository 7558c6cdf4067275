/** Which programs have a text anywhere in their name. */
import { add, type Bitset, has, members } from './bitset.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { TermTable } from './term-table.ts';

const LONGEST_PIECE = 3;
/** So many names are looked at sooner than a second piece is. */
const FEW = 64;

export class NameIndex {
	readonly #pieces: TermTable;
	/** Folded, by program. */
	readonly #names: readonly string[];

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#names = unpackStrings(sections.names!, count);
	}

	/**
	 * Adds to `set` the programs whose folded name contains `text`, which is folded and not empty. `candidates`, as long
	 * as `set`, and `numbers`, with room for every program, are overwritten.
	 */
	addMatches(text: string, set: Bitset, candidates: Bitset, numbers: Uint32Array): void {
		if (text.length <= LONGEST_PIECE) {
			const place = this.#pieces.find(text);
			if (place !== -1) this.#pieces.addRange(set, place);
			return;
		}
		const count = this.#findCandidates(text, candidates, numbers);
		for (let i = 0; i < count; i++) {
			const program = numbers[i]!;
			if (!has(set, program) && this.#names[program]!.includes(text)) add(set, program);
		}
	}

	/**
	 * Writes into `numbers` the programs whose name has the rarest pieces of `text`, and returns how many they are. Each
	 * further piece is asked for only while it costs less than looking at the names that it could spare.
	 */
	#findCandidates(text: string, candidates: Bitset, numbers: Uint32Array): number {
		const places: number[] = [];
		for (let start = 0; start + LONGEST_PIECE <= text.length; start++) {
			const place = this.#pieces.find(text.slice(start, start + LONGEST_PIECE));
			if (place === -1) return 0;
			places.push(place);
		}
		places.sort((a, b) => this.#pieces.weight(a) - this.#pieces.weight(b));
		candidates.fill(0);
		this.#pieces.addRange(candidates, places[0]!);
		const few = this.#pieces.weight(places[0]!) <= FEW;
		if (!few && places.length > 1)
			this.#pieces.intersect(candidates, places[1]!, numbers.subarray(0, candidates.length));
		return members(candidates, 0, numbers.length, numbers);
	}
}

/** Every piece of a folded name of one to three characters. */
export function namePieces(name: string): Set<string> {
	const pieces = new Set<string>();
	for (let start = 0; start < name.length; start++) {
		for (let length = 1; length <= LONGEST_PIECE && start + length <= name.length; length++) {
			pieces.add(name.slice(start, start + length));
		}
	}
	return pieces;
}
