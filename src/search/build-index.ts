/**
 * Makes the sections of a `ProgramIndex`, either from all programs, or from an earlier index and the changed programs.
 */
import type { PublishedProgram } from '../catalog/published.ts';
import { compareText } from '../shared/compare-text.ts';
import type { ChangedPrograms } from './changed-programs.ts';
import { updatePay } from './estimate-ranks.ts';
import type { TermFilter } from './filter.ts';
import { FILTERS } from './filters.ts';
import { type Inverted, invert, invertWords, updateInverted } from './invert.ts';
import { namePieces } from './name-index.ts';
import { compactNames, compactSet } from './names.ts';
import { NUMBER_COLUMNS } from './number-columns.ts';
import { compareBy, ORDER_NAMES, sortedBy } from './order.ts';
import { WORD_TEXTS } from './program-texts.ts';
import { compareNumbers } from './range-index.ts';
import { packStrings, type Sections } from './sections.ts';
import { packTerms, unpackTerms } from './term-table.ts';
import { fold } from './text.ts';
import { updateNumbers, updateOrder, updateStrings } from './update-columns.ts';
import { packWords } from './word-index.ts';

/**
 * Updates the index after a change. The result is the same as if the index were built from all programs.
 *
 * @param before the sections before the change, or an empty object if there was no index
 */
export function updateIndex(before: Sections, change: ChangedPrograms): Sections {
	const { slugs, programs, numbers, programAt } = change;
	const count = slugs.length;
	const changedNames = programs.map((program) => fold(program.name));
	const names = updateStrings(before, 'names', change, changedNames);
	const byName = (a: number, b: number) => compareText(names[a]!, names[b]!) || a - b;
	const sets = (name: string, changed: Inverted) => updateInverted(unpackTerms(before, name), changed, change);
	const sections: { [name: string]: Sections[string] } = {
		count: Uint32Array.of(count),
		slugs: packStrings(slugs),
		names: packStrings(names),
		'names.sorted': updateOrder(before, 'names.sorted', change, numbers.toSorted(byName), byName),
		...packTerms('name', sets('name', invert(changedNames, namePieces)), count),
		...updateFilters(before, change),
		...updatePay(before, change),
	};
	for (const [name, text] of Object.entries(WORD_TEXTS)) {
		Object.assign(sections, packWords(name, sets(name, invertWords(programs.values().map(text))), count));
	}
	for (const [name, terms] of Object.entries(TERMS)) {
		Object.assign(sections, packTerms(name, sets(name, invert(programs, terms)), count));
	}
	for (const sort of ORDER_NAMES) {
		const compare = compareBy(sort);
		const changed = sortedBy(sort, programs).map((place) => numbers[place]!);
		const byValue = (a: number, b: number) => compare(programAt(a), programAt(b));
		sections[`order.${sort}`] = updateOrder(before, `order.${sort}`, change, changed, byValue);
	}
	return sections;
}

function updateFilters(before: Sections, change: ChangedPrograms): Sections {
	const { programs, slugs } = change;
	const sections: { [name: string]: Sections[string] } = {};
	for (const [column, { of }] of Object.entries(NUMBER_COLUMNS)) {
		const changed = programs.map((program) => of(program) ?? Number.NaN);
		const numbers = updateNumbers(before, `number.${column}`, change, changed);
		const compare = (a: number, b: number) => compareNumbers(numbers, a, b);
		const sorted = `number.${column}.sorted`;
		sections[`number.${column}`] = numbers;
		sections[sorted] = updateOrder(before, sorted, change, change.numbers.toSorted(compare), compare);
	}
	for (const [filter, row] of Object.entries(FILTERS)) {
		if (row.kind !== 'term') continue;
		const { terms }: TermFilter = row;
		const name = `filter.${filter}`;
		const sets = updateInverted(unpackTerms(before, name), invert(programs, terms), change);
		Object.assign(sections, packTerms(name, sets, slugs.length));
	}
	return sections;
}

/** The tables of compact names, by name. */
const TERMS: { readonly [name: string]: (program: PublishedProgram) => Iterable<string> } = {
	'compact-name': compactNames,
	'category-name': ({ categories }) => compactSet(categories.flatMap(({ slug, name }) => [slug, name])),
	'tag-name': ({ tags }) => compactSet(tags ?? []),
};
