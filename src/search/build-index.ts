/** Makes the sections of a `ProgramIndex` from programs. */
import type { PublishedProgram } from '../catalog/published.ts';
import { packPay } from './estimate-ranks.ts';
import { FILTERS, NUMBER_COLUMNS, type TermFilter } from './filters.ts';
import { invert, invertWords } from './invert.ts';
import { namePieces, sortedNames } from './name-index.ts';
import { ORDER_NAMES, sortedBy } from './order.ts';
import { packStrings, type Sections } from './sections.ts';
import { packTerms } from './term-table.ts';
import { fold } from './text.ts';
import { packWords } from './word-index.ts';

/**
 * Builds the index of the program search.
 *
 * @param programs all published programs in the default order. The number of a program is its position
 */
export function buildIndex(programs: readonly PublishedProgram[]): Sections {
	const count = programs.length;
	const names = programs.map((program) => fold(program.name));
	const sections: { [name: string]: Sections[string] } = {
		count: Uint32Array.of(count),
		names: packStrings(names),
		'names.sorted': sortedNames(names),
		...packWords('word', invertWords(programs.values().map(searchText)), count),
		...packWords('name-word', invertWords(names), count),
		...packTerms('name', invert(names, namePieces), count),
		...filterSections(programs),
		...packPay(programs),
	};
	for (const sort of ORDER_NAMES) {
		sections[`order.${sort}`] = sortedBy(sort, programs);
	}
	return sections;
}

/** The sections that the filters need. */
export function filterSections(programs: readonly PublishedProgram[]): Sections {
	const count = programs.length;
	const sections: { [name: string]: Sections[string] } = {};
	for (const [column, value] of Object.entries(NUMBER_COLUMNS)) {
		sections[`number.${column}`] = Float64Array.from(programs, (program) => value(program) ?? Number.NaN);
	}
	for (const [name, filter] of Object.entries(FILTERS)) {
		if (filter.kind !== 'term') continue;
		const { terms }: TermFilter = filter;
		Object.assign(sections, packTerms(`filter.${name}`, invert(programs, terms), count));
	}
	return sections;
}

/** The text that full-text search covers (decisions, `q`), one field per line. */
export function searchText(program: PublishedProgram): string {
	const categories = program.categories.map((category) => category.name);
	return [program.name, program.description, program.long_description, ...categories, program.organization.name].join(
		'\n',
	);
}
