/** Which programs have a text anywhere in their name. */
import { add, type Bitset, has } from './bitset.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { TermTable } from './term-table.ts';

const LONGEST_PIECE = 3;

export class NameIndex {
	readonly #pieces: TermTable;
	/** Folded, by program. */
	readonly #names: readonly string[];

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#names = unpackStrings(sections.names!, count);
	}

	/** Adds to `set` the programs whose folded name contains `text`, which is folded and not empty. */
	addMatches(text: string, set: Bitset): void {
		if (text.length <= LONGEST_PIECE) {
			const place = this.#pieces.find(text);
			if (place !== -1) this.#pieces.addRange(set, place);
			return;
		}
		const rarest = this.#rarestPiece(text);
		if (rarest === -1) return;
		this.#pieces.visit(rarest, (program) => {
			if (!has(set, program) && this.#names[program]!.includes(text)) add(set, program);
		});
	}

	/** The place of the trigram of `text` that the fewest names have; -1 when no name has one of them. */
	#rarestPiece(text: string): number {
		let rarest = -1;
		for (let start = 0; start + LONGEST_PIECE <= text.length; start++) {
			const place = this.#pieces.find(text.slice(start, start + LONGEST_PIECE));
			if (place === -1) return -1;
			if (rarest === -1 || this.#pieces.weight(place) < this.#pieces.weight(rarest)) rarest = place;
		}
		return rarest;
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
