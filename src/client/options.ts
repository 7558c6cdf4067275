import type { DeprecationNotice } from './deprecation-notice.ts';
import type { FetchOptions, WebResponse, WebSignal } from './web.ts';

export interface ClientOptions {
	/** The base address, which ends in `/v1`: `https://directory.example/v1`. */
	baseUrl: string;
	key: string;
	/**
	 * How many times to retry a request after a network error, or after a status 429, 500, 502, 503 or 504. Default: 3.
	 */
	retries?: number | undefined;
	/** The longest `Retry-After` to wait for, in seconds. If the server asks for more, the request fails. Default: 60. */
	maxWait?: number | undefined;
	/** The maximum size of the response cache, in characters. 0 turns the cache off. The default is 2,000,000. */
	cacheSize?: number | undefined;
	/** Called for each response that announces a removal, in its `Deprecation` or `Sunset` header. */
	onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
	/** The function that sends requests. The default is the global `fetch`. */
	fetch?: ((address: string, options: FetchOptions) => Promise<WebResponse>) | undefined;
}

export interface RequestOptions {
	/** The signal that cancels the request, its retries, and the reading of its response. */
	signal?: WebSignal | undefined;
}

export interface FileOptions extends RequestOptions {
	/** Additional request headers, such as `If-None-Match` or `Range`. */
	headers?: { readonly [name: string]: string } | undefined;
}

export interface WriteOptions extends RequestOptions {
	/**
	 * The `Idempotency-Key`, with which the server does the request only once, even if it is sent several times. The
	 * default is a new one for each call, which also covers the retries of this client.
	 */
	idempotencyKey?: string | undefined;
	/** The `ETag` of the record when you read it. If the record has changed since, the call throws an error (412). */
	ifMatch?: string | undefined;
}
