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

/**
 * The types of the web's own classes in the client's options and results. A project has them from TypeScript's DOM
 * library or from the types of Node.js. Without either, they have only the members that are declared here.
 */

/** The type of a global class's instances. */
type InstanceOf<Name extends string, Otherwise> = typeof globalThis extends {
	readonly [name in Name]: { readonly prototype: infer Instance };
}
	? Instance
	: Otherwise;

/** A response, as `fetch` returns it. */
export type WebResponse = InstanceOf<
	'Response',
	{
		readonly ok: boolean;
		readonly status: number;
		readonly headers: WebHeaders;
		readonly body: AsyncIterable<Uint8Array> | null;
		arrayBuffer(): Promise<ArrayBuffer>;
		text(): Promise<string>;
		json(): Promise<unknown>;
	}
>;

/** A signal that stops requests. */
export type WebSignal = InstanceOf<'AbortSignal', { readonly aborted: boolean; readonly reason: unknown }>;

export interface WebHeaders {
	get(name: string): string | null;
}

/** The options with which the client calls `fetch`. */
export interface FetchOptions {
	/** The default is GET. */
	method?: string;
	/** JSON. */
	body?: string;
	headers: { [name: string]: string };
	redirect: 'manual';
	signal: WebSignal | null;
}

/** The announcement that the API will remove something that a request uses. */
export interface DeprecationNotice {
	/** The address of the request. */
	url: string;
	/** When the removal was announced: the time in the header `Deprecation`. */
	deprecatedAt: Date | undefined;
	/** When it stops working: the time in the header `Sunset`. */
	sunsetAt: Date | undefined;
	/** The address of a page that says what is removed, and what replaces it. */
	link: string | undefined;
}
