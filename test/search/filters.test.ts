import { describe, expect, test } from 'vitest';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { canRepeat, FILTER_NAMES } from '../../src/search/filter-names.ts';
import { FILTERS } from '../../src/search/filters.ts';
import { textsOf } from '../support/filter-values.ts';

const filtersOf = (query: string) => readProgramQuery(parseQuery(query)).query.filters;

describe('FILTERS', () => {
	test.each(FILTER_NAMES)('are parameters of the API: %s', (name) => {
		const [text] = textsOf(name);
		expect(filtersOf(`${name}=${text}`)).toEqual({ [name]: FILTERS[name].schema.parse(text) });
	});

	test.each(FILTER_NAMES)('can have several values if they compare words: %s', (name) => {
		const [first, second] = textsOf(name);
		const query = `${name}=${first}&${name}=&${name}=${second}`;
		if (canRepeat(name)) expect(filtersOf(query)).toEqual({ [name]: [first, second] });
		else expect(() => filtersOf(query)).toThrow('not valid');
		const isText = typeof FILTERS[name].schema.parse(first) === 'string';
		expect(canRepeat(name)).toBe(isText);
	});
});
