/** Reads the words of a search, some of which stand for filters, and says how they were read. */
import type { Release } from '../../release/release.ts';
import type { Exploration } from '../../search/facets.ts';
import type { Understood } from '../../search/intent/understood.ts';
import { fold } from '../../search/text.ts';
import { count, number } from '../format/numbers.ts';
import { type ExplorerValues, isExact } from './query.ts';

export interface ReadWords {
	/** The values as they were sent. */
	readonly asked: ExplorerValues;
	/** The values that are meant: words that stand for filters became filters. */
	readonly values: ExplorerValues;
	/** The words that became filters. */
	readonly used: readonly string[];
	/** The words for filters that have another value already. They have no effect. */
	readonly overruled: readonly string[];
}

/** Finds the filters that words stand for. Filters that are set already win over them. */
export function readWords(release: Pick<Release, 'understand'>, asked: ExplorerValues): ReadWords {
	const { q, ...given } = asked;
	if (q === undefined || isExact(asked)) return { asked, values: asked, used: [], overruled: [] };
	const { filters, words }: Understood = release.understand(q);
	const understood = Object.fromEntries(filters.map(({ name, value }) => [name, value]));
	const meant: ExplorerValues = { ...understood, ...given };
	const isUsed = ({ name, value }: Understood['filters'][number]) =>
		Object.entries(meant).some(([field, one]) => field === name && one === value);
	return {
		asked,
		values: words === '' ? meant : { q: words, ...meant },
		used: filters.filter(isUsed).map(({ words }) => words),
		overruled: filters.filter((filter) => !isUsed(filter)).map(({ words }) => words),
	};
}

/** Says in sentences what a visitor cannot see in the list: which words became filters, match partly, or not at all. */
export function wordSentences(
	{ values: { q }, used, overruled }: ReadWords,
	found: Pick<Exploration, 'words' | 'suggestion'>,
): string[] {
	const { words: { all, some, none } = { all: 0, some: [], none: [] }, suggestion } = found;
	const others = some.map(({ word, count }, index) =>
		index === 0 && all === 0 ? `${programs(count)} with “${word}”` : `${number(count)} with “${word}”`,
	);
	// Of a single word, programs that are about it come before those that only mention it.
	const isSingle = some.length === 1 && none.length === 0 && some[0]!.word === fold(suggestion ?? q ?? '');
	const partly = isSingle
		? `${programs(all)} about “${some[0]!.word}”, then ${number(some[0]!.count)} that mention it.`
		: `${all > 0 ? `${programs(all)} with all words, then ` : ''}${listed.format(others)}.`;
	return [
		...(suggestion === undefined ? [] : [`Nothing matches “${q}”. Showing results for “${suggestion}”.`]),
		...(used.length === 0
			? []
			: [`${listed.format(used.map(quoted))} became ${used.length === 1 ? 'a filter' : 'filters'}.`]),
		...(overruled.length === 0
			? []
			: [`${listed.format(overruled.map(quoted))} had no effect, because you chose another value.`]),
		...(some.length === 0 || (isSingle && all === 0) ? [] : [partly]),
		...(none.length === 0 ? [] : [`No program has ${oneOf.format(none.map(quoted))}.`]),
	];
}

const programs = (total: number) => count(total, 'program');
const listed = new Intl.ListFormat('en');
const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
const quoted = (text: string) => `“${text}”`;
