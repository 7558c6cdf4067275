/** Finds programs by what the words of a text mean. */
import { allMembers, type Bitset, intersect, size, unite, wordsFor } from '../bitset.ts';
import type { NameIndex } from '../name-index.ts';
import { compact, namesMeant } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import type { TermTable } from '../term-table.ts';
import { words } from '../text.ts';
import { matchWords } from '../word-index.ts';
import { type MatchedUnit, type MatcherParts, MOST, UnitMatcher } from './unit-matcher.ts';
import { type Span, spansOf } from './units.ts';

/** How much the whole text counts, in percent of a name that has all its words. */
const WHOLE = { name: 400, otherName: 300, startOfName: 45, partOfName: 15, topic: 20 } as const;

/** A word brings programs that lack the others if it is at least half as rare as the rarest one. */
const TELLING = 1 / 2;

/** How much single words count if a phrase names a subject: those of the phrase itself, and those beside it. */
const ALONE = 0.3;

interface Parts extends MatcherParts {
	/** See `addSupport` in the index of similar programs. */
	addSupport(scores: Int32Array): void;
	readonly names: NameIndex;
	/** The names of categories, and the tags, without spaces. */
	readonly topics: readonly TermTable[];
}

/** The programs that a text finds. */
export interface Found {
	readonly text: string;
	readonly matching: Bitset;
	/** The matching programs that have every word outside of their long descriptions. */
	readonly all: Bitset;
	/** A number for each program. Better matches have greater ones. */
	readonly scores: Int32Array;
	/** The words and phrases that bring programs. */
	readonly telling: readonly MatchedUnit[];
	/** The words that no program has, apart from those of a known phrase. */
	readonly unknown: readonly string[];
}

/**
 * The score of a program is a sum over the words and phrases of the text: how rare one is, times how much it counts where
 * the program has it, and what its similar programs add. Single words count less if a phrase names a subject. The programs
 * that have every word come first, then those that have a telling word.
 */
export class IntentSearch {
	readonly #parts: Parts;
	readonly #matcher: UnitMatcher;
	readonly #set: ProgramSet;
	readonly #other: ProgramSet;
	/** The counts of filters search for the same text several times. */
	#last: Found | undefined;

	constructor(parts: Parts) {
		this.#parts = parts;
		this.#matcher = new UnitMatcher(parts);
		this.#set = new ProgramSet(parts.count);
		this.#other = new ProgramSet(parts.count);
	}

	/** @param text the search text, folded and not empty */
	find(text: string): Found {
		if (this.#last?.text !== text) this.#last = this.#find(text);
		return this.#last;
	}

	#find(text: string): Found {
		const { count, lexicon, indexes } = this.#parts;
		const scores = new Int32Array(count);
		const all = new Uint32Array(wordsFor(count)).fill(0xffffffff);
		const units: MatchedUnit[] = [];
		const unknown: string[] = [];
		const spans = spansOf(words(text), lexicon);
		const isStrong = (span: Span) => !span.units.every(({ isWeak }) => isWeak);
		const namesSubject = spans.some((span) => span.phrase !== undefined && isStrong(span));
		for (const span of spans) {
			const parts = span.units.map((unit) => this.#matcher.match(unit));
			const phrase = span.phrase && this.#matcher.match(span.phrase);
			addScores(scores, parts, phrase, phrase !== undefined || namesSubject ? ALONE : 1);
			intersect(all, everyWord(parts, phrase, count));
			units.push(...(phrase === undefined ? [] : [phrase]), ...parts);
			if (phrase === undefined || size(phrase.programs) === 0) {
				unknown.push(...parts.filter(({ programs }) => size(programs) === 0).map(({ unit }) => unit.words));
			}
		}
		// A single subject is ranked only by where programs have it.
		if (spans.filter(isStrong).length > 1) this.#parts.addSupport(scores);
		// A text that says nothing finds the programs that have it as it is.
		if (spans.length === 0) {
			matchWords([indexes.word], words(text), this.#set, this.#other);
			all.set(this.#set.bits);
		}
		const telling = tellingOf(units);
		const total = units.reduce((sum, { rarity }) => sum + rarity, 1);
		for (const [programs, percent, isName] of this.#whole(text)) {
			for (const program of allMembers(programs)) scores[program]! += total * percent * MOST;
			if (isName) unite(all, programs);
		}
		const matching = all.slice();
		for (const { programs } of telling) unite(matching, programs);
		return { text, matching, all, scores, telling, unknown: [...new Set(unknown)] };
	}

	/** Returns the programs for which the whole text counts, how much, and whether it is in their name. */
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

/** Adds the score of a span: a share of what its words score singly, or the score of its phrase if that is higher. */
function addScores(
	scores: Int32Array,
	parts: readonly MatchedUnit[],
	phrase: MatchedUnit | undefined,
	share: number,
): void {
	for (let program = 0; program < scores.length; program++) {
		let apart = 0;
		for (const { values } of parts) apart += values[program]!;
		scores[program]! += Math.max(Math.round(apart * share), phrase?.values[program] ?? 0);
	}
}

/** The programs that have every word of a span, or its phrase, outside of their long descriptions. */
function everyWord(parts: readonly MatchedUnit[], phrase: MatchedUnit | undefined, count: number): Bitset {
	const programs = new Uint32Array(wordsFor(count)).fill(parts.length === 0 ? 0 : 0xffffffff);
	for (const { unit, inTopics } of parts) if (!unit.isWeak) intersect(programs, inTopics);
	if (phrase !== undefined) unite(programs, phrase.inTopics);
	return programs;
}

/** The words and phrases that bring programs: weak ones only if there are no others. */
function tellingOf(units: readonly MatchedUnit[]): MatchedUnit[] {
	const known = units.filter(({ programs }) => size(programs) > 0);
	const strong = known.filter(({ unit }) => !unit.isWeak);
	const candidates = strong.length > 0 ? strong : known;
	const rarest = Math.max(...candidates.map(({ rarity }) => rarity));
	return candidates.filter(({ rarity }) => rarity >= rarest * TELLING);
}
