/** Finds programs whose names contain a search text, start with it, or are equal to it, with or without spaces. */
import { type NearWord, nearWords } from '../shared/near-words.ts';
import { compact, namesMeant, SHORTEST_START } from './names.ts';
import { ProgramSet } from './program-set.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { MOST_TYPOS } from './suggest.ts';
import { countWhile, TermTable } from './term-table.ts';

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
	/** The programs of each compact name. */
	readonly #compact: TermTable;
	/** All programs, sorted by folded name. */
	readonly #sorted: Uint32Array;
	/** Buffers that all searches reuse. */
	readonly #candidates: ProgramSet;
	readonly #numbers: Uint32Array;

	constructor(sections: Sections, count: number) {
		this.#pieces = new TermTable(sections, 'name', count);
		this.#compact = new TermTable(sections, 'compact-name', count);
		this.#names = unpackStrings(sections.names!, count);
		this.#sorted = sections['names.sorted'] as Uint32Array;
		this.#candidates = new ProgramSet(count);
		this.#numbers = new Uint32Array(count);
	}

	/**
	 * Adds to `set` the programs whose folded name contains `text`, or that have a compact name which starts with `text`
	 * or is meant by it. The text must be folded and not empty.
	 */
	addMatches(text: string, set: ProgramSet): void {
		this.#addContaining(text, set);
		this.#addCompactStart(text, set);
		this.addNamed(namesMeant(text), set);
	}

	#addContaining(text: string, set: ProgramSet): void {
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

	/** Adds to `set` the programs with a name that starts with the folded text `text`, with or without spaces. */
	addStarting(text: string, set: ProgramSet): void {
		const from = this.#countWhile((name) => name < text);
		const to = this.#countWhile((name) => name < text || name.startsWith(text));
		set.addNumbers(this.#sorted, from, to);
		this.#addCompactStart(text, set);
	}

	#addCompactStart(text: string, set: ProgramSet): void {
		const start = compact(text);
		if (start.length >= SHORTEST_START) this.#compact.addTo(set, ...this.#compact.range(start));
	}

	/** Adds to `set` the programs that have one of the compact names. */
	addNamed(names: readonly string[], set: ProgramSet): void {
		for (const place of this.#placesOf(names)) this.#compact.addTo(set, place);
	}

	/** Adds to `set` the programs whose main name is the folded text `text`, or one of the compact names. */
	addMainNamed(text: string, names: readonly string[], set: ProgramSet): void {
		const from = this.#countWhile((name) => name < text);
		set.addNumbers(
			this.#sorted,
			from,
			this.#countWhile((name) => name <= text),
		);
		for (const place of this.#placesOf(names)) {
			for (const program of this.#compact.programs(place)) {
				if (names.includes(compact(this.#names[program]!))) set.add(program);
			}
		}
	}

	#placesOf(names: readonly string[]): number[] {
		return names.map((name) => this.#compact.find(name)).filter((place) => place !== -1);
	}

	/** Returns compact names that are similar to a compact text, most similar first. */
	near(text: string): NearWord[] {
		return nearWords(this.#compact, text, false, MOST_TYPOS);
	}

	/** Returns the folded main name that has the compact form, or the compact form itself if it is another name. */
	nameOf(compactName: string): string {
		const names = Array.from(
			this.#compact.programs(this.#compact.find(compactName)),
			(program) => this.#names[program]!,
		);
		return names.find((name) => compact(name) === compactName) ?? compactName;
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
