declare module 'negotiator' {
	/** Chooses the best option for a client, by its `Accept-…` headers (RFC 9110, 12.5). */
	export default class Negotiator {
		constructor(request: { headers: { readonly [name: string]: string } });
		/** Returns one of `available`. If the client accepts several equally, returns the one that is first in `preferred`. */
		encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
	}
}
