import { z } from 'zod';
import type { Column, Columns } from '../../catalog/columns.ts';

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
