import { z } from 'zod';
import * as field from './fields.ts';

/** A group of programs (interface 2.3). */
export const CategorySchema = z.strictObject({
	slug: field.slug,
	name: field.name,
	description: field.text.nullable().default(null),
	icon: field.icon.default('tag'),
});

export type Category = z.output<typeof CategorySchema>;
