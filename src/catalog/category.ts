import { type Columns, optional, type RecordWith } from './columns.ts';
import * as field from './fields.ts';

/** A group of programs (interface 2.3). */
export const CATEGORY_COLUMNS = {
	slug: {
		type: 'slug',
		schema: field.slug,
		form: 'a slug such as `crm`',
		meaning: 'Its identifier in paths and filters',
	},
	name: { type: 'name', schema: field.name, meaning: 'Its display name' },
	description: optional('text', field.text, 'A description of its programs'),
	icon: { type: 'icon', schema: field.icon.default('tag'), meaning: 'The name of its Lucide icon' },
} as const satisfies Columns;

export type Category = RecordWith<typeof CATEGORY_COLUMNS>;
