/** The names of the values that programs of the directory have. */
import { COUNTRIES, countryName } from '../../catalog/countries.ts';
import { IN_HOUSE, networkName, spaced } from '../../catalog/keyword-names.ts';
import type { FilterName } from '../filter-names.ts';
import type { NameIndex } from '../name-index.ts';
import { compact } from '../names.ts';
import type { ProgramMatcher } from '../program-matcher.ts';
import { ProgramSet } from '../program-set.ts';
import type { TermTable } from '../term-table.ts';
import { fold, words } from '../text.ts';
import { LETTERS, TAKEN } from './typed-text.ts';

/** If a filter has more values, none are known by their names, because looking for them would take too long. */
const MOST_VALUES = 500;

/** The number of programs that outweighs one text in which a name may mean something else. */
const SEVERAL = 4;

/** The parts of a word such as `PartnerStack`, which people also write as two words. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** For some filters, returns the names of a value, the whole ones before those that only hint at it. */
const NAMES = {
	tracking_platform: (value: string) => (value === IN_HOUSE ? [] : [networkName(value), spaced(value)]),
	payout_method: (value: string) => [spaced(value)],
	payout_frequency: (value: string) => [spaced(value)],
	not_restriction: (value: string) => [spaced(value), ...value.split('-')].flatMap(withPlural),
	country: (value: string) =>
		COUNTRIES.includes(value) ? [countryName(value), ...(SHORT_COUNTRIES[value] ?? [])] : [],
} satisfies { readonly [N in FilterName]?: (value: string) => readonly string[] };

/** A filter whose values are known by their names. */
export type NamedFilter = keyof typeof NAMES;

function withPlural(name: string): string[] {
	const one = name.replace(/s$/, '');
	return [name, one, `${one}s`];
}

const SHORT_COUNTRIES: { readonly [code: string]: readonly string[] } = { GB: ['UK'], US: ['US', 'USA'] };

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

export class KnownNames {
	readonly #table: TermTable;
	readonly #directory: Directory;
	/** The value of each compact name. */
	readonly #values = new Map<string, string>();
	readonly #names: readonly string[];

	constructor(filter: NamedFilter, directory: Directory) {
		this.#table = directory.matcher.tableOf(filter);
		this.#directory = directory;
		const namesOf: (value: string) => readonly string[] = NAMES[filter];
		const values = this.#table.terms.length > MOST_VALUES ? [] : this.#table.terms;
		const known = values.flatMap((value) => namesOf(value).map((name) => ({ name, value, key: compact(fold(name)) })));
		for (const [key, named] of Map.groupBy(known, ({ key }) => key)) {
			const { value } = named.find(({ value }) => compact(value) === key) ?? named[0]!;
			const isWhole = compact(value) === key;
			if (isWhole || named.every((other) => other.value === value)) this.#values.set(key, value);
		}
		this.#names = known.filter(({ key }) => key !== '' && this.#values.has(key)).map(({ name }) => name);
	}

	/** Returns the value that a folded name stands for. */
	valueOf(name: string): string | undefined {
		return this.#values.get(compact(name));
	}

	/** Puts the names into a pattern. Returns undefined if there are none. */
	fill(pattern: string): string | undefined {
		const isForAll = pattern.includes('NAME');
		const names = this.#names.filter((name) => isForAll || this.#isSure(name));
		const longestFirst = names.map(sourceOf).sort((a, b) => b.length - a.length);
		if (names.length === 0) return undefined;
		return pattern.replace(/NAME|SURE/, () => `(?<name>${[...new Set(longestFirst)].join('|')})`);
	}

	/**
	 * Whether no program has the name as its own, and texts about programs without the value do not have it. One text may,
	 * if several programs have the value: “Monthly PayPal payouts” can describe a program whose payout methods are unknown.
	 */
	#isSure(name: string): boolean {
		const { count, names } = this.#directory;
		const set = new ProgramSet(count);
		names.addNamed([compact(fold(name))], set);
		if (set.size > 0) return false;
		this.#directory.matchShort(words(fold(name)), set);
		const place = this.#table.find(this.valueOf(fold(name))!);
		const others = set.size - this.#table.count(set.bits, place);
		return others === 0 || (others === 1 && this.#table.size(place) >= SEVERAL);
	}
}

/** Returns the source of a regular expression for a name, with or without spaces between its parts. */
function sourceOf(name: string): string {
	return words(fold(name.split(HUMP).join(' '))).join(`[^${LETTERS}${TAKEN}]{0,3}`);
}
