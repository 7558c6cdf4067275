import type { z } from 'zod';
import type { Scope } from '../state/keys/scope.ts';
import type { ApiContext } from './context.ts';
import type { Parameters } from './parameters.ts';
import type { ValidKey } from './rate.ts';
import type { ReleaseData } from './release-data.ts';
import type { Answer } from './respond.ts';
import type { FileAnswer } from './send-file.ts';
import type { ApiRequest, Path, Target } from './target.ts';

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
	Analytics: 'How often people viewed your programs, and followed their links',
	Proposals: 'What you have proposed, and what became of it',
	Webhooks: 'Addresses of yours to which the directory sends events',
} as const;

/** The methods of endpoints. An endpoint with GET also accepts HEAD. */
export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Endpoint {
	/** The default is GET. */
	readonly method?: Exclude<Method, 'GET'>;
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
	/** Answers a request whose key, scope and method have been checked. */
	readonly handle: Handler;
	/** The media type of the file, if the response is an exported file. */
	readonly mediaType?: string;
	/** The schema of each line, if the response is a file with a record in each line. */
	readonly record?: z.ZodType;
	/** The schema of the JSON body that the client must send. */
	readonly body?: z.ZodType;
	/** Whether the endpoint compares the header `If-Match` with the tag of the record. */
	readonly matches?: boolean;
	/** The status of a success. The default is 200. */
	readonly status?: 201 | 202;
	/** Whether the response has a secret, which must not be kept for requests with the same `Idempotency-Key`. */
	readonly hasSecret?: boolean;
	/** The schema of a success's body. For a file, it is a string schema that represents the file's bytes. */
	readonly response: z.ZodType;
	/** The name of the resource in error messages. */
	readonly noun: string;
	/** The `Cache-Control` header. The default is `FRESH`. */
	readonly caching?: string;
	/** Whether the endpoint goes beyond the interface that all directories of this kind share. */
	readonly isExtension?: boolean;
	/** A request to the sample directory. Its response is the example in the documentation. */
	readonly example: string;
	/** For endpoints about the account: the body of the example, and of its response. */
	readonly exampleBody?: object;
	readonly exampleResponse?: object;
}

/** The part of an endpoint that is needed to check keys and to record their use. */
export type KeyedEndpoint = Pick<Endpoint, 'method' | 'path' | 'scope' | 'needsAllScopes'>;

/** A request for an endpoint, after the key, scope, method and snapshot have been checked. */
export interface EndpointRequest {
	readonly endpoint: Endpoint;
	readonly path: Path;
	readonly query: Target['query'];
	readonly key: ValidKey;
	/** The release that the response comes from. */
	readonly release: ReleaseData;
	readonly context: ApiContext;
	readonly request: ApiRequest;
}

/** @throws ApiError */
export type Handler = (request: EndpointRequest) => Answer | Promise<Answer | FileAnswer>;

export function methodOf({ method }: Pick<Endpoint, 'method'>): Method {
	return method ?? 'GET';
}

/** Returns an endpoint's name in the usage of keys: `/programs`, or `PATCH /programs/:slug`. */
export function usageName({ method, path }: { readonly method?: string | undefined; readonly path: string }): string {
	return method === undefined ? path : `${method} ${path}`;
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
