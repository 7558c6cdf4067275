import type { Readable } from 'node:stream';

/** A response of the API or the website. */
export interface HttpResponse {
	readonly status: number;
	/** The names and values of the headers, alternating. Node writes headers fastest in this form. */
	readonly headers: readonly string[];
	/**
	 * The body, or null for status 304 and for HEAD requests. A stream is sent as its data arrives. If it fails, the
	 * server closes the connection.
	 */
	readonly body: Buffer | Readable | null;
}
