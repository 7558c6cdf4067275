/** Finds the programs in which two words stand next to each other, outside of long descriptions. */
import { crc32 } from 'node:zlib';
import type { PublishedProgram } from '../catalog/published.ts';
import { add, type Bitset, wordsFor } from './bitset.ts';
import { FILLERS } from './intent/fillers.ts';
import { stemOf } from './intent/stem.ts';
import { topicTexts } from './names.ts';
import type { Sections } from './sections.ts';
import { countWhile, invert } from './term-table.ts';
import { fold, words } from './text.ts';

/**
 * Pairs are kept as 32-bit hashes: a directory of 100,000 programs has almost a million pairs, and as strings they would be
 * half of what a server keeps on its heap. A wrong pair is found in one of 5,000 cases there, and only raises a rank.
 */
export class PairIndex {
	/** Ascending. The programs of pair i are those from `#starts[i]` to `#starts[i + 1]`. */
	readonly #hashes: Uint32Array;
	readonly #starts: Uint32Array;
	readonly #programs: Uint32Array;
	readonly #count: number;

	/**
	 * Reads the sections that `packPairs` made for `count` programs.
	 *
	 * @throws Error if another version of the application has made the index, without these sections
	 */
	constructor(sections: Sections, count: number) {
		const { 'pair.hashes': hashes, 'pair.starts': starts, 'pair.programs': programs } = sections;
		if (!hashes || !starts || !programs) throw new Error('The index has no pairs of words.');
		this.#count = count;
		this.#hashes = hashes as Uint32Array;
		this.#starts = starts as Uint32Array;
		this.#programs = programs as Uint32Array;
	}

	/** Returns the programs that have the stem `first` just before the stem `second`. */
	programsWith(first: string, second: string): Bitset {
		const hash = hashOf([first, second]);
		const place = countWhile(this.#hashes.length, (other) => this.#hashes[other]! < hash);
		const found = new Uint32Array(wordsFor(this.#count));
		if (this.#hashes[place] !== hash) return found;
		for (const program of this.#programs.subarray(this.#starts[place], this.#starts[place + 1])) add(found, program);
		return found;
	}
}

/** Makes the sections that `new PairIndex` reads. */
export function packPairs(programs: readonly PublishedProgram[]): Sections {
	const sorted = [...invert(programs, (program) => pairsOf(program).map(hashOf))].sort(([a], [b]) => a - b);
	const starts = new Uint32Array(sorted.length + 1);
	sorted.forEach(([, having], place) => {
		starts[place + 1] = starts[place]! + having.length;
	});
	const all = new Uint32Array(starts.at(-1)!);
	sorted.forEach(([, having], place) => {
		all.set(having, starts[place]);
	});
	return { 'pair.hashes': Uint32Array.from(sorted, ([hash]) => hash), 'pair.starts': starts, 'pair.programs': all };
}

/**
 * Returns the pairs of neighbouring words in names, categories, tags and the short description, as stems. Pairs with words
 * that say nothing, such as `for`, are left out.
 */
function pairsOf(program: PublishedProgram): [first: string, second: string][] {
	return [...topicTexts(program), program.description].flatMap((text) => {
		const all = words(fold(text ?? ''));
		return all.slice(1).flatMap((word, i): [string, string][] => {
			return FILLERS.has(all[i]!) || FILLERS.has(word) ? [] : [[stemOf(all[i]!), stemOf(word)]];
		});
	});
}

function hashOf(pair: readonly [string, string]): number {
	return crc32(pair.join(' '));
}
