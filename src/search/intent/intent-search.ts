/** Finds programs by what the words of a text mean. */
import { allMembers, type Bitset, intersect, size, unite, wordsFor } from '../bitset.ts';
import type { NameIndex } from '../name-index.ts';
import { compact, namesMeant } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import type { TermTable } from '../term-table.ts';
import { words } from '../text.ts';
import type { WordIndex } from '../word-index.ts';
import type { Lexicon } from './lexicon.ts';
import { type Alternative, type Unit, unitsOf } from './units.ts';

/** The places where words count, the least first. Each index has the words of all places after it too. */
export const PLACES = ['word', 'short-word', 'topic-word', 'name-word'] as const;
/** How much a word counts in each place. */
const WEIGHTS = [12, 50, 80, 100] as const;
const NAME = 100;
const [ANYWHERE, TOPICS] = [0, 1];
/** The place of a network and of a payout method, among the categories and tags. */
const VALUE = 2;

/** How much the whole text counts, in percent of a name that has all its words. */
const WHOLE = { name: 400, otherName: 300, startOfName: 45, partOfName: 15, topic: 20 } as const;

/** A word brings programs that lack the others if it is at least half as telling as the most telling one. */
const TELLING = 1 / 2;

interface Parts {
	readonly count: number;
	readonly indexes: { readonly [place in (typeof PLACES)[number]]: WordIndex };
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

/**
 * The score of a program is a sum over the words of the text: how rare a word is, times how much it counts where the
 * program has it. The programs that have every word come first, then those that have a telling word.
 */
export class IntentSearch {
	readonly #parts: Parts;
	/** For each program, how much the present unit counts. */
	readonly #best: Int32Array;
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	/** The counts of filters search for the same text several times. */
	#last: Found | undefined;

	constructor(parts: Parts) {
		this.#parts = parts;
		this.#best = new Int32Array(parts.count);
		this.#set = new ProgramSet(parts.count);
		this.#other = new ProgramSet(parts.count);
	}

	/** @param text the search text, folded and not empty */
	find(text: string): Found {
		if (this.#last?.text === text) return this.#last;
		const { count, lexicon } = this.#parts;
		const scores = new Int32Array(count);
		const all = new Uint32Array(wordsFor(count)).fill(0xffffffff);
		const matching = new Uint32Array(wordsFor(count));
		const units = unitsOf(words(text), lexicon).map((unit) => {
			const [programs, inTopics] = this.#match(unit);
			const rarity = rarityOf(size(inTopics) || size(programs), count);
			for (let program = 0; program < count; program++) scores[program]! += this.#best[program]! * rarity;
			intersect(all, inTopics);
			return { word: unit.words, programs, rarity };
		});
		if (units.length === 0) all.fill(0);
		const rarest = Math.max(0, ...units.filter(({ programs }) => size(programs) > 0).map(({ rarity }) => rarity));
		const telling = units.filter(({ rarity }) => rarity >= rarest * TELLING);
		for (const { programs } of telling) unite(matching, programs);
		const total = units.reduce((sum, { rarity }) => sum + rarity, 1);
		for (const [programs, percent, isName] of this.#whole(text)) {
			for (const program of allMembers(programs)) scores[program]! += total * percent * NAME;
			if (isName) unite(all, programs);
		}
		unite(matching, all);
		this.#last = { text, matching, all, scores, words: telling };
		return this.#last;
	}

	/**
	 * Fills `#best` for a unit.
	 *
	 * @returns the programs that match the unit anywhere, and those that match it in a topic
	 */
	#match(unit: Unit): readonly [Bitset, Bitset] {
		const { count, lexicon } = this.#parts;
		const found = [new Uint32Array(wordsFor(count)), new Uint32Array(wordsFor(count))] as const;
		this.#best.fill(0);
		const take = (place: number, percent: number) => {
			const set = this.#set;
			for (const part of place >= TOPICS ? found : found.slice(ANYWHERE, TOPICS)) unite(part, set.bits);
			const value = WEIGHTS[place]! * percent;
			for (const program of allMembers(set.bits)) if (this.#best[program]! < value) this.#best[program] = value;
		};
		for (const alternative of unit.alternatives) {
			for (const place of PLACES.keys()) {
				this.#fill(alternative, place);
				if (this.#set.size === 0) break;
				take(place, alternative.percent);
			}
		}
		const named = lexicon.programsOf(unit.words.replaceAll(' ', ''));
		if (named !== undefined) {
			this.#set.clear();
			this.#set.addBits(named.bits);
			take(VALUE, 100);
		}
		return found;
	}

	/** Fills `#set` with the programs that have all stems of an alternative in a place. */
	#fill({ stems, asPrefix }: Alternative, place: number): void {
		const { indexes, lexicon } = this.#parts;
		const index = indexes[PLACES[place]!];
		const add = (stem: string, set: ProgramSet) => {
			set.clear();
			if (asPrefix) index.addPrefix(stem, set);
			else for (const word of lexicon.wordsOf(stem)) index.addWord(word, set);
		};
		add(stems[0]!, this.#set);
		for (const stem of stems.slice(1)) {
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
