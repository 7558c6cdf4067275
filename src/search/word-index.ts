/** Full-text search: finds the programs that have every word of a text. The last word may be incomplete. */
import { type NearWord, nearWords } from '../shared/near-words.ts';
import { add, allMembers, wordsFor } from './bitset.ts';
import type { ProgramSet } from './program-set.ts';
import type { Sections } from './sections.ts';
import { MOST_TYPOS } from './suggest.ts';
import { type Inverted, packTerms, TermTable } from './term-table.ts';

/**
 * A prefix is heavy if the program sets of all words with this prefix have more than this many members in total. The
 * build stores the union of these sets for each heavy prefix. For other prefixes, the union is quick to compute during
 * a search.
 */
const HEAVY = 8192;

export class WordIndex {
	readonly #words: TermTable;
	readonly #prefixes: TermTable;

	/** Reads the index `name` that `packWords` has made for `count` programs. */
	constructor(sections: Sections, name: string, count: number) {
		this.#words = new TermTable(sections, name, count);
		this.#prefixes = new TermTable(sections, `${name}.prefix`, count);
	}

	/**
	 * Whether any program has the folded word. If `asPrefix` is true, words that start with the folded word count too.
	 */
	has(word: string, asPrefix: boolean): boolean {
		if (!asPrefix) return this.#words.find(word) !== -1;
		const [from, to] = this.#words.range(word);
		return from < to;
	}

	near(word: string, asPrefix: boolean): NearWord[] {
		return nearWords(this.#words, word, asPrefix, MOST_TYPOS);
	}

	/** All words, sorted by code units. */
	get words(): readonly string[] {
		return this.#words.terms;
	}

	/** Adds to `set` the programs that have the folded word. */
	addWord(word: string, set: ProgramSet): void {
		const place = this.#words.find(word);
		if (place !== -1) this.#words.addTo(set, place);
	}

	/** Adds to `set` the programs that have a word which starts with the folded text. */
	addPrefix(prefix: string, set: ProgramSet): void {
		const ready = this.#prefixes.find(prefix);
		if (ready !== -1) this.#prefixes.addTo(set, ready);
		else this.#words.addTo(set, ...this.#words.range(prefix));
	}
}

/**
 * Fills `set` with the programs that have all of the folded `words`, each in any of the indexes. The last word may be
 * incomplete.
 *
 * @param other a set that is overwritten
 */
export function matchWords(
	indexes: readonly WordIndex[],
	words: readonly string[],
	set: ProgramSet,
	other: ProgramSet,
): void {
	set.clear();
	if (words.length === 0) return;
	for (const index of indexes) index.addPrefix(words.at(-1)!, set);
	for (const word of words.slice(0, -1)) {
		if (set.size === 0) return;
		other.clear();
		for (const index of indexes) index.addWord(word, other);
		set.keepBits(other.bits);
	}
}

/** Makes the sections that `new WordIndex` reads. */
export function packWords(name: string, wordSets: Inverted, count: number): Sections {
	return { ...packTerms(name, wordSets, count), ...packTerms(`${name}.prefix`, heavyPrefixes(wordSets, count), count) };
}

/** For each heavy prefix that starts at least two words, returns the union of the program sets of these words. */
function heavyPrefixes(wordSets: Inverted, count: number): Inverted {
	const heavy = new Map<string, Uint32Array>();
	let words = [...wordSets.keys()];
	for (let length = 1; words.length > 0; length++) {
		const longer: string[] = [];
		for (const [prefix, group] of Map.groupBy(words, (word) => word.slice(0, length))) {
			const sets = group.map((word) => wordSets.get(word)!);
			if (sets.length < 2 || sets.reduce((sum, set) => sum + set.length, 0) <= HEAVY) continue;
			heavy.set(prefix, union(sets, count));
			for (const word of group) if (word.length > length) longer.push(word);
		}
		words = longer;
	}
	return heavy;
}

/** Returns all numbers in the lists, ascending and each once. The numbers must be below `count`. */
function union(lists: readonly Uint32Array[], count: number): Uint32Array {
	const set = new Uint32Array(wordsFor(count));
	for (const list of lists) for (let i = 0; i < list.length; i++) add(set, list[i]!);
	return allMembers(set);
}
