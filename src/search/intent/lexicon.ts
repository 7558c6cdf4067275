/** What the index knows about words: their stems, synonyms and compounds, and the names of networks and payout methods. */
import { networkName } from '../../catalog/keyword-names.ts';
import { compactSet } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import type { Sections } from '../sections.ts';
import { TermTable } from '../term-table.ts';
import { words } from '../text.ts';
import type { WordIndex } from '../word-index.ts';
import { FILLERS } from './fillers.ts';
import { stemOf } from './stem.ts';

/** The filters whose values are found by their names. */
export const NAMED_VALUES = ['tracking_platform', 'payout_method'] as const;

interface Parts {
	/** All words of the programs, and those of names, categories, tags and short descriptions. */
	readonly all: WordIndex;
	readonly topics: readonly WordIndex[];
	tableOf(filter: (typeof NAMED_VALUES)[number]): TermTable;
	/** The number of programs. */
	readonly count: number;
	/** Groups of phrases with the same meaning. */
	readonly synonyms: readonly (readonly string[])[];
}

export class Lexicon {
	readonly #all: WordIndex;
	readonly #topics: readonly WordIndex[];
	/** The numbers of the words with each stem. */
	readonly #stems: TermTable;
	/** For the key of each phrase, the phrases with the same meaning, as stems. */
	readonly #synonyms: ReadonlyMap<string, readonly (readonly string[])[]>;
	/** The stems of all phrases of several words, by their first stem. */
	readonly #phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
	readonly #values: ReadonlyMap<string, ProgramSet>;

	constructor(sections: Sections, { all, topics, tableOf, count, synonyms }: Parts) {
		this.#all = all;
		this.#topics = topics;
		this.#stems = new TermTable(sections, 'stem', all.words.length);
		this.#synonyms = byKey(synonyms);
		this.#phrases = Map.groupBy(phrasesOf(synonyms), ([first]) => first!);
		this.#values = programsByName(NAMED_VALUES.map(tableOf), count);
	}

	/** Returns the words of the programs that have a stem. */
	wordsOf(stem: string): string[] {
		const place = this.#stems.find(stem);
		return place === -1 ? [] : Array.from(this.#stems.programs(place), (number) => this.#all.words[number]!);
	}

	/** Whether a program has a word with this stem. */
	hasStem(stem: string): boolean {
		return this.#stems.find(stem) !== -1;
	}

	/** Whether a name, a category, a tag or a short description has the word, or one with the same stem. */
	hasTopic(word: string): boolean {
		return this.wordsOf(stemOf(word)).some((one) => this.#topics.some((index) => index.has(one, false)));
	}

	/** Returns the main phrases that mean the same as a phrase, as stems. */
	synonyms(phrase: readonly string[]): readonly (readonly string[])[] {
		return keysOf(phrase).flatMap((key) => this.#synonyms.get(key) ?? []);
	}

	/** Returns the words that are a phrase in any order, or nothing. Of several phrases, the longest wins. */
	phraseWithin(words: readonly string[]): string[] | undefined {
		const stems = words.map(stemOf);
		const [longest] = stems
			.flatMap((stem) => this.#phrases.get(stem) ?? [])
			.filter((phrase) => phrase.every((stem) => stems.includes(stem)))
			.sort((a, b) => b.length - a.length);
		return longest?.map((stem) => words[stems.indexOf(stem)]!);
	}

	/** Returns the programs of the network, or with the payout method, that has this name. @param name without spaces */
	programsOf(name: string): ProgramSet | undefined {
		return this.#values.get(name);
	}
}

/** Keys that a phrase has in all spellings: `help desks` and `helpdesk`, `knowledge base` and `knowledgebase`. */
function keysOf(phrase: readonly string[]): string[] {
	return [...new Set([phrase.map(stemOf).join(''), stemOf(phrase.join(''))])];
}

/** The stems of the phrases of several words that say something. */
function phrasesOf(groups: readonly (readonly string[])[]): string[][] {
	const phrases = groups
		.flat()
		.map(words)
		.filter((phrase) => phrase.filter((word) => !FILLERS.has(word)).length > 1)
		.map((phrase) => phrase.map(stemOf));
	return phrases.filter((stems) => new Set(stems).size === stems.length);
}

/** How many phrases of a group are looked for in programs. The others are only recognized in what people type. */
const LOOKED_FOR = 8;

function byKey(groups: readonly (readonly string[])[]): Map<string, string[][]> {
	const found = new Map<string, string[][]>();
	for (const group of groups) {
		const phrases = group.map(words);
		for (const phrase of phrases) {
			const others = phrases
				.slice(0, LOOKED_FOR)
				.filter((other) => other !== phrase)
				.map((other) => other.map(stemOf));
			for (const key of keysOf(phrase)) found.set(key, [...(found.get(key) ?? []), ...others]);
		}
	}
	return found;
}

function programsByName(tables: readonly TermTable[], count: number): Map<string, ProgramSet> {
	const found = new Map<string, ProgramSet>();
	for (const table of tables) {
		table.terms.forEach((value, place) => {
			for (const name of compactSet([value, networkName(value)])) {
				const programs = found.get(name) ?? new ProgramSet(count);
				table.addTo(programs, place);
				found.set(name, programs);
			}
		});
	}
	return found;
}
