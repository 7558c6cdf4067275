/** The API reference in the form that pages show: the OpenAPI document with its `$ref`s resolved. */

import { openApiDocument } from '../../api/openapi/document.ts';
import { type OperationObject, successOf } from '../../api/openapi/operation.ts';
import { BASE_PATH } from '../../api/target.ts';
import { site } from '../../config/site/site.ts';
import { DOCUMENTATION, documentationAddress } from '../addresses.ts';
import { headingId } from './documentation.ts';
import { exampleLines } from './examples.ts';

/** A type in words. If a part of the text names an object, `object` is the ID of the object's section. */
export type TypeWords = readonly { readonly text: string; readonly object?: string }[];

export interface ReferenceField {
	readonly name: string;
	readonly type: TypeWords;
	/** In Markdown. */
	readonly description: string;
	/**
	 * All values that the field can have, if the schema lists them and there are not too many, otherwise empty. For a
	 * response header, an example.
	 */
	readonly values: readonly string[];
}

/** A field or parameter of a request. */
export interface RequestField extends ReferenceField {
	readonly isRequired: boolean;
}

export interface ReferenceOperation {
	/** The operation's anchor on the page, and its name in generated clients. */
	readonly id: string;
	readonly name: string;
	readonly method: string;
	/** The path after the origin: `/v1/programs/{slug}`. */
	readonly path: string;
	/** In Markdown. */
	readonly description: string;
	readonly parameters: readonly RequestField[];
	/** The fields of the request's body. */
	readonly sent: readonly RequestField[];
	/** The example request as a shell command. */
	readonly curl: string;
	readonly mediaType: string;
	/** The example response, or undefined if the response is a file to download. */
	readonly example: string | undefined;
	/** The top-level fields of the response body, such as `data`. */
	readonly body: readonly ReferenceField[];
	readonly errors: readonly {
		readonly status: string;
		readonly codes: readonly { readonly code: string; readonly address: string }[];
	}[];
}

interface Schema {
	readonly type?: string | readonly string[];
	readonly $ref?: string;
	readonly description?: string;
	readonly items?: Schema;
	readonly additionalProperties?: Schema;
	readonly enum?: readonly unknown[];
	readonly properties?: { readonly [name: string]: Schema };
	readonly required?: readonly string[];
}

/** The content of a response. Files have no example. */
interface Content {
	readonly schema: Schema;
	readonly examples?: { readonly sample: { readonly value: unknown } };
}

type Document = ReturnType<typeof openApiDocument>;

/**
 * Returns the reference of some operations, with the objects that they use.
 *
 * @param examples for the ID of each of the operations, the path and query of the request that returns the example
 * response
 */
export function reference(document: Document, examples: { readonly [operation: string]: string }) {
	const { servers, paths, components, tags } = document;
	const described = Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([, { operationId }]: [string, OperationObject]) => examples[operationId] !== undefined)
			.map(([method, operation]: [string, OperationObject]) => ({ path, method, operation })),
	);
	const all = described.map(({ path, method, operation }) => {
		const address = servers[0]!.url + examples[operation.operationId]!;
		const { curl } = exampleLines(address, '$API_KEY', method.toUpperCase(), exampleBodyOf(operation));
		return { tag: operation.tags[0], ...operationOf(document, path, method, operation), curl };
	});
	const used = objectsOf(
		document,
		described.map(({ operation }) => operation),
	);
	const objects = Object.entries(components.schemas)
		.filter(([name]) => used.has(name) && !name.endsWith('Error'))
		.map(([name, schema]) => ({ name, description: (schema as Schema).description!, fields: ownFields(name, schema) }));
	return {
		groups: tags
			.map(({ name, description }) => ({ name, description, operations: all.filter(({ tag }) => tag === name) }))
			.filter(({ operations }) => operations.length > 0),
		objects,
	};
}

/** Returns the headers of responses. The value of each is an example. */
export function responseHeaders({ components }: Document): ReferenceField[] {
	return Object.entries(components.headers).map(([name, { schema, description, example }]) => ({
		...fieldOf(name, schema),
		description: `${description} For example:`,
		values: [String(example)],
	}));
}

/** Returns the names of the objects that operations use, also within other objects. */
function objectsOf({ components }: Document, operations: readonly OperationObject[]): ReadonlySet<string> {
	const schemas: { readonly [name: string]: unknown } = components.schemas;
	const used = new Set<string>();
	const visit = (value: unknown) => {
		for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
			if (used.has(name!)) continue;
			used.add(name!);
			visit(schemas[name!]);
		}
	};
	visit(operations);
	return used;
}

function operationOf(
	document: Document,
	path: string,
	method: string,
	operation: OperationObject,
): Omit<ReferenceOperation, 'curl'> {
	const [mediaType, content] = Object.entries<Content>(successOf(operation).content)[0]!;
	const { schema, examples } = content;
	return {
		id: operation.operationId,
		name: operation.summary,
		method: method.toUpperCase(),
		path: BASE_PATH + path,
		description: operation.description,
		parameters: operation.parameters.map(parameterOf),
		sent: sentFields(operation.requestBody?.content['application/json'].schema ?? {}),
		mediaType,
		example: examples && JSON.stringify(examples.sample.value, undefined, 2),
		body: examples ? fieldsOf(schema) : [],
		errors: errorsOf(document, operation),
	};
}

function exampleBodyOf({ requestBody }: OperationObject): string | undefined {
	return requestBody && JSON.stringify(requestBody.content['application/json'].examples.sample.value);
}

function parameterOf(parameter: OperationObject['parameters'][number]): RequestField {
	const schema: Schema = parameter.schema;
	return {
		...fieldOf(parameter.name, schema),
		description: [parameter.description, schema.description].filter(Boolean).join('\n\n'),
		isRequired: 'required' in parameter && parameter.required === true,
	};
}

/** Returns the errors of an operation. In the document, the name of each error example is an error code. */
function errorsOf({ components }: Document, { responses }: OperationObject): ReferenceOperation['errors'] {
	return Object.entries(responses).flatMap(([status, response]) => {
		const name = '$ref' in response ? String(response.$ref).split('/').at(-1)! : '';
		const shared = components.responses[name];
		if (shared === undefined || !('content' in shared)) return [];
		const codes = Object.keys(shared.content['application/json'].examples);
		const address = documentationAddress('errors');
		return [{ status, codes: codes.map((code) => ({ code, address: `${address}#${headingId(code)}` })) }];
	});
}

/** Leaves out the fields that items of a list have only on request, because they are those of the record itself. */
function ownFields(name: string, schema: Schema): ReferenceField[] {
	const fields = fieldsOf(schema);
	return name === LIST_ITEM ? fields.filter((field) => schema.required?.includes(field.name)) : fields;
}

const LIST_ITEM = 'ProgramListItem';

/** Returns the fields of a body that clients send, and which of them it must have. */
function sentFields(schema: Schema): RequestField[] {
	return fieldsOf(schema).map((field) => ({ ...field, isRequired: schema.required?.includes(field.name) ?? false }));
}

function fieldsOf({ properties = {} }: Schema): ReferenceField[] {
	return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema));
}

function fieldOf(name: string, schema: Schema): ReferenceField {
	const words = (schema.enum ?? schema.items?.enum ?? []).filter((word) => word !== null);
	const values = words.length > MOST_VALUES ? [] : words.map(String);
	return { name, type: typeOf(schema), description: schema.description ?? '', values };
}

/** The maximum number of values to list. The OpenAPI document has longer lists. */
const MOST_VALUES = 15;

function typeOf({ $ref, type, items, additionalProperties }: Schema): TypeWords {
	if ($ref !== undefined) {
		const name = $ref.split('/').at(-1)!;
		return [{ text: name, object: name }];
	}
	if (additionalProperties?.type === 'array') return [{ text: 'object of ' }, ...typeOf(additionalProperties)];
	const types = [type ?? []].flat();
	if (!types.includes('array')) return [{ text: types.join(' or ') }];
	const orNull = types.includes('null') ? [{ text: ' or null' }] : [];
	return [{ text: 'array of ' }, ...typeOf(items!), ...orNull];
}

/** @param url the site's public origin */
export function siteDocument(url: string) {
	const { name, contact } = site();
	return openApiDocument({ url, name, contact, documentation: url + DOCUMENTATION.address });
}
