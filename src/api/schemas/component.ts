import { z } from 'zod';
import type { Column, Columns } from '../../catalog/columns.ts';
import * as field from '../../catalog/fields.ts';

/**
 * The response schemas that have a name in the OpenAPI document. All other schemas are written inline where they are
 * used.
 */
export const COMPONENTS = new Map<string, z.ZodType>();

/**
 * Gives a schema a name in the OpenAPI document.
 *
 * @param description one sentence without a period at its end
 */
export function component<S extends z.ZodType>(name: string, description: string, schema: S): S {
	const named = schema.meta({ description });
	COMPONENTS.set(name, named);
	return named;
}

/** Marks fields, parameters and endpoints that are not part of the interface of all directories of this kind. */
export const EXTENSION = { 'x-extension': true };

/**
 * Returns the schema of a field that holds a column's value. The schema has the column's rule and meaning, but no
 * default value.
 */
export function columnField({ schema, meaning }: Column, keywords: object = {}): z.ZodType {
	const rule = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
	return rule.meta({ description: meaning, ...keywords });
}

export function columnFields<C extends Columns, N extends keyof C & string>(
	columns: C,
	names: readonly N[],
): { [name in NoInfer<N>]: z.ZodType } {
	return Object.fromEntries(names.map((name) => [name, columnField(columns[name]!)])) as {
		[name in NoInfer<N>]: z.ZodType;
	};
}

/** The number of programs in a category, an organization or a network. */
export const programCount = field.count.meta({ description: 'The number of its programs in this directory' });
