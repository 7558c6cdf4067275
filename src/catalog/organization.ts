import { z } from 'zod';
import * as field from './fields.ts';

/** A brand that runs programs (interface 2.5). */
export const OrganizationSchema = z.strictObject({
	slug: field.slug,
	name: field.name,
	description: field.text.nullable().default(null),
	logo_url: field.link.nullable().default(null),
	website_url: field.link.nullable().default(null),
	/** What the organization has with the directory: `free`, `claimed`, `pro` or any other keyword. */
	plan: field.keyword.default('free'),
	created_at: field.timestamp,
});

export type Organization = z.output<typeof OrganizationSchema>;
