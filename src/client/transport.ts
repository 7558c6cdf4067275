/** Sends requests with the API key, caches JSON responses with their entity tags, and retries temporary failures. */
import { ApiError } from './error.ts';
import { pause } from './pause.ts';
import { TagCache } from './tag-cache.ts';

export interface ClientOptions {
	/** The base address, which ends in `/v1`: `https://directory.example/v1`. */
	baseUrl: string;
	/** The API key. */
	key: string;
	/** How many times to retry a request after a network error, or after a status 429, 502, 503 or 504. Default: 3. */
	retries?: number | undefined;
	/** The longest `Retry-After` to wait for, in seconds. If the server asks for more, the request fails. Default: 60. */
	maxWait?: number | undefined;
	/** The maximum size of the response cache, in characters. 0 turns the cache off. The default is 2,000,000. */
	cacheSize?: number | undefined;
	/** The function that sends requests. The default is the global `fetch`. */
	fetch?: typeof fetch | undefined;
}

export interface RequestOptions {
	/** The signal that cancels the request, its retries, and the reading of its response. */
	signal?: AbortSignal | undefined;
}

/** Statuses of temporary failures. The last three often come from a proxy. */
const PASSING = [429, 502, 503, 504];

export class Transport {
	readonly #options: ClientOptions;
	readonly #base: string;
	readonly #cache: TagCache;

	constructor(options: ClientOptions) {
		this.#options = options;
		this.#base = new URL(options.baseUrl).href.replace(/\/$/, '');
		if (!this.#base.endsWith('/v1')) throw new TypeError('The base address must end in /v1.');
		this.#cache = new TagCache(options.cacheSize ?? 2_000_000);
	}

	/** Requests JSON. If the server says that a cached response is unchanged, the response is not transferred again. */
	async json(path: string, query: URLSearchParams, { signal }: RequestOptions) {
		const target = `${path}?${query}`.replace(/\?$/, '');
		const kept = this.#cache.get(target);
		const condition: HeadersInit = kept === undefined ? {} : { 'If-None-Match': kept.tag };
		const { headers, received } = await this.send(target, condition, signal, async (response) => ({
			headers: response.headers,
			received: response.status === 304 ? kept!.text : await response.text(),
		}));
		this.#cache.set(target, headers.get('ETag'), received);
		return { body: JSON.parse(received), headers };
	}

	/**
	 * Sends a request. Sends it again after a temporary failure.
	 *
	 * @param read reads the response. If reading fails, the request is sent again
	 * @throws ApiError if the API responds with an error, or the error of `fetch` if there is no response
	 */
	async send<T>(
		target: string,
		headers: HeadersInit,
		signal: AbortSignal | undefined,
		read: (response: Response) => T | Promise<T>,
	): Promise<T> {
		const { key, fetch: send = fetch, retries = 3, maxWait = 60 } = this.#options;
		const sent = new Headers(headers);
		sent.set('X-API-Key', key);
		for (let attempt = 0; ; attempt++) {
			let failure: unknown;
			let seconds: number | undefined;
			try {
				// Do not follow redirects, because another server must not get the key.
				const init: RequestInit = { headers: sent, redirect: 'manual', signal: signal ?? null };
				const response = await send(this.#base + target, init);
				if (response.ok || response.status === 304) return await read(response);
				failure = new ApiError(response, await response.json().catch(() => undefined));
			} catch (error) {
				signal?.throwIfAborted();
				failure = error;
			}
			if (failure instanceof ApiError) {
				seconds = failure.retryAfter;
				if (!PASSING.includes(failure.status)) throw failure;
			}
			if (attempt >= retries || (seconds ?? 0) > maxWait) throw failure;
			// The waiting times are random, so that clients whose requests failed at the same time do not retry together.
			const random = Math.random();
			await pause(seconds === undefined ? 2 ** attempt * (0.5 + random / 2) : seconds + random / 2, signal);
		}
	}
}
