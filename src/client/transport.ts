/** Sends requests with the API key, caches JSON responses with their entity tags, and retries temporary failures. */
import { ApiError, httpDate } from './error.ts';
import type {
	ClientOptions,
	DeprecationNotice,
	FetchOptions,
	RequestOptions,
	WebHeaders,
	WebResponse,
	WebSignal,
	WriteOptions,
} from './options.ts';

/** The statuses of failures that can be temporary. 502 and 504 come from a proxy. */
export const RETRIED: readonly number[] = [429, 500, 502, 503, 504];

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
		const condition: { readonly [name: string]: string } = kept === undefined ? {} : { 'If-None-Match': kept.tag };
		const { headers, received } = await this.send(target, condition, signal, async (response) => ({
			headers: response.headers,
			received: response.status === 304 ? kept!.text : await response.text(),
		}));
		this.#cache.set(target, headers.get('ETag'), received);
		return { body: JSON.parse(received), headers };
	}

	/** Sends a request that changes something, and reads the JSON of its response. */
	async change(method: string, path: string, body: object | undefined, options: WriteOptions) {
		const { signal, idempotencyKey = crypto.randomUUID(), ifMatch } = options;
		const headers = {
			'Idempotency-Key': idempotencyKey,
			...(ifMatch !== undefined && { 'If-Match': ifMatch }),
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		};
		const sent = body === undefined ? { method } : { method, body: JSON.stringify(body) };
		return JSON.parse(await this.send(path, headers, signal, (response) => response.text(), sent));
	}

	/**
	 * Sends a request. Sends it again after a temporary failure.
	 *
	 * @param read reads the response. If reading fails, the request is sent again
	 * @throws ApiError if the API responds with an error, or the error of `fetch` if there is no response
	 */
	async send<T>(
		target: string,
		headers: { readonly [name: string]: string },
		signal: WebSignal | undefined,
		read: (response: WebResponse) => T | Promise<T>,
		content: Pick<FetchOptions, 'method' | 'body'> = {},
	): Promise<T> {
		const { key, fetch: send = fetch, retries = 3, maxWait = 60, onDeprecation } = this.#options;
		const address = this.#base + target;
		const sent = new Headers(headers);
		sent.set('X-API-Key', key);
		for (let attempt = 0; ; attempt++) {
			let failure: unknown;
			let seconds: number | undefined;
			let notice: DeprecationNotice | undefined;
			try {
				// Do not follow redirects, because another server must not get the key.
				const options = {
					...content,
					headers: Object.fromEntries(sent),
					redirect: 'manual',
					signal: signal ?? null,
				} as const;
				const response = await send(address, options);
				notice = deprecationNotice(address, response.headers);
				if (response.ok || response.status === 304) return await read(response);
				failure = new ApiError(response, await response.json().catch(() => undefined));
			} catch (error) {
				signal?.throwIfAborted();
				failure = error;
			} finally {
				// Not within the block above, so that an error of the function is thrown and does not cause a retry.
				if (notice !== undefined) onDeprecation?.(notice);
			}
			if (failure instanceof ApiError) {
				seconds = failure.retryAfter;
				if (!RETRIED.includes(failure.status)) throw failure;
			}
			if (attempt >= retries || (seconds ?? 0) > maxWait) throw failure;
			// The waiting times are random, so that clients whose requests failed at the same time do not retry together.
			const random = Math.random();
			await pause(seconds === undefined ? 2 ** attempt * (0.5 + random / 2) : seconds + random / 2, signal);
		}
	}
}

/** Waits for a number of seconds. @throws the signal's reason as soon as the signal aborts */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal!.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		}, seconds * 1000);
		if (signal?.aborted) stop();
		else signal?.addEventListener('abort', stop, { once: true });
	});
}

interface Entry {
	readonly tag: string;
	readonly text: string;
}

/** Caches response bodies and their entity tags by address. Drops the least recently used bodies when it is full. */
export class TagCache {
	readonly #entries = new Map<string, Entry>();
	readonly #most: number;
	#size = 0;

	/** @param most the maximum length of all bodies together, in characters */
	constructor(most: number) {
		this.#most = most;
	}

	get(url: string): Entry | undefined {
		return this.#entries.get(url);
	}

	/** Caches a body that was just received or used, if it has a tag and is not too long for the cache. */
	set(url: string, tag: string | null, text: string): void {
		this.#drop(url);
		if (tag === null || text.length > this.#most) return;
		this.#entries.set(url, { tag, text });
		this.#size += text.length;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#most) break;
			this.#drop(oldest);
		}
	}

	#drop(url: string): void {
		this.#size -= this.#entries.get(url)?.text.length ?? 0;
		this.#entries.delete(url);
	}
}

/** Reads the announcement in a response (RFC 9745, RFC 8594). Returns undefined if there is none. */
function deprecationNotice(url: string, headers: WebHeaders): DeprecationNotice | undefined {
	const deprecation = headers.get('Deprecation');
	const sunset = headers.get('Sunset');
	if (deprecation === null && sunset === null) return undefined;
	const [, seconds] = /^@(-?\d+)/.exec(deprecation ?? '') ?? [];
	const [, link] = /<([^>]*)>[^,]*; *rel="?(?:deprecation|sunset)\b/.exec(headers.get('Link') ?? '') ?? [];
	return {
		url,
		deprecatedAt: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
		sunsetAt: httpDate(sunset),
		link,
	};
}
