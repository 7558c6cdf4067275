import type { Stores } from '../../state/state.ts';

export interface OperatorRequest {
	readonly query: URLSearchParams;
	readonly stores: Stores;
	/** Reads the body of a POST. Returns a status code if it is too large or incomplete. */
	body(): Promise<Buffer | 400 | 413>;
}

/** What a handler answers: data to send as JSON, or a problem. */
export type OperatorReply = { readonly data: object } | { readonly problem: string };
