import { describe, expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../../src/api/account/endpoints.ts';
import { type Endpoint, scopesOf } from '../../../src/api/endpoint.ts';
import { ALL_ENDPOINTS, ENDPOINTS } from '../../../src/api/endpoints.ts';
import { ERRORS } from '../../../src/api/error.ts';
import { HEADERS } from '../../../src/api/openapi/responses.ts';
import { COMPONENTS } from '../../../src/api/schemas/component.ts';
import { reference, responseHeaders } from '../../../src/website/documentation/reference.ts';
import { DOCUMENT } from '../../contract/documented.ts';

const referenceOf = (endpoints: readonly Endpoint[]) =>
	reference(DOCUMENT, Object.fromEntries(endpoints.map(({ operation, example }) => [operation, example])));
const { groups, objects } = referenceOf(ALL_ENDPOINTS);
const operations = groups.flatMap((group) => group.operations);
const wordsOf = (type: readonly { readonly text: string }[]) => type.map(({ text }) => text).join('');

describe('The reference', () => {
	test.each(ENDPOINTS)('has $operation with all parameters', (endpoint: Endpoint) => {
		const { operation, path, parameters, scope, example, mediaType } = endpoint;
		const found = operations.find(({ id }) => id === operation)!;
		const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
		expect(found.parameters.map(({ name }) => name)).toEqual([...inPath, ...Object.keys(parameters)]);
		for (const name of scopesOf({ scope })) expect(found.description).toContain(`\`${name}\``);
		expect(found.curl).toBe(`curl -H "X-API-Key: $API_KEY" "https://directory.example/v1${example}"`);
		if (mediaType !== undefined) expect(found.example).toBeUndefined();
		else expect(JSON.parse(found.example!)).toHaveProperty('data');
	});

	test('says which fields of a body are required', () => {
		const { sent } = operations.find(({ id }) => id === 'createWebhook')!;
		expect(sent.map(({ name, isRequired }) => [name, isRequired])).toEqual([
			['url', true],
			['events', true],
		]);
		expect(operations.find(({ id }) => id === 'updateProgram')!.sent.some(({ isRequired }) => isRequired)).toBe(false);
	});

	test('has every error code', () => {
		const codes = operations.flatMap(({ errors }) => errors.flatMap((error) => error.codes));
		expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(Object.keys(ERRORS)));
		expect(codes[0]!.address).toBe('/docs/errors/#invalid_parameter');
	});

	test('has every object except the bodies of errors', () => {
		const records = [...COMPONENTS.keys()].filter((name) => !name.endsWith('Error'));
		expect(objects.map(({ name }) => name)).toEqual(records.sort());
	});

	test('of the headers has each with an example', () => {
		const headers = responseHeaders(DOCUMENT);
		expect(headers.map(({ name }) => name)).toEqual(Object.keys(HEADERS));
		expect(headers.find(({ name }) => name === 'Retry-After')!.values).toEqual(['42']);
	});

	test.each([
		['directory', ENDPOINTS],
		['account', ACCOUNT_ENDPOINTS],
	])('of the %s has its operations, and every object that they name', (_, endpoints) => {
		const part = referenceOf(endpoints);
		const operations = part.groups.flatMap((group) => group.operations);
		expect(operations.map(({ id }) => id).sort()).toEqual(endpoints.map(({ operation }) => operation).sort());
		const fields = [
			...operations.flatMap(({ body, sent }) => [...body, ...sent]),
			...part.objects.flatMap((one) => one.fields),
		];
		const named = fields.flatMap(({ type }) => type.flatMap(({ object }) => object ?? []));
		expect(part.objects.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
		expect(part.objects.length).toBeLessThan(objects.length);
	});

	test('leads from a type to its object', () => {
		const [list] = operations;
		expect(list!.body.map(({ name, type }) => [name, wordsOf(type)])).toEqual([
			['data', 'array of ProgramListItem'],
			['meta', 'SearchMeta'],
			['pagination', 'Pagination'],
			['facets', 'object of array of FacetValue'],
		]);
	});

	test('writes types in words, with their values', () => {
		const fields = objects.find(({ name }) => name === 'Program')!.fields;
		const field = (name: string) => fields.find((one) => one.name === name)!;
		expect(wordsOf(field('commission_rate').type)).toBe('number or null');
		expect(wordsOf(field('payout_methods').type)).toBe('array of string or null');
		expect(field('approval').values).toEqual(['automatic', 'manual']);
	});
});
