/** The records of this directory that the examples in the documentation name. */
import type { Endpoint } from '../../api/endpoint.ts';
import { onceFor } from '../../shared/once.ts';
import type { Scope } from '../../state/keys/scope.ts';
import type { Directory } from '../directory/directory.ts';

/** The slug or ID of an example record, by the segment of the API's path before it, such as `programs`. */
export type ExampleRecords = { readonly [collection: string]: string };

/** The program that the examples of the endpoints name. Their responses come from the sample directory. */
const OF_SAMPLE = 'larkpost';

/**
 * Chooses the example records of a directory: the program with the first slug, if possible one with reviews, so that the
 * choice rarely changes, and records that belong to it. A directory with the sample's records keeps the examples of the
 * endpoints as they are, and so does an empty one.
 */
export const exampleRecords = onceFor(({ programs, reviewDatesOf }: Directory): ExampleRecords => {
	if (programs.some(({ slug }) => slug === OF_SAMPLE)) return { programs: OF_SAMPLE };
	const reviewed = programs.filter(({ review_count }) => review_count > 0);
	const program = first(reviewed.length > 0 ? reviewed : programs, ({ slug }) => slug);
	if (program === undefined) return {};
	return {
		programs: program.slug,
		organizations: program.organization.slug,
		categories: program.categories[0]?.slug ?? 'SLUG',
		reviews: first(reviewDatesOf(program), ({ id }) => id)?.id ?? 'ID',
	};
});

function first<T>(records: readonly T[], keyOf: (record: T) => string): T | undefined {
	return records.reduce<T | undefined>(
		(least, record) => (least === undefined || keyOf(record) < keyOf(least) ? record : least),
		undefined,
	);
}

/** Returns the example request of an endpoint, with records of the directory in its path. */
export function examplePath({ path, example }: Pick<Endpoint, 'path' | 'example'>, records: ExampleRecords): string {
	const [given, query] = example.split('?') as [string, string?];
	const names = path.split('/');
	const segments = given.split('/').map((segment, place) => {
		return (names[place]!.startsWith(':') ? records[names[place - 1]!] : undefined) ?? segment;
	});
	return [segments.join('/'), ...(query === undefined ? [] : [query])].join('?');
}

/** The list to show for a scope, in order of preference. Every directory has these lists, even an empty one. */
const LISTS: readonly (readonly [Scope, path: string])[] = [
	['programs:read', '/programs?per_page=2'],
	['categories:read', '/categories'],
	['reviews:read', '/reviews?per_page=2'],
	['organizations:read', '/organizations?per_page=2'],
	['programs:write', '/proposals?per_page=2'],
	['organizations:write', '/proposals?per_page=2'],
	['webhooks:manage', '/webhooks'],
];

/** Returns the path of a list that a key with these scopes can read, or undefined if there is none. */
export function exampleCall(scopes: readonly Scope[]): string | undefined {
	return LISTS.find(([scope]) => scopes.includes(scope))?.[1];
}

/**
 * Makes examples that call the API at an address: a shell command and TypeScript code.
 *
 * @param body the JSON to send, if the method needs some. Only for the shell command
 */
export function exampleLines(
	address: string,
	secret: string,
	method = 'GET',
	body?: string,
): { readonly curl: string; readonly script: string } {
	const verb = method === 'GET' ? '' : `-X ${method} `;
	const json = body === undefined ? '' : `-H "Content-Type: application/json" -d '${body.replaceAll("'", "'\\''")}' `;
	return {
		curl: `curl ${verb}-H "X-API-Key: ${secret}" ${json}"${address}"`,
		script: [
			`const headers = { 'X-API-Key': '${secret}' };`,
			`const response = await fetch('${address}', { headers });`,
			'console.log(await response.json());',
		].join('\n'),
	};
}
