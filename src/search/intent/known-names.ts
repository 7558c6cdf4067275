/** The names of the values that programs of the directory have. */
import { IN_HOUSE, networkName, spaced } from '../../catalog/keyword-names.ts';
import type { FilterName } from '../filter-names.ts';
import type { NameIndex } from '../name-index.ts';
import { compact } from '../names.ts';
import type { ProgramMatcher } from '../program-matcher.ts';
import { ProgramSet } from '../program-set.ts';
import { fold, words } from '../text.ts';
import { LETTERS, TAKEN } from './typed-text.ts';

/** If a filter has more values, none are known by their names, because looking for them would take too long. */
const MOST_VALUES = 500;

/** The number of programs that outweighs one text in which a name may mean something else. */
const SEVERAL = 4;

/** The parts of a word such as `PartnerStack`, which people also write as two words. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Functions that return the names of a value. */
const NAMES = {
	tracking_platform: (value: string) => (value === IN_HOUSE ? [] : [networkName(value), spaced(value)]),
	payout_method: (value: string) => [spaced(value)],
	payout_frequency: (value: string) => [spaced(value)],
} satisfies { readonly [N in FilterName]?: (value: string) => readonly string[] };

/** A filter whose values are known by their names. */
export type NamedFilter = keyof typeof NAMES;

/** What the understanding of texts reads of the index. */
export interface Directory {
	/** The number of programs. */
	readonly count: number;
	readonly names: NameIndex;
	/** The names of the categories, in the order of the table of the filter `category`. */
	readonly categories: readonly string[];
	readonly matcher: ProgramMatcher;
	/** Fills `set` with the programs that have all of the folded words in names, categories and tags. */
	matchTopics(words: readonly string[], set: ProgramSet): void;
	/** Like `matchTopics`, with short descriptions. */
	matchShort(words: readonly string[], set: ProgramSet): void;
}

/** The names of a filter's values, with their values. */
export class KnownNames {
	readonly #filter: NamedFilter;
	readonly #directory: Directory;
	readonly #names: readonly { readonly name: string; readonly value: string }[];

	constructor(filter: NamedFilter, directory: Directory) {
		this.#filter = filter;
		this.#directory = directory;
		const { terms } = directory.matcher.tableOf(filter);
		const values = terms.length > MOST_VALUES ? [] : terms;
		this.#names = values.flatMap((value) => NAMES[filter](value).map((name) => ({ name, value })));
	}

	/** Returns the value that a folded name stands for. */
	valueOf(folded: string): string | undefined {
		return this.#names.find(({ name }) => compact(fold(name)) === compact(folded))?.value;
	}

	/** Puts the names into a pattern. Returns undefined if there are none. */
	fill(pattern: string): string | undefined {
		const names = this.#names.filter(({ name, value }) => pattern.includes('NAME') || this.#isSure(name, value));
		const sources = new Set(names.map(({ name }) => sourceOf(name)).sort((a, b) => b.length - a.length));
		if (sources.size === 0) return undefined;
		return pattern.replace(/NAME|SURE/, () => `(?<name>${[...sources].join('|')})`);
	}

	/**
	 * Whether no program has the name as its own, and texts about programs without the value do not have it. One text may,
	 * if several programs have the value: “Monthly PayPal payouts” can describe a program whose payout methods are unknown.
	 */
	#isSure(name: string, value: string): boolean {
		const { count, names, matcher } = this.#directory;
		const set = new ProgramSet(count);
		names.addNamed([compact(fold(name))], set);
		if (set.size > 0) return false;
		this.#directory.matchShort(words(fold(name)), set);
		const table = matcher.tableOf(this.#filter);
		const others = set.size - table.count(set.bits, table.find(value));
		return others === 0 || (others === 1 && table.size(table.find(value)) >= SEVERAL);
	}
}

/** Returns the source of a regular expression for a name, with or without spaces between its parts. */
function sourceOf(name: string): string {
	return words(fold(name.split(HUMP).join(' '))).join(`[^${LETTERS}${TAKEN}]{0,3}`);
}
