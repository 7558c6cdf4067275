import { z } from 'zod';
import type { Column, Columns } from '../../catalog/columns.ts';

/** Marks fields and endpoints that go beyond the interface that all directories of this kind share. */
export const EXTENSION = { 'x-extension': true };

/**
 * Returns the schema of a field that holds a column's value. It has the rule of the column, without a default value,
 * and the meaning of the column.
 */
export function columnField({ schema, meaning }: Column, keywords: object = {}): z.ZodType {
	const rule = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
	return rule.meta({ description: meaning, ...keywords });
}

/** Returns the schemas of fields that hold the values of these columns and have the same names as the columns. */
export function columnFields<C extends Columns, N extends keyof C & string>(
	columns: C,
	names: readonly N[],
): { [name in NoInfer<N>]: z.ZodType } {
	return Object.fromEntries(names.map((name) => [name, columnField(columns[name]!)])) as {
		[name in NoInfer<N>]: z.ZodType;
	};
}
