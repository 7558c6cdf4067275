import { describe, expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../../src/api/account/endpoints.ts';
import { ADDED_FIELDS } from '../../../src/api/added-fields.ts';
import { type Endpoint, methodOf, scopesOf } from '../../../src/api/endpoint.ts';
import { ALL_ENDPOINTS, ENDPOINTS } from '../../../src/api/endpoints.ts';
import { ERRORS } from '../../../src/api/error.ts';
import { openApiDocument } from '../../../src/api/openapi/document.ts';
import { type OperationObject, openApiPath, operationOf, successOf } from '../../../src/api/openapi/operation.ts';
import { ERROR_EXAMPLES, EXAMPLE_SITE } from '../../../src/api/openapi/responses.ts';
import { ERROR_BODIES, statusName } from '../../../src/api/schemas/error-body.ts';
import { documentSchema } from '../../support/document-schema.ts';

const SITE = {
	url: 'https://partners.example',
	name: 'Partners',
	contact: 'editors@partners.example',
	documentation: 'https://partners.example/docs/',
};
const document = openApiDocument(SITE);
const { schemas } = document.components;

function operationAt(endpoint: Endpoint): OperationObject {
	const item: { readonly [method: string]: OperationObject } = { ...document.paths[openApiPath(endpoint.path)]! };
	return item[methodOf(endpoint).toLowerCase()]!;
}

describe('The OpenAPI document', () => {
	test('has the addresses of the site, and no others of ours', () => {
		expect(document.servers[0]!.url).toBe(`${SITE.url}/v1`);
		expect(JSON.stringify(document)).not.toContain(EXAMPLE_SITE);
	});

	test('names the contact by email or by web address', () => {
		expect(document.info.contact).toEqual({ name: 'Partners', url: SITE.url, email: SITE.contact });
		const { contact } = openApiDocument({ ...SITE, contact: 'https://partners.example/contact' }).info;
		expect(contact).toEqual({ name: 'Partners', url: 'https://partners.example/contact' });
	});

	test('describes everything in sentences', () => {
		const texts: string[] = [];
		JSON.stringify(document, (key, value) => {
			if (key === 'description' && typeof value === 'string') texts.push(value);
			return value;
		});
		expect(texts.length).toBeGreaterThan(200);
		for (const text of texts) if (text !== SITE.name) expect(text).toMatch(/^[^a-z][\s\S]*[.)]$/);
	});

	test('marks the fields that are extensions', () => {
		const marked = (name: string) =>
			Object.entries(schemas[name]!.properties as { [field: string]: object }).flatMap(([field, schema]) =>
				'x-extension' in schema ? [field] : [],
			);
		expect(marked('ReducedProgram')).toEqual([]);
		expect(marked('ProgramListItem')).toEqual([
			'commission_qualifier',
			'commission_text',
			'commission_amount',
			'commission_duration',
			'currency',
			...ADDED_FIELDS,
		]);
		expect(marked('Program')).toEqual(expect.arrayContaining(['currency', 'checked_at', 'earnings_at']));
	});

	test('marks the endpoints that are extensions', () => {
		const [endpoint] = ENDPOINTS;
		const { description, ...operation } = operationOf({ ...endpoint, isExtension: true }, {}, undefined);
		expect(operation).toHaveProperty('x-extension', true);
		expect(description).toContain(' This endpoint is an extension.');
		expect(operationOf(endpoint, {}, undefined)).not.toHaveProperty('x-extension');
	});

	test('lets clients ignore new fields', () => {
		expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
	});

	test.each(ALL_ENDPOINTS)('has $operation, with its parameters and scope', (endpoint) => {
		const get = operationAt(endpoint);
		expect(get.operationId).toBe(endpoint.operation);
		const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
		const listed = get.parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name);
		expect(listed).toEqual([...inPath, ...Object.keys(endpoint.parameters)]);
		expect(get.requestBody !== undefined).toBe(endpoint.body !== undefined);
		expect([get['x-required-scope'] ?? []].flat()).toEqual(scopesOf(endpoint));
		for (const scope of scopesOf(endpoint)) expect(get.description).toContain(`\`${scope}\``);
	});

	test('gives every parameter a type', () => {
		for (const endpoint of ALL_ENDPOINTS) {
			for (const { name, schema } of operationAt(endpoint).parameters) expect(schema, name).toHaveProperty('type');
		}
	});
});

describe('An example', () => {
	test.each(ACCOUNT_ENDPOINTS)(
		'of $operation fits its schema, and so does the example of its body',
		(endpoint: Endpoint) => {
			const { response, body, exampleResponse, exampleBody } = endpoint;
			expect(response.parse(exampleResponse)).toEqual(exampleResponse);
			expect(exampleBody === undefined).toBe(body === undefined);
			if (body !== undefined) expect(body.parse(exampleBody)).toEqual(exampleBody);
			const { content } = successOf(operationAt(endpoint));
			const { schema } = content['application/json']!;
			expect(documentSchema(document, schema).parse(exampleResponse)).toEqual(exampleResponse);
		},
	);

	test.each(Object.entries(ERRORS))('of %s fits its schema, and that of the document', (code, { status }) => {
		const example = ERROR_EXAMPLES[code as keyof typeof ERRORS];
		expect(example).toHaveProperty('code', code);
		expect(ERROR_BODIES.get(status)!.parse(example)).toEqual(example);
		expect(documentSchema(document, schemas[`${statusName(status)}Error`]!).parse(example)).toEqual(example);
	});
});
