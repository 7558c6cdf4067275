import { type Columns, IMPORT_TIME, optional, type RecordWith } from './columns.ts';
import * as field from './fields.ts';

/** A brand that runs programs (interface 2.5). */
export const ORGANIZATION_COLUMNS = {
	slug: { type: 'slug', schema: field.slug, meaning: 'Its identifier in paths and filters', isForEditors: true },
	name: { type: 'name', schema: field.name, meaning: 'Its display name' },
	description: optional('text', field.text, 'A description of its business'),
	logo_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		form: 'an address such as `https://acme.example/logo.svg`',
		label: 'Logo',
		meaning: 'The URL of its logo',
	},
	website_url: {
		type: 'link',
		schema: field.link.nullable().default(null),
		label: 'Website',
		meaning: 'The address of its website',
	},
	plan: {
		type: 'keyword',
		schema: field.keyword.default('free'),
		form: 'a word such as `free`, `claimed` or `pro`',
		meaning: 'Its plan with this directory',
		isForEditors: true,
	},
	created_at: {
		type: 'timestamp',
		schema: field.timestamp,
		from: IMPORT_TIME,
		meaning: 'When it was added to the directory',
		isBookkeeping: true,
		isForEditors: true,
	},
} as const satisfies Columns;

export type Organization = RecordWith<typeof ORGANIZATION_COLUMNS>;
