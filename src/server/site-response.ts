/** Makes the website's responses: content, plain text and redirects. */
import type { Client } from '../api/limits/fair-queue.ts';
import type { Content } from '../shared/http/content.ts';
import { contentResponse, type HttpResponse } from '../shared/http/response.ts';
import type { PrivateRequest } from './private-request.ts';

export interface SiteRequest {
	readonly method: string;
	/** The path and query, as the client sent them. */
	readonly target: string;
	/** Returns the value of a header, given its name in lower case. */
	header(name: string): string | undefined;
	readonly client: Client;
	privateRequest(): PrivateRequest;
}

/** The status of a response, the value of its `Cache-Control` header, and further headers. */
export interface ResponseHead {
	readonly status: number;
	readonly caching: string;
	readonly headers?: readonly string[];
}

/** Makes a response with content, or a 304 if the client already has it. */
export function siteResponse(request: SiteRequest, content: Content, head: ResponseHead): HttpResponse {
	const { status, caching, headers = [] } = head;
	const vary = content.use === undefined ? [] : ['Vary', 'Accept-Encoding'];
	return contentResponse(request, content, status, ['Cache-Control', caching, ...vary, ...headers]);
}

export function plain(
	text: string,
	{ status, caching, headers = [] }: ResponseHead,
): HttpResponse & { readonly body: Buffer } {
	const body = Buffer.from(`${text}\n`);
	// biome-ignore format: a name and its value on each line
	const own = [
		'Cache-Control', caching,
		'Content-Type', 'text/plain; charset=utf-8',
		'Content-Length', String(body.length),
	];
	return { status, headers: [...own, ...headers], body };
}

/** Redirects the client permanently to another address. */
export function redirect(address: string, caching: string): HttpResponse {
	return plain('This page has moved.', { status: 308, caching, headers: ['Location', address] });
}
