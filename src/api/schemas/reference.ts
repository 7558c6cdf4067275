import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { component } from './component.ts';

export const reference = component(
	'Reference',
	'The slug and the name of another resource',
	z.strictObject({
		slug: field.slug.meta({ description: 'Its identifier in paths and filters' }),
		name: field.name.meta({ description: 'Its display name' }),
	}),
);
