/** Categories in responses (interface 2.3). */
import { z } from 'zod';
import { CATEGORY_COLUMNS } from '../../catalog/category.ts';
import { columnFields } from './column-field.ts';
import { component } from './component.ts';
import { programCount } from './program-count.ts';

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
