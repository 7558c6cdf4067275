import { z } from 'zod';
import { EXTENSION_NOTE, type JsonSchema, parameterSchema } from '../openapi/json-schema.ts';
import { pageMeta } from '../schemas/envelope.ts';
import { resultSchema } from './result.ts';
import type { Tool } from './tool.ts';

/**
 * Returns the schema of a tool's results. It describes the records as the OpenAPI document does, because it is made
 * from the same schemas.
 */
export function outputSchema({ endpoint, parameters }: Tool): JsonSchema & { type: 'object' } {
	const { data, meta = pageMeta } = (endpoint.response as z.ZodObject<{ data: z.ZodType; meta?: z.ZodType }>).shape;
	const meaning = resultSchema.shape.untrusted_data.meta()!;
	const records = (Object.hasOwn(parameters, 'slugs') ? z.array(data) : data).meta(meaning);
	const kept = Object.hasOwn(endpoint.parameters, 'q') ? resultSchema : resultSchema.omit({ used_values: true });
	const result = Object.hasOwn(parameters, 'page')
		? kept.extend({ page: meta.optional(), untrusted_data: records })
		: kept.omit({ page: true }).extend({ untrusted_data: records });
	const schema = parameterSchema(result);
	return described(schema) as JsonSchema & { type: 'object' };
}

/**
 * The keywords that say what a value is and means. The others are left out, because they would make the list of tools
 * much longer, and because clients differ in what they accept as an address.
 */
const KEPT = ['type', 'description', 'enum', 'properties', 'required', 'items', 'anyOf'];

/** @param said the descriptions of the fields around this one. They are not repeated inside it. */
function described(schema: JsonSchema, said: ReadonlySet<unknown> = new Set()): JsonSchema {
	const kept = KEPT.filter((keyword) => keyword in schema).map((keyword) => [keyword, schema[keyword]]);
	const { items, properties, anyOf, ...rest } = Object.fromEntries(kept);
	return {
		...rest,
		// Models need not know which fields are extensions.
		...(rest.description && { description: rest.description.replace(EXTENSION_NOTE, '') }),
		// The result has null instead of an address that is too long for a model.
		...(schema.format === 'uri' && { type: ['string', 'null'] }),
		// The description of a list says what its items are.
		...(items && { items: described(rest.description ? undescribed(items) : items, said) }),
		...(properties && { properties: mapped(properties, schema.required as readonly string[], said) }),
		...(anyOf && { anyOf: anyOf.map((choice: JsonSchema) => described(choice, said)) }),
	};
}

/** Leaves out the fields that a list has only on request, because the schemas of single records describe them. */
function mapped(
	properties: { readonly [name: string]: JsonSchema },
	required: readonly string[] = [],
	said: ReadonlySet<unknown>,
): JsonSchema {
	const shown = Object.entries(properties).filter(
		([name, schema]) => required.includes(name) || !('x-extension' in schema),
	);
	const here = said.union(new Set(shown.map(([, { description }]) => description)));
	return Object.fromEntries(
		shown.map(([name, schema]) => [name, described(said.has(schema.description) ? undescribed(schema) : schema, here)]),
	);
}

function undescribed({ description: _, ...schema }: JsonSchema): JsonSchema {
	return schema;
}
