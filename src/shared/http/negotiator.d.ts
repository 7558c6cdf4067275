declare module 'negotiator' {
	/** Chooses the best option for a client, based on the client's `Accept-…` headers (RFC 9110, 12.5). */
	export default class Negotiator {
		constructor(request: { headers: { readonly [name: string]: string } });
		/** Returns one of `available`. If the client ranks several equally, the order of `preferred` decides. */
		encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
	}
}
