/** Finds programs by what the words of a text mean. */
import { allMembers, type Bitset, intersect, size, unite, wordsFor } from '../bitset.ts';
import type { NameIndex } from '../name-index.ts';
import { compact, namesMeant } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import type { TermTable } from '../term-table.ts';
import { words } from '../text.ts';
import type { WordIndex } from '../word-index.ts';
import type { Lexicon } from './lexicon.ts';
import { type Alternative, spansOf, type Unit } from './units.ts';

/** How much a word counts in each place. The last index has all words of a program, also those of long descriptions. */
const WEIGHTS = {
	'name-word': 100,
	'tag-word': 80,
	'category-word': 60,
	/** If the short description is short. See `aboutWeight`. */
	'about-word': 50,
	word: 12,
} as const;
export type Place = keyof typeof WEIGHTS;
export const PLACES = Object.keys(WEIGHTS) as Place[];
/** The fewer words a short description has, the more each of them counts. */
function aboutWeight(length: number): number {
	return Math.min(WEIGHTS['about-word'], Math.round(20 + 400 / (8 + length)));
}
/** How much the name of a network or of a payout method counts. */
const VALUE = WEIGHTS['category-word'];
/** How much each other place counts that has the word too, as a share of what it counts alone. */
const FURTHER = 3 / 10;

/** How much the whole text counts, in percent of a name that has all its words. */
const WHOLE = { name: 400, otherName: 300, startOfName: 45, partOfName: 15, topic: 20 } as const;

/** A word brings programs that lack the others if it is at least half as telling as the most telling one. */
const TELLING = 1 / 2;
/** How much a weak word counts. */
const WEAK = 4 / 10;

interface Parts {
	readonly count: number;
	readonly indexes: { readonly [place in Place]: WordIndex };
	/** The number of words in the short description of each program. */
	readonly aboutLengths: Uint8Array;
	readonly names: NameIndex;
	readonly lexicon: Lexicon;
	/** The pairs of neighbouring stems, outside of long descriptions. */
	readonly pairs: TermTable;
	/** The names of categories, and the tags, without spaces. */
	readonly topics: readonly TermTable[];
}

/** The programs that a text finds. */
export interface Found {
	readonly text: string;
	readonly matching: Bitset;
	/** The matching programs that have every word in a name, a category, a tag or the short description. */
	readonly all: Bitset;
	/** A number for each program. Better matches have greater ones. */
	readonly scores: Int32Array;
	/** The words that bring programs, or would, if a program had them. */
	readonly words: readonly FoundWord[];
}

interface FoundWord {
	readonly word: string;
	/** The programs that have the word anywhere. */
	readonly programs: Bitset;
}

interface FoundUnit extends FoundWord {
	/** Those that have it outside of long descriptions. */
	readonly inTopics: Bitset;
	readonly rarity: number;
	readonly isWeak: boolean;
	/** Returns how much it counts for a program. */
	value(program: number): number;
}

/** Adds what words count, or what they count together if that is more. */
function addScores(scores: Int32Array, parts: readonly FoundUnit[], whole: FoundUnit | undefined): void {
	const programs = new Uint32Array(wordsFor(scores.length));
	for (const part of whole === undefined ? parts : [...parts, whole]) unite(programs, part.programs);
	for (const program of allMembers(programs)) {
		const apart = parts.reduce((sum, part) => sum + part.value(program), 0);
		scores[program]! += Math.max(apart, whole?.value(program) ?? 0);
	}
}

/**
 * The score of a program is a sum over the words of the text: how rare a word is, times how much it counts where the
 * program has it. The programs that have every word come first, then those that have a telling word.
 */
export class IntentSearch {
	readonly #parts: Parts;
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	/** The counts of filters search for the same text several times. */
	#last: Found | undefined;

	constructor(parts: Parts) {
		this.#parts = parts;
		this.#set = new ProgramSet(parts.count);
		this.#other = new ProgramSet(parts.count);
	}

	/** @param text the search text, folded and not empty */
	find(text: string): Found {
		if (this.#last?.text === text) return this.#last;
		const { count, lexicon } = this.#parts;
		const scores = new Int32Array(count);
		const [matching, all] = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count)).fill(0xffffffff)];
		const found: FoundUnit[] = [];
		for (const { units, phrase } of spansOf(words(text), lexicon)) {
			const parts = units.map((unit) => this.#match(unit));
			found.push(...parts);
			const whole = phrase && this.#match(phrase);
			if (whole !== undefined) found.push(whole);
			addScores(scores, parts, whole);
			const inTopics = new Uint32Array(wordsFor(count)).fill(0xffffffff);
			for (const part of parts) if (!part.isWeak) intersect(inTopics, part.inTopics);
			if (whole !== undefined) unite(inTopics, whole.inTopics);
			intersect(all, inTopics);
		}
		if (found.length === 0) all.fill(0);
		const known = found.filter(({ programs }) => size(programs) > 0);
		const strong = known.filter(({ isWeak }) => !isWeak);
		const candidates = strong.length > 0 ? strong : known;
		const rarest = Math.max(0, ...candidates.map(({ rarity }) => rarity));
		const telling = [
			...candidates.filter(({ rarity }) => rarity >= rarest * TELLING),
			...found.filter((u) => !known.includes(u)),
		];
		for (const { programs } of telling) unite(matching, programs);
		const total = found.reduce((sum, { rarity }) => sum + rarity, 1);
		for (const [programs, percent, isName] of this.#whole(text)) {
			for (const program of allMembers(programs)) scores[program]! += total * percent * WEIGHTS['name-word'];
			if (isName) unite(all, programs);
		}
		unite(matching, all);
		this.#last = { text, matching, all, scores, words: telling };
		return this.#last;
	}

	#match({ words, alternatives, isWeak }: Unit): FoundUnit {
		const { count, lexicon, aboutLengths } = this.#parts;
		const [programs, inTopics] = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count))];
		const [most, sum] = [new Int32Array(count), new Int32Array(count)];
		const take = (found: Bitset, weightOf: (program: number) => number) => {
			for (const program of allMembers(found)) {
				const value = weightOf(program);
				sum[program]! += value;
				if (most[program]! < value) most[program] = value;
			}
		};
		const named = lexicon.programsOf(words.replaceAll(' ', ''));
		if (named !== undefined) {
			for (const part of [programs, inTopics]) unite(part, named.bits);
			take(named.bits, () => VALUE * 100);
		}
		for (const place of PLACES) {
			// The alternatives are sorted: the first one that a program has counts most.
			const taken = new Uint32Array(wordsFor(count));
			for (const { stems, percent, ...how } of alternatives) {
				// Of long descriptions, only words are known, and not which of them are neighbours.
				if (place === 'word' && stems.length > 1 && percent < 100) continue;
				this.#fill(stems, place, how);
				this.#set.removeBits(taken);
				unite(taken, this.#set.bits);
				if (place === 'about-word') take(this.#set.bits, (program) => aboutWeight(aboutLengths[program]!) * percent);
				else take(this.#set.bits, () => WEIGHTS[place] * percent);
			}
			unite(programs, taken);
			if (place !== 'word') unite(inTopics, taken);
		}
		const rarity = rarityOf(size(inTopics) || size(programs), count);
		const value = (program: number) => {
			const best = most[program]!;
			return Math.round((best + FURTHER * (sum[program]! - best)) * (isWeak ? WEAK : 1)) * rarity;
		};
		return { word: words, programs, inTopics, rarity, isWeak, value };
	}

	/** Fills `#set` with the programs that have all of the stems in a place. */
	#fill(
		stems: readonly string[],
		place: Place,
		{ asPrefix, areNeighbours }: Pick<Alternative, 'asPrefix' | 'areNeighbours'>,
	): void {
		const { indexes, lexicon, pairs } = this.#parts;
		const add = (stem: string, set: ProgramSet) => {
			set.clear();
			if (asPrefix) indexes[place].addPrefix(stem, set);
			else for (const word of lexicon.wordsOf(stem)) indexes[place].addWord(word, set);
		};
		add(stems[0]!, this.#set);
		for (const stem of stems.slice(1)) {
			if (this.#set.size === 0) return;
			add(stem, this.#other);
			this.#set.keepBits(this.#other.bits);
		}
		if (!areNeighbours) return;
		for (let i = 1; i < stems.length; i++) pairs.narrow(this.#set, pairs.find(`${stems[i - 1]} ${stems[i]}`));
	}

	/** Returns the programs for which the whole text counts, how much, and whether it is their name. */
	*#whole(text: string): Generator<readonly [programs: Bitset, percent: number, isName: boolean]> {
		const { names, topics } = this.#parts;
		const meant = namesMeant(text);
		const set = this.#set;
		const filled = (fill: () => void): Bitset => {
			set.clear();
			fill();
			return set.bits;
		};
		yield [filled(() => names.addMainNamed(text, meant, set)), WHOLE.name, true];
		yield [filled(() => names.addNamed(meant, set)), WHOLE.otherName, true];
		yield [filled(() => names.addStarting(text, set)), WHOLE.startOfName, true];
		yield [filled(() => names.addMatches(text, set)), WHOLE.partOfName, true];
		for (const table of topics) {
			const place = table.find(compact(text));
			if (place !== -1) yield [filled(() => table.addTo(set, place)), WHOLE.topic, false];
		}
	}
}

/** How rare a word is: 100 times the natural logarithm of the inverse share of programs that have it, and at least 1. */
function rarityOf(programs: number, count: number): number {
	return Math.round(100 * Math.log(1 + count / Math.max(1, programs)));
}
