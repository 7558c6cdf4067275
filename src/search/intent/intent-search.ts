/** Finds programs by what the words of a text mean. */
import { allMembers, type Bitset, intersect, size, unite, wordsFor } from '../bitset.ts';
import type { NameIndex } from '../name-index.ts';
import { compact, namesMeant } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import type { TermTable } from '../term-table.ts';
import { words } from '../text.ts';
import type { WordIndex } from '../word-index.ts';
import type { Lexicon } from './lexicon.ts';
import { type Unit, unitsOf } from './units.ts';

/**
 * How much a word counts in each place. The index before the last has the words of all places before it, so that phrases
 * are found whose words are apart. The last index has those of long descriptions too.
 */
const WEIGHTS = {
	'name-word': 100,
	'tag-word': 80,
	'category-word': 60,
	'about-word': 50,
	'short-word': 40,
	word: 12,
} as const;
export type Place = keyof typeof WEIGHTS;
export const PLACES = Object.keys(WEIGHTS) as Place[];
/** How much the name of a network or of a payout method counts. */
const VALUE = WEIGHTS['category-word'];
/** How much each other place counts that has the word too, as a share of what it counts alone. */
const FURTHER = 3 / 10;

/** How much the whole text counts, in percent of a name that has all its words. */
const WHOLE = { name: 400, otherName: 300, startOfName: 45, partOfName: 15, topic: 20 } as const;

/** A word brings programs that lack the others if it is at least half as telling as the most telling one. */
const TELLING = 1 / 2;
const FEW = 6;

interface Parts {
	readonly count: number;
	readonly indexes: { readonly [place in Place]: WordIndex };
	readonly names: NameIndex;
	readonly lexicon: Lexicon;
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
}

/**
 * The score of a program is a sum over the words of the text: how rare a word is, times how much it counts where the
 * program has it. The programs that have every word come first, then those that have a telling word.
 */
export class IntentSearch {
	readonly #parts: Parts;
	/** For each program, how much the present unit counts in the place where it counts most, and in all places. */
	readonly #most: Int32Array;
	readonly #sum: Int32Array;
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	/** The counts of filters search for the same text several times. */
	#last: Found | undefined;

	constructor(parts: Parts) {
		this.#parts = parts;
		this.#most = new Int32Array(parts.count);
		this.#sum = new Int32Array(parts.count);
		this.#set = new ProgramSet(parts.count);
		this.#other = new ProgramSet(parts.count);
	}

	/** @param text the search text, folded and not empty */
	find(text: string): Found {
		if (this.#last?.text === text) return this.#last;
		const { count, lexicon } = this.#parts;
		const scores = new Int32Array(count);
		const [matching, all] = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count)).fill(0xffffffff)];
		const units = unitsOf(words(text), lexicon).flatMap((unit) => {
			const found = this.#add(unit, scores);
			intersect(all, found.inTopics);
			// A phrase that few programs have brings those that have its words.
			if (unit.parts.length === 0 || size(found.programs) >= FEW) return found;
			const parts = unit.parts.map((part) => this.#add(part, scores));
			return size(found.programs) === 0 ? parts : [found, ...parts];
		});
		if (units.length === 0) all.fill(0);
		const rarest = Math.max(0, ...units.filter(({ programs }) => size(programs) > 0).map(({ rarity }) => rarity));
		const telling = units.filter(({ rarity }) => rarity >= rarest * TELLING);
		for (const { programs } of telling) unite(matching, programs);
		const total = units.reduce((sum, { rarity }) => sum + rarity, 1);
		for (const [programs, percent, isName] of this.#whole(text)) {
			for (const program of allMembers(programs)) scores[program]! += total * percent * WEIGHTS['name-word'];
			if (isName) unite(all, programs);
		}
		unite(matching, all);
		this.#last = { text, matching, all, scores, words: telling };
		return this.#last;
	}

	/** Adds to the scores of the programs that match a unit. */
	#add(unit: Unit, scores: Int32Array): FoundUnit {
		const [programs, inTopics] = this.#match(unit);
		const rarity = rarityOf(size(inTopics) || size(programs), this.#parts.count);
		for (const program of allMembers(programs)) {
			const most = this.#most[program]!;
			scores[program]! += Math.round(most + FURTHER * (this.#sum[program]! - most)) * rarity;
		}
		return { word: unit.words, programs, inTopics, rarity };
	}

	/**
	 * Fills `#most` and `#sum` for a unit.
	 *
	 * @returns the programs that match the unit anywhere, and those that match it outside of long descriptions
	 */
	#match({ words, alternatives }: Unit): readonly [anywhere: Bitset, inTopics: Bitset] {
		const { count, lexicon } = this.#parts;
		const [anywhere, inTopics] = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count))];
		this.#most.fill(0);
		this.#sum.fill(0);
		const named = lexicon.programsOf(words.replaceAll(' ', ''));
		if (named !== undefined) {
			for (const part of [anywhere, inTopics]) unite(part, named.bits);
			this.#count(named.bits, VALUE * 100);
		}
		for (const place of PLACES) {
			// The alternatives are sorted: the first one that a program has counts most.
			const taken = new Uint32Array(wordsFor(count));
			for (const { stems, percent, asPrefix } of alternatives) {
				if (place === 'short-word' && stems.length === 1) continue;
				this.#fill(stems, place, asPrefix);
				this.#set.removeBits(taken);
				unite(taken, this.#set.bits);
				this.#count(this.#set.bits, WEIGHTS[place] * percent);
			}
			unite(anywhere, taken);
			if (place !== 'word') unite(inTopics, taken);
		}
		return [anywhere, inTopics];
	}

	#count(programs: Bitset, value: number): void {
		for (const program of allMembers(programs)) {
			this.#sum[program]! += value;
			if (this.#most[program]! < value) this.#most[program] = value;
		}
	}

	/** Fills `#set` with the programs that have all of the stems in a place. */
	#fill(stems: readonly string[], place: Place, asPrefix = false): void {
		const { indexes, lexicon } = this.#parts;
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
