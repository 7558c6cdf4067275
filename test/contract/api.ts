/**
 * Clients of the API: one that sends paths, methods and headers unchanged, and the typed client. Both throw an error if
 * a response is not as documented, so no test ever gets such a response.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ClientOptions, DirectoryClient } from '../../src/client/index.ts';
import { requestOnce } from '../support/raw-http.ts';
import { checkDocumented } from './documented.ts';

export interface Ask {
	/** The API key; null for none. */
	readonly key?: string | null;
	readonly method?: string;
	readonly headers?: { readonly [name: string]: string };
	/** The JSON value to send. */
	readonly json?: unknown;
	/** The bytes to send instead. */
	readonly content?: string;
}

export interface Answer {
	readonly status: number;
	/** The headers by lower-case name. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: Buffer;
}

export interface Api {
	readonly name: string;
	readonly port: number;
	/** Requests a path, relative to the base address. */
	get(path: string, ask?: Ask): Promise<Answer>;
	/** The JSON at a path; throws unless the status is 200. */
	json(path: string): Promise<ReturnType<typeof jsonOf>>;
	/** The messages for a refused query, by parameter. */
	refusal(path: string): Promise<{ readonly [parameter: string]: string }>;
	/** The typed client. */
	readonly client: DirectoryClient;
	/** Another typed client. */
	clientWith(options: Partial<ClientOptions>): DirectoryClient;
}

/** @param key the key to send if a test specifies none */
export function apiAt(name: string, port: number, key: string): Api {
	async function get(path: string, ask: Ask = {}): Promise<Answer> {
		const sent = ask.key === undefined ? key : ask.key;
		const content = ask.content ?? (ask.json === undefined ? undefined : JSON.stringify(ask.json));
		const headers = Object.entries({
			...(sent === null ? {} : { 'X-API-Key': sent }),
			...(content !== undefined && {
				'Content-Type': 'application/json',
				'Content-Length': `${Buffer.byteLength(content)}`,
			}),
			...ask.headers,
		});
		const lines = headers.map(([name, value]) => `${name}: ${value}`);
		const [method, target] = [ask.method ?? 'GET', `/v1${path}`] as const;
		const answer = await requestOnce(port, method, target, lines, content);
		checkDocumented(method, target, answer, decoded(answer).toString());
		return answer;
	}
	const clientWith = (options: Partial<ClientOptions>) =>
		new DirectoryClient({ baseUrl: `http://127.0.0.1:${port}/v1`, key, fetch: fetchDocumented, ...options });
	return {
		name,
		port,
		get,
		client: clientWith({}),
		clientWith,
		async json(path) {
			const answer = await get(path);
			if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
			return jsonOf(answer);
		},
		async refusal(path) {
			const answer = await get(path);
			const { code, details }: { code: string; details: { parameter: string; message: string }[] } = jsonOf(answer);
			if (code !== 'INVALID_PARAMETER') throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
			return Object.fromEntries(details.map(({ parameter, message }) => [parameter, message]));
		},
	};
}

/** The `fetch` of the typed client. */
export const fetchDocumented: typeof fetch = async (input, init) => {
	const response = await fetch(input, init);
	const { pathname, search } = new URL(String(input));
	const answer = { status: response.status, headers: new Map(response.headers), body: Buffer.alloc(0) };
	checkDocumented(init?.method ?? 'GET', pathname + search, answer, await response.clone().text());
	return response;
};

/** The JSON value of a body in any encoding. */
export function jsonOf(answer: Answer) {
	return JSON.parse(decoded(answer).toString());
}

/** The body without compression. */
export function decoded({ status, headers, body }: Answer): Buffer {
	// A response to HEAD names the encoding of the body that it lacks. A part of an encoded file cannot be decoded.
	if (body.length === 0 || status === 206) return body;
	const encoding = headers.get('content-encoding');
	if (encoding === 'br') return brotliDecompressSync(body);
	return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** The slugs or IDs of the items of a list. */
export function keysOf(list: { readonly data: readonly { slug?: string; id?: string }[] }): string[] {
	return list.data.map(({ slug, id }) => (slug ?? id)!);
}

/** Adds parameters to a path. */
export function withParameters(path: string, parameters: string): string {
	return `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

/** All items of a paginated list, page after page. */
export async function allItems(api: Api, path: string, perPage: number) {
	const items = [];
	for (let page = 1; ; page++) {
		const list = await api.json(withParameters(path, `per_page=${perPage}&page=${page}`));
		items.push(...list.data);
		if (!list.pagination.has_more) return items;
		if (list.data.length === 0) throw new Error(`${path} has no items on page ${page}, and still more to come`);
	}
}
