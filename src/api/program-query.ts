/** The search for programs: `GET /programs`. */
import { type Expectation, FIRST_EXPECTATION } from '../catalog/estimate.ts';
import type { CountedFilterName, FilterValues } from '../search/filter-names.ts';
import { FILTERS } from '../search/filters.ts';
import type { UnderstoodFilter, WordMatches } from '../search/intent/understood.ts';
import { RELEVANCE } from '../search/order.ts';
import type { Query } from '../search/program-index.ts';
import { type AddedField, withFields } from './added-fields.ts';
import type { EndpointRequest } from './endpoint.ts';
import { listAnswer, type PageRequest, pageRequest, type RenamedValue } from './page.ts';
import { MOST_FACET_VALUES, MOST_SLUGS, PROGRAM_PARAMETERS, readParameters } from './parameters.ts';
import type { ReleaseData } from './release-data.ts';
import type { Answer } from './respond.ts';
import type { QueryPair } from './target.ts';

export function searchPrograms(request: EndpointRequest): Answer {
	const { release } = request;
	const { query: sent, intent, page, facets, fields } = readProgramQuery(request.query);
	const { query, read } = intent && sent.q !== undefined ? byIntent(sent, sent.q, release) : { query: sent };
	const { values, renamed } = presentSlugs({ ...query.filters, slugs: query.slugs }, release);
	const { slugs, ...filters } = values;
	const search = { ...query, slugs, filters };
	const { total, items, words, suggestion, unknownValues } = release.search(search);
	const understood = read && { filters: read, q: query.q ?? '', ...(words && wordCounts(words)) };
	const shown = fields === undefined ? items : withFields(items, fields, release);
	const counts = facets && release.facets(search, facets, MOST_FACET_VALUES);
	return listAnswer(request, shown, total, page, { suggestion, understood, unknownValues, renamed, facets: counts });
}

interface ProgramQuery {
	readonly query: Query;
	/** Whether to read the search text as the website does. */
	readonly intent: boolean;
	readonly page: PageRequest;
	/** The filters whose values are counted, if there are any. */
	readonly facets: readonly CountedFilterName[] | undefined;
	/** The fields that are added to each item, if there are any. */
	readonly fields: readonly AddedField[] | undefined;
}

/** Reads the query of `GET /programs`. @throws ApiError INVALID_PARAMETER */
export function readProgramQuery(pairs: readonly QueryPair[]): ProgramQuery {
	const {
		q,
		intent = false,
		slugs,
		sort: name,
		price,
		customers,
		churn,
		months,
		facets,
		fields,
		...values
	} = readParameters(PROGRAM_PARAMETERS, pairs);
	const page = pageRequest(slugs === undefined ? values : { per_page: MOST_SLUGS, ...values });
	const sort = name === 'estimate' ? expectation(price, customers, churn, months) : name;
	const filters: FilterValues = Object.fromEntries(Object.entries(values).filter(([name]) => name in FILTERS));
	const query = { q, filters, slugs, sort, offset: page.offset, limit: page.perPage };
	return { query, intent, page, facets, fields };
}

/**
 * Reads the words of a search text that stand for filters. The filters of the query win over them.
 *
 * @returns the query that is meant, and the filters that words stand for
 */
function byIntent(query: Query, q: string, release: ReleaseData) {
	const { filters, words } = release.understand(q);
	const read = filters.filter(({ name }) => query.filters?.[name] === undefined);
	const values = Object.fromEntries(read.map(({ name, value }) => [name, FILTERS[name].schema.parse(value)]));
	const meant = { q: words || undefined, byIntent: true, filters: { ...values, ...query.filters } };
	return { query: { ...query, ...meant, sort: query.sort ?? RELEVANCE.name }, read: read.map(readFilter) };
}

const readFilter = ({ name, value, words }: UnderstoodFilter) => ({ parameter: name, value, words });

const wordCounts = ({ all, some, none }: WordMatches) => ({
	with_all_words: all,
	with_some_words: some,
	unknown_words: none,
});

function expectation(
	price = FIRST_EXPECTATION.price,
	customers = FIRST_EXPECTATION.customers,
	churn = FIRST_EXPECTATION.churn,
	months = FIRST_EXPECTATION.months,
): Expectation {
	return { price, customers, churn, months };
}

/** The parameters whose values are slugs, and the records that they name. */
const COLLECTIONS = {
	category: 'categories',
	organization: 'organizations',
	similar_to: 'programs',
	slugs: 'programs',
} as const;
type Naming = keyof typeof COLLECTIONS;

/**
 * Replaces the former slugs of renamed and merged records in the values of parameters. All other values stay as they are,
 * also unknown slugs.
 */
export function presentSlugs<V extends { readonly [name in Naming]?: string | readonly string[] | undefined }>(
	values: V,
	release: Pick<ReleaseData, 'resource' | 'redirect' | 'search'>,
): { readonly values: V; readonly renamed: readonly RenamedValue[] } {
	const renamed: RenamedValue[] = [];
	const present: { [name: string]: unknown } = {};
	for (const parameter of Object.keys(COLLECTIONS) as Naming[]) {
		const given = values[parameter];
		if (given === undefined || areListed(parameter, [given].flat(), release)) continue;
		const slugs = [given].flat().map((value) => {
			const now = release.redirect(`/${COLLECTIONS[parameter]}/${value}`);
			if (now == null) return value;
			renamed.push({ parameter, value, now });
			return now;
		});
		present[parameter] = Array.isArray(given) ? slugs : slugs[0];
	}
	return { values: { ...values, ...present }, renamed };
}

/** Whether all records exist. This is faster than looking for redirects, and nearly all requests name existing records. */
function areListed(
	parameter: Naming,
	slugs: readonly string[],
	release: Pick<ReleaseData, 'resource' | 'search'>,
): boolean {
	if (parameter === 'slugs') return release.search({ slugs, offset: 0, limit: 0 }).total === new Set(slugs).size;
	return slugs.every((slug) => release.resource(`/${COLLECTIONS[parameter]}/${slug}`) !== undefined);
}
