/** Categories, organizations and networks in responses (interface 2.3 and 2.5, and decisions, Extensions). */

import { z } from 'zod';
import { CATEGORY_COLUMNS } from '../../catalog/category.ts';
import * as field from '../../catalog/fields.ts';
import { ORGANIZATION_COLUMNS } from '../../catalog/organization.ts';
import { columnFields, component, programCount } from './component.ts';

const shared = {
	...columnFields(CATEGORY_COLUMNS, ['slug', 'name']),
	program_count: programCount,
	...columnFields(CATEGORY_COLUMNS, ['icon']),
};

export const categoryListItem = component(
	'CategoryListItem',
	'A category in the list of categories',
	z.strictObject(shared),
);

export const category = component(
	'Category',
	'A category with its description',
	z.strictObject({ ...shared, ...columnFields(CATEGORY_COLUMNS, ['description']) }),
);

export const organization = component(
	'Organization',
	'A brand that runs programs',
	z.strictObject({
		...columnFields(ORGANIZATION_COLUMNS, ['slug', 'name', 'logo_url', 'website_url', 'description', 'plan']),
		program_count: programCount,
		...columnFields(ORGANIZATION_COLUMNS, ['created_at']),
	}),
);

export const network = component(
	'Network',
	'A platform that tracks the sales of programs',
	z.strictObject({
		slug: field.keyword.meta({ description: 'The value of `tracking_platform` in its programs and in filters' }),
		name: field.name.meta({ description: 'Its display name' }),
		program_count: programCount,
	}),
);
