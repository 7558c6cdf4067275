/** Requests, and the parser of their targets, which does not normalize paths. See decisions, Requests. */

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

export interface Target {
	/** The path, exactly as sent. */
	readonly sent: string;
	/** The path below the base address. Undefined if the path cannot be decoded. */
	readonly path: Path | undefined;
	readonly query: readonly QueryPair[];
}

/** A decoded path, without a slash at its end. The path of the base address is empty. */
export interface Path {
	/** The whole path, such as `/programs/acme`. */
	readonly text: string;
	readonly segments: readonly string[];
}

/** A `name=value` pair of a query. The value is undefined if it cannot be decoded. */
export interface QueryPair {
	readonly name: string;
	readonly value: string | undefined;
}

export const BASE_PATH = '/v1';

/** Whether a target is the base address or an address below it. */
export function isUnderBase(target: string): boolean {
	// If the target ends here, `charAt` returns '', and every string includes ''.
	return target.startsWith(BASE_PATH) && '/?'.includes(target.charAt(BASE_PATH.length));
}

/** The path of the address for agents. */
export const MCP_PATH = '/mcp';

/** Whether a target is the address for agents. Its path may end with a slash. */
export function isMcp(target: string): boolean {
	return target.startsWith(MCP_PATH) && /^\/?(?:\?|$)/.test(target.slice(MCP_PATH.length));
}

/** Parses a target for which `isUnderBase` is true. */
export function parseTarget(target: string): Target {
	const end = target.indexOf('?');
	const sent = end === -1 ? target : target.slice(0, end);
	return { sent, path: decodePath(sent), query: end === -1 ? [] : parseQuery(target.slice(end + 1)) };
}

function decodePath(sent: string): Path | undefined {
	// Ignore one slash at the end. Any other empty segment stays, so that the path matches no endpoint.
	const text = sent.slice(BASE_PATH.length, sent.endsWith('/') ? -1 : undefined);
	const segments = text === '' ? [] : text.slice(1).split('/');
	if (!text.includes('%')) return { text, segments };
	try {
		const decoded = segments.map(decodeURIComponent);
		return { text: `/${decoded.join('/')}`, segments: decoded };
	} catch {
		return undefined;
	}
}

/** Returns the pairs of a query in order. Leaves out empty pairs, and reads a plus as a space. */
export function parseQuery(query: string): QueryPair[] {
	const pairs: QueryPair[] = [];
	for (const pair of query.split('&')) {
		if (pair === '') continue;
		const equals = pair.indexOf('=');
		const name = equals === -1 ? pair : pair.slice(0, equals);
		const value = equals === -1 ? '' : pair.slice(equals + 1);
		pairs.push({ name: decode(name) ?? name, value: decode(value) });
	}
	return pairs;
}

function decode(text: string): string | undefined {
	const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
	if (!spaced.includes('%')) return spaced;
	try {
		return decodeURIComponent(spaced);
	} catch {
		return undefined;
	}
}
