/** Makes the sections of a `ProgramIndex`. */
import type { PublishedProgram } from '../catalog/published.ts';
import { compareText } from '../shared/text.ts';
import { packPay } from './estimate-ranks.ts';
import { FILTERS } from './filters.ts';
import { stemOf } from './intent/stem.ts';
import { packSynonyms } from './intent/synonyms.ts';
import { namePieces } from './name-index.ts';
import { compactNames, compactSet, WORD_TEXTS } from './names.ts';
import { NUMBER_COLUMNS } from './number-columns.ts';
import { ORDER_NAMES, sortedBy } from './order.ts';
import { packPairs } from './pair-index.ts';
import { compareNumbers } from './range-index.ts';
import { packStrings, type Sections } from './sections.ts';
import { similarPrograms } from './similar.ts';
import { packSimilar } from './similar-index.ts';
import { type Inverted, invert, packTerms } from './term-table.ts';
import { fold, words } from './text.ts';
import { packWords } from './word-index.ts';

/**
 * @param programs all published programs, in the default order. The number of a program is its position
 * @param synonyms groups of phrases with the same meaning
 * @param similar the section of the similar programs, if it has already been made
 */
export function buildIndex(
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[] = [],
	similar: Sections = packSimilar(similarPrograms(programs, synonyms)),
): Sections {
	const count = programs.length;
	const numbers = Uint32Array.from(programs.keys());
	const names = programs.map((program) => fold(program.name));
	const sections: { [name: string]: Sections[string] } = {
		count: Uint32Array.of(count),
		slugs: packStrings(programs.map(({ slug }) => slug)),
		names: packStrings(names),
		'category.names': packStrings(categoryNames(programs)),
		'names.sorted': numbers.toSorted((a, b) => compareText(names[a]!, names[b]!) || a - b),
		...packTerms('name', invert(names, namePieces), count),
		...packPairs(programs),
		...packPay(programs),
		...packSynonyms(synonyms),
		'about.lengths': Uint8Array.from(programs, ({ description }) => Math.min(255, words(description).length)),
		...similar,
	};
	for (const [column, { of }] of Object.entries(NUMBER_COLUMNS)) {
		const values = Float64Array.from(programs, (program) => of(program) ?? Number.NaN);
		sections[`number.${column}`] = values;
		sections[`number.${column}.sorted`] = numbers.toSorted((a, b) => compareNumbers(values, a, b));
	}
	for (const [name, terms] of [...filterTerms(), ...Object.entries(TERMS)]) {
		Object.assign(sections, packTerms(name, invert(programs, terms), count));
	}
	for (const [name, text] of Object.entries(WORD_TEXTS)) {
		const found = invert(programs, (program) => words(fold(text(program))));
		Object.assign(sections, packWords(name, found, count), name === 'word' && packStems(found));
	}
	for (const sort of ORDER_NAMES) sections[`order.${sort}`] = sortedBy(sort, programs);
	return sections;
}

/** Makes the table of the stems of all words. The number of a word is its position in the table of words. */
function packStems(found: Inverted): Sections {
	const sorted = [...found.keys()].sort();
	return packTerms(
		'stem',
		invert(sorted, (word) => [stemOf(word)]),
		sorted.length,
	);
}

/** Returns the names of the categories, in the order of the table of their slugs. */
function categoryNames(programs: readonly PublishedProgram[]): string[] {
	const names = new Map(programs.flatMap(({ categories }) => categories.map(({ slug, name }) => [slug, name])));
	return [...names.keys()].sort().map((slug) => names.get(slug)!);
}

type Terms = (program: PublishedProgram) => Iterable<string>;

const TERMS: { readonly [name: string]: Terms } = {
	'compact-name': compactNames,
	'category-name': ({ categories }) => compactSet(categories.flatMap(({ slug, name }) => [slug, name])),
	'tag-name': ({ tags }) => compactSet(tags ?? []),
};

function* filterTerms(): Generator<readonly [name: string, terms: Terms]> {
	for (const [filter, row] of Object.entries(FILTERS)) {
		if (row.kind === 'term') yield [`filter.${filter}`, row.terms];
	}
}
