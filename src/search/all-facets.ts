import type { PublishedProgram } from '../catalog/published.ts';
import { fillAll, wordsFor } from './bitset.ts';
import { filterSections } from './build-index.ts';
import { countNumbers, countTerms, FACET_STEPS, type Facets, placesBySize } from './facets.ts';
import { COUNTED_FILTER_NAMES, NUMBER_COLUMN_NAMES } from './filters.ts';
import { RangeIndex } from './range-index.ts';
import { TermTable } from './term-table.ts';

/** The facets of a search without text and filters. This works without the index of words, which takes long to build. */
export function allFacets(programs: readonly PublishedProgram[]): Facets {
	const sections = filterSections(programs);
	const all = new Uint32Array(wordsFor(programs.length));
	fillAll(all, programs.length);
	const terms = COUNTED_FILTER_NAMES.map((name) => {
		const table = new TermTable(sections, `filter.${name}`, programs.length);
		return [name, countTerms(table, placesBySize(table), all)];
	});
	const numbers = NUMBER_COLUMN_NAMES.map((name) => [
		name,
		countNumbers(new RangeIndex(sections[`number.${name}`] as Float64Array), FACET_STEPS[name], all),
	]);
	return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
}
