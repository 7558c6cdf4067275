/** Full text: which programs have every word of a text, the last one as a prefix. */
import { add, wordsFor } from './bitset.ts';
import type { Inverted } from './invert.ts';
import { Kernel } from './kernel.ts';
import { type NearWord, nearWords } from './near-words.ts';
import type { ProgramSet } from './program-set.ts';
import type { Sections } from './sections.ts';
import { packTerms, TermTable } from './term-table.ts';

/** A prefix whose words weigh more than this has its set made at build time; a lighter one is cheap to unite. */
const HEAVY = 8192;

export class WordIndex {
	readonly #words: TermTable;
	readonly #prefixes: TermTable;

	constructor(sections: Sections, count: number, kernel: Kernel) {
		this.#words = new TermTable(sections, 'word', count, kernel);
		this.#prefixes = new TermTable(sections, 'prefix', count, kernel);
	}

	/** Makes `set` hold the programs that have all of `words`, which are folded, the last one as a prefix. */
	match(words: readonly string[], set: ProgramSet): void {
		set.clear();
		const places = words.slice(0, -1).map((word) => this.#words.find(word));
		if (words.length === 0 || places.includes(-1)) return;
		this.#addPrefix(words.at(-1)!, set);
		for (const place of places) this.#words.narrow(set, place);
	}

	/** Whether a program has the word, which is folded, or one that starts with it. */
	has(word: string, asPrefix: boolean): boolean {
		if (!asPrefix) return this.#words.find(word) !== -1;
		const [from, to] = this.#words.range(word);
		return from < to;
	}

	/** The words that are near one that is not here. */
	near(word: string, asPrefix: boolean): NearWord[] {
		return nearWords(this.#words, word, asPrefix);
	}

	#addPrefix(prefix: string, set: ProgramSet): void {
		const ready = this.#prefixes.find(prefix);
		if (ready !== -1) this.#prefixes.addTo(set, ready);
		else this.#words.addTo(set, ...this.#words.range(prefix));
	}
}

/** The sections of the ready-made prefixes. */
export function packPrefixes(wordSets: Inverted, count: number): Sections {
	const union = unionOf(count);
	const heavy = new Map<string, Uint32Array>();
	let words = [...wordSets.keys()];
	for (let length = 1; words.length > 0; length++) {
		const longer: string[] = [];
		for (const [prefix, group] of Map.groupBy(words, (word) => word.slice(0, length))) {
			const sets = group.map((word) => wordSets.get(word)!);
			if (sets.length < 2 || sets.reduce((sum, set) => sum + set.length, 0) <= HEAVY) continue;
			heavy.set(prefix, union(sets));
			for (const word of group) if (word.length > length) longer.push(word);
		}
		words = longer;
	}
	return packTerms('prefix', heavy, count);
}

/** Puts lists of numbers below `count` together to one, ascending. */
function unionOf(count: number): (lists: readonly Uint32Array[]) => Uint32Array {
	const kernel = new Kernel(0, Kernel.spaceFor(wordsFor(count)) + Kernel.spaceFor(count));
	const set = kernel.allocate(wordsFor(count));
	const members = kernel.allocate(count);
	return (lists) => {
		set.fill(0);
		for (const list of lists) for (let i = 0; i < list.length; i++) add(set, list[i]!);
		return members.slice(0, kernel.members(set, 0, count, members));
	};
}
