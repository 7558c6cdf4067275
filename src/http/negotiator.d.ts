declare module 'negotiator' {
	/** Picks what suits a client best, by its `Accept-…` headers (RFC 9110, 12.5). */
	export default class Negotiator {
		constructor(request: { headers: { readonly [name: string]: string } });
		/** One of `available`; among those that the client likes equally, the first of `preferred`. */
		encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
	}
}
