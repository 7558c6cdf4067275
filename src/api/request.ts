/** A request to `/v1` or `/mcp`. */
export interface ApiRequest {
	readonly method: string;
	/** The path and query, exactly as sent. */
	readonly target: string;
	/** Returns the value of a header, given its lower-case name. Repeated headers are joined with commas. */
	header(name: string): string | undefined;
	/** The request ID that a trusted proxy has given the request. Undefined if there is none. */
	readonly requestId?: string | undefined;
	/** Reads the body. Returns a status if it is too large or incomplete. Undefined if a request cannot have one. */
	readonly body?: (() => Promise<Buffer | 400 | 413>) | undefined;
	/** The address of the client. */
	address(): string;
}
