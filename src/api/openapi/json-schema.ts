/** Converts zod schemas to JSON Schemas for the OpenAPI document. */
import { z } from 'zod';
import { sentence } from '../../shared/text.ts';
import { COMPONENTS } from '../schemas/component.ts';

export interface JsonSchema {
	readonly [keyword: string]: unknown;
}

/**
 * Makes the schemas of a document. The named schemas are sorted alphabetically, because the order in which modules are
 * imported can change.
 *
 * @param inline the schemas that are written where they are used, under names that the caller chooses. They can refer
 *   to named schemas
 */
export function documentSchemas(inline: { readonly [name: string]: z.ZodType }) {
	const registry = z.registry<{ id: string }>();
	for (const [name, schema] of [...COMPONENTS, ...Object.entries(inline)]) registry.add(schema, { id: name });
	const { schemas } = z.toJSONSchema(registry, { uri: (name) => `#/components/schemas/${name}` });
	const chosen = (names: Iterable<string>) =>
		Object.fromEntries([...names].map((name) => [name, tidy(schemas[name] as JsonSchema)]));
	return { components: chosen([...COMPONENTS.keys()].sort()), inline: chosen(Object.keys(inline)) };
}

/** Returns the schema of a parameter. It describes the parsed value, not the text that a client sends. */
export function parameterSchema(schema: z.ZodType): JsonSchema {
	return tidy(z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema);
}

/** Returns the schema of a parameter that can be sent several times. */
export function listSchema(schema: JsonSchema): JsonSchema {
	if (schema.type === 'array') return schema;
	const { 'x-extension': extension, ...items } = schema;
	return { type: 'array', items, ...(extension !== undefined && { 'x-extension': extension }) };
}

/** The end of the descriptions of fields that are extensions. */
export const EXTENSION_NOTE = ' This field is an extension.';

/**
 * Writes a schema as a person would: `type: [string, null]` instead of a choice of two schemas, and descriptions as
 * sentences. Leaves out `additionalProperties: false`, because new fields can be added to responses.
 */
function tidy({ $schema, $id, additionalProperties, anyOf, ...rest }: JsonSchema): JsonSchema {
	const flat: JsonSchema = {
		...(anyOf === undefined ? {} : orNull(anyOf as readonly JsonSchema[])),
		...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
		...rest,
	};
	return Object.fromEntries(
		Object.entries(flat).map(([keyword, value]) => [keyword, tidyKeyword(flat, keyword, value)]),
	);
}

function tidyKeyword(schema: JsonSchema, keyword: string, value: unknown): unknown {
	if (keyword === 'items') return tidy(value as JsonSchema);
	if (keyword === 'properties') {
		return Object.fromEntries(
			Object.entries(value as JsonSchema).map(([name, one]) => [name, tidy(one as JsonSchema)]),
		);
	}
	if (keyword !== 'description') return value;
	return sentence(value as string) + ('x-extension' in schema ? EXTENSION_NOTE : '');
}

/** Combines a choice between a type and null into one schema. Leaves all other choices unchanged. */
function orNull(anyOf: readonly JsonSchema[]): JsonSchema {
	const [{ type, enum: words, ...rest } = {}, other, ...more] = anyOf;
	if (more.length > 0 || other?.type !== 'null' || typeof type !== 'string') return { anyOf };
	return { type: [type, 'null'], ...(words === undefined ? {} : { enum: [...(words as unknown[]), null] }), ...rest };
}
