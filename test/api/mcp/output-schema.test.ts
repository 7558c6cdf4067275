import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect, test } from 'vitest';
import { outputSchema, type ToolRecord, toolResult } from '../../../src/api/mcp/result.ts';
import { TOOLS, type Tool, type ToolName } from '../../../src/api/mcp/tools.ts';
import { openApiDocument } from '../../../src/api/openapi/document.ts';
import { OPERATION_EXAMPLES } from '../../../src/api/openapi/responses.ts';

const { components } = openApiDocument({
	url: 'https://partners.example',
	name: 'Partners',
	contact: 'editors@partners.example',
	documentation: 'https://partners.example/docs/',
});

const NAMES = Object.keys(TOOLS) as ToolName[];

interface RecordSchema {
	readonly properties: { readonly [field: string]: { readonly type: unknown; readonly description: string } };
	readonly required: readonly string[];
}

/** The schema of one record in a tool's results. */
function recordSchema(name: ToolName): RecordSchema {
	const { untrusted_data } = outputSchema(TOOLS[name]).properties as {
		untrusted_data: RecordSchema & { items?: RecordSchema };
	};
	return untrusted_data.items ?? untrusted_data;
}

/** The example record of the OpenAPI document. */
function exampleOf({ endpoint }: Tool): ToolRecord {
	const { data } = OPERATION_EXAMPLES[endpoint.operation] as { data: ToolRecord | ToolRecord[] };
	return Array.isArray(data) ? data[0]! : data;
}

const isValid = (name: ToolName, record: object) => {
	const isList = 'items' in (outputSchema(TOOLS[name]).properties as { untrusted_data: object }).untrusted_data;
	const page = { page: 1, per_page: 20, total: 1, total_pages: 1 };
	const result = toolResult(isList ? [record as ToolRecord] : (record as ToolRecord), { snapshot: 's', page });
	return new AjvJsonSchemaValidator().getValidator(outputSchema(TOOLS[name]))(result).valid;
};

test.each([
	['search_programs', 'ProgramListItem'],
	['get_program', 'Program'],
	['compare_programs', 'Program'],
	['list_categories', 'CategoryListItem'],
	['list_networks', 'Network'],
	['get_reviews', 'ReviewListItem'],
	['get_organization', 'Organization'],
	['changes_since', 'Change'],
] as const)(
	'The results of %s have the fields of %s in the OpenAPI document, with the same meanings',
	(name, schema) => {
		const documented = components.schemas[schema]!.properties as { [field: string]: { description: string } };
		const { properties, required } = recordSchema(name);
		// The fields that a list has only on request are left out.
		const shown = Object.keys(documented).filter(
			(field) => required.includes(field) || !('x-extension' in documented[field]!),
		);
		expect(Object.keys(properties)).toEqual(shown);
		for (const [field, { type, description }] of Object.entries(properties)) {
			expect(type).toBeDefined();
			expect(description.length).toBeGreaterThan(5);
			const own = documented[field]!.description;
			if (own !== undefined) expect(description).toBe(own.replace(' This field is an extension.', ''));
		}
		expect(required).toEqual(components.schemas[schema]!.required);
	},
);

test.each(NAMES)('A real result of %s is valid, also with new fields and without its addresses', (name) => {
	const example = exampleOf(TOOLS[name]);
	expect(isValid(name, example)).toBe(true);
	expect(isValid(name, { ...example, added_later: 1 })).toBe(true);
	const withLongAddresses = Object.entries(example).map(([field, value]) => {
		return [field, /^https?:/.test(String(value)) ? `https://a.example/${'x'.repeat(5000)}` : value];
	});
	expect(isValid(name, Object.fromEntries(withLongAddresses))).toBe(true);
});

test.each(NAMES)('A result of %s without a field, or with a value of another type, is not valid', (name) => {
	const [[field], ...others] = Object.entries(exampleOf(TOOLS[name])) as [[string, unknown], ...[string, unknown][]];
	expect(isValid(name, Object.fromEntries(others))).toBe(false);
	expect(isValid(name, { ...Object.fromEntries(others), [field]: { not: 'a text' } })).toBe(false);
});

test('Together, the schemas have less than 33,000 characters, because clients load all of them', () => {
	const length = NAMES.reduce((sum, name) => sum + JSON.stringify(outputSchema(TOOLS[name])).length, 0);
	expect(length).toBeLessThan(33_000);
});

test('Inside a record, descriptions of the fields around it are not repeated', () => {
	const { organization, categories } = recordSchema('get_program').properties as { [field: string]: object };
	expect(organization).toMatchObject({ properties: { name: { type: 'string' } } });
	expect(JSON.stringify([organization, categories])).not.toContain('Its display name.');
});
