import { API_FILTERS } from '../search/filters.ts';
import type { Query } from '../search/program-index.ts';
import { type PageRequest, pageRequest } from './page.ts';
import { PROGRAM_PARAMETERS, readParameters } from './parameters.ts';
import type { QueryPair } from './target.ts';

const API_FILTER_NAMES = Object.keys(API_FILTERS) as (keyof typeof API_FILTERS)[];

/** Reads the query of `GET /programs`. @throws ApiError INVALID_PARAMETER */
export function readProgramQuery(query: readonly QueryPair[]): { readonly query: Query; readonly page: PageRequest } {
	const values = readParameters(PROGRAM_PARAMETERS, query);
	const page = pageRequest(values);
	const filters = Object.fromEntries(API_FILTER_NAMES.map((name) => [name, values[name]]));
	return { query: { q: values.q, filters, sort: values.sort, offset: page.offset, limit: page.perPage }, page };
}
