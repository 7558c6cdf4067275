import type { Scope } from '../../state/keys/scope.ts';

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
