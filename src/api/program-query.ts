import { FIRST_EXPECTATION } from '../catalog/estimate.ts';
import type { EstimateOrder } from '../search/estimate-ranks.ts';
import type { CountedFilterName, FilterValues } from '../search/filter-names.ts';
import { FILTERS } from '../search/filters.ts';
import type { Query } from '../search/program-index.ts';
import { type AddedField, withFields } from './added-fields.ts';
import { listAnswer } from './answers.ts';
import type { EndpointRequest } from './endpoint.ts';
import { type PageRequest, pageRequest } from './page.ts';
import { MOST_FACET_VALUES, MOST_SLUGS, PROGRAM_PARAMETERS, readParameters } from './parameters.ts';
import { presentSlugs } from './present-slugs.ts';
import type { Answer } from './respond.ts';
import type { QueryPair } from './target.ts';

/** Answers with the programs that match the query. */
export function searchPrograms(request: EndpointRequest): Answer {
	const { directory } = request;
	const { query, page, facets, fields } = readProgramQuery(request.query);
	const { values, renamed } = presentSlugs({ ...query.filters, slugs: query.slugs }, directory);
	const { slugs, ...filters } = values;
	const search = { ...query, slugs, filters };
	const { total, items, suggestion, unknownValues } = directory.search(search);
	const shown = fields === undefined ? items : withFields(items, fields, directory);
	const counts = facets && directory.facets(search, facets, MOST_FACET_VALUES);
	return listAnswer(request, shown, total, page, { suggestion, unknownValues, renamed, facets: counts });
}

interface ProgramQuery {
	readonly query: Query;
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
		slugs,
		sort: name,
		price,
		churn,
		months,
		facets,
		fields,
		...values
	} = readParameters(PROGRAM_PARAMETERS, pairs);
	const page = pageRequest(slugs === undefined ? values : { per_page: MOST_SLUGS, ...values });
	const sort = name === 'estimate' ? estimateOrder(price, churn, months) : name;
	const filters: FilterValues = Object.fromEntries(Object.entries(values).filter(([name]) => name in FILTERS));
	return { query: { q, filters, slugs, sort, offset: page.offset, limit: page.perPage }, page, facets, fields };
}

function estimateOrder(
	price = FIRST_EXPECTATION.price,
	churn = FIRST_EXPECTATION.churn,
	months = FIRST_EXPECTATION.months,
): EstimateOrder {
	return { price, churn, months };
}
