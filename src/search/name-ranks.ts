/** Ranks the programs that match a text: by their names first, then by what they are about. */
import { type Bitset, intersect, members, size, subtract, wordsFor } from './bitset.ts';
import type { NameIndex } from './name-index.ts';
import { compact, namesMeant } from './names.ts';
import { ProgramSet } from './program-set.ts';
import type { TermTable } from './term-table.ts';
import { words } from './text.ts';
import { matchWords, type WordIndex } from './word-index.ts';

interface RankedTexts {
	readonly names: NameIndex;
	/** The names of categories, and the tags, without spaces. */
	readonly categories: TermTable;
	readonly tags: TermTable;
	/** The words of names, then those of names, categories and tags, then these and those of short descriptions. */
	readonly words: readonly (readonly WordIndex[])[];
	/** The number of programs. */
	readonly count: number;
}

/**
 * The ranks, best first:
 *
 * 1. The name is the text, with or without spaces and words such as `affiliate program`.
 * 2. So is another name.
 * 3. The text is the name of one of its categories.
 * 4. The text is one of its tags.
 * 5. A name starts with the text.
 * 6. The names have every word of the text (the last word may be incomplete).
 * 7. So have the names, the categories and the tags together.
 * 8. So have these and the short description together.
 * 9. All other matches.
 *
 * Programs of the same rank keep the default order.
 */
export class NameRanks {
	readonly #names: NameIndex;
	readonly #categories: TermTable;
	readonly #tags: TermTable;
	readonly #words: RankedTexts['words'];
	/** Buffers that all searches reuse. */
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	readonly #rank: Bitset;
	readonly #rest: Bitset;

	constructor({ names, categories, tags, words, count }: RankedTexts) {
		this.#names = names;
		this.#categories = categories;
		this.#tags = tags;
		this.#words = words;
		this.#set = new ProgramSet(count);
		this.#other = new ProgramSet(count);
		this.#rank = new Uint32Array(wordsFor(count));
		this.#rest = new Uint32Array(wordsFor(count));
	}

	/** Returns a page of the matches, best rank first. @param text the search text, folded and not empty */
	page(text: string, matching: Bitset, offset: number, limit: number): number[] {
		const page: number[] = [];
		let skip = offset;
		this.#rest.set(matching);
		for (const rank of this.#ranks(text)) {
			this.#rank.set(rank);
			intersect(this.#rank, this.#rest);
			subtract(this.#rest, this.#rank);
			page.push(...members(this.#rank, skip, limit - page.length));
			skip = Math.max(0, skip - size(this.#rank));
			if (page.length === limit) return page;
		}
		page.push(...members(this.#rest, skip, limit - page.length));
		return page;
	}

	/** Returns the programs of each rank but the last. They may include programs of better ranks. */
	*#ranks(text: string): Generator<Bitset> {
		const set = this.#set;
		const meant = namesMeant(text);
		const filled = (fill: () => void) => {
			set.clear();
			fill();
			return set.bits;
		};
		yield filled(() => this.#names.addMainNamed(text, meant, set));
		yield filled(() => this.#names.addNamed(meant, set));
		for (const topics of [this.#categories, this.#tags]) yield filled(() => addTerm(topics, compact(text), set));
		yield filled(() => this.#names.addStarting(text, set));
		for (const indexes of this.#words) yield filled(() => matchWords(indexes, words(text), set, this.#other));
	}
}

function addTerm(table: TermTable, term: string, set: ProgramSet): void {
	const place = table.find(term);
	if (place !== -1) table.addTo(set, place);
}
