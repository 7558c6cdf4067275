/** Checks that the contract tests are complete: they must cover everything that the application lists in a table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Endpoint, scopesOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS as ROUTES } from '../../src/api/endpoints.ts';
import type { ErrorCode } from '../../src/api/error.ts';
import { PROGRAM_PARAMETERS } from '../../src/api/parameters.ts';
import { SORT_NAMES } from '../../src/search/order.ts';
import { splitWords } from '../../src/shared/split-words.ts';
import { SCOPE_NAMES } from '../../src/state/keys/scope.ts';
import { ENDPOINTS, EXPORTS, LISTS, MORE_LISTS } from './endpoints.ts';

const FOLDER = import.meta.dirname;
const SOURCES = new Map(
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.test.ts') && file !== 'suite.test.ts')
		.map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]),
);

/** The sections of the interface with observable behaviour. */
const SECTIONS = splitWords(`
	1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 3.1 3.2 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10.1 4.10.2 4.10.3 4.11 5 5.1 5.2
	5.3 5.4 5.5 5.6 5.7 7 8 9
`);

const CODES: { readonly [code in ErrorCode]: 'tested' } = {
	INVALID_PARAMETER: 'tested',
	MISSING_API_KEY: 'tested',
	INVALID_API_KEY: 'tested',
	REVOKED_API_KEY: 'tested',
	EXPIRED_API_KEY: 'tested',
	INSUFFICIENT_SCOPE: 'tested',
	NOT_FOUND: 'tested',
	METHOD_NOT_ALLOWED: 'tested',
	SNAPSHOT_GONE: 'tested',
	RANGE_NOT_SATISFIABLE: 'tested',
	RATE_LIMITED: 'tested',
	TOO_MANY_FAILED_KEYS: 'tested',
	INTERNAL_ERROR: 'tested',
	UNAVAILABLE: 'tested',
};

/** The others are extensions, which have files of their own. */
const OF_INTERFACE = (ROUTES as readonly Endpoint[]).filter(({ isExtension }) => !isExtension);

describe('The contract tests', () => {
	test('cover every endpoint, with its scope', () => {
		const known = ENDPOINTS.filter(({ endpoint }) => !MORE_LISTS.some((list) => list.endpoint === endpoint));
		expect(known.map(({ endpoint, scope }) => `${endpoint} ${scope}`)).toEqual(
			OF_INTERFACE.map(({ path, scope }) => `GET ${path} ${scope}`),
		);
		expect(EXPORTS).toEqual(
			ROUTES.filter(({ answer }) => answer === 'file').map((file) => ({ path: file.path, scopes: scopesOf(file) })),
		);
	});

	test('cover the pages of every list', () => {
		const lists = OF_INTERFACE.filter(({ parameters }) => 'page' in parameters).map(({ path }) => `GET ${path}`);
		expect(LISTS.map(({ endpoint }) => endpoint)).toEqual(lists);
	});

	test.each(Object.keys(PROGRAM_PARAMETERS).filter((name) => name !== 'snapshot'))('cover the parameter %s', (name) => {
		expect(SOURCES.get('interface-4-programs.test.ts')).toMatch(new RegExp(`'4\\.1 [^']*\\b${name}\\b`));
	});

	test.each(SORT_NAMES)('cover the order %s', (name) => {
		expect(SOURCES.get('interface-4-programs.test.ts')).toContain(`sort: '${name}'`);
	});

	test.each(SCOPE_NAMES)('cover the scope %s', (name) => {
		expect(SOURCES.get('interface-5-authentication.test.ts')).toContain(`['${name}', '`);
	});

	test.each(Object.keys(CODES))('cover the error %s', (code) => {
		expect(SOURCES.get('decisions-errors.test.ts')).toContain(code);
	});

	test.each(SECTIONS)('cover section %s of the interface', (section) => {
		const named = new RegExp(`(?:['(]|, )${section.replaceAll('.', '\\.')}(?:[ ,)])`);
		expect([...SOURCES.values()].some((source) => named.test(source))).toBe(true);
	});

	test('skip no test', () => {
		for (const [file, source] of SOURCES) expect(source, file).not.toMatch(/\.(?:only|skip|todo|skipIf|runIf)\(/);
	});
});
