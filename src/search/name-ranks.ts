/** Ranks the programs that match a text by the similarity of their names. */
import { add, type Bitset, intersect, members, size, subtract, wordsFor } from './bitset.ts';
import type { NameIndex } from './name-index.ts';
import { ProgramSet } from './program-set.ts';
import type { Sections } from './sections.ts';
import { words } from './text.ts';
import { WordIndex } from './word-index.ts';

/**
 * The best rank is for names that are equal to the text. The next ranks are for names that start with the text, for
 * names that have every word of the text (the last word may be incomplete), and for other names. Programs of the same
 * rank keep the default order.
 */
export class NameRanks {
	readonly #names: NameIndex;
	readonly #words: WordIndex;
	/** Buffers that all searches reuse. */
	readonly #withWords: ProgramSet;
	readonly #rank: Bitset;
	readonly #rest: Bitset;

	constructor(sections: Sections, names: NameIndex, count: number) {
		this.#names = names;
		this.#words = new WordIndex(sections, 'name-word', count);
		this.#withWords = new ProgramSet(count);
		this.#rank = new Uint32Array(wordsFor(count));
		this.#rest = new Uint32Array(wordsFor(count));
	}

	/** Returns a page of the matches, best rank first. @param text the search text, folded and not empty */
	page(text: string, matching: Bitset, offset: number, limit: number): number[] {
		const page: number[] = [];
		let skip = offset;
		/** Adds programs of one rank to the page. Leaves the other matches in `#rest`. */
		const take = (rank: Bitset) => {
			this.#rank.set(rank);
			intersect(this.#rank, this.#rest);
			subtract(this.#rest, this.#rank);
			page.push(...members(this.#rank, skip, limit - page.length));
			skip = Math.max(0, skip - size(this.#rank));
		};
		this.#rest.set(matching);
		for (const programs of [this.#names.named(text), this.#names.startingWith(text)]) {
			this.#rank.fill(0);
			for (const program of programs) add(this.#rank, program);
			take(this.#rank);
		}
		if (page.length === limit) return page;
		this.#words.match(words(text), this.#withWords);
		take(this.#withWords.bits);
		take(this.#rest);
		return page;
	}
}
