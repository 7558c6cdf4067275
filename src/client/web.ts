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
