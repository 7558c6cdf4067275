/** A page of a list: its envelope (interface 2.6, 2.7; decisions "pagination object") and its links (RFC 8288). */
import { tagOf } from '../tag.ts';
import type { Body } from './directory.ts';
import { DEFAULT_PER_PAGE } from './parameters.ts';
import { parseQuery } from './target.ts';

export interface PageRequest {
	readonly page: number;
	readonly perPage: number;
	/** How many items come before the page. */
	readonly offset: number;
}

/** The page that a request asks for. */
export function pageRequest(values: { readonly page?: number; readonly per_page?: number }): PageRequest {
	const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = values;
	return { page, perPage, offset: (page - 1) * perPage };
}

const START = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

/** The list response of a page: the items' own bytes between the brackets, then both pagination objects. */
export function listBody(items: readonly Body[], total: number, { page, perPage, offset }: PageRequest): Body {
	const meta = JSON.stringify({ page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) });
	const pagination = JSON.stringify({ page, per_page: perPage, has_more: offset + items.length < total });
	const end = `],"meta":${meta},"pagination":${pagination}}`;
	const chunks: Buffer[] = [START];
	let tags = end;
	for (const { body, tag } of items) {
		if (chunks.length > 1) chunks.push(COMMA);
		chunks.push(body);
		tags += tag;
	}
	chunks.push(Buffer.from(end));
	return { body: Buffer.concat(chunks), tag: tagOf(tags) };
}

/**
 * The header `Link` of a page.
 *
 * @param address of the list, absolute, without a query
 * @param query as it was sent: everything but the page is kept
 */
export function linkHeader(address: string, query: string, total: number, { page, perPage }: PageRequest): string {
	const kept = parseQuery(query)
		.filter(({ name, value }) => name !== 'page' && value !== '')
		.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value!)}&`)
		.join('');
	const last = Math.max(1, Math.ceil(total / perPage));
	const links = [link(1, 'first')];
	if (page > 1) links.push(link(Math.min(page - 1, last), 'prev'));
	if (page < last) links.push(link(page + 1, 'next'));
	links.push(link(last, 'last'));
	return links.join(', ');

	function link(number: number, relation: string): string {
		return `<${address}?${kept}page=${number}>; rel="${relation}"`;
	}
}
