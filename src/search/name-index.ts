/** Which programs have a text anywhere in their name. */
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
	/** Working space. */
	readonly #candidates: ProgramSet;
	readonly #numbers: Uint32Array;

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#names = unpackStrings(sections.names!, count);
		this.#candidates = new ProgramSet(count);
		this.#numbers = new Uint32Array(count);
	}

	/** Adds to `set` the programs whose folded name contains `text`, which is folded and not empty. */
	addMatches(text: string, set: ProgramSet): void {
		if (text.length <= LONGEST_PIECE) {
			const place = this.#pieces.find(text);
			if (place !== -1) this.#pieces.addTo(set, place);
			return;
		}
		this.#findCandidates(text);
		const count = this.#candidates.read(this.#numbers);
		for (let i = 0; i < count; i++) {
			const program = this.#numbers[i]!;
			if (!set.has(program) && this.#names[program]!.includes(text)) set.add(program);
		}
	}

	/**
	 * Makes `#candidates` hold the programs whose name has the rarest pieces of `text`. A further piece is asked for only
	 * while that costs less than looking at the names that it could spare.
	 */
	#findCandidates(text: string): void {
		const pieces = this.#pieces;
		this.#candidates.clear();
		const places: number[] = [];
		for (let start = 0; start + LONGEST_PIECE <= text.length; start++) {
			const place = pieces.find(text.slice(start, start + LONGEST_PIECE));
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
