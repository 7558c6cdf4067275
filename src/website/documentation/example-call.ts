import { dataAt } from '../../api/data-at.ts';
import type { ProgramDetail } from '../../catalog/views.ts';
import type { Release } from '../../release/release.ts';
import type { Scope } from '../../state/keys/scope.ts';

/** Returns the path of an existing resource that a key with these scopes can read, or undefined if there is none. */
export function exampleCall(scopes: readonly Scope[], release: Release): string | undefined {
	if (scopes.includes('programs:read')) return '/programs?per_page=2';
	if (scopes.includes('categories:read')) return '/categories';
	const [program] = release.explore({ filters: {}, offset: 0, limit: 1 }).programs;
	if (program === undefined) return undefined;
	if (scopes.includes('reviews:read')) return `/programs/${program.slug}/reviews`;
	if (!scopes.includes('organizations:read')) return undefined;
	const { organization } = dataAt<ProgramDetail>(release, `/programs/${program.slug}`)!;
	return `/organizations/${organization.slug}`;
}

/** Makes examples that call the API at an address: a shell command and TypeScript code. */
export function exampleLines(address: string, secret: string): { readonly curl: string; readonly script: string } {
	return {
		curl: `curl -H "X-API-Key: ${secret}" "${address}"`,
		script: [
			`const headers = { 'X-API-Key': '${secret}' };`,
			`const response = await fetch('${address}', { headers });`,
			'console.log(await response.json());',
		].join('\n'),
	};
}
