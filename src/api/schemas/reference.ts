import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { component } from './component.ts';

/** Another resource in a response: its slug and its name. */
export const reference = component(
	'Reference',
	'The slug and the name of another resource',
	z.strictObject({
		slug: field.slug.meta({ description: 'Its identifier in paths and filters' }),
		name: field.name.meta({ description: 'Its display name' }),
	}),
);
