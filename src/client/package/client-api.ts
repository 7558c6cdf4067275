/** Writes the methods and types of the client from the endpoints and the OpenAPI document. */
import { type Endpoint, methodOf } from '../../api/endpoint.ts';
import { ALL_ENDPOINTS } from '../../api/endpoints.ts';
import { ERRORS } from '../../api/error.ts';
import { openApiDocument, type PathItem } from '../../api/openapi/document.ts';
import type { JsonSchema } from '../../api/openapi/json-schema.ts';
import { type OperationObject, openApiPath, successOf } from '../../api/openapi/operation.ts';
import { EXAMPLE_SITE } from '../../api/openapi/responses.ts';
import { COMPONENTS } from '../../api/schemas/component.ts';
import { OPERATIONS } from './operations.ts';

const DOCUMENT = openApiDocument({
	url: EXAMPLE_SITE,
	name: 'Directory',
	contact: EXAMPLE_SITE,
	documentation: `${EXAMPLE_SITE}/docs/`,
});

const SCHEMAS = Object.entries(DOCUMENT.components.schemas).filter(([name]) => !name.endsWith('Error'));
const DOCUMENTED = ALL_ENDPOINTS.map((endpoint): Documented => {
	const item = DOCUMENT.paths[openApiPath(endpoint.path)]!;
	return { endpoint, documented: item[methodOf(endpoint).toLowerCase() as keyof PathItem]! };
});

/** Returns the code of the module that replaces `methods.ts` in the package. */
export function clientMethods(): string {
	const methods = DOCUMENTED.map(methodCode).join('');
	const types = [...SCHEMAS.map(([name]) => name), ...ALL_ENDPOINTS.map(inputName)];
	const used = [...new Set(types)].filter((name) => new RegExp(`\\b${name}\\b`).test(methods));
	return `import type { ${used.sort().join(', ')} } from './api.ts';
import type { List } from './list.ts';
import type { FileOptions, RequestOptions, WebResponse, WriteOptions } from './options.ts';
import type { RecordFile } from './record-file.ts';

/** The methods of the client. */
export interface Methods {\n${methods}}\n`;
}

/** Returns the code of the module that replaces `api.ts` in the package. */
export function clientApi(): string {
	return [
		`import type { Operation } from './operation.ts';\n`,
		`/** @internal */\nexport const OPERATIONS: { readonly [name: string]: Operation } = ${JSON.stringify(OPERATIONS)};\n`,
		`/** The codes of errors. */\nexport type ErrorCode =${unionLines(Object.keys(ERRORS))};\n`,
		...SCHEMAS.map(([name, schema]) => (name === 'Change' ? changeCode(schema) : interfaceCode(name, schema))),
		...DOCUMENTED.map(inputCode),
		`/** An event that the directory sends to webhooks. */\nexport type WebhookEvent =${eventTypes().join('')};\n`,
	].join('\n');
}

interface Documented {
	readonly endpoint: Endpoint;
	readonly documented: OperationObject;
}

function methodCode({ endpoint, documented }: Documented): string {
	const { operation, path } = endpoint;
	const { takes, returns } = OPERATIONS[operation]!;
	const isFile = endpoint.mediaType !== undefined;
	const options = isFile ? 'FileOptions' : endpoint.method === undefined ? 'RequestOptions' : 'WriteOptions';
	const needed = takes === 'body' || Object.values(endpoint.parameters).some(({ required }) => required !== undefined);
	const values = [
		...[...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name}: string`),
		...(takes === undefined ? [] : [`${takes}${needed ? '' : '?'}: ${inputName(endpoint)}`]),
		`options?: ${options}`,
	];
	const { schema } = Object.values(successOf(documented).content)[0]!;
	const { data } = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema };
	const types: { readonly [returned in typeof returns]: () => string } = {
		data: () => `Promise<${typeOf(data!)}>`,
		list: () => `List<${typeOf(data!.items as JsonSchema)}>`,
		records: () => `Promise<RecordFile<${nameOf(endpoint.record!)}>>`,
		content: () => `Promise<${typeOf(schema)}>`,
		response: () => 'Promise<WebResponse>',
	};
	return `${comment(documented.description, '\t')}\t${operation}(${values.join(', ')}): ${types[returns]()};\n`;
}

function nameOf(schema: Endpoint['response']): string {
	return [...COMPONENTS].find(([, component]) => component === schema)![0];
}

function inputName({ operation, body }: Endpoint): string {
	return `${operation[0]!.toUpperCase()}${operation.slice(1)}${body === undefined ? 'Query' : 'Body'}`;
}

/** Returns the code of the type of an endpoint's query or body, if it has one. */
function inputCode({ endpoint, documented: { summary, parameters, requestBody } }: Documented): string {
	if (requestBody !== undefined) {
		const { schema } = requestBody.content['application/json'];
		return interfaceCode(inputName(endpoint), { required: [], ...schema, description: `The body of “${summary}”.` });
	}
	const query = parameters.filter((parameter) => parameter.in === 'query');
	if (query.length === 0) return '';
	const properties = Object.fromEntries(
		query.map(({ name, schema, description }) => [name, { ...oneOrMore(schema), description }]),
	);
	const required = query.filter((parameter) => 'required' in parameter).map(({ name }) => name);
	return interfaceCode(inputName(endpoint), { properties, required, description: `The parameters of “${summary}”.` });
}

function eventTypes(): string[] {
	const events = DOCUMENT.webhooks as { readonly [event: string]: { readonly post: OperationObject } };
	return Object.values(events).map(
		({ post }) => `\n\t| ${typeOf(post.requestBody!.content['application/json'].schema)}`,
	);
}

/** A parameter for several values accepts a single value too. */
function oneOrMore(schema: JsonSchema): JsonSchema {
	return schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema;
}

/**
 * The code for changes: a union of the kinds of records, so that TypeScript knows the fields of a change if a program
 * compares its `kind`.
 */
function changeCode({ properties, required = [], description }: JsonSchema): string {
	const { kind, fields, ...others } = properties as { readonly [name: string]: JsonSchema };
	const kinds = kind!.enum as readonly string[];
	const members = kinds.map(
		(word) => `\n\t| RecordChange<${literal(word)}, ${word[0]!.toUpperCase()}${word.slice(1)}>`,
	);
	const generic = interfaceCode('RecordChange<Kind, Fields>', {
		properties: {
			kind: { ...kind, enum: undefined, $ref: 'Kind' },
			...others,
			fields: { ...fields, $ref: 'ChangedFields<Fields>' },
		},
		required,
		description: 'A change to a published record of one kind.',
	});
	return (
		`${comment(description as string, '')}export type Change =${members.join('')};\n\n` +
		`${generic}\n` +
		'/** The fields of a record that changed, each with its old and new value. */\n' +
		'export type ChangedFields<Fields> = {\n' +
		'\t[Name in keyof Fields]?: [Fields[Name] | null, Fields[Name] | null];\n' +
		'};\n'
	);
}

function interfaceCode(name: string, { properties, required = [], description }: JsonSchema): string {
	const fields = Object.entries(properties as { readonly [name: string]: JsonSchema }).map(([field, schema]) => {
		const isRequired = (required as readonly string[]).includes(field);
		const type = isRequired ? typeOf(schema) : `${typeOf(schema)} | undefined`;
		return `${comment(schema.description as string, '\t')}\t${field}${isRequired ? '' : '?'}: ${type};\n`;
	});
	return `${comment(description as string, '')}export interface ${name} {\n${fields.join('')}}\n`;
}

function comment(text: string, indent: string): string {
	const lines = text.split('\n');
	if (lines.length === 1) return `${indent}/** ${text} */\n`;
	return `${indent}/**\n${lines.map((line) => `${`${indent} * ${line}`.trimEnd()}\n`).join('')}${indent} */\n`;
}

const TYPES: { readonly [type: string]: string } = {
	string: 'string',
	integer: 'number',
	number: 'number',
	boolean: 'boolean',
	null: 'null',
};

function typeOf({
	$ref,
	type,
	enum: words,
	const: only,
	properties,
	required = [],
	items,
	minItems,
	maxItems,
	additionalProperties,
	anyOf,
}: JsonSchema): string {
	if ($ref !== undefined) return ($ref as string).split('/').at(-1)!;
	if (anyOf !== undefined) return (anyOf as readonly JsonSchema[]).map(typeOf).join(' | ');
	if (words !== undefined) return (words as readonly unknown[]).map(literal).join(' | ');
	if (only !== undefined) return literal(only);
	if (properties !== undefined) {
		const fields = Object.entries(properties as { readonly [name: string]: JsonSchema }).map(
			([name, schema]) => `${name}${(required as readonly string[]).includes(name) ? '' : '?'}: ${typeOf(schema)}`,
		);
		return `{ ${fields.join('; ')} }`;
	}
	if (additionalProperties !== undefined) {
		const orNull = [type].flat().includes('null') ? ' | null' : '';
		return `{ [name: string]: ${typeOf(additionalProperties as JsonSchema)} }${orNull}`;
	}
	if (Array.isArray(type))
		return type.map((one) => typeOf({ type: one, ...(one === 'array' && { items }) })).join(' | ');
	if (type === undefined) return 'unknown';
	if (type !== 'array') return TYPES[type as string]!;
	const item = typeOf(items as JsonSchema);
	if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(item).join(', ')}]`;
	return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}

function literal(word: unknown): string {
	return typeof word === 'string' ? `'${word}'` : String(word);
}

function unionLines(words: readonly string[]): string {
	return words.map((word) => `\n\t| ${literal(word)}`).join('');
}
