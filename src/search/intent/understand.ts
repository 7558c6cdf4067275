/** Turns words of a search text into filters. What is not surely a filter stays a word. */

import { members } from '../bitset.ts';
import type { Filter } from '../filter.ts';
import { type FilterName, isRange } from '../filter-names.ts';
import { FILTERS } from '../filters.ts';
import { compact, namesMeant } from '../names.ts';
import { ProgramSet } from '../program-set.ts';
import { fold, words } from '../text.ts';
import { FILLERS } from './fillers.ts';
import { type Directory, KnownNames, type NamedFilter } from './known-names.ts';
import { PHRASES, type Phrase } from './phrases.ts';
import { LETTERS, type Part, TAKEN, TypedText, without } from './typed-text.ts';
import type { Understood } from './understood.ts';

/** The maximum length of a text. In a longer one, nothing is understood. */
const LONGEST = 200;

/** The number of days in a unit, by its first letter. */
const DAYS: { readonly [letter: string]: number } = { d: 1, w: 7, m: 30, y: 365 };

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** The words between a filter and the words before it, which go with the filter. */
const BEFORE = setOf(
	'and with plus + & | - , ; / a an the that which who pay pays paying paid offer offers offering has have having earn earning get by of',
);
/** The words between a filter and the words after it, which go with the filter. */
const AFTER = setOf('and with plus + & | - , ; / for on');
interface Found extends Part {
	readonly name: Phrase['filter'];
	readonly value: string;
	readonly isBare?: boolean | undefined;
}

interface KnownPhrase extends Phrase {
	readonly expression: RegExp;
	readonly known: KnownNames | undefined;
}

export class Understanding {
	readonly #directory: Directory;
	readonly #phrases: readonly KnownPhrase[];
	/** A buffer that all calls reuse. */
	readonly #set: ProgramSet;

	constructor(directory: Directory) {
		this.#directory = directory;
		this.#set = new ProgramSet(directory.count);
		this.#phrases = PHRASES.flatMap((phrase) => {
			const hasNames = /NAME|SURE/.test(phrase.pattern);
			const known = hasNames ? new KnownNames(phrase.filter as NamedFilter, directory) : undefined;
			const source = known === undefined ? phrase.pattern : known.fill(phrase.pattern);
			return source === undefined ? [] : [{ ...phrase, known, expression: expressionOf(source) }];
		});
	}

	/** Finds the words of a text that stand for filters. */
	understand(q: string): Understood {
		const nothing = { filters: [], words: q };
		if (q.length > LONGEST) return nothing;
		const text = new TypedText(q);
		if (this.#programNamed(text.folded) !== undefined) return nothing;
		const found = this.#find(text.folded);
		const open = withoutConnectors(found.reduce(without, text.folded));
		const telling = partsOf(open, /[^\s,;\uffff]+/g).filter(({ part }) => !FILLERS.has(part));
		// The search finds the programs of a network by its name alone.
		if (found.length === 0 || (telling.length === 0 && found.length === 1 && found[0]!.isBare)) return nothing;
		const category = this.#categoryOf(telling);
		const rest = partsOf(open, /[^\uffff]+/g).map((part) => text.typed(part));
		return {
			filters: [...found, ...category]
				.sort((a, b) => a.start - b.start)
				.map(({ name, value, ...part }) => ({ name: name as FilterName, value, words: text.typed(part) })),
			words: category.length > 0 || telling.length === 0 ? '' : rest.filter((part) => part !== '').join(' '),
		};
	}

	/** Returns the first phrase for each filter, in the order of the text. */
	#find(text: string): Found[] {
		const found: Found[] = [];
		let open = text;
		for (const phrase of this.#phrases) {
			for (const match of open.matchAll(phrase.expression)) {
				const one = this.#read(phrase, match);
				if (one === undefined) continue;
				found.push(one);
				open = without(open, one);
			}
		}
		const first = Map.groupBy(
			found.sort((a, b) => a.start - b.start),
			({ name }) => name,
		);
		return Array.from(first.values(), ([one]) => one!);
	}

	#read({ filter: name, value, known, isBare }: KnownPhrase, match: RegExpExecArray): Found | undefined {
		const { name: text, number, unit, program } = match.groups ?? {};
		const read = () => {
			if (number !== undefined) return String(Number(number) * (DAYS[unit?.[0] ?? 'd'] ?? 1));
			return program === undefined ? known?.valueOf(text!) : this.#programNamed(program);
		};
		const meant = value ?? read();
		if (meant === undefined || !this.#canMatch(name, meant)) return undefined;
		return { name, value: meant, start: match.index, end: match.index + match[0].length, isBare };
	}

	/** Whether any program has the value of a filter, or a number that the filter compares. */
	#canMatch(name: Phrase['filter'], value: string): boolean {
		if (name === 'similar_to') return true;
		const filter: Filter = FILTERS[name];
		if (!filter.schema.safeParse(value).success) return false;
		if (isRange(filter)) return this.#directory.matcher.rangeOf(filter.column).most !== null;
		return this.#directory.matcher.tableOf(name).find(value) !== -1;
	}

	/** Returns the slug of the program that a text names. */
	#programNamed(text: string): string | undefined {
		this.#set.clear();
		this.#directory.names.addNamed(namesMeant(text), this.#set);
		const [program] = members(this.#set.bits, 0, 1);
		return program === undefined ? undefined : this.#directory.matcher.slugOf(program);
	}

	/**
	 * Returns the category that some words name, or nothing. One word of its name is enough if no other category has the
	 * word. Most programs with the words in their names, categories or tags must be in the category, so that the filter
	 * does not leave out what people mean.
	 */
	#categoryOf(telling: readonly TextPart[]): Found[] {
		const searched = telling.map(({ part }) => part);
		const name = compact(searched.join(''));
		if (name === '') return [];
		const { matcher, categories } = this.#directory;
		const table = matcher.tableOf('category');
		const names = categories.map((category) => words(fold(category)).filter((word) => !FILLERS.has(word)));
		const isExact = (place: number) => names[place]!.join('') === name || compact(table.terms[place]!) === name;
		const having = [...names.keys()].filter((place) => names[place]!.includes(name));
		const place = names.keys().find(isExact) ?? (having.length === 1 ? having[0] : undefined);
		if (place === undefined) return [];
		this.#directory.matchTopics(words(searched.join(' ')), this.#set);
		if (table.count(this.#set.bits, place) * 2 <= this.#set.size) return [];
		return [{ name: 'category', value: table.terms[place]!, start: telling[0]!.start, end: telling.at(-1)!.end }];
	}
}

/** A phrase stands alone: it is not negated, and no letter, digit, or hyphen joins it to another word. */
function expressionOf(source: string): RegExp {
	const start = `(?<![${LETTERS}.,$'-]|(?:^| )(?:no|non|not|without) )`;
	return new RegExp(`${start}(?:${source})(?![${LETTERS}]|[-.'][${LETTERS}])`, 'g');
}

/** Takes the connecting words beside the phrases that were taken. */
function withoutConnectors(text: string): string {
	const parts = partsOf(text, /[^\s,;\uffff]+|[,;]|\uffff+/g);
	const isTaken = parts.map(({ part }) => part.startsWith(TAKEN));
	for (let i = parts.length - 2; i >= 0; i--) isTaken[i] ||= isTaken[i + 1]! && BEFORE.has(parts[i]!.part);
	for (let i = 1; i < parts.length; i++) isTaken[i] ||= isTaken[i - 1]! && AFTER.has(parts[i]!.part);
	return parts.filter((_, i) => isTaken[i]).reduce(without, text);
}

interface TextPart extends Part {
	readonly part: string;
}

function partsOf(text: string, expression: RegExp): TextPart[] {
	return Array.from(text.matchAll(expression), ({ 0: part, index }) => ({
		part,
		start: index,
		end: index + part.length,
	}));
}
