import { COUNTRIES } from '../../src/catalog/countries.ts';
import type { FilterName } from '../../src/search/filter-names.ts';
import { FILTERS } from '../../src/search/filters.ts';
import { splitWords } from '../../src/shared/text.ts';

/** Returns two texts that a client can send as values of a filter. */
export function textsOf(name: FilterName): readonly [string, string] {
	const found = splitWords('1 0 true checked imported automatic manual exact from open closed')
		.concat('hybrid', 'tiered', COUNTRIES)
		.filter((text) => FILTERS[name].schema.safeParse(text).success);
	return [found[0]!, found[1] ?? found[0]!];
}
