import { OPERATIONS } from './api.ts';
import { List, type Page } from './list.ts';
import type { Methods } from './methods.ts';
import type { Operation } from './operation.ts';
import type { ClientOptions, FileOptions, RequestOptions, WriteOptions } from './options.ts';
import { RecordFile } from './record-file.ts';
import { Sync } from './sync.ts';
import { Transport } from './transport.ts';

export interface DirectoryClient extends Methods {}

/** A client for the API. It has a method for each operation in the OpenAPI document, with the same name, and `sync`. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the block below adds the methods of the interface
export class DirectoryClient {
	static {
		for (const [name, operation] of Object.entries(OPERATIONS)) {
			const value = function (this: DirectoryClient, ...values: unknown[]) {
				return this.#call(operation, values);
			};
			Object.defineProperty(DirectoryClient.prototype, name, { value });
		}
	}

	readonly #transport: Transport;

	/** @throws TypeError if `baseUrl` is not an address that ends in `/v1` */
	constructor(options: ClientOptions) {
		this.#transport = new Transport(options);
	}

	/**
	 * Reads the changes since a snapshot. Pass the `snapshot` of a page, of an exported file or of the previous sync. You
	 * can also pass a date such as `2026-11-20` (00:00 UTC) or a time such as `2026-11-20T09:30:00Z`.
	 *
	 * If reading throws an ApiError with the code `SNAPSHOT_GONE`, your copy is too old. Make a new copy from the
	 * exported files.
	 */
	sync(since: string, options: RequestOptions = {}): Sync {
		return new Sync(since, this.listChanges({ since }, options));
	}

	/** @param values the values for the path, then the query or the body if the operation takes one, then the options */
	#call(operation: Operation, values: unknown[]): unknown {
		const path = operation.path.replace(/:\w+/g, () => segment(values.shift() as string));
		const input = operation.takes === undefined ? undefined : (values.shift() as object | undefined);
		const options = values.shift() ?? {};
		if (operation.method !== undefined) return this.#change(operation.method, path, input, options);
		const query = parametersOf(input ?? {});
		if (operation.returns === 'data') return this.#get(path, query, options);
		if (operation.returns === 'list') return this.#list(path, query, options, operation);
		return this.#file(path, options, operation);
	}

	async #change(method: string, path: string, body: object | undefined, options: WriteOptions): Promise<unknown> {
		return (await this.#transport.change(method, path, body, options)).data;
	}

	async #get(path: string, query: URLSearchParams, options: RequestOptions): Promise<unknown> {
		return (await this.#transport.json(path, query, options)).body.data;
	}

	#list(path: string, query: URLSearchParams, options: RequestOptions, { most, isPinned }: Operation): List<unknown> {
		return new List(query, most!, async (parameters) => {
			const { body, headers } = await this.#transport.json(path, parameters, options);
			const page: Page<unknown> = { ...body, snapshot: headers.get('X-Snapshot') };
			const [, address] = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
			// Use only the query of the address, so that the key is never sent to another server.
			const next = address === undefined ? undefined : new URL(address, 'https://any.example').searchParams;
			if (isPinned) next?.set('snapshot', page.snapshot);
			return { page, next };
		});
	}

	async #file(path: string, { headers = {}, signal }: FileOptions, { returns }: Operation): Promise<unknown> {
		const response = await this.#transport.send(path, headers, signal, (received) => received);
		if (returns === 'records') return new RecordFile(response);
		return returns === 'content' ? response.json() : response;
	}
}

/** Encodes a slug or an ID for use in a path. */
function segment(key: string): string {
	if (/^\.*$/.test(key)) throw new TypeError(`“${key}” is not a slug or an ID.`);
	return encodeURIComponent(key);
}

/** Writes a query. A list becomes one parameter for each value. */
function parametersOf(query: object): URLSearchParams {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return new URLSearchParams(given.flatMap(([name, value]) => [value].flat().map((one) => [name, one])));
}
