/** Reads a request's target, as it was sent: nothing in it is resolved or mended (decisions, Requests). */

export interface Target {
	/** The path as it was sent. */
	readonly sent: string;
	/** The path under the base address; undefined when it cannot be decoded. */
	readonly path: Path | undefined;
	/** What follows the question mark. */
	readonly query: readonly QueryPair[];
}

/** A decoded path, without the one slash that may stand at its end. */
export interface Path {
	/** As a whole: `/programs/acme`. */
	readonly text: string;
	readonly segments: readonly string[];
}

/** One `name=value` of a query; a value that cannot be decoded is undefined. */
export interface QueryPair {
	readonly name: string;
	readonly value: string | undefined;
}

export const BASE_PATH = '/v1';

/** Whether a target is under the base address. */
export function isUnderBase(target: string): boolean {
	// At its end there is no character, which every text includes.
	return target.startsWith(BASE_PATH) && '/?'.includes(target.charAt(BASE_PATH.length));
}

/** Takes apart a target that is under the base address. */
export function parseTarget(target: string): Target {
	const end = target.indexOf('?');
	const sent = end === -1 ? target : target.slice(0, end);
	return { sent, path: decodePath(sent), query: end === -1 ? [] : parseQuery(target.slice(end + 1)) };
}

function decodePath(sent: string): Path | undefined {
	// One slash at the end is accepted; any other empty segment stays, and matches nothing.
	const text = sent.slice(BASE_PATH.length, sent.endsWith('/') ? -1 : undefined);
	const segments = text.slice(1).split('/');
	if (!text.includes('%')) return { text, segments };
	try {
		const decoded = segments.map(decodeURIComponent);
		return { text: `/${decoded.join('/')}`, segments: decoded };
	} catch {
		return undefined;
	}
}

/** The pairs of a query in order, empty ones left out, a plus standing for a space. */
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
