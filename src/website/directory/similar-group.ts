import type { PublishedProgram } from '../../catalog/published.ts';
import { compareTies } from '../../search/order.ts';
import { countWhile } from '../../search/term-table.ts';
import { once } from '../../shared/once.ts';
import { comparePay, type PayPlace } from './pay-order.ts';
import { WordPlaces } from './word-places.ts';

/** What the choice of similar programs needs to know about a program. */
export interface Subject<Program extends PublishedProgram = PublishedProgram> {
	readonly program: Program;
	/** The slugs of its categories, sorted. */
	readonly categories: readonly string[];
	/** Its subject words as numbers, each once. */
	readonly words: readonly number[];
	readonly pay: PayPlace;
}

/** How many neighbours count on each side of a program. A page shows at most as many similar programs. */
export const NEIGHBOURS = 6;

/**
 * A word is common if more than one in `share` programs of a category have it, or more than `most` programs. If a change
 * makes it common, the pages of all these programs can change.
 */
const COMMON = { share: 12, most: 200 } as const;

/** Programs that may be similar, such as those of a category, in the order of their pay. */
export class SimilarGroup<Program extends PublishedProgram> {
	readonly #subjects: readonly Subject<Program>[];
	readonly #words: () => WordPlaces;

	constructor(subjects: readonly Subject<Program>[]) {
		const sorted = subjects.toSorted(comparePlaces);
		this.#subjects = sorted;
		this.#words = once(() => new WordPlaces(sorted.map(({ words }) => words)));
	}

	/** Returns the words that tell programs of the group apart. Common words, such as `platform`, do not. */
	uncommon(words: readonly number[]): number[] {
		const most = mostUncommon(this.#subjects.length);
		return words.filter((word) => this.#words().of(word).length <= most);
	}

	/**
	 * Adds the neighbours of a program in the order of pay: among all programs of the group, and among those with each of
	 * some words. The program need not be in the group.
	 */
	addNeighbours(subject: Subject, words: readonly number[], found: Set<Subject<Program>>): void {
		const all = this.#subjects;
		const place = countWhile(all.length, (place) => comparePlaces(all[place]!, subject) < 0);
		const end = Math.min(place + NEIGHBOURS + 1, all.length);
		for (let near = Math.max(0, place - NEIGHBOURS); near < end; near++) found.add(all[near]!);
		for (const word of words) {
			for (const near of this.#words().around(word, place, NEIGHBOURS)) found.add(all[near]!);
		}
	}

	/**
	 * Returns the programs with words that have become common, or are not common any more, since the group had the
	 * programs `earlier` in place of `now`.
	 */
	reworded(earlier: readonly Subject[], now: readonly Subject[]): Subject<Program>[] {
		const places = this.#words();
		const before = Int32Array.from({ length: places.size }, (_, word) => places.of(word).length);
		for (const word of now.flatMap(({ words }) => words)) before[word]!--;
		for (const word of earlier.flatMap(({ words }) => words)) before[word]!++;
		const most = mostUncommon(this.#subjects.length);
		const mostBefore = mostUncommon(this.#subjects.length + earlier.length - now.length);
		const changed = [...before.keys()].filter((word) => before[word]! > mostBefore !== places.of(word).length > most);
		return changed.flatMap((word) => Array.from(places.of(word), (place) => this.#subjects[place]!));
	}
}

/** The largest number of programs that can have a word without it being common in a group of some size. */
function mostUncommon(size: number): number {
	return Math.min(Math.max(NEIGHBOURS, Math.floor(size / COMMON.share)), COMMON.most);
}

function comparePlaces(a: Subject, b: Subject): number {
	return comparePay(a.pay, b.pay) || compareTies(a.program, b.program);
}
