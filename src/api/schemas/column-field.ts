import { z } from 'zod';
import type { Column, Columns } from '../../catalog/columns.ts';

/** Marks what is not part of the interface that every directory offers. */
export const EXTENSION = { 'x-extension': true };

/** A field of a response that has the value of a column: its rule without the default, and its meaning. */
export function columnField({ schema, meaning }: Column, keywords: object = {}): z.ZodType {
	const rule = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
	return rule.meta({ description: meaning, ...keywords });
}

/** The fields that have the values of these columns, under the same names. */
export function columnFields<C extends Columns, N extends keyof C & string>(
	columns: C,
	names: readonly N[],
): { [name in NoInfer<N>]: z.ZodType } {
	return Object.fromEntries(names.map((name) => [name, columnField(columns[name]!)])) as {
		[name in NoInfer<N>]: z.ZodType;
	};
}
