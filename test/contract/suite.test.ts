/** Checks that the contract tests are complete: they must cover everything that the application lists in a table. */
import { describe, expect, test } from 'vitest';
import { type Endpoint, scopesOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS as ROUTES } from '../../src/api/endpoints.ts';
import { ENDPOINTS, EXPORTS, LISTS, MORE_LISTS } from './endpoints.ts';

/** The others are extensions, which have files of their own. */
const OF_INTERFACE = (ROUTES as readonly Endpoint[]).filter(({ isExtension }) => !isExtension);

describe('The contract tests', () => {
	test('cover every endpoint, with its scope', () => {
		const known = ENDPOINTS.filter(({ endpoint }) => !MORE_LISTS.some((list) => list.endpoint === endpoint));
		expect(known.map(({ endpoint, scope }) => `${endpoint} ${scope}`)).toEqual(
			OF_INTERFACE.map(({ path, scope }) => `GET ${path} ${scope}`),
		);
		// Any of several scopes is not one that a key needs.
		const needed = (file: Endpoint) => (file.needsAllScopes || typeof file.scope === 'string' ? scopesOf(file) : []);
		expect(EXPORTS).toEqual(
			ROUTES.filter((route) => 'mediaType' in route).map((file) => ({ path: file.path, scopes: needed(file) })),
		);
	});

	test('cover the pages of every list', () => {
		const lists = OF_INTERFACE.filter(({ parameters }) => 'page' in parameters).map(({ path }) => `GET ${path}`);
		expect(LISTS.map(({ endpoint }) => endpoint)).toEqual(lists);
	});
});
