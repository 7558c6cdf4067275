/** Organizations in responses (interface 2.5). */
import { z } from 'zod';
import { ORGANIZATION_COLUMNS } from '../../catalog/organization.ts';
import { columnFields } from './column-field.ts';
import { component } from './component.ts';
import { programCount } from './program-count.ts';

export const organization = component(
	'Organization',
	'A brand that runs programs',
	z.strictObject({
		...columnFields(ORGANIZATION_COLUMNS, ['slug', 'name', 'logo_url', 'website_url', 'description', 'plan']),
		program_count: programCount,
		...columnFields(ORGANIZATION_COLUMNS, ['created_at']),
	}),
);
