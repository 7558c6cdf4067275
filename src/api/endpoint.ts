import type { z } from 'zod';
import type { Scope } from '../state/keys/scope.ts';
import type { Parameters } from './parameters.ts';

/** The groups of endpoints, each with a description of its resource. */
export const TAGS = {
	Programs: 'Affiliate programs: what they pay, on which terms, and how publishers rate them',
	Categories: 'The topics that programs are grouped by',
	Reviews: 'Reviews that publishers wrote about programs',
	Organizations: 'The brands that run programs',
	Changes: 'What has changed since you last read the directory',
	Networks: 'The platforms that track the sales of programs',
	Index: 'The addresses of all endpoints',
	Export: 'Files with all published records, for keeping a copy',
} as const;

export interface Endpoint {
	/** The path below the base address. A segment that starts with a colon matches any segment. */
	readonly path: string;
	/** The name of the endpoint's method in generated clients. */
	readonly operation: string;
	readonly tag: keyof typeof TAGS;
	/** The endpoint's heading, such as `List programs`. */
	readonly summary: string;
	/** A description of the response in whole sentences, formatted as Markdown. */
	readonly description: string;
	/**
	 * The scope that a key needs, or a list of scopes of which a key needs at least one. If the list is empty, any
	 * valid key works.
	 */
	readonly scope: Scope | readonly Scope[];
	/** Whether a key needs all scopes in the list instead of at least one. */
	readonly needsAllScopes?: boolean;
	readonly parameters: Parameters;
	/**
	 * The kind of response: results of a program search, one prebuilt body, a page of a list or of the change history,
	 * the links to all endpoints, the list of exported files, or an exported file.
	 */
	readonly answer: 'search' | 'resource' | 'list' | 'changes' | 'index' | 'files' | 'file';
	/** The media type of a 200 response's body, if it is not JSON. */
	readonly mediaType?: string;
	/** The schema of a 200 response's body. For a file, it is a string schema that represents the file's bytes. */
	readonly response: z.ZodType;
	/** The name of the resource in error messages. */
	readonly noun: string;
	/** The `Cache-Control` header. */
	readonly caching: string;
	/** Whether the endpoint goes beyond the interface that all directories of this kind share. */
	readonly isExtension?: boolean;
	/** A request to the sample directory. Its response is the example in the documentation. */
	readonly example: string;
}

/**
 * The `Cache-Control` that lets clients keep a copy of a response, but requires them to check before each use that the
 * copy is still current.
 */
export const FRESH = 'private, no-cache';

/** Returns an endpoint's scopes. A key needs at least one of them, or all of them if `needsAllScopes` is set. */
export function scopesOf({ scope }: Pick<Endpoint, 'scope'>): readonly Scope[] {
	return [scope].flat();
}

/** Whether a key with these scopes may use an endpoint. */
export function allows(endpoint: Pick<Endpoint, 'scope' | 'needsAllScopes'>, scopes: readonly Scope[]): boolean {
	const needed = scopesOf(endpoint);
	const has = (scope: Scope) => scopes.includes(scope);
	return needed.length === 0 || (endpoint.needsAllScopes ? needed.every(has) : needed.some(has));
}
