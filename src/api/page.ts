/**
 * Answers with a page of a list: the JSON around its items, and its links (RFC 8288). See interface 2.6 and 2.7, and
 * decisions, pagination object.
 */
import type { UnknownValue } from '../search/unknown-values.ts';
import { type Content, jsonContent, tagOf } from '../shared/http/content.ts';
import { type EndpointRequest, FRESH } from './endpoint.ts';
import { notFound } from './not-found.ts';
import { DEFAULT_PER_PAGE, type pagination, readParameters } from './parameters.ts';
import { type FacetValues, type Items, NO_ITEMS } from './release-data.ts';
import type { Answer } from './respond.ts';
import { BASE_PATH, type QueryPair } from './target.ts';

export interface PageRequest {
	readonly page: number;
	readonly perPage: number;
	/** The number of items before the page. */
	readonly offset: number;
}

export function pageRequest(values: {
	readonly page?: number | undefined;
	readonly per_page?: number | undefined;
}): PageRequest {
	const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = values;
	return { page, perPage, offset: (page - 1) * perPage };
}

/** A former slug in a parameter, and the slug that the record has now. */
export interface RenamedValue {
	readonly parameter: 'category' | 'organization' | 'similar_to' | 'slugs';
	readonly value: string;
	readonly now: string;
}

/** Optional parts of a page of search results. */
export interface PageExtras {
	/** A similar search text with results, if the list is empty. */
	readonly suggestion?: string | undefined;
	/** How the search text was read, in the form of the API. */
	readonly understood?: object | undefined;
	/** The values of filters that no program has. */
	readonly unknownValues?: readonly UnknownValue[] | undefined;
	/** The former slugs in the query, which were replaced. */
	readonly renamed?: readonly RenamedValue[] | undefined;
	readonly facets?: FacetValues | undefined;
}

/** Answers with a page of the prebuilt list at the path. */
export function getPage(request: EndpointRequest): Answer {
	const { endpoint, path, query, release } = request;
	const list = release.list(path.text);
	if (list === undefined) throw notFound(request);
	const page = pageRequest(readParameters(endpoint.parameters as ReturnType<typeof pagination>, query));
	const items = page.offset < list.total ? list.items(page.offset, page.perPage) : NO_ITEMS;
	return listAnswer(request, items, list.total, page);
}

/** Answers with some items of a list as its page. */
export function listAnswer(
	{ endpoint, path, query, context }: EndpointRequest,
	items: Items,
	total: number,
	page: PageRequest,
	extras?: PageExtras,
): Answer {
	const link = linkHeader(`${context.siteUrl}${BASE_PATH}${path.text}`, query, total, page);
	return {
		status: 200,
		content: listBody(items, total, page, extras),
		caching: endpoint.caching ?? FRESH,
		headers: ['Link', link],
	};
}

const START = '{"data":[';

/** Returns the content of a page. It contains the prebuilt items, followed by `meta`, `pagination` and the facets. */
function listBody(
	items: Items,
	total: number,
	page: PageRequest,
	{ suggestion, understood, unknownValues = [], renamed = [], facets }: PageExtras = {},
): Content {
	const { meta, pagination } = positionOf(items.count, total, page);
	const found = {
		did_you_mean: suggestion,
		understood,
		unknown_values: unknownValues.length > 0 ? unknownValues : undefined,
		renamed: renamed.length > 0 ? renamed : undefined,
	};
	const end = `],${JSON.stringify({ meta: { ...meta, ...found }, pagination, facets }).slice(1)}`;
	const body = Buffer.allocUnsafe(START.length + items.length + Buffer.byteLength(end));
	body.write(START, 'latin1');
	items.copyTo(body, START.length);
	body.write(end, START.length + items.length);
	return jsonContent(body, 'once', tagOf(items.tag + end));
}

/** Returns the body of a page whose items are not prebuilt. */
export function pageBody(data: readonly object[], total: number, page: PageRequest): object {
	return { data, ...positionOf(data.length, total, page) };
}

/** Returns where a page is in its list. @param count the number of items on the page */
export function positionOf(count: number, total: number, { page, perPage, offset }: PageRequest) {
	return {
		meta: { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) },
		pagination: { page, per_page: perPage, has_more: offset + count < total },
	};
}

/**
 * Returns the `Link` header of a page.
 *
 * @param address the absolute address of the list, without a query
 * @param query the request's query. The links keep all its parameters except `page` and empty ones
 */
export function linkHeader(
	address: string,
	query: readonly QueryPair[],
	total: number,
	{ page, perPage }: PageRequest,
): string {
	let kept = '';
	for (const { name, value } of query) {
		if (name !== 'page' && value !== '') kept += `${encodeURIComponent(name)}=${encodeURIComponent(value!)}&`;
	}
	const last = Math.max(1, Math.ceil(total / perPage));
	const link = (number: number, relation: string) => `<${address}?${kept}page=${number}>; rel="${relation}"`;
	let links = link(1, 'first');
	if (page > 1) links += `, ${link(Math.min(page - 1, last), 'prev')}`;
	if (page < last) links += `, ${link(page + 1, 'next')}`;
	return `${links}, ${link(last, 'last')}`;
}
