/** Finds the programs that have a word or a phrase, in any of the words that can mean it, and weighs where they have it. */
import { allMembers, type Bitset, readMembers, size, subtract, unite, wordsFor } from '../bitset.ts';
import type { PairIndex } from '../pair-index.ts';
import { ProgramSet } from '../program-set.ts';
import type { WordIndex } from '../word-index.ts';
import type { Lexicon } from './lexicon.ts';
import type { Alternative, Unit } from './units.ts';

/** How much a word counts in each place. The last index has all words of a program, also those of long descriptions. */
const WEIGHTS = {
	'name-word': 100,
	'tag-word': 80,
	'category-word': 60,
	/** The least; in a short description that is really short, up to twice as much. See `#aboutWeight`. */
	'about-word': 25,
	word: 24,
} as const;
export type Place = keyof typeof WEIGHTS;
export const PLACES = Object.keys(WEIGHTS) as Place[];
/** What a word in a name counts. */
export const MOST = WEIGHTS['name-word'];
/** How much the name of a network or of a payout method counts. */
const VALUE = WEIGHTS['category-word'];
/** How much the other places count that have the word too, in tenths of what they count alone. */
const FURTHER = 3;
/** How much a weak word counts, in tenths. */
const WEAK = 7;
/** Short descriptions with at most this many words count twice as much as long ones. */
const SHORT = 8;
/** How much the words of a phrase count if they are not next to each other, in percent. */
const APART = 60;

export interface MatcherParts {
	/** The number of programs. */
	readonly count: number;
	readonly indexes: { readonly [place in Place]: WordIndex };
	/** The number of words in the short description of each program. */
	readonly aboutLengths: Uint8Array;
	readonly lexicon: Lexicon;
	readonly pairs: PairIndex;
}

export interface MatchedUnit {
	readonly unit: Unit;
	/** The programs that have it anywhere. */
	readonly programs: Bitset;
	/** Those that have it outside of their long descriptions. */
	readonly inTopics: Bitset;
	/** How rare it is: 100 times the natural logarithm of 1 plus the inverse share of programs that have it. */
	readonly rarity: number;
	/** How much it counts for each program. */
	readonly values: Int32Array;
}

export class UnitMatcher {
	readonly #parts: MatcherParts;
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	readonly #numbers: Uint32Array;

	constructor(parts: MatcherParts) {
		this.#parts = parts;
		this.#set = new ProgramSet(parts.count);
		this.#other = new ProgramSet(parts.count);
		this.#numbers = new Uint32Array(parts.count);
	}

	match(unit: Unit): MatchedUnit {
		const { count, lexicon } = this.#parts;
		const [programs, inTopics] = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count))];
		const [most, sum] = [new Int32Array(count), new Int32Array(count)];
		const take = (found: Bitset, place: Place | undefined, percent: number) => {
			unite(programs, found);
			if (place !== 'word') unite(inTopics, found);
			const weight = place === undefined ? VALUE : WEIGHTS[place];
			const length = readMembers(found, this.#numbers);
			for (let i = 0; i < length; i++) {
				const program = this.#numbers[i]!;
				const value = percent * (place === 'about-word' ? this.#aboutWeight(program) : weight);
				sum[program]! += value;
				if (most[program]! < value) most[program] = value;
			}
		};
		const named = lexicon.programsOf(unit.words.replaceAll(' ', ''));
		if (named !== undefined) take(named.bits, undefined, 100);
		for (const place of PLACES) {
			// The alternatives are sorted, so of those that a program has in a place, the first one counts. Those whose words
			// it has apart come last.
			const taken = new Uint32Array(wordsFor(count));
			const apart: { readonly found: Bitset; readonly percent: number }[] = [];
			for (const alternative of unit.alternatives) {
				this.#fill(alternative, place);
				if (this.#set.size === 0) continue;
				if (alternative.stems.length > 1) {
					apart.push({ found: this.#set.bits.slice(), percent: (alternative.percent * APART) / 100 });
					this.#keepNeighbours(alternative.stems);
				}
				this.#set.removeBits(taken);
				unite(taken, this.#set.bits);
				take(this.#set.bits, place, alternative.percent);
			}
			for (const { found, percent } of apart) {
				subtract(found, taken);
				unite(taken, found);
				take(found, place, percent);
			}
		}
		const rarity = Math.round(100 * Math.log(1 + count / Math.max(1, size(inTopics) || size(programs))));
		for (const program of allMembers(programs)) {
			const tenths = 10 * most[program]! + FURTHER * (sum[program]! - most[program]!);
			most[program] = Math.round((tenths * (unit.isWeak ? WEAK : 10)) / 100) * rarity;
		}
		return { unit, programs, inTopics, rarity, values: most };
	}

	/** The fewer words a short description has, the more each of them counts. */
	#aboutWeight(program: number): number {
		return Math.round(WEIGHTS['about-word'] * (1 + SHORT / Math.max(SHORT, this.#parts.aboutLengths[program]!)));
	}

	/** Fills `#set` with the programs that have all words of an alternative in a place. */
	#fill({ stems, asPrefix = false }: Alternative, place: Place): void {
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

	/** Keeps those in `#set` that have the stems next to each other, in this order. */
	#keepNeighbours(stems: readonly string[]): void {
		const { pairs } = this.#parts;
		for (let i = 1; i < stems.length; i++) this.#set.keepBits(pairs.programsWith(stems[i - 1]!, stems[i]!));
	}
}
